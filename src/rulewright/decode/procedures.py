"""Procedures of rules: their steps in the order of the source, each with what it reads, rolls, adds or asks."""

from collections.abc import Iterable

from rulewright.decode.dice import read_roll
from rulewright.decode.procedure_entries import ProcedureEntry, ProcedureStepEntry
from rulewright.language.entry import Entry
from rulewright.language.texts import check_id, prose, reference
from rulewright.model.dice import Roll
from rulewright.model.procedure import Operand, Procedure, ProcedureStep, Word
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

ROLLING = ("times", "at-least", "at-most", "always", "never")
"""Keys of a step that rolls dice."""
READING = ("takes",)
"""Keys of a step that reads a table."""


def read_procedure(written: Node | None, above: Entry) -> Procedure | None:
    """The procedure of a rule, if it has one."""
    if written is None:
        return None
    entry = ProcedureEntry(written, f"the procedure of {above.what}", above.faults)
    given: list[str] = []
    steps = tuple(_step(name, step, given, entry) for name, step in entry.steps)
    return Procedure(entry.title, steps, entry.span) if entry.sound and steps else None


def _step(name: Scalar, written: Node, given: list[str], above: Entry) -> ProcedureStep:
    """One step; `given` are the names of what earlier ones give, to which it adds its own."""
    entry = ProcedureStepEntry(written, f"step {name.value!r}", above.faults)
    check_id(name, entry.faults)
    if entry.sound:
        _fit(entry)

    def operand(written: Scalar) -> Operand:
        word = _word(written)
        stated = isinstance(word.result, int) or written.value.partition(".")[0] in given
        return Operand(word, None if stated else reference(written, "fact"))

    def one(written: Scalar | None) -> Operand | None:
        return None if written is None else operand(written)

    asks = tuple(map(_word, entry.asks))
    given += [word.name for word in asks]
    step = ProcedureStep(
        name=name.value,
        title=entry.title,
        text=entry.text,
        table=entry.table,
        asks=asks,
        takes=_words(entry.takes),
        roll=_roll(entry),
        times=one(entry.times),
        add=tuple(map(operand, entry.add)),
        at_least=one(entry.at_least),
        at_most=one(entry.at_most),
        always=one(entry.always),
        never=one(entry.never),
        results=_words(entry.results),
        when=_conditions(entry.when),
        stop=_stops(entry),
        span=name.span,
    )
    given.append(name.value)
    return step


def _fit(entry: ProcedureStepEntry) -> None:
    """Keys that do not go together."""
    if not any(map(entry.has, ("table", "roll", "add", "asks"))):
        hint = "as in table: hits, roll: 1d6, add: [die, drm], or asks: cover"
        message = f"{entry.what} does nothing: it needs 'table', 'roll', 'add' or 'asks'"
        entry.fault("missing-key", entry.span, message, hint)
    if not entry.has("table"):
        entry.require("title")
    for names, other in ((ROLLING, "roll"), (READING, "table")):
        for name in filter(entry.has, names):
            if not entry.has(other):
                message = f"{name!r} needs {other!r} beside it"
                hint = f"add {other!r} to the step, or leave out {name!r}"
                entry.fault("missing-key", entry.key_place(name), message, hint)
    for one, another in (("table", "roll"), ("table", "add"), ("at-least", "at-most")):
        if entry.has(one) and entry.has(another):
            hint = "make two steps of it; the second takes the result of the first by its name"
            message = f"{entry.what} has both {one!r} and {another!r}"
            entry.fault("bad-value", entry.key_place(another), message, hint)


def _roll(entry: ProcedureStepEntry) -> Roll | None:
    written = entry.roll
    roll = None if written is None else read_roll(written.value)
    if written is not None and (roll is None or roll.bonus != (0, 0)):
        hint = "write the dice alone, such as 1d10 or 2d6, and what is added under 'add'"
        entry.fault("bad-value", written.span, f"{written.value!r} is not a dice roll", hint)
        return None
    return roll


def _word(written: Scalar) -> Word:
    return Word(written.value.strip(), written.span)


def _words(pairs: Iterable[tuple[Scalar, Node]]) -> tuple[tuple[Word, Word], ...]:
    return tuple((_word(name), _word(value)) for name, value in pairs if isinstance(value, Scalar))


def _conditions(written: Node | None) -> tuple[tuple[Word, tuple[Word, ...]], ...]:
    """Earlier results with those at which the step takes place: one, or a list."""
    pairs = written.entries if isinstance(written, Mapping) else ()
    lists = ((name, value.items if isinstance(value, Sequence) else (value,)) for name, value in pairs)
    return tuple(
        (_word(name), tuple(_word(each) for each in found if isinstance(each, Scalar))) for name, found in lists
    )


def _stops(entry: ProcedureStepEntry) -> tuple[tuple[Word, Text], ...]:
    pairs = ((name, value) for name, value in entry.stop if isinstance(value, Scalar))
    return tuple((_word(name), prose(value, entry.faults)) for name, value in pairs)

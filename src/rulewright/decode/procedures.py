"""Procedures of rules: their steps in the order of the source, each with what it reads, rolls, adds or asks."""

from collections.abc import Iterable

from rulewright.decode.dice import read_roll
from rulewright.language.entry import Entry, Schema, key
from rulewright.language.kinds import (
    ONE_VALUE,
    PROSE,
    SCALAR,
    STRINGS,
    TEXT,
    link,
    named,
    names_to,
    node,
    one_or_list,
    ref,
)
from rulewright.language.texts import check_id, prose, reference
from rulewright.model.dice import Roll
from rulewright.model.procedure import Operand, Procedure, ProcedureStep, Word
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence
from rulewright.translation.messages import tell

WORDS: Schema = one_or_list(ONE_VALUE)
ROLLING = ("times", "at-least", "at-most", "always", "never")
"""Keys of a step that rolls dice."""
READING = ("takes",)
"""Keys of a step that reads a table."""


class ProcedureStepEntry(Entry):
    """A step of a procedure: it reads a table, rolls dice, adds up earlier results, or only asks the player."""

    noun = "a step of a procedure"
    title = key(TEXT, "What the step is called", "title: Score to hit\ntable: hits\nasks: cover",
                default="the title of its table")  # fmt: skip
    text = key(TEXT, "What one does in it", "table: hits\nasks: cover\ntext: Look at the ground of the target.")
    table = key(
        link("table"), "The table that it reads, or whose modifiers it adds up", "table: hits\nasks: cover",
    )  # fmt: skip
    asks = key(
        STRINGS, "The inputs of the table that the player chooses; without a table a domain",
        "table: hits\nasks: cover",
    )  # fmt: skip
    takes = key(
        named("a mapping of inputs to results or values", ONE_VALUE),
        "Inputs of the table that have another name among the earlier results, or always one value",
        "table: hits\ntakes: {cover: wood}",
    )  # fmt: skip
    roll = key(SCALAR, "The dice that it rolls; a table whose row is dice rolls these by itself",
               "title: Shots\nroll: 1d6")  # fmt: skip
    times = key(
        SCALAR, "How many times it rolls them: a number, a fact, or an earlier result",
        "title: Shots\nroll: 1d6\ntimes: 2\nat-least: 5", default="1",
    )  # fmt: skip
    add = key(
        STRINGS, "What is added to each roll, or without a roll added up: numbers, facts, earlier results",
        "title: Shots\nroll: 1d6\nadd: 1",
    )  # fmt: skip
    at_least = key(
        SCALAR, "The score that a roll must reach: the result is how many do", "title: Shots\nroll: 1d6\nat-least: 5",
    )  # fmt: skip
    at_most = key(
        SCALAR, "The score that a roll must not exceed: the result is how many do not",
        "title: Shots\nroll: 1d6\nat-most: 2",
    )  # fmt: skip
    always = key(
        SCALAR, "A score of the dice that always succeeds, whatever is added",
        "title: Shots\nroll: 1d6\nat-least: 5\nalways: 6", default="none",
    )  # fmt: skip
    never = key(
        SCALAR, "A score of the dice that never succeeds, whatever is added",
        "title: Shots\nroll: 1d6\nat-least: 5\nnever: 1", default="none",
    )  # fmt: skip
    results = key(
        named("a mapping of results to other names for them", ONE_VALUE),
        "Names for its results, as later steps and their tables know them; those of the domain with its name print so",
        "title: Shots\nroll: 1d6\nat-least: 5\nresults: {0: miss, 1: hit}", default="the results as they are",
    )  # fmt: skip
    when = key(
        node("a mapping of earlier results to those at which it takes place", names_to(WORDS)),
        "When the step takes place; without it, whenever what it takes is there",
        "title: Luck\nroll: 1d6\nwhen: {first: 6}", default="always",
    )  # fmt: skip
    stop = key(
        named("a mapping of results to texts", PROSE), "The results at which the procedure ends, and what that means",
        "title: Shots\nroll: 1d6\nat-least: 5\nstop: {0: a miss}",
    )  # fmt: skip


class ProcedureEntry(Entry):
    """How a rule is carried out: a calculator on the web, and a numbered list in print."""

    noun = "a procedure"
    title = key(TEXT, "What the procedure is called", "title: A shot\nsteps: {die: {title: Shot, roll: 1d6}}",
                default="the title of its rule")  # fmt: skip
    steps = key(
        named("a mapping of names to steps", ref("ProcedureStepEntry")),
        "The steps in their order; later ones take the result of each by its name",
        "steps: {die: {title: Shot, roll: 1d6, at-least: 5}}", required=True,
    )  # fmt: skip


def read_procedure(written: Node | None, above: Entry) -> Procedure | None:
    """The procedure of a rule, if it has one."""
    if written is None:
        return None
    entry = ProcedureEntry(written, tell("the procedure of {what}", what=above.what), above.faults)
    given: list[str] = []
    steps = tuple(_step(name, step, given, entry) for name, step in entry.steps)
    return Procedure(entry.title, steps, entry.span) if entry.sound and steps else None


def _step(name: Scalar, written: Node, given: list[str], above: Entry) -> ProcedureStep:
    """One step; `given` are the names of what earlier ones give, to which it adds its own."""
    entry = ProcedureStepEntry(written, tell("step {name!r}", name=name.value), above.faults)
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
        hint = tell("as in table: hits, roll: 1d6, add: [die, drm], or asks: cover")
        message = tell("{what} reads no table, rolls nothing, adds nothing and asks nothing", what=entry.what)
        entry.fault("missing-key", entry.span, message, hint)
    if not entry.has("table"):
        entry.require("title")
    for names, other in ((ROLLING, "roll"), (READING, "table")):
        for name in filter(entry.has, names):
            if not entry.has(other):
                message = tell("{name!r} needs {other!r} beside it", name=name, other=other)
                entry.fault("missing-key", entry.key_place(name), message)
    for one, another in (("table", "roll"), ("table", "add"), ("at-least", "at-most")):
        if entry.has(one) and entry.has(another):
            hint = tell("make two steps of it; the second takes the result of the first by its name")
            message = tell("{what} has both {one!r} and {other!r}", what=entry.what, one=one, other=another)
            entry.fault("bad-value", entry.key_place(another), message, hint)


def _roll(entry: ProcedureStepEntry) -> Roll | None:
    written = entry.roll
    roll = None if written is None else read_roll(written.value)
    if written is not None and (roll is None or roll.bonus != (0, 0)):
        hint = tell("write the dice alone, such as 1d10 or 2d6, and what is added under 'add'")
        entry.fault("bad-value", written.span, tell("{written!r} is no roll of dice", written=written.value), hint)
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

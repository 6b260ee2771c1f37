"""Procedures: how to carry out a rule step by step, with dice, modifiers and tables.

A step gives a result under its name, and so does each input that it asks of the player. Later steps use these results.
`procedure_plan` computes which results are possible in a book.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from rulewright.entries.dice import Roll, read_dice
from rulewright.entries.entry import Entry, EntryReader, Kind, key
from rulewright.entries.roles import (
    ONE_VALUE,
    PROSE,
    STRINGS,
    Prose,
    check_id,
    link,
    names_to,
    one_or_list,
    one_value,
    prose,
    ref,
    reference,
)
from rulewright.entries.text import Text, WrittenName
from rulewright.source.nodes import Mapping, Scalar, Sequence

MOST_DIGITS = 15
"""The most digits of a number that browsers still represent exactly."""

Result = int | str | None
"""The result of a step: a number, a name, or None for `nothing`."""


class Word(WrittenName):
    """A name or a result as the author writes it."""

    __slots__ = ()

    @property
    def result(self) -> Result:
        """The result that the word means: a number, None for `nothing`, or else the word itself."""
        sign, digits = (-1, self.name[1:]) if self.name[:1] in ("-", "−") else (1, self.name)
        if digits.isdecimal() and digits.isascii() and len(digits) <= MOST_DIGITS:
            return sign * int(digits)
        return None if self.name == "nothing" else self.name


class Operand(NamedTuple):
    """A number, a fact, or the name of an earlier result."""

    word: Word
    fact: Text | None = None


# How the keys of a step are read

Pairs = tuple[tuple[Word, Word], ...]
Conditions = tuple[tuple[Word, tuple[Word, ...]], ...]
"""Earlier results, each with the values at which a step takes place."""


def _word(written: Scalar) -> Word:
    return Word(written.value.strip(), written.span)


def _operand(written: Scalar) -> Operand:
    """Read a number or a name. A name is taken for a fact until the procedure knows the earlier results."""
    word = _word(written)
    return Operand(word, None if isinstance(word.result, int) else reference(written, "fact"))


def _read_pairs(reader: EntryReader, name: str) -> Pairs:
    return tuple((_word(one), _word(other)) for one, other in reader.pairs_at(name) if isinstance(other, Scalar))


def _read_conditions(reader: EntryReader, name: str) -> Conditions:
    """Read earlier results, each with one value or a list of values."""
    written = reader.node_at(name)
    pairs = written.entries if isinstance(written, Mapping) else ()
    lists = ((name, value.items if isinstance(value, Sequence) else (value,)) for name, value in pairs)
    return tuple(
        (_word(name), tuple(_word(each) for each in values if isinstance(each, Scalar))) for name, values in lists
    )


def _read_stops(reader: EntryReader, name: str) -> tuple[tuple[Word, Text], ...]:
    pairs = ((word, text) for word, text in reader.pairs_at(name) if isinstance(text, Scalar))
    return tuple((_word(word), prose(text, reader.findings)) for word, text in pairs)


DICE_ALONE = "write the dice alone, such as 1d10 or 2d6, and what is added under 'add'"
ROLL = Kind("text", lambda reader, name: read_dice(reader, reader.scalar_at(name), DICE_ALONE), ONE_VALUE)
OPERAND = one_value(lambda written, _: _operand(written), refers=True)
OPERANDS = Kind(
    STRINGS.words, lambda reader, name: tuple(map(_operand, reader.scalars_at(name))), STRINGS.schema, refers=True
)
ASKED = Kind(STRINGS.words, lambda reader, name: tuple(map(_word, reader.scalars_at(name))), STRINGS.schema)
TAKEN = Kind("a mapping of inputs to results or values", _read_pairs, names_to(ONE_VALUE))
RENAMED = Kind("a mapping of results to other names for them", _read_pairs, names_to(ONE_VALUE))
CONDITIONS = Kind(
    "a mapping of earlier results to those at which it takes place",
    _read_conditions,
    names_to(one_or_list(ONE_VALUE)),
)
STOPS = Kind("a mapping of results to texts", _read_stops, names_to(PROSE))
ROLLING = ("times", "at-least", "at-most", "always", "never")
"""Keys of a step that need `roll`."""
READING = ("takes",)
"""Keys of a step that need `table`."""


class ProcedureStep(Entry, noun="a step of a procedure"):
    """A step of a procedure: it reads a table, rolls dice, adds up earlier results, or only asks the player."""

    name: str
    title: Prose | None = key(
        "What the step is called",
        "title: Score to hit\ntable: hits\nasks: cover",
        default=None,
        otherwise="the title of its table",
    )
    text: Prose | None = key(
        "What one does in it", "table: hits\nasks: cover\ntext: Look at the ground of the target.", default=None
    )
    table: Annotated[Text, link("table")] | None = key(
        "The table that it reads, or whose modifiers it adds up", "table: hits\nasks: cover", default=None
    )
    asks: Annotated[tuple[Word, ...], ASKED] = key(
        "The inputs of the table that the player chooses; without a table a domain",
        "table: hits\nasks: cover",
        default=(),
    )
    takes: Annotated[Pairs, TAKEN] = key(
        "Inputs of the table that have another name among the earlier results, or always one value",
        "table: hits\ntakes: {cover: wood}",
        default=(),
    )
    roll: Annotated[Roll, ROLL] | None = key(
        "The dice that it rolls; a table whose row is dice rolls these by itself",
        "title: Shots\nroll: 1d6",
        default=None,
    )
    times: Annotated[Operand, OPERAND] | None = key(
        "How many times it rolls them: a number, a fact, or an earlier result",
        "title: Shots\nroll: 1d6\ntimes: 2\nat-least: 5",
        default=None,
        otherwise="1",
    )
    add: Annotated[tuple[Operand, ...], OPERANDS] = key(
        "What is added to each roll, or without a roll added up: numbers, facts, earlier results",
        "title: Shots\nroll: 1d6\nadd: 1",
        default=(),
    )
    at_least: Annotated[Operand, OPERAND] | None = key(
        "The score that a roll must reach: the result is how many do",
        "title: Shots\nroll: 1d6\nat-least: 5",
        default=None,
    )
    at_most: Annotated[Operand, OPERAND] | None = key(
        "The score that a roll must not exceed: the result is how many do not",
        "title: Shots\nroll: 1d6\nat-most: 2",
        default=None,
    )
    always: Annotated[Operand, OPERAND] | None = key(
        "A score of the dice that always succeeds, whatever is added",
        "title: Shots\nroll: 1d6\nat-least: 5\nalways: 6",
        default=None,
        otherwise="none",
    )
    never: Annotated[Operand, OPERAND] | None = key(
        "A score of the dice that never succeeds, whatever is added",
        "title: Shots\nroll: 1d6\nat-least: 5\nnever: 1",
        default=None,
        otherwise="none",
    )
    results: Annotated[Pairs, RENAMED] = key(
        "Names for its results, as later steps and their tables know them; those of the domain with its name print so",
        "title: Shots\nroll: 1d6\nat-least: 5\nresults: {0: miss, 1: hit}",
        default=(),
        otherwise="the results as they are",
    )
    when: Annotated[Conditions, CONDITIONS] = key(
        "When the step takes place; without it, whenever what it takes is there",
        "title: Luck\nroll: 1d6\nwhen: {first: 6}",
        default=(),
        otherwise="always",
    )
    stop: Annotated[tuple[tuple[Word, Text], ...], STOPS] = key(
        "The results at which the procedure ends, and what that means",
        "title: Shots\nroll: 1d6\nat-least: 5\nstop: {0: a miss}",
        default=(),
    )

    def check(self, reader: EntryReader) -> None:
        """Report missing keys, and keys that exclude each other."""
        if not reader.sound:
            return
        if not any(map(reader.has, ("table", "roll", "add", "asks"))):
            hint = "as in table: hits, roll: 1d6, add: [die, drm], or asks: cover"
            message = f"{reader.what} does nothing: it needs 'table', 'roll', 'add' or 'asks'"
            reader.report("missing-key", reader.span, message, hint)
        if not reader.has("table"):
            reader.require("title")
        for names, other in ((ROLLING, "roll"), (READING, "table")):
            for name in filter(reader.has, names):
                if not reader.has(other):
                    message = f"{name!r} needs {other!r} beside it"
                    hint = f"add {other!r} to the step, or leave out {name!r}"
                    reader.report("missing-key", reader.key_place(name), message, hint)
        for one, another in (("table", "roll"), ("table", "add"), ("at-least", "at-most")):
            if reader.has(one) and reader.has(another):
                hint = "make two steps of it; the second takes the result of the first by its name"
                message = f"{reader.what} has both {one!r} and {another!r}"
                reader.report("bad-value", reader.key_place(another), message, hint)

    @property
    def operands(self) -> Iterator[Operand]:
        yield from (each for each in (self.times, *self.add, *self.bounds) if each is not None)

    @property
    def bounds(self) -> tuple[Operand | None, ...]:
        """The numbers with which each roll is compared."""
        return self.at_least, self.at_most, self.always, self.never

    def with_results(self, results: list[str]) -> "ProcedureStep":
        """Return the step with operands that name an earlier result, not a fact, where `results` has their name."""

        def operand(each: Operand | None) -> Operand | None:
            return Operand(each.word) if each is not None and each.word.name.partition(".")[0] in results else each

        names = ("times", "at_least", "at_most", "always", "never")
        one_each: dict[str, Any] = {name: operand(getattr(self, name)) for name in names}
        return replace(self, add=tuple(each for each in map(operand, self.add) if each is not None), **one_each)


def _read_steps(reader: EntryReader, name: str) -> tuple[ProcedureStep, ...]:
    results: list[str] = []
    steps: list[ProcedureStep] = []
    for word, node in reader.pairs_at(name):
        check_id(word, reader.findings)
        step = ProcedureStep.read(node, f"step {word.value!r}", reader.findings, name=word.value, span=word.span)
        results += [each.name for each in step.asks]
        steps.append(step.with_results(results))
        results.append(word.value)
    return tuple(steps)


STEPS = Kind("a mapping of names to steps", _read_steps, names_to(ref("ProcedureStep")))


class Procedure(Entry, noun="a procedure"):
    """The steps by which players carry out a rule: a calculator on web pages, and a numbered list in print."""

    title: Prose | None = key(
        "What the procedure is called",
        "title: A shot\nsteps: {die: {title: Shot, roll: 1d6}}",
        default=None,
        otherwise="the title of its rule",
    )
    steps: Annotated[tuple[ProcedureStep, ...], STEPS] = key(
        "The steps in their order; later ones take the result of each by its name",
        "steps: {die: {title: Shot, roll: 1d6, at-least: 5}}",
    )


def _read_procedure(above: EntryReader, name: str) -> Procedure | None:
    """Return the procedure of a rule; None if it has none, or its steps cannot be read."""
    node = above.node_at(name)
    if node is None:
        return None
    procedure = Procedure.read(node, f"the procedure of {above.what}", above.findings)
    return procedure if procedure.steps else None


PROCEDURE: Kind[Procedure | None] = Kind("a procedure", _read_procedure, ref("Procedure"))

"""Procedures: how a rule is carried out, step by step, through dice, modifiers and tables.

A step gives a result under its name, and so do the inputs that it asks of the player; later steps take them. What a
procedure comes to in a book is `procedure_plan`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.model.dice import Roll
from rulewright.model.text import Text

LONGEST = 15
"""Digits of a number that browsers still tell exactly."""

Result = int | str | None
"""What a step may give: a number, a name, or None for `nothing`."""


@dataclass(frozen=True, slots=True)
class Word:
    """A name or a result as the author writes it."""

    name: str
    span: Span = field(compare=False)

    @property
    def result(self) -> Result:
        """The result that it stands for."""
        sign, digits = (-1, self.name[1:]) if self.name[:1] in ("-", "−") else (1, self.name)
        if digits.isdecimal() and digits.isascii() and len(digits) <= LONGEST:
            return sign * int(digits)
        return None if self.name == "nothing" else self.name


@dataclass(frozen=True, slots=True)
class Operand:
    """A number, a fact, or the name of what an earlier step gives."""

    written: Word
    fact: Text | None = None


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """A step: it reads a `table`, rolls dice, adds up, or only asks.

    `takes` are inputs of the table that have another name among the results, or one value. With `at_least` or `at_most`
    the result of a `roll` is how many of its rolls succeed; `add` is added to each; scores of the dice
    that `always` or `never` succeed do so whatever is added. `results` are other names for
    results. The procedure ends at the results of `stop`, each with words that say what it means.
    """

    name: str
    title: Text | None
    text: Text | None
    table: Text | None
    asks: tuple[Word, ...]
    takes: tuple[tuple[Word, Word], ...]
    roll: Roll | None
    times: Operand | None
    add: tuple[Operand, ...]
    at_least: Operand | None
    at_most: Operand | None
    always: Operand | None
    never: Operand | None
    results: tuple[tuple[Word, Word], ...]
    when: tuple[tuple[Word, tuple[Word, ...]], ...]
    stop: tuple[tuple[Word, Text], ...]
    span: Span = field(compare=False)

    @property
    def operands(self) -> Iterator[Operand]:
        yield from (each for each in (self.times, *self.add, *self.bounds) if each is not None)

    @property
    def bounds(self) -> tuple[Operand | None, ...]:
        """What a roll is held against."""
        return self.at_least, self.at_most, self.always, self.never

    def words(self) -> Iterator[Text]:
        """Its sentences in the order of print."""
        yield from (text for text in (self.title, self.text, *(text for _, text in self.stop)) if text is not None)

    def links(self) -> Iterator[Text]:
        """The bare names of things."""
        yield from (text for text in (self.table, *(each.fact for each in self.operands)) if text is not None)


@dataclass(frozen=True, slots=True)
class Procedure:
    """The procedure of a rule; without a `title` it has that of its rule."""

    title: Text | None
    steps: tuple[ProcedureStep, ...]
    span: Span = field(compare=False)

    def words(self) -> Iterator[Text]:
        """Its sentences in the order of print."""
        if self.title is not None:
            yield self.title
        yield from (text for step in self.steps for text in step.words())

    def links(self) -> Iterator[Text]:
        yield from (text for step in self.steps for text in step.links())

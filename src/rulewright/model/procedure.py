"""Procedures: how to carry out a rule step by step, with dice, modifiers and tables.

A step gives a result under its name, and so does each input that it asks of the player. Later steps use these results.
`procedure_plan` computes which results are possible in a book.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.entries.text import Text
from rulewright.findings import Span
from rulewright.model.dice import Roll

LONGEST = 15
"""The most digits of a number that browsers still represent exactly."""

Result = int | str | None
"""The result of a step: a number, a name, or None for `nothing`."""


@dataclass(frozen=True, slots=True)
class Word:
    """A name or a result as the author writes it."""

    name: str
    span: Span = field(compare=False)

    @property
    def result(self) -> Result:
        """The result that the word means: a number, None for `nothing`, or else the word itself."""
        sign, digits = (-1, self.name[1:]) if self.name[:1] in ("-", "−") else (1, self.name)
        if digits.isdecimal() and digits.isascii() and len(digits) <= LONGEST:
            return sign * int(digits)
        return None if self.name == "nothing" else self.name


@dataclass(frozen=True, slots=True)
class Operand:
    """A number, a fact, or the name of an earlier result."""

    word: Word
    fact: Text | None = None


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """A step: it reads a `table`, rolls dice, adds numbers, or only asks the player.

    `takes` are pairs of a table input and its source: a result with another name, or a fixed value. With `at_least` or
    `at_most` the result of a `roll` is the number of successes among `times` rolls; `add` is added to each roll. Scores
    that `always` or `never` succeed do so whatever is added. `results` gives results other names. `when` are the
    earlier results at which the step takes place. The procedure ends at the results of `stop`, each with a text that
    says what it means.
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
        """The numbers with which each roll is compared."""
        return self.at_least, self.at_most, self.always, self.never

    def words(self) -> Iterator[Text]:
        yield from (text for text in (self.title, self.text, *(text for _, text in self.stop)) if text is not None)

    def links(self) -> Iterator[Text]:
        """Yield the references of the step: texts that are only a link."""
        yield from (text for text in (self.table, *(each.fact for each in self.operands)) if text is not None)


@dataclass(frozen=True, slots=True)
class Procedure:
    """The procedure of a rule. Without a `title` it has the title of the rule."""

    title: Text | None
    steps: tuple[ProcedureStep, ...]
    span: Span = field(compare=False)

    def words(self) -> Iterator[Text]:
        if self.title is not None:
            yield self.title
        yield from (text for step in self.steps for text in step.words())

    def links(self) -> Iterator[Text]:
        yield from (text for step in self.steps for text in step.links())

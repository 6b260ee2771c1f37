"""The numbers that a source declares, with the names that prose may use for them: facts and modifiers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rulewright.checks.book_words import STOP_WORDS
from rulewright.checks.clauses import WORD, Number, Words
from rulewright.checks.vocabulary import stem
from rulewright.diagnostics import Span
from rulewright.model.book import Book, Target
from rulewright.model.game import Fact
from rulewright.model.table import Modifier, Modifiers, Table, Value
from rulewright.translation.messages import any_of
from rulewright.wording import number, plain

UNITS = {"″": ("″", '"', "”", "in", "inch"), "%": ("%", "percent"), "°": ("°", "degre"), "mm": ("mm", "millimetr")}
"""How prose writes the units that are signs; any other unit is a word."""
QUALIFIED = re.compile(r"\s(?:in|of|by|within|on|if|for|against|when|under|behind|from|at)\s|\(")
"""Where the name of a modifier ends and its circumstances begin: `firer moved in this activation`."""
EACH = frozenset({"each", "every", "per", "any"})


@dataclass(frozen=True, slots=True)
class NamedNumber:
    """A number by the words of its name, and all its values without signs; `home` is what it belongs to.

    A `signed` number is a modifier, and only compares with numbers that have a sign. `units` are the ways in which
    prose writes its unit; `statement` and `quote` are for messages.
    """

    words: Words
    values: frozenset[Fraction]
    signed: bool
    units: Words
    home: frozenset[Target]
    statement: str
    quote: str
    span: Span

    def could_be(self, number: Number) -> bool:
        """Whether the sign and the unit of a number allow it to be this one."""
        if self.signed:
            return bool(number.sign)
        return not self.units or number.unit in self.units

    def agrees(self, number: Number) -> bool:
        """Whether it is one of the values, whatever its sign: +1 to the score needed is −1 to the roll."""
        return number.value in self.values


def named_numbers(book: Book) -> Iterator[NamedNumber]:
    """Every fact that is a number, and every line of a modifier table that adds plain numbers."""
    for fact in book.game.facts:
        if isinstance(fact.value, (int, float, Fraction)) and not isinstance(fact.value, bool):
            yield _fact(fact, Fraction(fact.value), book)
    for table in book.game.tables:
        if isinstance(table.layout, Modifiers):
            for line in table.layout.lines:
                yield from _modifier(line, table, book)


def _fact(fact: Fact, value: Fraction, book: Book) -> NamedNumber:
    rule = book.target_of(fact.rule)
    statement = f"the fact {fact.id!r} is {number(fact.value)}{fact.unit if fact.unit in UNITS else ''}"
    home = frozenset({Target("fact", fact.id), *([rule] if rule else [])})
    words = name_stems(fact.id.replace("-", " "))
    units = frozenset(UNITS.get(fact.unit, (stem(fact.unit.lower()),))) if fact.unit else frozenset()
    return NamedNumber(words, frozenset({abs(value)}), False, units, home, statement, f"[[fact:{fact.id}]]", fact.span)


def _modifier(line: Modifier, table: Table, book: Book) -> Iterator[NamedNumber]:
    """A line under each of its names: alternatives, whole or without their circumstances."""
    values = [case.value for cell in line.cells for case in cell.cases if case.value.plain is not None]
    if not values or any(value.axis for value in values):
        return  # a modifier for each of a count may add any multiple
    amounts = frozenset(abs(Fraction(value.plain)) for value in values if isinstance(value.plain, (int, Fraction)))
    label = plain(line.label, book)
    rule = book.target_of(table.rule)
    home = frozenset({Target("table", table.id), *([rule] if rule else [])})
    statement = f"table {table.id!r} has {_alternatives(values, book)} for {label!r}"
    quote, span = f"[[cell:{table.id}(…)]]", line.cells[0].span
    for name in dict.fromkeys(names for part in re.split(r"[,;/]", label) for names in _names(part)):
        yield NamedNumber(name, amounts, True, frozenset(), home, statement, quote, span)


def _names(label: str) -> Iterator[Words]:
    """The words of a name, and those before its circumstances."""
    whole, head = name_stems(label), name_stems(QUALIFIED.split(label)[0])
    yield from (name for name in (whole, head) if name)


def name_stems(name: str) -> Words:
    """The words of a name as stems, without stop words."""
    words = (match[0].lower() for match in WORD.finditer(name))
    return frozenset(stem(word) for word in words if word not in STOP_WORDS and word not in EACH)


def _alternatives(values: list[Value], book: Book) -> str:
    return any_of(dict.fromkeys(plain(value.label, book) for value in values))

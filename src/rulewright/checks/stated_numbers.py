"""The numbers that a source states once, with the names by which prose may speak of them: facts and modifiers."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from rulewright.checks.clauses import WORD, Number, Words
from rulewright.checks.reading import SMALL_WORDS
from rulewright.checks.vocabulary import stem
from rulewright.diagnostics import Span
from rulewright.model.book import Book, Target
from rulewright.model.game import Fact
from rulewright.model.table import Modifier, Modifiers, Table, Value
from rulewright.wording import number, plain

UNITS = {"″": ("″", '"', "”", "in", "inch"), "%": ("%", "percent"), "°": ("°", "degre"), "mm": ("mm", "millimetr")}
"""How the units that are signs are written in prose; any other is its own word."""
QUALIFIED = re.compile(r"\s(?:in|of|by|within|on|if|for|against|when|under|behind|from|at)\s|\(")
"""Where the name of a modifier ends and its circumstances begin: `firer moved in this activation`."""
EACH = frozenset({"each", "every", "per", "any"})


@dataclass(frozen=True, slots=True)
class Stated:
    """A number by the words of its name, and all the values that it has, without signs; `home` is what it belongs to.

    A `signed` one is a modifier, and is compared with what is written with a sign. `units` are the ways in which prose
    writes its unit, and `says` is for a reader.
    """

    words: Words
    values: frozenset[Fraction]
    signed: bool
    units: Words
    home: frozenset[Target]
    says: str
    quote: str
    span: Span

    def speaks_of(self, said: Number) -> bool:
        """Whether a number beside the name can be meant to be this one."""
        if self.signed:
            return bool(said.sign)
        return not self.units or said.unit in self.units

    def agrees(self, said: Number) -> bool:
        """Whether it is one of the values; what is added to a score is taken off the throw, so signs tell nothing."""
        return said.value in self.values


def stated_numbers(book: Book) -> Iterator[Stated]:
    """Every fact that is a number, and every line of a modifier table that adds plain numbers."""
    for fact in book.game.facts:
        if isinstance(fact.value, (int, float, Fraction)) and not isinstance(fact.value, bool):
            yield _fact(fact, Fraction(fact.value), book)
    for table in book.game.tables:
        if isinstance(table.layout, Modifiers):
            for line in table.layout.lines:
                yield from _modifier(line, table, book)


def _fact(fact: Fact, value: Fraction, book: Book) -> Stated:
    rule = book.target_of(fact.rule)
    says = f"the fact {fact.id!r} is {number(fact.value)}{fact.unit if fact.unit in UNITS else ''}"
    home = frozenset({Target("fact", fact.id), *([rule] if rule else [])})
    words = significant(fact.id.replace("-", " "))
    units = frozenset(UNITS.get(fact.unit, (stem(fact.unit.lower()),))) if fact.unit else frozenset()
    return Stated(words, frozenset({abs(value)}), False, units, home, says, f"[[fact:{fact.id}]]", fact.span)


def _modifier(line: Modifier, table: Table, book: Book) -> Iterator[Stated]:
    """A line under each of its names: several that stand for one another, whole or without the circumstances."""
    values = [case.value for cell in line.cells for case in cell.cases if case.value.plain is not None]
    if not values or any(value.axis for value in values):
        return  # what is added for each of a count may be any multiple
    amounts = frozenset(abs(Fraction(value.plain)) for value in values if isinstance(value.plain, (int, Fraction)))
    label = plain(line.label, book)
    rule = book.target_of(table.rule)
    home = frozenset({Target("table", table.id), *([rule] if rule else [])})
    says = f"table {table.id!r} has {_listed(values, book)} for {label!r}"
    for name in dict.fromkeys(names for part in re.split(r"[,;/]", label) for names in _names(part)):
        yield Stated(name, amounts, True, frozenset(), home, says, f"[[cell:{table.id}(…)]]", line.cells[0].span)


def _names(label: str) -> Iterator[Words]:
    """The words of a name, and those before its circumstances where they tell enough."""
    whole, head = significant(label), significant(QUALIFIED.split(label)[0])
    yield from (name for name in (whole, head) if name)


def significant(name: str) -> Words:
    """The words of a name as stems, without those that are part of any sentence."""
    found = (match[0].lower() for match in WORD.finditer(name))
    return frozenset(stem(word) for word in found if word not in SMALL_WORDS and word not in EACH)


def _listed(values: list[Value], book: Book) -> str:
    return " or ".join(dict.fromkeys(plain(value.label, book) for value in values))

"""The numbers that the tables, claims and facts of each rule say, with the words that they go with."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from rulewright.checks.limits import Limit, limits_by_variable, limits_of_keys
from rulewright.checks.passages import Features, stems
from rulewright.diagnostics import Span
from rulewright.model.book import Book, items_below
from rulewright.model.domain import Domain
from rulewright.model.expression import Claim
from rulewright.model.game import Fact
from rulewright.model.item import Item
from rulewright.model.table import Modifier, Modifiers, Table, Value
from rulewright.wording import number, plain

NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class RuleNumber:
    """Limits by the words of what they are limits of, and of their unit.

    `statement` completes "the text says 5, but".
    """

    words: Features
    limits: tuple[Limit, ...]
    statement: str
    span: Span
    unit: Features = frozenset()


def claims_by_fact(book: Book) -> Mapping[str, Sequence[RuleNumber]]:
    """The claims that compare with each fact by its name."""
    result: dict[str, list[RuleNumber]] = {}
    for reference in book.game.references:
        for item in items_below(reference.items):
            if (claim := item.claim) is not None:
                for fact in set(NAME.findall(claim.text)) & book.facts.keys():
                    result.setdefault(fact, []).append(_of_claim(item, claim, book))
    return result


def numbers_by_rule(book: Book) -> Mapping[str, Sequence[RuleNumber]]:
    """The numbers of each rule, by its id."""
    result: dict[str, list[RuleNumber]] = {}
    for rules, each in _numbers(book):
        for rule in rules:
            result.setdefault(rule, []).append(each)
    return result


def _numbers(book: Book) -> Iterator[tuple[set[str], RuleNumber]]:
    for table in book.game.tables:
        rule = book.rule_of(table.rule)
        for each in of_table(table, book):
            yield {rule.id} if rule is not None else set(), each
    for reference in book.game.references:
        own = book.rule_of(reference.rule)
        yield from _bullets(reference.items, {own.id} if own is not None else set(), book)
    for fact in book.game.facts:
        rule = book.rule_of(fact.rule)
        if rule is not None and isinstance(fact.value, (int, Fraction)) and not isinstance(fact.value, bool):
            yield {rule.id}, _of_fact(fact, fact.value)


def _bullets(items: Sequence[Item], rules: set[str], book: Book) -> Iterator[tuple[set[str], RuleNumber]]:
    """The claims of bullets, for the rule of their list and those that they or the bullets above them cite."""
    for item in items:
        targets = (book.resolve(link) for link in item.text.links)
        cited = rules | {each.id for each in targets if each is not None and each.kind == "rule"}
        if item.claim is not None:
            yield cited, _of_claim(item, item.claim, book)
        yield from _bullets(item.items, cited, book)


def of_table(table: Table, book: Book) -> Iterator[RuleNumber]:
    """The keys of each axis, the numbers in the cells, and the ends of the clamp."""
    for at, axis in enumerate(table.axes):
        if not axis.domain.enumeration and not axis.domain.sets:
            keys = dict.fromkeys((*(box[at] for case in table.cases for box in case.boxes), axis.domain.keys))
            limits = tuple(dict.fromkeys(each for key in keys for each in limits_of_keys(key, axis.domain)))
            words = stems(f"{axis.name} {_title(axis.domain, book)} {axis.domain.unit}")
            yield RuleNumber(
                words,
                limits,
                f"table {table.id!r} has other limits of {axis.name}",
                table.span,
                stems(axis.domain.unit),
            )
    words = stems(plain(table.title, book))
    if isinstance(table.layout, Modifiers):
        yield from (_of_line(line, table, book) for line in table.layout.lines)
    elif values := tuple(dict.fromkeys(each for value in _cell_values(table) for each in _values(value))):
        yield RuleNumber(words, values, f"no cell of table {table.id!r} has this number", table.span)
    if ends := tuple(each for end in table.clamp if abs(end) != inf for each in _end(int(end))):
        low, high = table.clamp
        yield RuleNumber(
            words | stems("total"),
            ends,
            f"table {table.id!r} is clamped to {low} to {high}",
            table.span,
        )


def _cell_values(table: Table) -> Iterable[Value]:
    """Each value once: large tables have few."""
    values = (case.value for case in table.cases)
    return {(each.plain, each.axis, each.factor, each.clamp): each for each in values}.values()


def _of_line(line: Modifier, table: Table, book: Book) -> RuleNumber:
    """A line of a modifier table by the words of its label."""
    label = plain(line.label, book)
    values = [each for cell in line.cells for case in cell.cases for each in _values(case.value)]
    statement = f"table {table.id!r} has another number for {label!r}"
    return RuleNumber(stems(label), tuple(dict.fromkeys(values)), statement, line.cells[0].span)


def _values(value: Value) -> Iterator[Limit]:
    if isinstance(value.plain, (int, Fraction)) and not isinstance(value.plain, bool):
        yield from _exactly(Fraction(value.plain))
    if value.axis:
        yield from _exactly(Fraction(value.factor))
        yield from (each for end in value.clamp if abs(end) != inf for each in _exactly(Fraction(int(end))))


def _of_claim(item: Item, claim: Claim, book: Book) -> RuleNumber:
    domains = {domain.id: domain for domain in book.game.domains}
    limits, words, unit = [], stems(plain(item.text, book)), stems("")
    for name, limit in limits_by_variable(claim.condition):
        limits.append(limit)
        if name in domains:
            words |= stems(f"{name} {_title(domains[name], book)} {domains[name].unit}")
            unit |= stems(domains[name].unit)
    if item.proof is not None and isinstance(item.proof.answer, int) and item.proof.answer is not True:
        limits += _exactly(Fraction(item.proof.answer))
    return RuleNumber(words, tuple(limits), f"the claim of its bullet is {claim.text!r}", claim.span, unit)


def _of_fact(fact: Fact, value: int | Fraction) -> RuleNumber:
    words = stems(f"{fact.id} {fact.unit}")
    statement = f"the fact {fact.id!r} is {number(fact.value)}"
    return RuleNumber(words, tuple(_exactly(Fraction(value))), statement, fact.span, stems(fact.unit))


def _title(domain: Domain, book: Book) -> str:
    return plain(domain.title, book) if domain.title is not None else ""


def _end(end: int) -> Iterator[Limit]:
    """An end of a clamp: "at most 4", "above 4" and, for what becomes 4, "5 or more"; but not "at most 3"."""
    yield Limit(Fraction(abs(end)), above=True)
    yield Limit(Fraction(abs(end)), above=False, whole=False)


def _exactly(value: Fraction) -> Iterator[Limit]:
    yield from (Limit(abs(value), above) for above in (True, False))

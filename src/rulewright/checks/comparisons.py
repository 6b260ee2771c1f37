"""Where one table says that something makes a difference, and the table with the numbers makes none for it.

The first table has words such as `worse` for weak morale at a reaction. The other is about reactions, by its title or
that of its rule, and asks for morale; it has the same answers for weak morale as for the one name there that is no term
of the glossary, such as `ordinary`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.checks.book_words import Words, normalised
from rulewright.checks.correspondence import Correspondence
from rulewright.checks.english import COMPARATIVES
from rulewright.checks.quantities import DECIDED, MOST_CASES, Quantity, disagreement, without
from rulewright.model.answers import split_by_owner
from rulewright.model.keyset import KeySet
from rulewright.model.table import OUTPUT, Case, Key, Table
from rulewright.model.text import Text
from rulewright.wording import plain


@dataclass(frozen=True, slots=True)
class Comparison:
    """A case that says that something matters, and a table where it is as good as something `ordinary`."""

    table: Table
    case: Case
    keys: tuple[Key, ...]
    indifferent: Table
    shown: str
    ordinary: str


def idle_comparisons(names: Correspondence) -> Iterator[Comparison]:
    """Each case that makes a difference, with each table that has the numbers and makes none."""
    tables = [each for each in names.book.game.tables if each.policy in DECIDED and len(each.cases) <= MOST_CASES]
    for table in tables:
        for case in table.cases:
            if case.value.plain is not None and plain(case.value.label, names.book).lower() in COMPARATIVES:
                yield from _of_case(table, case, tables, names)


def _of_case(table: Table, case: Case, tables: list[Table], names: Correspondence) -> Iterator[Comparison]:
    keys = tuple(key for key in case.keys if key.axis != OUTPUT and not key.everything)
    subjects = {key.axis: names.subject(key.label) for key in keys}
    for compared in (key for key in keys if names.meaning(key.label) in names.terms.values()):
        about = {subject for axis, subject in subjects.items() if axis != compared.axis and subject}
        for other in (each for each in tables if each is not table):
            ordinary = _ordinary(other, names.meaning(compared.label), names) if _about(other, about, names) else None
            if ordinary is not None:
                shown, usual = plain(compared.label, names.book), plain(ordinary, names.book)
                yield Comparison(table, case, keys, other, shown, usual)


def _about(table: Table, subjects: set[Words], names: Correspondence) -> bool:
    """Whether the title of a table, or of its rule, names one of these terms."""
    rule = names.book.rule_of(table.rule)
    titles = [normalised(plain(text, names.book)) for text in (table.title, *([rule.title] if rule else []))]
    spelt = [words for words, term in names.terms.items() if term in subjects]
    return any(title[at : at + len(words)] == words for title in titles for words in spelt for at in range(len(title)))


def _ordinary(table: Table, meaning: Words, names: Correspondence) -> Text | None:
    """The name that has the same answers everywhere in a table as the name with this meaning."""
    found: Text | None = None
    for function in table.functions():
        for at, axis in enumerate(function.axes):
            key = names.meanings(axis.domain).get(meaning)
            usual = [each for each, name in enumerate(axis.domain.names) if not name.label.links]
            if key is None or len(usual) != 1:
                continue
            if not _same(table, function, at, key, usual[0]):
                return None
            found = axis.domain.names[usual[0]].label
    return found


def _same(table: Table, function: Table, at: int, key: int, other: int) -> bool:
    """Whether two keys of one input always have the same answer."""
    one, its = (Quantity((), "", table, without(function, at, KeySet.of([each]))) for each in (key, other))
    owners = (owner for each in (one, its) for owner, _ in split_by_owner(each.function, each.function.box))
    decided = all(owner >= 0 for owner in owners)
    return decided and disagreement(one, its) is None and disagreement(its, one) is None

"""Link a game: find the entry that each link of its texts and keys leads to.

`link` takes a decoded `Game` and returns a `Book`, in which `[[LOS]]` has the target `Target("term", "line-of-sight")`.
A link that leads nowhere is a finding.

Terms ignore capitals, except abbreviations that only their capitals distinguish: a DR is not a dr. A range of rule
numbers leads to each rule in it.

`BY_NAME` has the kinds of entries by name, and a *quotable* value of an example is one that texts may link to.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from rulewright.base.findings import Finding, Findings, Label, Span
from rulewright.base.memo import by_value, memoised
from rulewright.book.book import Book, Citation, citation_target, example_target, unit_target
from rulewright.book.card_contents import with_legends
from rulewright.book.game import Game
from rulewright.book.kinds import BY_NAME
from rulewright.book.outline import outline, with_numbers
from rulewright.book.owners import linked_texts
from rulewright.book.quotes import read_quote
from rulewright.entries.links import LINKS
from rulewright.entries.names import KnownNames, did_you_mean, listed, nearest
from rulewright.entries.notations import Notation, read_unit
from rulewright.entries.numbering import Numbering
from rulewright.entries.table import Table
from rulewright.entries.terms import case_sensitive_names
from rulewright.entries.text import Link, Target, Text

FINDINGS = ("circular-rule", "dangling-link", "duplicate-number", "duplicate-term")
"""The names of the findings of this stage."""

RULE_NUMBER_START = re.compile(r"[0-9]|[A-Z]{1,2}[0-9]+\.[0-9]")
"""The beginning of a rule number: `12.1`, or `C11.2` in a chapter C."""

KINDS = tuple(dict.fromkeys((*(kind.name for kind in LINKS), *(kind for kind in BY_NAME if kind != "domain"))))
"""The kinds of targets, which links and keys name."""
SHARED_NAME_HINTS = {
    "duplicate-term": "rename one of them, or merge the two",
    "duplicate-number": "give one of them another number",
}
"""Hints for a name that two entries share, by the name of the finding."""
CELL_PREFIX, EXAMPLE_VALUES = "cell:", ("given", "result")
KINDS_BEFORE_IDS = tuple(kind for kind in KINDS if kind not in ("term", "cell", "record", "unit", *EXAMPLE_VALUES))
"""The kinds of targets that links name as `kind:id`."""


def link(game: Game, findings: Findings) -> Book:
    """Make the book of a game; report dangling links and names that two entries share."""
    game = with_numbers(game)
    names, tables = _names(game), {table.id: table for table in game.tables}
    index = _index(names)
    findings.extend(_shared_names(game, names.case_sensitive))
    targets: dict[str, Target] = {}
    citations: list[Citation] = []
    for owner, texts in linked_texts(game):
        if texts:
            links = _links(owner, texts, index, tuple(map(tables.get, _quoted_tables(texts))), findings)
            targets.update(links.targets)
            citations.extend(links.citations)
    return with_legends(Book(game, targets, tuple(citations), outline(game, targets, findings)))


class _EntryLinks(NamedTuple):
    """The links of an entry: where they lead, and what its texts cite."""

    targets: dict[str, Target]
    citations: list[Citation]


@memoised()
def _links(
    owner: Target, texts: tuple[Text, ...], index: "_Index", quoted: tuple[Table | None, ...], findings: Findings
) -> _EntryLinks:
    """Find the targets of all links in the texts of an entry. `quoted` are the tables whose cells they quote."""
    tables = {table.id: table for table in quoted if table is not None}
    targets, citations = dict[str, Target](), list[Citation]()
    for each in (each for text in texts for each in text.links):
        for target in index.find_all(each, tables, findings):
            targets.setdefault(each.target, target)
            citations.append(Citation(owner, citation_target(target), each.span))
    return _EntryLinks(targets, citations)


@memoised()
def _quoted_tables(texts: tuple[Text, ...]) -> tuple[str, ...]:
    """Return the ids of the tables whose cells the texts quote."""
    links = (link.target for text in texts for link in text.links if link.target.startswith(CELL_PREFIX))
    return tuple(dict.fromkeys(each.removeprefix(CELL_PREFIX).partition("(")[0].strip() for each in links))


@by_value
class _Names(NamedTuple):
    """Everything that decides where links lead, except the cells of tables."""

    numbering: Numbering
    notations: tuple[Notation, ...]
    former: tuple[tuple[str, str], ...]
    """Former numbers and ids of rules, each with the id of its rule."""
    numbers: tuple[tuple[str, str], ...]
    """The numbers of rules, each with the id of its rule."""
    terms: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]
    """The id of each term, its names, and in a translation its names in the original."""
    case_sensitive: frozenset[str]
    entries: tuple[tuple[str, tuple[str, ...]], ...]
    """Each kind, and the ids of its entries."""


def _names(game: Game) -> _Names:
    values = [example_target(example, name) for example in game.examples for name, _ in example.quotable()]
    ids = [(kind, tuple(each.id for each in game.of_kind(kind))) for kind in BY_NAME]
    ids += [(kind, tuple(each.id for each in values if each.kind == kind)) for kind in EXAMPLE_VALUES]
    return _Names(
        game.numbering,
        game.notations,
        tuple((each.name, rule.id) for rule in game.rules for each in (*rule.former_numbers, *rule.former_ids)),
        tuple((rule.number, rule.id) for rule in game.rules if rule.number),
        tuple((term.id, term.names, term.originals) for term in game.terms),
        case_sensitive_names(game.terms),
        tuple(ids),
    )


def _shared_names(game: Game, case_sensitive: frozenset[str]) -> Iterator[Finding]:
    """Yield a finding for each name of a term and each rule number that two entries share, with both places."""
    terms = [(name, term.id, term.span) for term in game.terms for name in term.names]
    terms += [(name, term.id, term.span) for term in game.terms for name in term.originals]
    numbers = [(rule.number, rule.id, rule.number_span) for rule in game.rules if rule.number]
    kinds = ("duplicate-term", "the term", terms), ("duplicate-number", "the rule number", numbers)
    for finding, what, named in kinds:
        first: dict[str, tuple[str, Span]] = {}
        for name, id_, span in named:
            key = name if named is numbers or name in case_sensitive else name.casefold()
            earlier, place = first.setdefault(key, (id_, span))
            if earlier != id_:
                message, labels = f"two entries share {what} {name!r}", (Label(place, "first given here"),)
                yield Finding(finding, span, message, SHARED_NAME_HINTS[finding], labels)


class _Index:
    """An index of every name that a link may use, by kind."""

    def __init__(self, names: _Names) -> None:
        self.numbering, self.notations = names.numbering, names.notations
        self.by_kind = {kind: {id_: Target(kind, id_) for id_ in ids} for kind, ids in names.entries}
        terms: dict[str, Target] = {}
        spellings = [(name, id_) for id_, spelled, _ in names.terms for name in spelled]
        spellings += [(name, id_) for id_, _, originals in names.terms for name in originals]
        for name, id_ in spellings:
            terms.setdefault(name if name in names.case_sensitive else name.casefold(), Target("term", id_))
        self.by_kind["term"], self.spellings = terms, KnownNames(name for name, _ in spellings)
        self.numbers: dict[str, Target] = {}
        for number, id_ in names.numbers:
            self.numbers.setdefault(number, Target("rule", id_))
        self.by_kind["rule"] |= self.numbers
        self.former = dict(names.former)

    @cached_property
    def kind_of_name(self) -> Mapping[str, str]:
        """The kind of each name that must have its kind before it in a link."""
        return {name: kind for kind in reversed(KINDS_BEFORE_IDS) for name in self.by_kind[kind]}

    def find_all(self, source_link: Link, tables: Mapping[str, Table], findings: Findings) -> Iterator[Target]:
        """Yield the targets of a link: one entry, or each rule in a range of numbers."""
        text = source_link.target.removeprefix("rule:")
        is_term = text == source_link.target and self._term(text) is not None
        is_id_or_term = text in self.by_kind["rule"] or is_term
        numbers = self.numbering.range(text) if not is_id_or_term and _kind_of(text) not in KINDS else []
        may_be_rule = text != source_link.target or RULE_NUMBER_START.match(text) is not None
        former = self.former.get(text) if may_be_rule and not is_id_or_term and not numbers else None
        if former is not None:  # the check `former_name` says what it is called now
            yield Target("rule", former)
            return
        for each in [Link(number, "", source_link.span) for number in numbers] or [source_link]:
            if (target := self._find(each, tables, findings)) is not None:
                yield target

    def _find(self, source_link: Link, tables: Mapping[str, Table], findings: Findings) -> Target | None:
        """Return the target of `kind:name`, of a rule's number, or of a term in any spelling; None after a finding."""
        kind, name = _kind_of(source_link.target), source_link.target.partition(":")[2].strip()
        if kind == "cell":
            return read_quote(name, source_link.span, tables, self.by_kind["table"], findings)
        if kind == "unit":
            unit = read_unit(name, source_link.span, self.notations, findings)
            return None if unit is None else unit_target(unit)
        if kind == "record":
            message = f"{source_link.target!r} is quoted outside a deck"
            hint = "add 'deck' with the name of a table to the card: rulewright explain deck"
            findings.add(Finding("dangling-link", source_link.span, message, hint))
            return None
        if kind in KINDS:
            return self._find_by_kind(kind, name, source_link, findings)
        target = self._term(source_link.target) or self.numbers.get(source_link.target)
        if target is None and RULE_NUMBER_START.match(source_link.target):
            return self._find_by_kind("rule", source_link.target, source_link, findings)
        if target is None:
            message, hint = f"there is no term {source_link.target!r}", self._term_hint(source_link.target)
            findings.add(Finding("dangling-link", source_link.span, message, hint, unknown=source_link.target))
        return target

    def _find_by_kind(self, kind: str, name: str, source_link: Link, findings: Findings) -> Target | None:
        """Return the entry of a kind with this name; None after a finding, here or in reading an example."""
        targets = self.by_kind[kind]
        target = self._term(name) if kind == "term" else targets.get(name)
        if target is not None or (kind in EXAMPLE_VALUES and "/" in name):
            return target  # reading an example has reported the values that it lacks
        if kind in EXAMPLE_VALUES:
            message = f"{source_link.target!r} is quoted outside an example"
            findings.add(Finding("dangling-link", source_link.span, message, "declare it as a fact and quote the fact"))
            return None
        message = f"there is no rule {name}" if kind == "rule" else f"there is no {kind} {name!r}"
        section = BY_NAME[kind].section
        declare = f"declare it under {section}" if kind != "card" else f"the cards are: {listed(tuple(targets))}"
        hint = did_you_mean(name, _known_names(self, kind), declare if targets else f"this game has no {section}")
        findings.add(Finding("dangling-link", source_link.span, message, hint, unknown=name))
        return None

    def _term(self, name: str) -> Target | None:
        """Return a term by its name. Capitals count only where they alone distinguish two abbreviations (DR and dr)."""
        terms = self.by_kind["term"]
        return terms.get(name) or terms.get(name.casefold())

    def _term_hint(self, name: str) -> str:
        """Suggest the term that the author may mean, or a target of another kind, which needs its kind in the link."""
        kind, _, rest = name.partition(":")
        if rest and (meant := nearest(kind, KINDS)) is not None:
            return f"did you mean [[{meant}:{rest.strip()}]]?"
        kinds = self.kind_of_name
        if name in kinds:
            return f"to link the {kinds[name]}, write [[{kinds[name]}:{name}]]"
        if (meant := nearest(name, self.spellings)) is not None:
            return f"did you mean {meant!r}?"
        meant = nearest(name, _known_names(self))
        return "define it under terms" if meant is None else f"did you mean [[{kinds[meant]}:{meant}]]?"


@memoised(8)
def _index(names: _Names) -> _Index:
    return _Index(names)


@memoised(64)
def _known_names(index: _Index, kind: str = "") -> KnownNames:
    """Return the names of a kind, or all names if it is empty, for suggestions."""
    return KnownNames(index.by_kind[kind] if kind else index.kind_of_name)


def _kind_of(written: str) -> str:
    """Return the part of a link before its colon, or an empty text."""
    return written.partition(":")[0] if ":" in written else ""

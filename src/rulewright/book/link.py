"""Link a game: find the entry that each link of its texts and keys leads to.

`link` takes a decoded `Game` and returns a `Book`, in which `[[LOS]]` has the target `Target("term", "line-of-sight")`.
A link that leads nowhere is a finding.

Terms ignore capitals, except abbreviations that only their capitals distinguish: a DR is not a dr. A range of rule
numbers leads to each rule in it.

`BY_NAME` has the kinds of entries by name, and a *quotable* value of an example is one that texts may link to.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from operator import is_
from typing import NamedTuple

from rulewright.base.findings import Finding, Findings, Label, Span
from rulewright.book.book import Book, Citation, citation_target, example_target, unit_target
from rulewright.book.card_contents import with_legends
from rulewright.book.game import Game
from rulewright.book.kinds import BY_NAME
from rulewright.book.outline import OutlineCache, with_numbers
from rulewright.book.owners import linked_texts
from rulewright.book.quotes import read_quote
from rulewright.entries.links import LINKS
from rulewright.entries.names import KnownNames, did_you_mean, listed, nearest
from rulewright.entries.notations import read_unit
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
CELL_PREFIX = "cell:"
KINDS_BEFORE_IDS = tuple(kind for kind in KINDS if kind not in ("term", "cell", "record", "unit", "given", "result"))
"""The kinds of targets that links name as `kind:id`."""


def link(game: Game, findings: Findings, cache: "LinkCache | None" = None) -> Book:
    """Make the book of a game; report dangling links and names that two entries share. `cache` has earlier links."""
    game, cache = with_numbers(game), cache or LinkCache()
    cache.begin(game, findings)
    targets: dict[str, Target] = {}
    citations: list[Citation] = []
    for owner, texts in linked_texts(game):
        if texts:
            links = cache.links_of(owner, texts, findings)
            targets.update(links.targets)
            citations.extend(links.citations)
    return with_legends(Book(game, targets, tuple(citations), cache.outline.outline_of(game, targets, findings)))


class _EntryLinks(NamedTuple):
    """The links of an entry: where they lead, what its texts cite, and the table of each cell that they quote."""

    texts: tuple[Text, ...]
    targets: dict[str, Target]
    citations: list[Citation]
    tables: dict[str, Table | None]


class LinkCache:
    """The links of an earlier reading, to reuse.

    Link targets depend on all names of the game, so a changed name empties the cache; a link that quotes a cell also
    depends on its table.
    """

    def __init__(self) -> None:
        self.outline = OutlineCache()
        self._names: object = None
        self._index: _Index | None = None
        self._sound_targets: dict[str, tuple[Table | None, tuple[Target, ...]]] = {}  # of links without findings
        self._targets: dict[str, tuple[Target, ...]] = {}  # of the links of this reading
        self._before: dict[Target, _EntryLinks] = {}
        self._now: dict[Target, _EntryLinks] = {}

    def begin(self, game: Game, findings: Findings) -> None:
        """Start a reading; reuse the index unless it had findings."""
        names, count = _all_names(game), len(findings.items)
        if self._index is not None and names == self._names:
            self._index.tables = {table.id: table for table in game.tables}
        else:
            self._index, self._sound_targets, self._now = _Index(game, findings), {}, {}
            self._names = names if len(findings.items) == count else None
        self._before, self._now, self._targets = self._now, {}, {}

    def links_of(self, owner: Target, texts: tuple[Text, ...], findings: Findings) -> _EntryLinks:
        """Return the links of an entry; reused if its texts and the tables that they quote are unchanged."""
        before = self._before.get(owner)
        if before is not None and self._is_current(before, texts):
            self._now[owner] = before
            return before
        links = [link for text in texts for link in text.links]
        for each in links:
            if not self._targets.get(each.target):  # a dangling link is reported at each of its places
                self._targets[each.target] = self._find(each, findings)
        pairs = [(each, target) for each in links for target in self._targets[each.target]]
        targets = {each.target: self._targets[each.target][0] for each, _ in pairs}
        citations = [Citation(owner, citation_target(target), each.span) for each, target in pairs]
        tables = {name: self._table(name) for name in targets if name.startswith(CELL_PREFIX)}
        now = _EntryLinks(texts, targets, citations, tables)
        if all(each.target in self._sound_targets for each in links):
            self._now[owner] = now
        return now

    def _is_current(self, links: _EntryLinks, texts: tuple[Text, ...]) -> bool:
        same_texts = len(links.texts) == len(texts) and all(map(is_, links.texts, texts))
        return same_texts and all(self._table(name) is table for name, table in links.tables.items())

    def _table(self, name: str) -> Table | None:
        """Return the table whose cell a link quotes; None if there is no such table."""
        assert self._index is not None
        return self._index.tables.get(name.removeprefix(CELL_PREFIX).partition("(")[0].strip())

    def _find(self, link: Link, findings: Findings) -> tuple[Target, ...]:
        """Return the targets of a link; reused unless it quotes a cell of a changed table."""
        assert self._index is not None
        table = self._table(link.target) if link.target.startswith(CELL_PREFIX) else None
        earlier = self._sound_targets.get(link.target)
        if earlier is not None and earlier[0] is table:
            return earlier[1]
        count = len(findings.items)
        targets = tuple(self._index.find_all(link, findings))
        if targets and len(findings.items) == count:
            self._sound_targets[link.target] = table, targets
        else:
            self._sound_targets.pop(link.target, None)
        return targets


def _all_names(game: Game) -> tuple[object, ...]:
    """Return everything that decides where links lead, except the cells of tables."""
    former = [(rule.id, each.name) for rule in game.rules for each in (*rule.former_numbers, *rule.former_ids)]
    rules = [(rule.id, rule.number) for rule in game.rules]
    terms = [(term.id, term.names, term.originals) for term in game.terms]
    values = [[name for name, _ in example.quotable()] for example in game.examples]
    ids = [target for target, _ in game.entries()]
    return game.numbering, game.notations, former, rules, terms, values, ids


class _Index:
    """An index of every name that a link may use, by kind."""

    def __init__(self, game: Game, findings: Findings) -> None:
        self.numbering, self.notations = game.numbering, game.notations
        self.tables = {table.id: table for table in game.tables}
        self.by_kind: dict[str, dict[str, Target]] = {kind: {} for kind in (*BY_NAME, "given", "result")}
        for target, _ in game.entries():
            self.by_kind[target.kind][target.id] = target
        for example in game.examples:
            for name, _ in example.quotable():
                target = example_target(example, name)
                self.by_kind[target.kind][target.id] = target
        spellings = [(name, Target("term", term.id), term.span) for term in game.terms for name in term.names]
        # in a translation also the names in the original
        spellings += [(name, Target("term", term.id), term.span) for term in game.terms for name in term.originals]
        case_sensitive = case_sensitive_names(game.terms)
        # Names count as equal if their folded forms are.
        fold = lambda name: name if name in case_sensitive else name.casefold()  # noqa: E731
        self.by_kind["term"] = _unique("duplicate-term", "the term", spellings, fold, findings)
        rules = {rule.id: Target("rule", rule.id) for rule in game.rules}
        numbers = [(rule.number, rules[rule.id], rule.number_span) for rule in game.rules if rule.number]
        self.numbers = _unique("duplicate-number", "the rule number", numbers, str, findings)
        self.by_kind["rule"] = {**rules, **self.numbers}
        self.former = {each.name: rule for rule in game.rules for each in (*rule.former_numbers, *rule.former_ids)}
        self.spellings = KnownNames(name for name, _, _ in spellings)
        self._names: dict[str, KnownNames] = {}

    @cached_property
    def kind_of_name(self) -> Mapping[str, str]:
        """The kind of each name that must have its kind before it in a link."""
        return {name: kind for kind in reversed(KINDS_BEFORE_IDS) for name in self.by_kind[kind]}

    def names(self, kind: str = "") -> KnownNames:
        """Return the names of a kind, or all names if it is empty, for suggestions."""
        if kind not in self._names:
            self._names[kind] = KnownNames(self.by_kind[kind] if kind else self.kind_of_name)
        return self._names[kind]

    def find_all(self, source_link: Link, findings: Findings) -> Iterator[Target]:
        """Yield the targets of a link: one entry, or each rule in a range of numbers."""
        text = source_link.target.removeprefix("rule:")
        is_id_or_term = text in self.by_kind["rule"] or self._term(text) is not None
        numbers = self.numbering.range(text) if not is_id_or_term and _kind_of(text) not in KINDS else []
        may_be_rule = text != source_link.target or RULE_NUMBER_START.match(text) is not None
        former = self.former.get(text) if may_be_rule and not is_id_or_term and not numbers else None
        if former is not None:  # the check `former_name` says what it is called now
            yield Target("rule", former.id)
            return
        for each in [Link(number, "", source_link.span) for number in numbers] or [source_link]:
            if (target := self._find(each, findings)) is not None:
                yield target

    def _find(self, source_link: Link, findings: Findings) -> Target | None:
        """Return the target of `kind:name`, of a rule's number, or of a term in any spelling; None after a finding."""
        kind, name = _kind_of(source_link.target), source_link.target.partition(":")[2].strip()
        if kind == "cell":
            return read_quote(name, source_link.span, self.tables, findings)
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
        if target is not None or (kind in ("given", "result") and "/" in name):
            return target  # reading an example has reported the values that it lacks
        if kind in ("given", "result"):
            message = f"{source_link.target!r} is quoted outside an example"
            findings.add(Finding("dangling-link", source_link.span, message, "declare it as a fact and quote the fact"))
            return None
        message = f"there is no rule {name}" if kind == "rule" else f"there is no {kind} {name!r}"
        section = BY_NAME[kind].section
        declare = f"declare it under {section}" if kind != "card" else f"the cards are: {listed(tuple(targets))}"
        hint = did_you_mean(name, self.names(kind), declare if targets else f"this game has no {section}")
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
        meant = nearest(name, self.names())
        return "define it under terms" if meant is None else f"did you mean [[{kinds[meant]}:{meant}]]?"


def _kind_of(written: str) -> str:
    """Return the part of a link before its colon, or an empty text."""
    return written.partition(":")[0] if ":" in written else ""


def _unique(
    finding: str, what: str, names: Iterable[tuple[str, Target, Span]], fold: Callable[[str], str], findings: Findings
) -> dict[str, Target]:
    """Map names, as `fold` writes them, to targets; report a name that two entries share, with both places."""
    first: dict[str, tuple[Target, Span]] = {}
    for name, target, span in names:
        earlier, place = first.setdefault(fold(name), (target, span))
        if earlier != target:
            labels = (Label(place, "first given here"),)
            findings.add(
                Finding(finding, span, f"two entries share {what} {name!r}", SHARED_NAME_HINTS[finding], labels)
            )
    return {name: target for name, (target, _) in first.items()}

"""Linking: names become targets, and every dangling link is a finding.

Terms ignore capitals, except abbreviations that only their capitals distinguish: a DR is not a dr. A range of rule
numbers leads to each rule in it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import is_
from typing import NamedTuple, Protocol

from rulewright.blocks.contents import with_legends
from rulewright.decode.marks import read_unit
from rulewright.decode.quotes import read_quote
from rulewright.findings import Finding, Findings, Label, Span
from rulewright.language.links import LINKS
from rulewright.model.book import Book, Citation, Target, citation_target, example_target, unit_target
from rulewright.model.game import Game, case_sensitive_names
from rulewright.model.names import KnownNames, did_you_mean, listed, nearest
from rulewright.model.owners import linked_texts
from rulewright.model.table import Table
from rulewright.model.text import Link, Text
from rulewright.outline import KeptOutline, with_numbers

FINDINGS = ("circular-rule", "dangling-link", "duplicate-number", "duplicate-term")
"""The names of the findings of this stage."""

NUMBERED = re.compile(r"[0-9]|[A-Z]{1,2}[0-9]+\.[0-9]")
"""The beginning of a rule number: 12.1, or C11.2 in a chapter C."""

KINDS = (*(kind.name for kind in LINKS), "colour", "document", "erratum", "ruling")
"""What links name; colours, documents, errata and rulings only by keys."""
SECTION = {"erratum": "errata"}
"""The sections of the source whose names are not the kind with an s."""
OTHERWISE = {
    "duplicate-term": "rename one of them, or merge the two",
    "duplicate-number": "give one of them another number",
}
"""What to do about a name that two things share."""
CELL = "cell:"
NAMED = tuple(kind for kind in KINDS if kind not in ("term", "cell", "record", "unit", "given", "result"))
"""The kinds of targets that links name as `kind:id`."""


def link(game: Game, faults: Findings, kept: "KeptLinks | None" = None) -> Book:
    """Make the book of a game; report dangling links and names that two entries share. `kept` has earlier links."""
    game, kept = with_numbers(game), kept or KeptLinks()
    kept.begin(game, faults)
    targets: dict[str, Target] = {}
    citations: list[Citation] = []
    for kind, id_, found in linked_texts(game):
        if texts := tuple(found):
            each = kept.of(kind, id_, texts, faults)
            targets.update(each.targets)
            citations.extend(each.citations)
    return with_legends(Book(game, targets, tuple(citations), kept.outline.of(game, targets, faults)))


class _Linked(NamedTuple):
    """The links of an entry: where they lead, what its texts cite, and the table of each cell that they quote."""

    texts: tuple[Text | None, ...]
    targets: dict[str, Target]
    citations: list[Citation]
    tables: dict[str, Table | None]


class KeptLinks:
    """The links of an earlier reading. They stay valid until an entry gets another name."""

    def __init__(self) -> None:
        self.outline = KeptOutline()
        self._names: object = None
        self._index: _Index | None = None
        self._targets: dict[str, tuple[Table | None, tuple[Target, ...]]] = {}  # those without faults
        self._found: dict[str, tuple[Target, ...]] = {}
        self._before: dict[tuple[str, str], _Linked] = {}
        self._now: dict[tuple[str, str], _Linked] = {}

    def begin(self, game: Game, faults: Findings) -> None:
        """Start a reading; reuse the index unless it had findings."""
        names, said = _all_names(game), len(faults.findings)
        if self._index is not None and names == self._names:
            self._index.tables = {table.id: table for table in game.tables}
        else:
            self._index, self._targets, self._now = _Index(game, faults), {}, {}
            self._names = names if len(faults.findings) == said else None
        self._before, self._now, self._found = self._now, {}, {}

    def of(self, kind: str, id_: str, texts: tuple[Text | None, ...], faults: Findings) -> _Linked:
        """The links of an entry; reused if its texts and the tables that they quote are unchanged."""
        known = self._before.get((kind, id_))
        if known is None or not _are(known.texts, texts) or not self._has_same_tables(known):
            links = [link for text in texts if text is not None for link in text.links]
            known = self._linked(Target(kind, id_), texts, links, faults)
            if any(each.target not in self._targets for each in links):
                return known
        self._now[kind, id_] = known
        return known

    def _linked(self, owner: Target, texts: tuple[Text | None, ...], links: list[Link], faults: Findings) -> _Linked:
        for each in links:
            if not self._found.get(each.target):  # a dangling link is reported at each of its places
                self._found[each.target] = self.find_all(each, faults)
        found = [(each, target) for each in links for target in self._found[each.target]]
        targets = {each.target: self._found[each.target][0] for each, _ in found}
        cited = [Citation(owner, citation_target(target), each.span) for each, target in found]
        return _Linked(texts, targets, cited, {name: self._table(name) for name in targets if name.startswith(CELL)})

    def _has_same_tables(self, known: _Linked) -> bool:
        return all(self._table(name) is table for name, table in known.tables.items())

    def _table(self, name: str) -> Table | None:
        """The table whose cell a link quotes."""
        assert self._index is not None
        return self._index.tables.get(name.removeprefix(CELL).partition("(")[0].strip())

    def find_all(self, link: Link, faults: Findings) -> tuple[Target, ...]:
        """The targets of a link; reused unless it quotes a cell of a changed table."""
        assert self._index is not None
        table = self._table(link.target) if link.target.startswith(CELL) else None
        known = self._targets.get(link.target)
        if known is not None and known[0] is table:
            return known[1]
        said = len(faults.findings)
        found = tuple(self._index.find_all(link, faults))
        if found and len(faults.findings) == said:
            self._targets[link.target] = table, found
        else:
            self._targets.pop(link.target, None)
        return found


def _are(before: Sequence[object], now: Sequence[object]) -> bool:
    """Whether these are the same objects."""
    return len(before) == len(now) and all(map(is_, before, now))


def _all_names(game: Game) -> tuple[object, ...]:
    """Everything that decides where links lead, except the cells of tables."""
    by_id: tuple[Iterable[_Named], ...] = (
        game.tables,
        game.facts,
        game.marks,
        game.references,
        game.colours,
        game.cards,
        game.numbered_figures,
        game.documents,
        game.errata,
        game.rulings,
    )
    former = [(rule.id, each.name) for rule in game.rules for each in (*rule.former_numbers, *rule.former_ids)]
    rules = [(rule.id, rule.number) for rule in game.rules]
    terms = [(term.id, term.names, term.originals) for term in game.terms]
    examples = [(example.id, [name for name, _ in example.quotable()]) for example in game.examples]
    ids = [[each.id for each in things] for things in by_id]
    return game.numbering, game.notations, former, rules, terms, examples, ids


class _Named(Protocol):
    @property
    def id(self) -> str: ...


class _Index:
    """Every name a link may use, by kind."""

    def __init__(self, game: Game, faults: Findings) -> None:
        self.numbering, self.notations = game.numbering, game.notations
        self.tables = {table.id: table for table in game.tables}
        self.by_kind: dict[str, dict[str, Target]] = {
            "table": {table.id: Target("table", table.id) for table in game.tables},
            "fact": {fact.id: Target("fact", fact.id) for fact in game.facts},
            "mark": {mark.id: Target("mark", mark.id) for mark in game.marks},
            "reference": {reference.id: Target("reference", reference.id) for reference in game.references},
            "colour": {colour.id: Target("colour", colour.id) for colour in game.colours},
            "card": {card.id: Target("card", card.id) for card in game.cards},
            "example": {example.id: Target("example", example.id) for example in game.examples},
            "figure": {figure.id: Target("figure", figure.id) for figure in game.numbered_figures},
            "document": {document.id: Target("document", document.id) for document in game.documents},
            "erratum": {erratum.id: Target("erratum", erratum.id) for erratum in game.errata},
            "ruling": {ruling.id: Target("ruling", ruling.id) for ruling in game.rulings},
            **_example_values(game),
        }
        spellings = [(name, Target("term", term.id), term.span) for term in game.terms for name in term.names]
        spellings += [(name, Target("term", term.id), term.span) for term in game.terms for name in term.originals]
        exact = case_sensitive_names(game.terms)
        fold = lambda name: name if name in exact else name.casefold()  # noqa: E731
        self.by_kind["term"] = _unique("duplicate-term", "the term", spellings, fold, faults)
        rules = {rule.id: Target("rule", rule.id) for rule in game.rules}
        numbers = [(rule.number, rules[rule.id], rule.number_span) for rule in game.rules if rule.number]
        self.numbers = _unique("duplicate-number", "the rule number", numbers, str, faults)
        self.by_kind["rule"] = {**rules, **self.numbers}
        self.former = {each.name: rule for rule in game.rules for each in (*rule.former_numbers, *rule.former_ids)}
        self.spellings = KnownNames(name for name, _, _ in spellings)
        self._names: dict[str, KnownNames] = {}

    @cached_property
    def kind_of_name(self) -> Mapping[str, str]:
        """What links name with a kind before it: the kind of each."""
        return {other: kind for kind in reversed(NAMED) for other in self.by_kind[kind]}

    def names(self, kind: str = "") -> KnownNames:
        """The names of a kind to suggest from, or all of them."""
        if kind not in self._names:
            self._names[kind] = KnownNames(self.by_kind[kind] if kind else self.kind_of_name)
        return self._names[kind]

    def find_all(self, source_link: Link, faults: Findings) -> Iterator[Target]:
        """The targets of a link: one thing, or each rule of a range of numbers in order."""
        text = source_link.target.removeprefix("rule:")
        named = text in self.by_kind["rule"] or self._term(text) is not None
        numbers = self.numbering.range(text) if not named and _kind_of(text) not in KINDS else []
        each = [Link(number, "", source_link.span) for number in numbers] or [source_link]
        found = (self.find(source_link, faults) for source_link in each)
        former = None if named or numbers else self._former(source_link.target)
        yield from (former,) if former is not None else (target for target in found if target is not None)

    def _former(self, written: str) -> Target | None:
        """The rule that had this number or id before; the check `former_name` says what it is called now."""
        name = written.removeprefix("rule:")
        rule = self.former.get(name) if name != written or NUMBERED.match(name) else None
        return None if rule is None else Target("rule", rule.id)

    def find(self, source_link: Link, faults: Findings) -> Target | None:
        """`kind:name`, a rule's number, or else a term in any of its spellings."""
        kind, name = _kind_of(source_link.target), source_link.target.partition(":")[2].strip()
        if kind == "cell":
            return read_quote(name, source_link.span, self.tables, faults)
        if kind == "unit":
            unit = read_unit(name, source_link.span, self.notations, faults)
            return None if unit is None else unit_target(unit)
        if kind == "record":
            message = f"{source_link.target!r} is quoted outside a deck"
            hint = "add 'deck' with the name of a table to the card: rulewright explain deck"
            faults.add(Finding("dangling-link", source_link.span, message, hint))
            return None
        if kind in KINDS:
            return self._named(kind, name, source_link, faults)
        target = self._term(source_link.target) or self.numbers.get(source_link.target)
        if target is None and NUMBERED.match(source_link.target):
            return self._named("rule", source_link.target, source_link, faults)
        if target is None:
            faults.add(
                Finding(
                    "dangling-link",
                    source_link.span,
                    f"there is no term {source_link.target!r}",
                    self._term_hint(source_link.target),
                    unknown=source_link.target,
                )
            )
        return target

    def _named(self, kind: str, name: str, source_link: Link, faults: Findings) -> Target | None:
        known = self.by_kind[kind]
        target = self._term(name) if kind == "term" else known.get(name)
        if target is None:
            if kind in ("given", "result"):
                if "/" in name:
                    return None  # within an example, reading it has found the fault
                message = f"{source_link.target!r} is quoted outside an example"
                hint = "declare it as a fact and quote the fact"
                faults.add(Finding("dangling-link", source_link.span, message, hint))
                return None
            message = f"there is no {kind} {name!r}"
            if kind == "rule":
                message = f"there is no rule {name}"
            section = SECTION.get(kind, f"{kind}s")
            declare = f"declare it under {section}" if kind != "card" else f"the cards are: {listed(tuple(known))}"
            hint = did_you_mean(name, self.names(kind), declare if known else f"this game has no {section}")
            faults.add(Finding("dangling-link", source_link.span, message, hint, unknown=name))
        return target

    def _term(self, name: str) -> Target | None:
        """Capitals count only where they alone distinguish two abbreviations: a DR is not a dr."""
        known = self.by_kind["term"]
        return known.get(name) or known.get(name.casefold())

    def _term_hint(self, name: str) -> str:
        """The term that the author may mean, or a target of another kind, which needs its kind in the link."""
        kind, _, rest = name.partition(":")
        if rest and (meant := nearest(kind, KINDS)) is not None:
            return f"did you mean [[{meant}:{rest.strip()}]]?"
        named = self.kind_of_name
        if name in named:
            return "to link the {named}, write [[{named}:{name}]]".format(named=named[name], name=name)
        meant = nearest(name, self.spellings)
        if meant is None and (other := nearest(name, self.names())) is not None:
            return f"did you mean [[{named[other]}:{other}]]?"
        return "define it under terms" if meant is None else f"did you mean {meant!r}?"


def _example_values(game: Game) -> dict[str, dict[str, Target]]:
    """The values of examples that their own texts quote."""
    targets: dict[str, dict[str, Target]] = {"given": {}, "result": {}}
    for example in game.examples:
        for name, _ in example.quotable():
            target = example_target(example, name)
            targets[target.kind][target.id] = target
    return targets


def _kind_of(written: str) -> str:
    """The part of a link before its colon, if it has one."""
    return written.partition(":")[0] if ":" in written else ""


def _unique(
    fault: str, what: str, names: Iterable[tuple[str, Target, Span]], fold: Callable[[str], str], faults: Findings
) -> dict[str, Target]:
    """Map names to targets; report a name that two entries share, with both places."""
    first: dict[str, tuple[Target, Span]] = {}
    for name, target, span in names:
        earlier, place = first.setdefault(fold(name), (target, span))
        if earlier != target:
            label = Label(place, "first given here")
            faults.add(Finding(fault, span, f"two entries share {what} {name!r}", OTHERWISE[fault], (label,)))
    return {name: target for name, (target, _) in first.items()}

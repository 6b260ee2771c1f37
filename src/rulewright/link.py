"""Linking: names become targets, and every link that leads nowhere is a finding."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from rulewright.decode.notations import read_unit
from rulewright.decode.quotes import read_quote
from rulewright.diagnostics import Diagnostic, Faults, Label, Span
from rulewright.language.links import LINKS
from rulewright.model.book import Book, Citation, Outline, Target, citation_target, example_target, texts, unit_target
from rulewright.model.game import Game, Rule, case_sensitive_names
from rulewright.model.names import did_you_mean, nearest
from rulewright.model.numbering import Numbering
from rulewright.model.text import Link

FINDINGS = ("circular-rule", "dangling-link", "duplicate-number", "duplicate-term")
"""The names of the findings of this stage."""

MAX_DEPTH = 40
"""Levels of rules: no numbering goes to a quarter of this, and a page of them could not be read."""

NUMBERED = re.compile(r"[0-9]|[A-Z]{1,2}[0-9]+\.[0-9]")
"""How the number of a rule begins: 12.1, or C11.2 of a chapter C."""

KINDS = (*(kind.name for kind in LINKS), "colour")
"""What links name; colours only by the keys of bands and notes."""
NAMED = tuple(kind for kind in KINDS if kind not in ("term", "cell", "unit", "given", "result"))
"""What is linked by its id, with its kind before it."""


def link(game: Game, faults: Faults) -> Book:
    """The book of a game, with dangling links and names given to two things reported."""
    index = _Index(game, faults)
    reached: dict[str, tuple[Target, ...]] = {}
    citations: list[Citation] = []
    for owner, text in texts(game):
        for found in text.links:
            if not reached.get(found.target):  # what leads nowhere is reported at each of its places
                reached[found.target] = tuple(index.find_all(found, faults))
            citations.extend(Citation(owner, citation_target(target), found.span) for target in reached[found.target])
    targets = {written: found[0] for written, found in reached.items() if found}
    return Book(game, targets, tuple(citations), _outline(game, targets, faults))


class _Index:
    """Every name a link may use, by kind."""

    def __init__(self, game: Game, faults: Faults) -> None:
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
            **_own(game),
        }
        spellings = [(name, Target("term", term.id), term.span) for term in game.terms for name in term.names]
        exact = case_sensitive_names(game.terms)
        fold = lambda name: name if name in exact else name.casefold()  # noqa: E731
        self.by_kind["term"] = _unique("duplicate-term", "the term", spellings, fold, faults)
        numbers = [(rule.number, Target("rule", rule.id), rule.number_span) for rule in game.rules if rule.number]
        self.numbers = _unique("duplicate-number", "the rule number", numbers, str, faults)
        self.by_kind["rule"] = {**{rule.id: Target("rule", rule.id) for rule in game.rules}, **self.numbers}
        self.former = {each.name: rule for rule in game.rules for each in (*rule.was, *rule.was_id)}
        self.spellings = [name for name, _, _ in spellings]

    def find_all(self, found: Link, faults: Faults) -> Iterator[Target]:
        """What a link leads to: one thing, or each rule of a range of numbers, the first of them first."""
        written = found.target.removeprefix("rule:")
        named = written in self.by_kind["rule"] or self._term(written) is not None
        numbers = self.numbering.range(written) if not named and _kind(written) not in KINDS else []
        each = [Link(number, "", found.span) for number in numbers] or [found]
        yield from (target for link_ in each if (target := self.find(link_, faults)) is not None)

    def find(self, found: Link, faults: Faults) -> Target | None:
        """`kind:name`, a rule's number, or else a term in any of its spellings."""
        kind, name = _kind(found.target), found.target.partition(":")[2].strip()
        if kind == "cell":
            return read_quote(name, found.span, self.tables, faults)
        if kind == "unit":
            unit = read_unit(name, found.span, self.notations, faults)
            return None if unit is None else unit_target(unit)
        if kind in KINDS:
            return self._named(kind, name, found, faults)
        target = self._term(found.target) or self.numbers.get(found.target)
        if target is None and NUMBERED.match(found.target):
            return self._named("rule", found.target, found, faults)
        if target is None:
            faults.add(
                Diagnostic(
                    "dangling-link", found.span, f"there is no term {found.target!r}", self._term_hint(found.target)
                )
            )
        return target

    def _named(self, kind: str, name: str, found: Link, faults: Faults) -> Target | None:
        known = self.by_kind[kind]
        target = self._term(name) if kind == "term" else known.get(name)
        if target is None:
            if kind in ("given", "result"):
                message = f"{found.target!r} is quoted outside an example"
                hint = "declare it as a fact and quote the fact"
                faults.add(Diagnostic("dangling-link", found.span, message, hint))
                return None
            what = f"rule {name}" if kind == "rule" else f"{kind} {name!r}"
            declare = f"declare it under {kind}s" if kind != "card" else f"the cards are: {', '.join(known)}"
            hint = did_you_mean(name, known, declare if known else f"this game has no {kind}s")
            if kind == "rule" and (rule := self.former.get(name)) is not None:
                hint = _renumbered(name, rule)
            faults.add(Diagnostic("dangling-link", found.span, f"there is no {what}", hint))
        return target

    def _term(self, name: str) -> Target | None:
        """Capitals count only where they alone tell two abbreviations apart: a DR is not a dr."""
        known = self.by_kind["term"]
        return known.get(name) or known.get(name.casefold())

    def _term_hint(self, name: str) -> str:
        """The term that may be meant, or something of another kind, which a link has to name."""
        kind, _, rest = name.partition(":")
        if rest and (meant := nearest(kind, KINDS)) is not None:
            return f"did you mean [[{meant}:{rest.strip()}]]?"
        named = {other: kind for kind in reversed(NAMED) for other in self.by_kind[kind]}
        if name in named:
            return f"to link the {named[name]}, write [[{named[name]}:{name}]]"
        if (meant := nearest(name, self.spellings)) is None and (other := nearest(name, named)) is not None:
            return f"did you mean [[{named[other]}:{other}]]?"
        return "define it under terms" if meant is None else f"did you mean {meant!r}?"


def _renumbered(name: str, rule: Rule) -> str:
    """Where a rule went that is linked by what it was called before."""
    now = f"is {rule.number} now" if rule.number else "has no number now"
    return f"{name} {now}; a link by id survives renumbering: [[rule:{rule.id}]]"


def _own(game: Game) -> dict[str, dict[str, Target]]:
    """What examples quote of their own."""
    found: dict[str, dict[str, Target]] = {"given": {}, "result": {}}
    for example in game.examples:
        for name, _ in example.quotable():
            target = example_target(example, name)
            found[target.kind][target.id] = target
    return found


def _kind(written: str) -> str:
    """What stands before the colon of a link, if there is one."""
    return written.partition(":")[0] if ":" in written else ""


def _unique(
    fault: str, what: str, names: Iterable[tuple[str, Target, Span]], fold: Callable[[str], str], faults: Faults
) -> dict[str, Target]:
    """Names to targets; a name of two things is a fault that points at both."""
    first: dict[str, tuple[Target, Span]] = {}
    for name, target, span in names:
        known, place = first.setdefault(fold(name), (target, span))
        if known != target:
            label = Label(place, "first given here")
            faults.add(
                Diagnostic(
                    fault,
                    span,
                    f"two entries share {what} {name!r}",
                    "rename one of them, or merge the two",
                    (label,),
                )
            )
    return {name: target for name, (target, _) in first.items()}


def _outline(game: Game, targets: Mapping[str, Target], faults: Faults) -> tuple[Outline, ...]:
    """Rules as a tree: below the longest number that theirs begins with, or where `under` puts them.

    14.0 heads 14.1 and all of 14. Rules side by side stand in the order of their numbers, those without after them.
    """
    by_number = {rule.number.removesuffix(".0"): rule for rule in game.rules if rule.number and not rule.external}
    children: dict[str, list[Rule]] = {}
    for rule in sorted(game.rules, key=lambda rule: game.numbering.order(rule.number)):
        parent = _parent(rule, game.numbering, by_number, targets)
        children.setdefault(parent, []).append(rule)
    for rule in _circular(game, children):
        message = f"the rule {rule.id!r} is under itself"
        faults.add(Diagnostic("circular-rule", _under(rule), message, "correct 'under'"))

    def grow(parent: str, depth: int) -> tuple[Outline, ...]:
        below = children.get(parent, [])
        if depth > MAX_DEPTH and below:
            message = f"the rule {below[0].id!r} is more than {MAX_DEPTH} levels deep"
            faults.add(Diagnostic("nested-too-deep", _under(below[0]), message, "correct its number or 'under'"))
            return ()
        return tuple(Outline(rule, grow(rule.id, depth + 1)) for rule in below)

    return grow("", 1)


def _under(rule: Rule) -> Span:
    return rule.under.span if rule.under is not None else rule.span


def _circular(game: Game, children: Mapping[str, list[Rule]]) -> Iterator[Rule]:
    """The rules of each ring, without those that merely stand under one."""
    above = {rule.id: parent for parent, rules in children.items() for rule in rules}
    seen: set[str] = set()
    for rule in game.rules:
        path: dict[str, None] = {}
        at = rule.id
        while at and at not in seen:
            seen.add(at)
            path[at] = None
            at = above.get(at, "")
        if at in path:
            ring = list(path)[list(path).index(at) :]
            yield from (each for each in game.rules if each.id in ring)


def _parent(rule: Rule, numbering: Numbering, by_number: Mapping[str, Rule], targets: Mapping[str, Target]) -> str:
    if rule.under is not None and rule.under.links:
        target = targets.get(rule.under.links[0].target)
        return target.id if target else ""
    for number in numbering.above(rule.number):
        parent = by_number.get(number)
        if parent is not None and parent is not rule and not rule.external:
            return parent.id
    return ""

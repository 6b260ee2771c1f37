"""The outline of a game: which rule is under which, in what order, and the numbers that follow from the order.

For example, rules with the numbers 4.1, 4 and 4.1.2 become `Outline(4, (Outline(4.1, (Outline(4.1.2),)),))`. In a game
that counts its rules, `with_numbers` first gives each rule its number; then `outline` builds the tree.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from rulewright.base.findings import Finding, Findings, Span
from rulewright.base.limits import RULE_LEVELS
from rulewright.base.memo import by_value, memoised
from rulewright.book.book import Outline
from rulewright.book.game import Game
from rulewright.entries.numbering import LETTERED, Count, Numbering, OrderKey, level_number
from rulewright.entries.rules import PARTS, Part, Rule
from rulewright.entries.text import Target

FIRST: OrderKey = ()
"""A sort key before every number."""


def with_numbers(game: Game) -> Game:
    """Number the rules by their order: all of them, or only the appendices."""
    if not game.counting and all(rule.part is not Part.APPENDIX for rule in game.rules):
        return game
    numbers = _Numbers(game).by_id
    return replace(game, rules=tuple(_numbered(rule, numbers.get(rule.id, rule.number)) for rule in game.rules))


@memoised()
def _numbered(rule: Rule, number: str) -> Rule:
    return replace(rule, number=number)


class _Numbers:
    """The number of each rule that has one, by its id."""

    def __init__(self, game: Game) -> None:
        ids = {former.name: rule.id for rule in game.rules for former in rule.former_ids}
        self.below: dict[str, list[Rule]] = {}
        for rule in game.rules:
            parent = rule.parent.name if rule.parent is not None else ""
            self.below.setdefault(ids.get(parent, parent), []).append(rule)
        self.by_id: dict[str, str] = {}
        top = self.below.get("", [])
        if game.counting:
            self._count([rule for rule in top if rule.part is Part.RULES], game.counting)
        appendices = ("A", *game.counting[1:]) if game.counting[1:] else LETTERED
        self._count([rule for rule in top if rule.part is Part.APPENDIX], appendices)

    def _count(self, rules: list[Rule], count: Count, level: int = 0, prefix: str = "") -> None:
        """Number the numbered rules and those below them; rules below an unnumbered one get no number.

        `count` says how each level counts; `prefix` is the number above with a dot, such as `4.1.`.
        """
        rules_counted = 0
        for rule in rules if level < RULE_LEVELS.most else ():
            if rule.numbered and not rule.external:
                rules_counted += 1
                self.by_id[rule.id] = rule.number or prefix + level_number(rules_counted, count, level)
                self._count(self.below.get(rule.id, []), count, level + 1, f"{self.by_id[rule.id]}.")


def outline(game: Game, targets: Mapping[str, Target], findings: Findings) -> tuple[Outline, ...]:
    """Return the tree of rules. A rule is below the longest number that begins its own, or where `parent` puts it.

    14.0 is above 14.1 and all others of 14.
    """
    rules = {rule.id: rule for rule in game.rules}
    tree = _tree(tuple(_place_of(rule, targets) for rule in game.rules), game.numbering, bool(game.counting))
    for rule in map(rules.__getitem__, tree.circular):
        message = f"rule {rule.id!r} is its own parent"
        findings.add(Finding("circular-rule", _place_of_parent(rule), message, "correct 'parent'"))
    for rule in map(rules.__getitem__, tree.too_deep):
        message = f"the rule {rule.id!r} is more than {RULE_LEVELS.most} levels deep"
        findings.add(Finding("nested-too-deep", _place_of_parent(rule), message, "correct its number or 'parent'"))
    for rule in map(rules.__getitem__, tree.empty):
        hint = 'as in text: "Roll one die and look at [[table:hits]]."'
        findings.add(Finding("missing-key", rule.span, f"rule {rule.id!r} needs 'text'", hint))
    findings.extend(_parents_named_by_number(game, targets) if game.counting else ())
    return tuple(_outline(each, tuple(map(rules.__getitem__, each.ids))) for each in tree.chapters)


@memoised(weak=True)
def _outline(branch: "_Branch", rules: tuple[Rule, ...]) -> Outline:
    """Return the outline of a branch; `rules` are its rules in reading order."""
    below, start = list[Outline](), 1
    for each in branch.below:
        below.append(_outline(each, rules[start : start + len(each.ids)]))
        start += len(each.ids)
    return Outline(rules[0], tuple(below))


@by_value
class _Place(NamedTuple):
    """What decides the place of a rule. `parent` is what the key `parent` names, empty if there is no such rule."""

    id: str
    number: str
    parent: str | None
    part: Part
    numbered: bool
    external: bool
    has_text: bool


def _place_of(rule: Rule, targets: Mapping[str, Target]) -> _Place:
    parent = None
    if rule.parent is not None and rule.parent.links:
        target = targets.get(rule.parent.links[0].target)
        parent = target.id if target else ""
    return _Place(rule.id, rule.number, parent, rule.part, rule.numbered, bool(rule.external), rule.text is not None)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class _Branch:
    """A rule and the rules below it: the `ids` of all of them in reading order."""

    ids: tuple[str, ...]
    below: tuple["_Branch", ...]


@dataclass(frozen=True, slots=True)
class _Tree:
    """The chapters, and the ids of rules that are their own parents, too deep, or without text and rules below them."""

    chapters: tuple[_Branch, ...]
    circular: tuple[str, ...]
    too_deep: tuple[str, ...]
    empty: tuple[str, ...]


@memoised(8)
def _tree(places: tuple[_Place, ...], numbering: Numbering, counted: bool) -> _Tree:
    by_number = {each.number.removesuffix(".0"): each for each in places if each.number and not each.external}
    children: dict[str, list[_Place]] = {}
    for each in places:
        children.setdefault(_parent(each, numbering, by_number), []).append(each)
    too_deep, empty = list[str](), list[str]()

    def grow(parent: str, depth: int) -> tuple[_Branch, ...]:
        siblings = _in_order(children.get(parent, []), numbering, counted=counted)
        if depth > RULE_LEVELS.most and siblings:
            too_deep.append(siblings[0].id)
            return ()
        return tuple(grown(each, depth) for each in siblings)

    def grown(place: _Place, depth: int) -> _Branch:
        below = grow(place.id, depth + 1)
        if not (place.has_text or place.external or below):
            empty.append(place.id)
        return _Branch((place.id, *chain.from_iterable(each.ids for each in below)), below)

    chapters = grow("", 1)
    return _Tree(chapters, tuple(_circular(places, children)), tuple(too_deep), tuple(empty))


def _parents_named_by_number(game: Game, targets: Mapping[str, Target]) -> Iterator[Finding]:
    """Report parents that are named by a number that the tool gave."""
    numbers = {rule.number: rule.id for rule in game.rules if rule.number}
    for rule in game.rules:
        target = None if rule.parent is None else targets.get(rule.parent.links[0].target)
        if rule.parent is not None and target is not None and numbers.get(rule.parent.name) == target.id:
            message = f"the parent of rule {rule.id!r} is named by a number, and numbers follow from the parents"
            hint = f"name it by its id: parent: {target.id}"
            yield Finding("bad-value", _place_of_parent(rule), message, hint)


def _in_order(siblings: list[_Place], numbering: Numbering, *, counted: bool) -> list[_Place]:
    """Sort rules by part, then by number; or keep their written order if the tool has `counted` them.

    A section declared to have no number stays after the one before it; other rules without a number come last.
    """
    by_part = sorted(siblings, key=lambda rule: PARTS.index(rule.part))
    if counted:
        return by_part
    order = numbering.order(rule.number for rule in by_part)
    places: dict[str, tuple[int, OrderKey]] = {}
    place: tuple[int, OrderKey] = (-1, FIRST)  # of the rule before
    for rule in by_part:
        part = PARTS.index(rule.part)
        if rule.numbered or rule.number:
            place = part, order(rule.number)
        elif place[0] != part:
            place = part, FIRST
        places[rule.id] = place
    return sorted(by_part, key=lambda rule: places[rule.id])


def _place_of_parent(rule: Rule) -> Span:
    return rule.parent.span if rule.parent is not None else rule.span


def _circular(places: tuple[_Place, ...], children: Mapping[str, list[_Place]]) -> Iterator[str]:
    """Yield the ids of each circle of parents, without the rules below one."""
    above = {rule.id: parent for parent, rules in children.items() for rule in rules}
    visited: set[str] = set()
    for rule in places:
        path: dict[str, None] = {}
        id_ = rule.id
        while id_ and id_ not in visited:
            visited.add(id_)
            path[id_] = None
            id_ = above.get(id_, "")
        if id_ in path:  # such as the path a, b, c, where the parent of c is b: the ring is b, c
            ring = list(path)[list(path).index(id_) :]
            yield from (each.id for each in places if each.id in ring)


def _parent(rule: _Place, numbering: Numbering, by_number: Mapping[str, _Place]) -> str:
    """Return the id of the rule above a rule; empty for a chapter."""
    if rule.parent is not None:
        return rule.parent
    for number in numbering.above(rule.number):
        parent = by_number.get(number)
        if parent is not None and parent is not rule and not rule.external:
            return parent.id
    return ""

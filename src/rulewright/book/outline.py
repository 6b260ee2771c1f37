"""The outline of a game: which rule is under which, in what order, and the numbers that follow from the order.

For example, rules with the numbers 4.1, 4 and 4.1.2 become `Outline(4, (Outline(4.1, (Outline(4.1.2),)),))`. In a game
that counts its rules, `with_numbers` first gives each rule its number; then `outline` builds the tree.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rulewright.base.findings import Finding, Findings, Span
from rulewright.base.limits import RULE_LEVELS
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
    return replace(game, rules=tuple(replace(rule, number=numbers.get(rule.id, rule.number)) for rule in game.rules))


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


class OutlineCache:
    """The outline of an earlier reading, to reuse until a rule moves or gets another number."""

    def __init__(self) -> None:
        self._shape: object = None
        self._outline: tuple[Outline, ...] = ()
        self._above: dict[str, str] = {}  # the id of the rule above each rule
        self._rules: dict[str, Rule] = {}

    def outline_of(self, game: Game, targets: Mapping[str, Target], findings: Findings) -> tuple[Outline, ...]:
        """Return the outline; rebuild it only if a rule has moved or the last one had findings."""
        shape = game.numbering, game.counting, [_place_of(rule, targets) for rule in game.rules]
        rules = {rule.id: rule for rule in game.rules}
        if shape == self._shape:
            self._outline = _with_rules(self._outline, rules, self._changed(rules))
        else:
            findings_before = len(findings.items)
            self._outline = outline(game, targets, findings)
            self._shape = shape if len(findings.items) == findings_before else None
            nodes = (node for top in self._outline for node in top.walk())
            self._above = {child.rule.id: node.rule.id for node in nodes for child in node.below}
        self._rules = rules
        return self._outline

    def _changed(self, rules: Mapping[str, Rule]) -> set[str]:
        """Return the rules that are new objects, and all rules above them."""
        changed: set[str] = set()
        for id_ in (id_ for id_, rule in rules.items() if rule is not self._rules[id_]):
            above: str | None = id_
            while above is not None and above not in changed:
                changed.add(above)
                above = self._above.get(above)
        return changed


def _place_of(rule: Rule, targets: Mapping[str, Target]) -> tuple[object, ...]:
    """Return everything that decides the place of a rule, and whether it must have rules below it."""
    parent = rule.parent and (rule.parent, targets.get(rule.parent.links[0].target) if rule.parent.links else None)
    return rule.id, rule.number, parent, rule.part, rule.numbered, rule.external, rule.text is None


def _with_rules(outlines: tuple[Outline, ...], rules: Mapping[str, Rule], changed: set[str]) -> tuple[Outline, ...]:
    """Put the current rules in the same places; unchanged parts stay the same objects."""
    return tuple(
        Outline(rules[each.rule.id], _with_rules(each.below, rules, changed)) if each.rule.id in changed else each
        for each in outlines
    )


def outline(game: Game, targets: Mapping[str, Target], findings: Findings) -> tuple[Outline, ...]:
    """Return the tree of rules. A rule is below the longest number that begins its own, or where `parent` puts it.

    14.0 is above 14.1 and all others of 14.
    """
    by_number = {rule.number.removesuffix(".0"): rule for rule in game.rules if rule.number and not rule.external}
    children: dict[str, list[Rule]] = {}
    for rule in game.rules:
        children.setdefault(_parent(rule, game.numbering, by_number, targets), []).append(rule)
    for rule in _circular_rules(game, children):
        message = f"rule {rule.id!r} is its own parent"
        findings.add(Finding("circular-rule", _place_of_parent(rule), message, "correct 'parent'"))

    def grow(parent: str, depth: int) -> tuple[Outline, ...]:
        below = _in_order(children.get(parent, []), game)
        if depth > RULE_LEVELS.most and below:
            place, hint = _place_of_parent(below[0]), "correct its number or 'parent'"
            message = f"the rule {below[0].id!r} is more than {RULE_LEVELS.most} levels deep"
            findings.add(Finding("nested-too-deep", place, message, hint))
            return ()
        return tuple(Outline(rule, grow(rule.id, depth + 1)) for rule in below)

    outlines = grow("", 1)
    for each in (each for top in outlines for each in top.walk()):
        if each.rule.text is None and not (each.below or each.rule.external):
            hint = 'as in text: "Roll one die and look at [[table:hits]]."'
            findings.add(Finding("missing-key", each.rule.span, f"rule {each.rule.id!r} needs 'text'", hint))
    findings.extend(_parents_named_by_number(game, targets) if game.counting else ())
    return outlines


def _parents_named_by_number(game: Game, targets: Mapping[str, Target]) -> Iterator[Finding]:
    """Report parents that are named by a number that the tool gave."""
    numbers = {rule.number: rule.id for rule in game.rules if rule.number}
    for rule in game.rules:
        target = None if rule.parent is None else targets.get(rule.parent.links[0].target)
        if rule.parent is not None and target is not None and numbers.get(rule.parent.name) == target.id:
            message = f"the parent of rule {rule.id!r} is named by a number, and numbers follow from the parents"
            hint = f"name it by its id: parent: {target.id}"
            yield Finding("bad-value", _place_of_parent(rule), message, hint)


def _in_order(siblings: list[Rule], game: Game) -> list[Rule]:
    """Sort rules by part, then by number; or keep their written order if the tool numbers them.

    A section declared to have no number stays after the one before it; other rules without a number come last.
    """
    by_part = sorted(siblings, key=lambda rule: PARTS.index(rule.part))
    if game.counting:
        return by_part
    order = game.numbering.order(rule.number for rule in by_part)
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


def _circular_rules(game: Game, children: Mapping[str, list[Rule]]) -> Iterator[Rule]:
    """Yield the rules of each circle of parents, without the rules below one."""
    above = {rule.id: parent for parent, rules in children.items() for rule in rules}
    visited: set[str] = set()
    for rule in game.rules:
        path: dict[str, None] = {}
        id_ = rule.id
        while id_ and id_ not in visited:
            visited.add(id_)
            path[id_] = None
            id_ = above.get(id_, "")
        if id_ in path:  # such as the path a, b, c, where the parent of c is b: the ring is b, c
            ring = list(path)[list(path).index(id_) :]
            yield from (each for each in game.rules if each.id in ring)


def _parent(rule: Rule, numbering: Numbering, by_number: Mapping[str, Rule], targets: Mapping[str, Target]) -> str:
    """Return the id of the rule above a rule; empty for a chapter."""
    if rule.parent is not None and rule.parent.links:
        target = targets.get(rule.parent.links[0].target)
        return target.id if target else ""
    for number in numbering.above(rule.number):
        parent = by_number.get(number)
        if parent is not None and parent is not rule and not rule.external:
            return parent.id
    return ""

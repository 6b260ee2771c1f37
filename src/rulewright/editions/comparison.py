"""The difference of two snapshots."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rulewright.editions.difference import WORD, Change, Difference, FieldChange, Match, Pair, alike, matched, relinked
from rulewright.editions.snapshot import (
    CARD,
    CELL,
    CLAIM,
    ERRATUM,
    EXAMPLE,
    FACT,
    FIGURE,
    KINDS,
    REFERENCE,
    RULE,
    TABLE,
    TERM,
    Key,
    Level,
    Snapshot,
    Thing,
    highest,
    links_in,
)
from rulewright.markup.english import NUMBERS
from rulewright.model.table import Policy

# What a change means for a reader

PERMANENT = (RULE, TABLE, TERM, REFERENCE, EXAMPLE, FIGURE)
"""The kinds that have an address of their own on the web pages."""
NO_RULES = (EXAMPLE, FIGURE, ERRATUM, CARD)
"""Kinds that say nothing that the rules do not say already."""
VALUES = {
    CELL: ("text",),
    FACT: ("value", "unit"),
    CLAIM: ("holds",),
    TABLE: ("policy", "goal", "limits"),
    RULE: ("external", "works"),
}
"""Fields that are another value whenever they are not the same."""
TEXTS = {
    RULE: ("text", "exceptions", "procedure"),
    CELL: ("at",),
    TABLE: ("headings", "note"),
    TERM: ("text",),
    REFERENCE: ("bullets",),
    EXAMPLE: ("steps",),
}
"""Fields whose sentences are rules."""
DECISIVE = frozenset(
    {
        "not",
        "no",
        "never",
        "none",
        "neither",
        "nor",
        "without",
        "cannot",
        "can",
        "may",
        "might",
        "must",
        "shall",
        "should",
        "only",
        "unless",
        "except",
        "if",
        "when",
        "until",
        "before",
        "after",
        "least",
        "most",
        "more",
        "less",
        "fewer",
        "above",
        "below",
        "within",
        "beyond",
        "over",
        "under",
        "all",
        "any",
        "every",
        "each",
        "either",
        "both",
        "and",
        "or",
        "half",
        "double",
        "twice",
        "once",
        "again",
        "always",
        "instead",
        "other",
        "same",
        "own",
        "friendly",
        "enemy",
        *NUMBERS,
    }
)
"""Words that a rule turns on."""
TOKEN = re.compile(r"\w+(?:['’]t)?")
FIGURES = re.compile(r"\d|['’]t$")
"""A number, or a denial such as "isn't"."""
REWRITTEN = 0.5
"""Below this share of common words a text says something else."""


def level_of(change: Change, whole: Difference) -> Level:
    """How much one change means."""
    return highest((_of_existence(change, whole), *_of_fields(change, whole)))


def is_dead(change: Change, whole: Difference) -> bool:
    """Whether an address leads nowhere: the thing is gone, or has another id and does not say so."""
    if change.removed:
        return _permanent(change, whole)
    return change.renamed and change.match is Match.LIKENESS and change.kind in PERMANENT


def order_decides(change: Change, whole: Difference) -> bool:
    """Whether it is a line of a table that has another place where the first that fits decides."""
    if change.kind != CELL or not change.moved:
        return False
    table = whole.after.by_key.get(Thing(*change.key, {}).whole)
    return table is not None and table.get("policy") == Policy.FIRST.value


def _of_existence(change: Change, whole: Difference) -> Level:
    """Of being added, removed, renamed or moved."""
    if is_dead(change, whole):
        return Level.MAJOR
    if change.removed or change.added:
        return _rule_or_none(change)
    if order_decides(change, whole):
        return Level.MINOR
    return Level.PATCH if change.moved or change.fields or change.renamed else Level.NONE


def _permanent(change: Change, whole: Difference) -> bool:
    """Whether it had an address; a rule of another work has none."""
    old = whole.before.by_key[change.key]
    return change.kind in PERMANENT and not old.get("external")


def _rule_or_none(change: Change) -> Level:
    return Level.PATCH if change.kind in NO_RULES else Level.MINOR


def _of_fields(change: Change, whole: Difference) -> Iterator[Level]:
    if change.added or change.removed:
        return
    for each in change.fields:
        if change.kind == RULE and each.name == "number":
            yield Level.MAJOR if _number_breaks(change, each, whole) else Level.PATCH
        elif each.name in VALUES.get(change.kind, ()) or _says_else(change, each, whole):
            yield Level.MINOR


def _number_breaks(change: Change, number: FieldChange, whole: Difference) -> bool:
    """Whether the earlier number no longer leads to the rule."""
    if not number.before:
        return False
    former = whole.after.by_key[change.key].get("former-numbers").split()
    taken = any(rule.get("number") == number.before for rule in whole.after.of(RULE))
    return taken or number.before not in former


def _says_else(change: Change, text: FieldChange, whole: Difference) -> bool:
    """Whether sentences of a rule say something else than before."""
    if text.name not in TEXTS.get(change.kind, ()):
        return False
    if _decisive(text.before) != _decisive(text.after):
        return True
    one, other = _words(whole.before.words(text.before)), _words(whole.after.words(text.after))
    return bool(one or other) and alike(one, other) < REWRITTEN


def _decisive(text: str) -> "Counter[object]":
    """What a text turns on: figures, links, and decisive words outside of links."""
    outside = re.sub(r"\[\[[^\[\]]*\]\]", " ", text)
    words = (word.casefold() for word in TOKEN.findall(outside))
    return Counter([*(word for word in words if word in DECISIVE or FIGURES.search(word)), *links_in(text)])


def _words(text: str) -> "Counter[str]":
    return Counter(map(str.casefold, WORD.findall(text)))


NOT_COMPARED = ("proof",)
"""Fields that say something only where both snapshots know it."""


def compare(before: Snapshot, after: Snapshot) -> Difference:
    """Every thing that differs: the changed and added ones in the order of the later snapshot."""
    difference = unweighed(before, after)
    return replace(
        difference, changes=tuple(replace(each, level=level_of(each, difference)) for each in difference.changes)
    )


def unweighed(before: Snapshot, after: Snapshot) -> Difference:
    """The same, but no change has a level."""
    after = _as_known(before, after)
    pairs = matched(before, after)
    new: Mapping[Key, str] = {each.before.key: each.after.id for each in pairs if each.before.id != each.after.id}
    changes = [change for kind in KINDS for change in _of_kind(kind, before, after, pairs, new)]
    return Difference(before, after, tuple(changes))


def _as_known(before: Snapshot, after: Snapshot) -> Snapshot:
    """The later snapshot as if it knew just what both know: a run without rules code proves no claims."""
    known = [any(thing.get(name) for thing in each.things for name in NOT_COMPARED) for each in (before, after)]
    if known[0] == known[1]:
        return after
    things = (_with(thing, before.by_key.get(thing.key)) for thing in after.things)
    return replace(after, things=tuple(things))


def _with(thing: Thing, old: Thing | None) -> Thing:
    """A thing with what the earlier snapshot says of it, or does not say."""
    fields = {name: text for name, text in thing.fields.items() if name not in NOT_COMPARED}
    kept = {name: old.fields[name] for name in NOT_COMPARED if old and name in old.fields}
    return replace(thing, fields=fields | kept)


def _of_kind(
    kind: str, before: Snapshot, after: Snapshot, every: Sequence[Pair], new: Mapping[Key, str]
) -> Iterator[Change]:
    pairs = {each.after.id: each for each in every if each.after.kind == kind}
    kept = {each.before.id for each in pairs.values()}
    places = {thing.id: at for at, thing in enumerate(before.of(kind))}
    resting = _resting([(id_, places[pair.before.id]) for id_, pair in pairs.items()])
    follows: str | None = None
    for thing in after.of(kind):
        pair = pairs.get(thing.id)
        if pair is None:
            yield Change(kind, None, thing.id, tuple(_fields({}, thing.fields)), follows=follows)
        else:
            yield from _changed(pair, new, None if thing.id in resting else (follows,))
        follows = thing.id
    for thing in before.of(kind):
        if thing.id not in kept:
            yield Change(kind, thing.id, None, tuple(_fields(thing.fields, {})))


def _changed(pair: Pair, new: Mapping[Key, str], moved: tuple[str | None] | None) -> Iterator[Change]:
    old = pair.before.fields
    if new:
        old = {name: relinked(text, new) for name, text in old.items()}
    fields = tuple(_fields(old, pair.after.fields)) if old != pair.after.fields else ()
    if fields or moved or pair.before.id != pair.after.id:
        follows = moved[0] if moved else None
        kind, one, other = pair.before.kind, pair.before.id, pair.after.id
        yield Change(kind, one, other, fields, pair.match, moved is not None, follows)


def _fields(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[FieldChange]:
    for name in dict.fromkeys((*after, *before)):
        one, other = before.get(name, ""), after.get(name, "")
        if one != other:
            yield FieldChange(name, one, other)


def _resting(places: Iterable[tuple[str, int]]) -> set[str]:
    """The ids that keep their order: the longest rising sequence of the earlier places. All others have moved."""
    ends: list[int] = []
    tails: list[_Sequence] = []
    for id_, place in places:
        at = bisect_left(ends, place)
        tails[at : at + 1] = [_Sequence(id_, tails[at - 1] if at else None)]
        ends[at : at + 1] = [place]
    return set(tails[-1].ids()) if tails else set()


@dataclass(frozen=True, slots=True, eq=False)
class _Sequence:
    """An id, and those before it."""

    last: str
    before: "_Sequence | None"

    def ids(self) -> Iterator[str]:
        each: _Sequence | None = self
        while each is not None:
            yield each.last
            each = each.before

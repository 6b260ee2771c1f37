"""Compare two editions, and weigh each change: a broken reference, another rule or value, or only other words.

- A reference breaks if an id no longer leads anywhere, or if a number leads to another rule or to none.
- The rule itself has changed if its values, number words, denials, conditions or links differ, or most of its words.
  The list of decisive words is English; in other languages figures, links and the share of words decide.
- All else is wording.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rulewright.editions.data import IN_DATA
from rulewright.editions.difference import WORD, Change, Difference, FieldChange, Match, Pair, alike, matched, relinked
from rulewright.editions.edition import KINDS, NOTHING, Edition, Field, Key, Level, Role, links_in, whole_of
from rulewright.entries.table import Policy
from rulewright.source.markup.english import NUMBERS


def compare(before: Edition, after: Edition) -> Difference:
    """Return every change with its level: changed and added things in the order of `after`, then removed ones."""
    difference = unweighed(before, after)
    return replace(
        difference, changes=tuple(replace(each, level=_level(each, difference)) for each in difference.changes)
    )


def unweighed(before: Edition, after: Edition) -> Difference:
    """Return every change, without its level."""
    after = _with_comparable_proofs(before, after)
    pairs = matched(before, after)
    new: Mapping[Key, str] = {each.before.key: each.after.id for each in pairs if each.before.id != each.after.id}
    changes = [change for kind in KINDS for change in _changes_of_kind(kind, before, after, pairs, new)]
    return Difference(before, after, tuple(changes))


PROOF = "proof"


def _with_comparable_proofs(before: Edition, after: Edition) -> Edition:
    """Return the later edition; if the rules code ran for only one of the two, with the proofs of the earlier one."""
    ran = [any(thing.words(PROOF) for thing in each.things) for each in (before, after)]
    if ran[0] == ran[1]:
        return after
    things = []
    for thing in after.things:
        fields = {name: text for name, text in thing.fields.items() if name != PROOF}
        old = before.by_key.get(thing.key)
        if old and PROOF in old.fields:
            fields[PROOF] = old.fields[PROOF]
        things.append(replace(thing, fields=fields))
    return replace(after, things=tuple(things))


def _changes_of_kind(
    kind: str, before: Edition, after: Edition, every: Sequence[Pair], new: Mapping[Key, str]
) -> Iterator[Change]:
    """Yield the changes of one kind of thing.

    `every` has the things of all kinds that both editions have; `new` maps renamed things to their new ids.
    """
    pairs = {each.after.id: each for each in every if each.after.kind == kind}
    places = {thing.id: at for at, thing in enumerate(before.of(kind))}
    in_order = _in_order([(id_, places[pair.before.id]) for id_, pair in pairs.items()])
    follows: str | None = None
    for thing in after.of(kind):
        pair = pairs.get(thing.id)
        if pair is None:
            yield Change(kind, None, thing.id, tuple(_field_changes({}, thing.fields)), follows=follows)
        else:
            moved = thing.id not in in_order
            old = (
                {name: relinked(text, new) for name, text in pair.before.fields.items()} if new else pair.before.fields
            )
            fields = tuple(_field_changes(old, thing.fields)) if old != thing.fields else ()
            if fields or moved or pair.before.id != thing.id:
                yield Change(kind, pair.before.id, thing.id, fields, pair.match, moved, follows if moved else None)
        follows = thing.id
    present = {each.before.id for each in pairs.values()}
    for thing in before.of(kind):
        if thing.id not in present:
            yield Change(kind, thing.id, None, tuple(_field_changes(thing.fields, {})))


def _field_changes(before: Mapping[str, Field], after: Mapping[str, Field]) -> Iterator[FieldChange]:
    for name in dict.fromkeys((*after, *before)):
        one, other = before.get(name, NOTHING), after.get(name, NOTHING)
        if one.source != other.source:
            yield FieldChange(name, one, other)


def _in_order(places: Iterable[tuple[str, int]]) -> set[str]:
    """Return the ids in the longest rising sequence of the earlier places; all others have moved."""
    ends: list[int] = []
    last: list[str] = []
    previous: dict[str, str | None] = {}
    for id_, place in places:
        at = bisect_left(ends, place)
        previous[id_] = last[at - 1] if at else None
        last[at : at + 1] = [id_]
        ends[at : at + 1] = [place]
    sequence: set[str] = set()
    current = last[-1] if last else None
    while current is not None:
        sequence.add(current)
        current = previous[current]
    return sequence


# How much a change means

PERMANENT = frozenset(kind.name for kind in IN_DATA if not (kind.is_remark or kind.name in ("fact", "card")))
"""The kinds of things whose addresses on the web pages must not die."""
WITHOUT_RULES = frozenset(("example", "figure", "card", *(kind.name for kind in IN_DATA if kind.is_remark)))
"""The kinds of things that only repeat what the rules say."""
WORDING = frozenset(
    "title name abbreviation also number former-numbers former-ids part numbered sidebar rolls incomplete notes "
    "questions unexplained open outside proof items.works".split()
)
"""Fields whose changes change no rule."""
DECISIVE = NUMBERS.keys() | set(
    "not no never none neither nor without cannot can may might must shall should only unless except if when until "
    "before after least most more less fewer above below within beyond over under all any every each either both and "
    "or half double twice once again always instead other same own friendly enemy".split()
)
"""Words that change what a rule means."""
TOKEN = re.compile(r"\w+(?:['’]t)?")
FIGURES = re.compile(r"\d|['’]t$")
"""A number, or a denial such as "isn't"."""
REWRITTEN = 0.5
"""The share of common words below which a text counts as rewritten: it has another meaning."""


def is_dead(change: Change, whole: Difference) -> bool:
    """Return whether an address leads nowhere now: the thing is gone, or its new id does not name the former one."""
    if change.removed:  # a rule of another work has no address
        return change.kind in PERMANENT and not whole.before.by_key[change.key].words("external")
    return change.renamed and change.match is Match.LIKENESS and change.kind in PERMANENT


def order_decides(change: Change, whole: Difference) -> bool:
    """Return whether a line has moved in a table in which the first line that applies decides."""
    if change.kind != "cell" or not change.moved:
        return False
    table = whole.after.by_key.get(whole_of(change.key))
    return table is not None and table.words("policy") == Policy.FIRST.value


def _level(change: Change, whole: Difference) -> Level:
    levels = [Level.PATCH if change.moved or change.fields or change.renamed else Level.NONE]
    if is_dead(change, whole):
        levels.append(Level.MAJOR)
    elif change.removed or change.added:
        levels.append(Level.PATCH if change.kind in WITHOUT_RULES else Level.MINOR)
    elif order_decides(change, whole):
        levels.append(Level.MINOR)
    if not (change.added or change.removed):
        levels += (_level_of_field(change, each, whole) for each in change.fields)
    return max(levels)


def _level_of_field(change: Change, field: FieldChange, whole: Difference) -> Level:
    if change.kind == "rule" and field.name == "number":
        return Level.MAJOR if _number_breaks(change, field, whole) else Level.PATCH
    if change.kind in WITHOUT_RULES or field.name in WORDING or field.role is Role.REFERENCE:
        return Level.NONE
    return Level.MINOR if field.role is Role.VALUE or _means_something_else(field) else Level.NONE


def _number_breaks(change: Change, number: FieldChange, whole: Difference) -> bool:
    """Return whether the earlier number no longer leads to the rule."""
    before = number.before.source
    if not before:
        return False
    former = whole.after.by_key[change.key].names("former-numbers")
    return before not in former or any(rule.words("number") == before for rule in whole.after.of("rule"))


def _means_something_else(text: FieldChange) -> bool:
    if _decisive(text.before.source) != _decisive(text.after.source):
        return True
    one, other = (Counter(map(str.casefold, WORD.findall(words))) for words in (text.before.words, text.after.words))
    return bool(one or other) and alike(one, other) < REWRITTEN


def _decisive(text: str) -> "Counter[object]":
    """Return the figures, links and decisive words of a text, with their counts."""
    outside = re.sub(r"\[\[[^\[\]]*\]\]", " ", text)
    words = (word.casefold() for word in TOKEN.findall(outside))
    return Counter([*(word for word in words if word in DECISIVE or FIGURES.search(word)), *links_in(text)])

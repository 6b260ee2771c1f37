"""Compare two editions, and weigh each change: a broken reference, another rule or value, or only other words.

- A reference breaks if an id no longer leads anywhere, or if a number leads to another rule or to none.
- The rule itself has changed if its values, number words, denials, conditions or links differ, or most of its words.
  The list of decisive words is English; in other languages figures, links and the share of words decide.
- All else is wording.
"""

import re
from collections import Counter
from dataclasses import replace

from rulewright.editions.data import IN_DATA
from rulewright.editions.difference import WORD, Change, Difference, FieldChange, alike, unweighed
from rulewright.editions.edition import Edition, Role, links_in, whole_of
from rulewright.editions.versions import Level
from rulewright.entries.table import Policy
from rulewright.source.markup.english import NUMBERS


def compare(before: Edition, after: Edition) -> Difference:
    """Return every change with its level: changed and added things in the order of `after`, then removed ones."""
    difference = unweighed(before, after)
    return replace(
        difference, changes=tuple(replace(each, level=_level(each, difference)) for each in difference.changes)
    )


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
    return change.renamed and change.guessed and change.kind in PERMANENT


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

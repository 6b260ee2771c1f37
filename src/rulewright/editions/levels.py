"""What a change means for a reader: a broken reference, another rule or value, or only other words.

- A reference breaks where an id no longer leads anywhere, or where a number leads to another rule or to none.
- A rule is another if a value, a number in words, a denial, a condition or a link of it is, or most of its words. The
  words that decide this are English; of other languages figures, links and the share of words are weighed.
- All else is wording.
"""

import re
from collections import Counter
from collections.abc import Iterator

from rulewright.editions.difference import Change, Difference, FieldChange, Match
from rulewright.editions.matching import WORD, alike
from rulewright.editions.snapshot import (
    CARD,
    CELL,
    CLAIM,
    ERRATUM,
    EXAMPLE,
    FACT,
    FIGURE,
    REFERENCE,
    RULE,
    TABLE,
    TERM,
    Thing,
    links_in,
)
from rulewright.editions.versions import Level, highest
from rulewright.markup.english import NUMBERS
from rulewright.model.table import Policy

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

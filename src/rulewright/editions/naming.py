"""The names of things for readers: a rule by number and title, a cell by its headings."""

import re

from rulewright.editions.snapshot import Key, Snapshot, Thing, links_in
from rulewright.translation.messages import tell

COUNT = re.compile(r"(\d{1,9}) of (\d{1,9}) \(")
LONGEST = 70
"""Characters of a sentence that stands for a claim."""


def full_name(key: Key, snapshot: Snapshot) -> str:
    """`4.2 Hits`, `Damage throw: 6–7`, or the id of what has no other name."""
    thing = snapshot.by_key.get(key)
    if thing is None:
        return key[1]
    match thing.kind:
        case "rule":
            return f"{thing.get('number')} {thing.get('title')}".strip() or thing.id
        case "cell":
            return f"{full_name(thing.whole, snapshot)}: {thing.get('at') or thing.id}"
        case "fact":
            return _fact(thing, snapshot)
        case "term":
            return thing.get("name")
        case "claim":
            return shortened(snapshot.words(thing.get("bullet")))
        case "erratum":
            return ": ".join(filter(None, (_where(thing, snapshot), shortened(snapshot.words(thing.get("now"))))))
    return thing.get("title") or thing.id


def _fact(fact: Thing, snapshot: Snapshot) -> str:
    """A fact has no title: `5.3 Armour penetration: hopeless with one die`."""
    rule = (full_name(key, snapshot) for key in links_in(fact.get("rule")))
    return ": ".join((*rule, fact.id.replace("-", " ")))


def _where(erratum: Thing, snapshot: Snapshot) -> str:
    return " ".join(full_name(key, snapshot) for key in links_in(erratum.get("where")))


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rpartition(' ')[0]} …"


def described(before: str, after: str) -> tuple[str, str]:
    """How often a claim is true; where that stays the same, that others are the cases."""
    one, other = (_count(text) for text in (before, after))
    return (one, tell("{count}, but different ones", count=other)) if one == other else (one, other)


def _count(text: str) -> str:
    """`1,206 of 30,720`, from what a claim records."""
    found = COUNT.match(text)
    return tell("{some:,} of {every:,}", some=int(found[1]), every=int(found[2])) if found else text

"""The names of things for readers: a rule by number and title, a cell by its headings."""

from rulewright.editions.snapshot import Key, Snapshot, Thing, links_in
from rulewright.translation.messages import tell

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
        case "term":
            return thing.get("name")
        case "claim":
            return shortened(snapshot.words(thing.get("bullet")))
        case "erratum":
            return ": ".join(filter(None, (_where(thing, snapshot), shortened(snapshot.words(thing.get("now"))))))
    return thing.get("title") or thing.id


def _where(erratum: Thing, snapshot: Snapshot) -> str:
    return " ".join(full_name(key, snapshot) for key in links_in(erratum.get("where")))


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rpartition(' ')[0]} …"


def described(before: str, after: str) -> tuple[str, str]:
    """How often a claim is true; where that stays the same, that others are the cases."""
    one, other = (text.partition(" (")[0] for text in (before, after))
    return (one, tell("{count}, but others", count=other)) if one == other else (one, other)

"""Quick references: lists of bullets for cards, which web pages show too."""

from collections.abc import Iterable, Iterator
from typing import Annotated, cast

from rulewright.entries.calls import PROOF, Call
from rulewright.entries.claims import Claim, ClaimReader
from rulewright.entries.entry import EntryReader, Kind, NamedEntry, key, shared
from rulewright.entries.origins import OURS, SOURCE, Sourced, Sources
from rulewright.entries.roles import ONE_VALUE, Prose, link, links, texts_or_entries
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node


def _read_claim(reader: EntryReader, name: str) -> Claim | None:
    written, context = reader.scalar_at(name), cast(ClaimReader, reader.context)
    return None if written is None else context.read_claim(written, reader.findings)


BULLETS = texts_or_entries(
    "Bullet",
    lambda: Bullet,
    "a list of texts and of bullets with more to say",
    "as in items: [Roll one die.]",
    listed=True,
)


class Bullet(Sourced, noun="a bullet"):
    """A bullet with more than a text: a claim, a table below it, or bullets under it."""

    text: Prose = key("What the bullet says", "text: In a wood only 5 or more hits.")
    errata: Annotated[tuple[Text, ...], links("erratum")] = key(
        "The errata that it follows; if one of them is a ruling, it prints with a sign", "errata: wood", default=()
    )
    source: Sources = shared(SOURCE, default=())
    ours: bool = shared(OURS, default=False)
    claim: Annotated[Claim, Kind("text", _read_claim, ONE_VALUE)] | None = key(
        "What the bullet says as an expression: with a `proof` it is held against the rules code for every "
        "input, without one it is only stated; after `if` it says nothing of where it does not hold",
        "claim: cover is wood\nproof: hidden(cover)",
        default=None,
    )
    proof: Annotated[Call, PROOF] | None = key(
        "The function that must answer as the claim says, or a claim by itself: a function and its answer; "
        "without a claim, True exactly where a claim of the bullets under it holds",
        "claim: cover is wood\nproof: hidden(cover)",
        default=None,
    )
    unproved: str = key("Why the claim cannot be proved", "unproved: The rules code knows no smoke.", default="")
    table: Annotated[Text, link("table")] | None = key("A table printed below the bullet", "table: hits", default=None)
    items: tuple["Bullet", ...] = key("Bullets under this one", "items: [A mortar needs 3.]", kind=BULLETS, default=())

    def check(self, reader: EntryReader) -> None:
        written = reader.node_at("proof")
        claims = reader.has("claim") or any(map(_makes_claim, reader.list_at("items")))
        if written is not None and not claims:
            hint = "add a claim to this bullet, or to those under it that are its alternatives"
            reader.report("bad-proof", written.span, "there is no claim here for this function to prove", hint)

    def walk(self) -> Iterator["Bullet"]:
        """Yield the bullet and all below it, in reading order."""
        yield self
        yield from all_bullets(self.items)


def all_bullets(items: Iterable[Bullet]) -> Iterator[Bullet]:
    """Yield bullets and all below them, in reading order."""
    return (each for item in items for each in item.walk())


def _makes_claim(item: Node) -> bool:
    """Return whether a bullet makes a claim that the proof of the bullet above it covers."""
    return isinstance(item, Mapping) and item.get("claim") is not None and item.get("proof") is None


class Reference(NamedEntry, Sourced, noun="a reference"):
    """A quick reference: a list of bullets for a card, which web pages show too.

    Its `source`, or else that of its rule (`Book.origin_of`), applies to each bullet without one of its own.
    """

    title: Prose = key("What the list is called", "title: Fire")
    rule: Annotated[Text, link("rule")] | None = key("The rule that it sums up", "rule: hits", default=None)
    source: Sources = shared(SOURCE, default=())
    ours: bool = shared(OURS, default=False)
    items: tuple[Bullet, ...] = key("The bullets", "items: [Roll one die for each squad.]", kind=BULLETS)

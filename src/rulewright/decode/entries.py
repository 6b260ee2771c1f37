"""The smaller kinds of entry: terms, facts, quick references, errata, rulings, settlements and changes of a layer."""

from collections.abc import Iterator

from rulewright.decode.axes import Domains
from rulewright.decode.expressions import Facts, Tables, read_claim
from rulewright.entries.calls import read_call
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.names import slug
from rulewright.entries.origins import OURS, SOURCE, read_origin
from rulewright.entries.roles import (
    FLAG,
    PROSE,
    SCALAR,
    STRING,
    TEXT,
    TITLE,
    either,
    link,
    links,
    nodes,
    prose,
    ref,
)
from rulewright.entries.text import Text
from rulewright.findings import Findings
from rulewright.model.about import Layer, LayerChange
from rulewright.model.expression import Item
from rulewright.model.game import Reference
from rulewright.source.files import EntryChange, Sources
from rulewright.source.nodes import Mapping, Node, Scalar

# Quick references

BULLETS = nodes("a list of texts and of bullets with more to say", either(PROSE, ref("BulletEntry")))


class ReferenceEntry(LazyEntry):
    """A quick reference: a list of bullets for a card, which web pages show too."""

    noun = "a reference"
    title = key(TITLE, "What the list is called", "title: Fire", required=True)
    rule = key(link("rule"), "The rule that it sums up", "rule: hits")
    source, ours = SOURCE, OURS
    items = key(BULLETS, "The bullets", "items: [Roll one die for each squad.]", required=True)


class BulletEntry(LazyEntry):
    """A bullet with more than a text: a claim, a table below it, or bullets under it."""

    noun = "a bullet"
    text = key(TITLE, "What the bullet says", "text: In a wood only 5 or more hits.", required=True)
    errata = key(
        links("erratum"),
        "The errata that it follows; if one of them is a ruling, it prints with a sign",
        "errata: wood",
    )
    source, ours = SOURCE, OURS
    claim = key(
        SCALAR,
        "What the bullet says as an expression: with a `proof` it is held against the rules code for every "
        "input, without one it is only stated; after `if` it says nothing of where it does not hold",
        "claim: cover is wood\nproof: hidden(cover)",
    )
    proof = key(
        SCALAR,
        "The function that must answer as the claim says, or a claim by itself: a function and its answer",
        "claim: cover is wood\nproof: hidden(cover)",
    )
    unproved = key(STRING, "Why the claim cannot be proved", "unproved: The rules code knows no smoke.")
    table = key(link("table"), "A table printed below the bullet", "table: hits")
    items = key(BULLETS, "Bullets under this one", "items: [A mortar needs 3.]")


class ReferenceReader:
    """A reader of the quick references of a game, with the claims of their bullets."""

    def __init__(self, domains: Domains, tables: Tables, facts: Facts, findings: Findings) -> None:
        self.domains, self.tables, self.facts, self.findings = domains, tables, facts, findings

    def read(self, name: Scalar, node: Node) -> Reference:
        entry = ReferenceEntry(node, f"reference {name.value!r}", self.findings)
        items = tuple(self._item(each) for each in entry.items)
        return Reference(name.value, entry.title, entry.rule, items, name.span, read_origin(entry))

    def _item(self, node: Node) -> Item:
        """Read a bullet with its claim and the bullets below it."""
        if isinstance(node, Scalar):
            return Item(prose(node, self.findings))
        entry = BulletEntry(node, "a bullet", self.findings)
        claim, proof = entry.claim, entry.proof
        if proof is not None and claim is None and not any(map(_makes_claim, entry.items)):
            hint = "add a claim to this bullet, or to those under it that are its alternatives"
            entry.report("bad-proof", proof.span, "there is no claim here for this function to prove", hint)
        return Item(
            entry.text,
            None if claim is None else read_claim(claim, self.domains, self.tables, self.findings, self.facts),
            None if proof is None else read_call(proof, self.findings),
            entry.unproved,
            entry.table,
            tuple(self._item(below) for below in entry.items),
            entry.errata,
            read_origin(entry),
        )


def _makes_claim(item: Node) -> bool:
    """Return whether a bullet makes a claim that the proof of the bullet above it covers."""
    return isinstance(item, Mapping) and item.get("claim") is not None and item.get("proof") is None


# The changes of a layer as values, and what an author writes of them

KINDS = {
    "rules": "rule",
    "tables": "table",
    "references": "reference",
    "facts": "fact",
    "terms": "term",
    "domains": "domain",
    "examples": "example",
    "figures": "figure",
    "errata": "erratum",
    "rulings": "ruling",
}
"""The noun for an entry of each section."""


class LayerEntry(LazyEntry):
    """An entry that changes the entry with the same id in the extended game. Only the changed keys are needed.

    The value of a key replaces the one below; a key without a value removes it. A mapping with numbers as keys changes
    items of a list, and a mapping with names of columns changes a row of a table.
    """

    noun = "an entry of a layer"
    because = key(
        TEXT,
        "Why it differs from the game below; readers see the reason beside it",
        "because: We play it so.",
        default="the `because` of the game",
    )
    struck = key(
        FLAG,
        "Whether it is not used; a rule keeps its number and its title, and says why it is not used",
        "struck: yes",
        default="no",
    )
    of = key(
        STRING,
        "The digest of the entry below when it was changed; `check` warns when that entry has changed since",
        "of: 206a2b",
        default="none: nothing is compared",
    )


def decode_layer(sources: Sources, findings: Findings) -> Layer | None:
    """Return how a game changes the games that it extends; None if it extends none."""
    layered = sources.layered
    if layered is None:
        return None
    because = prose(layered.because, findings) if layered.because else None
    return Layer(layered.bases, because, tuple(_changes(layered.changes, because, findings)))


def _changes(changes: tuple[EntryChange, ...], default: Text | None, findings: Findings) -> Iterator[LayerChange]:
    """Yield each changed entry with the reason: its own, else the `default` of the game."""
    for each in changes:
        if each.section in KINDS:
            is_default = default and each.because and each.because.span == default.span
            own = prose(each.because, findings) if each.because and not is_default else None
            because = default if is_default else own
            id_ = slug(each.name.value) if each.section == "terms" else each.name.value
            yield LayerChange(KINDS[each.section], id_, each.done, because, each.name.span, each.below)

"""Quick references: bullets, and the claims that they make."""

from rulewright.decode.axes import Domains
from rulewright.decode.expressions import Facts, Tables, read_call, read_claim
from rulewright.decode.origins import OURS, SOURCE, read_origin
from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import PROSE, SCALAR, STRING, TITLE, either, link, links, nodes, ref
from rulewright.language.texts import prose
from rulewright.model.expression import Item
from rulewright.model.game import Reference
from rulewright.source.nodes import Mapping, Node, Scalar

BULLETS = nodes("a list of texts and of bullets with more to say", either(PROSE, ref("BulletEntry")))


class ReferenceEntry(Entry):
    """A quick reference: a list of bullets for a card, which the web shows too."""

    noun = "a reference"
    title = key(TITLE, "What the list is called", "title: Fire", required=True)
    rule = key(link("rule"), "The rule that it sums up", "rule: hits")
    source, ours = SOURCE, OURS
    items = key(BULLETS, "The bullets", "items: [Roll one die for each squad.]", required=True)


class BulletEntry(Entry):
    """A bullet with more than a text: a claim, a table after it, bullets under it."""

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
    """Reads the references of a game with the claims of their bullets."""

    def __init__(self, domains: Domains, tables: Tables, facts: Facts, faults: Findings) -> None:
        self.domains, self.tables, self.facts, self.faults = domains, tables, facts, faults

    def read(self, name: Scalar, node: Node) -> Reference:
        entry = ReferenceEntry(node, f"reference {name.value!r}", self.faults)
        items = tuple(self._item(each) for each in entry.items)
        return Reference(name.value, entry.title, entry.rule, items, name.span, read_origin(entry))

    def _item(self, node: Node) -> Item:
        if isinstance(node, Scalar):
            return Item(prose(node, self.faults))
        entry = BulletEntry(node, "a bullet", self.faults)
        claim, proof = entry.claim, entry.proof
        if proof is not None and claim is None and not any(map(_makes_claim, entry.items)):
            hint = "add a claim to this bullet, or to those under it that are its alternatives"
            entry.fault("bad-proof", proof.span, "there is no claim here for this function to prove", hint)
        return Item(
            entry.text,
            None if claim is None else read_claim(claim, self.domains, self.tables, self.faults, self.facts),
            None if proof is None else read_call(proof, self.faults),
            entry.unproved,
            entry.table,
            tuple(self._item(below) for below in entry.items),
            entry.errata,
            read_origin(entry),
        )


def _makes_claim(item: Node) -> bool:
    """Whether a bullet makes a claim that the bullet above it proves."""
    return isinstance(item, Mapping) and item.get("claim") is not None and item.get("proof") is None

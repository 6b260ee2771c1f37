"""The claims of quick references: what each says, where it is true, and whether the rules code agrees.

A claim may stay as it is written and still become true elsewhere, because a fact or a table that it names has changed.
So a snapshot counts the combinations of its inputs for which it holds, and keeps a digest of them.
"""

from collections.abc import Iterator, Mapping
from math import prod

from rulewright.editions.layouts import digest_of
from rulewright.editions.snapshot import CLAIM, Thing
from rulewright.editions.texts import RecordedTexts
from rulewright.findings import Span
from rulewright.model.book import Book, items_below
from rulewright.model.domain import Domain
from rulewright.model.expression import Claim
from rulewright.model.table import Axis
from rulewright.proof.executor import ResultCache
from rulewright.proof.report import ProofReport, State
from rulewright.proof.truth_tables import TableNumbers, TruthTables
from rulewright.store import Store

MOST = 100_000
"""Combinations of the inputs of a claim that are tried: more would take longer than all else of a snapshot."""

NO_CODE = ""
"""Where a claim holds depends on no rules code."""


def claims(book: Book, texts: RecordedTexts, proof: ProofReport, store: Store) -> Iterator[Thing]:
    """Each claim by its quick reference and its words."""
    states: Mapping[Span, State] = {each.span: each.state for each in proof.statements if each.kind == "claim"}
    truth, taken = Truth(book, store), dict[str, int]()
    for reference in book.game.references:
        for item in items_below(reference.items):
            if item.claim is None:
                continue
            id_ = f"{reference.id}({item.claim.text})"
            taken[id_] = taken.get(id_, 0) + 1
            fields = {
                "bullet": texts.of(item.text),
                "holds": truth.of(item.claim),
                "proof": states[item.claim.span].value if proof.ran and item.claim.span in states else "",
            }
            yield Thing(CLAIM, id_ if taken[id_] == 1 else f"{id_} {taken[id_]}", fields)


class Truth:
    """Where claims hold, from the domains, facts and tables of the game alone."""

    def __init__(self, book: Book, store: Store) -> None:
        self.book, self.tables, self.kept = book, TableNumbers(book), ResultCache(store, NO_CODE)

    def of(self, claim: Claim) -> str:
        """`35 of 120 (1f2e…)`; nothing where there are too many combinations, or endlessly many."""
        axes = [Axis(name, domain) for name, domain in self._domains(claim).items()]
        count = prod(axis.domain.proof_keys().size for axis in axes)
        if not 0 < count <= MOST:
            return ""
        truth = TruthTables(axes, self.tables, self.kept)
        held = truth.space.expand_all(truth.of(claim.condition).holds)
        return f"{held.count(1)} of {count} ({digest_of(held.hex())})"

    def _domains(self, claim: Claim) -> Mapping[str, Domain]:
        asked = (axis for table in claim.tables for axis in self.book.tables[table].axes)
        known = {**{axis.name: axis.domain for axis in asked}, **{each.id: each for each in self.book.game.domains}}
        return {name: known[name] for name in self.tables.variables(claim) if name in known}

"""What hit policies mean where several cases hold for one input: the one place where checks look it up."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.model.table import Table


@dataclass(frozen=True, slots=True)
class HitPolicy:
    """`complete`: every input needs a case. `differing`, `agreeing`: several that do so may hold for one input.

    `in_order`: the first that holds decides; `ranked`: the one whose value ranks highest. `repeated`: a thing
    may be said twice, as two modifiers say it or two views of one rule.
    """

    complete: bool = True
    differing: bool = False
    agreeing: bool = False
    in_order: bool = False
    ranked: bool = False
    repeated: bool = False


HIT_POLICIES: Mapping[str, HitPolicy] = {
    "unique": HitPolicy(),
    "any": HitPolicy(agreeing=True, repeated=True),
    "first": HitPolicy(differing=True, agreeing=True, in_order=True),
    "priority": HitPolicy(differing=True, agreeing=True, ranked=True),
    "sum": HitPolicy(complete=False, differing=True, agreeing=True, repeated=True),
    "list": HitPolicy(complete=False, differing=True, agreeing=True, repeated=True),
}
"""By the word that authors write."""


def hit_policy(table: Table) -> HitPolicy:
    return HIT_POLICIES[table.policy.value]

"""What each hit policy means where several cases hold for one input; all checks look it up here."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.model.table import Policy, Table


@dataclass(frozen=True, slots=True)
class HitPolicy:
    """`complete`: every input needs a case. `differing`: cases with different values may hold for one input.

    `restating`: cases with the same value may hold for one input, for the convenience of readers. `decided_by`: the
    cases that override the others, if one case decides; `remedy`: what helps a case that they override everywhere;
    `in_order`: the first case decides. `repeated`: two equal cases count twice, as modifiers do.
    """

    complete: bool = True
    differing: bool = False
    restating: bool = False
    decided_by: str = ""
    remedy: str = ""
    in_order: bool = False
    repeated: bool = False


HIT_POLICIES: Mapping[Policy, HitPolicy] = {
    Policy.UNIQUE: HitPolicy(),
    Policy.ANY: HitPolicy(restating=True),
    Policy.FIRST: HitPolicy(
        differing=True, decided_by="the cases before it", remedy="move it above them", in_order=True
    ),
    Policy.PRIORITY: HitPolicy(
        differing=True,
        decided_by="cases of higher priority",
        remedy="give its value a higher priority than theirs",
    ),
    Policy.SUM: HitPolicy(complete=False, differing=True, repeated=True),
    Policy.LIST: HitPolicy(complete=False, differing=True, repeated=True),
}


def hit_policy(table: Table) -> HitPolicy:
    return HIT_POLICIES[table.policy]

"""What hit policies mean where several cases hold for one input: the one place where checks look it up."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.model.table import Policy, Table


@dataclass(frozen=True, slots=True)
class HitPolicy:
    """`complete`: every input needs a case. `differing`: several may hold for one input, whatever they say.

    `restating`: several may that say the same, so that each who looks it up from his side finds it.
    `decided_by`: what decides where several hold, if one case does, and what its author can do for one that others
    leave nothing; `in_order`: that is the first. `repeated`: saying a thing twice says it twice, as modifiers do.
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
        differing=True, decided_by="the cases before it", remedy="move it before them", in_order=True
    ),
    Policy.PRIORITY: HitPolicy(
        differing=True, decided_by="cases of higher priority", remedy="let its value come before theirs"
    ),
    Policy.SUM: HitPolicy(complete=False, differing=True, repeated=True),
    Policy.LIST: HitPolicy(complete=False, differing=True, repeated=True),
}


def hit_policy(table: Table) -> HitPolicy:
    return HIT_POLICIES[table.policy]

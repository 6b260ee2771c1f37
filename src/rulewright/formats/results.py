"""What a run found out about its games, for every format to tell."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.diagnostics import Diagnostic, Faults, Waived
from rulewright.proof.report import ProofReport


@dataclass(frozen=True, slots=True)
class Result:
    """One game: its findings by place, what is waived of them, and its proof."""

    findings: tuple[Diagnostic, ...] = ()
    waived: tuple[Waived, ...] = ()
    proof: ProofReport = field(default_factory=ProofReport)

    @classmethod
    def of(cls, faults: Faults, proof: ProofReport) -> "Result":
        return cls(tuple(faults.sorted()), tuple(faults.waived), proof)


Results = Mapping[str, Result]
"""By the name of the game; findings about no game stand under the empty name."""

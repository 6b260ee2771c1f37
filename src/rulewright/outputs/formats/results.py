"""The results of a run, which every format writes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.base.findings import Finding, Findings, Waived
from rulewright.book.translations import Translated
from rulewright.proof.report import ProofReport


@dataclass(frozen=True, slots=True)
class Result:
    """One game: its findings in the order of their places, the waived ones, its proof, and its translations."""

    findings: tuple[Finding, ...] = ()
    waived: tuple[Waived, ...] = ()
    proof: ProofReport = field(default_factory=ProofReport)
    translations: tuple[Translated, ...] = ()

    @classmethod
    def of(cls, findings: Findings, proof: ProofReport, translations: tuple[Translated, ...] = ()) -> "Result":
        return cls(tuple(findings.sorted()), tuple(findings.waived), proof, translations)


Results = Mapping[str, Result]
"""Results by the name of the game; findings about the project have an empty name."""

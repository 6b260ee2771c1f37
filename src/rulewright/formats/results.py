"""The results of a run, which every format takes."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.alterations.counts import KindCount
from rulewright.diagnostics import Diagnostic, Faults, Waived
from rulewright.model.translated import Translated
from rulewright.proof.report import ProofReport


@dataclass(frozen=True, slots=True)
class Result:
    """One game: its findings in order of place, the waived ones, its proof, and its translations.

    `words` says how alterations of its words fared.
    """

    findings: tuple[Diagnostic, ...] = ()
    waived: tuple[Waived, ...] = ()
    proof: ProofReport = field(default_factory=ProofReport)
    words: tuple[KindCount, ...] = ()
    translations: tuple[Translated, ...] = ()

    @classmethod
    def of(
        cls,
        faults: Faults,
        proof: ProofReport,
        words: tuple[KindCount, ...] = (),
        translations: tuple[Translated, ...] = (),
    ) -> "Result":
        return cls(tuple(faults.sorted()), tuple(faults.waived), proof, words, translations)


Results = Mapping[str, Result]
"""By the name of the game; findings about no game have the empty name."""

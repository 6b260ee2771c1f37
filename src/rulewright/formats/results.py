"""The results of a run, which every format takes."""

from collections.abc import Mapping
from dataclasses import field, replace

from rulewright.diagnostics import Diagnostic, Faults, Waived
from rulewright.lazy_dataclass import dataclass
from rulewright.model.translated import Translated
from rulewright.proof.report import ProofReport
from rulewright.translation.catalogues import ENGLISH, Catalogue
from rulewright.translation.messages import in_language


@dataclass(frozen=True, slots=True)
class Result:
    """One game: its findings in order of place, the waived ones, its proof, and its translations."""

    findings: tuple[Diagnostic, ...] = ()
    waived: tuple[Waived, ...] = ()
    proof: ProofReport = field(default_factory=ProofReport)
    translations: tuple[Translated, ...] = ()
    language: Catalogue = ENGLISH

    @classmethod
    def of(
        cls,
        faults: Faults,
        proof: ProofReport,
        translations: tuple[Translated, ...] = (),
        language: Catalogue = ENGLISH,
    ) -> "Result":
        """Findings, and reasons why something is not proved, are in the words of the language; names stay."""
        findings = tuple(finding.in_language(language) for finding in faults.sorted())
        waived = tuple(replace(each, finding=each.finding.in_language(language)) for each in faults.waived)
        statements = tuple(replace(each, reason=in_language(each.reason, language)) for each in proof.statements)
        return cls(findings, waived, replace(proof, statements=statements), translations, language)


Results = Mapping[str, Result]
"""By the name of the game; findings about no game have the empty name."""

"""The results of a run, which every format takes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rulewright.alterations.counts import KindCount
from rulewright.diagnostics import Diagnostic, Faults, Waived
from rulewright.model.translated import Translated
from rulewright.proof.report import ProofReport
from rulewright.translation.catalogues import ENGLISH, Catalogue
from rulewright.translation.messages import in_language


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
    language: Catalogue = ENGLISH

    @classmethod
    def of(
        cls,
        faults: Faults,
        proof: ProofReport,
        words: tuple[KindCount, ...] = (),
        translations: tuple[Translated, ...] = (),
        language: Catalogue = ENGLISH,
    ) -> "Result":
        """Findings, and reasons why something is not proved, are in the words of the language; names stay."""
        findings = tuple(finding.in_language(language) for finding in faults.sorted())
        waived = tuple(replace(each, finding=each.finding.in_language(language)) for each in faults.waived)
        statements = tuple(replace(each, reason=in_language(each.reason, language)) for each in proof.statements)
        return cls(findings, waived, replace(proof, statements=statements), words, translations, language)


Results = Mapping[str, Result]
"""By the name of the game; findings about no game have the empty name."""

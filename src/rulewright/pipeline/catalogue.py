"""All names of findings by the stage that makes them; the manual has a page for each.

Authors can waive findings of checks, proof, mutants and print; findings of earlier stages leave no book.
"""

from collections.abc import Mapping

from rulewright import entries, proof, readback, source
from rulewright import outputs as render
from rulewright.base.findings import FindingKind, Severity, Stage
from rulewright.book import layers as extending
from rulewright.book import link
from rulewright.book import translations as multilingual
from rulewright.checks import CHECKS
from rulewright.editions.folder import EDITION_FINDINGS
from rulewright.proof import mutation

UNKNOWN_FINDING = FindingKind("unknown-finding")
STALE_WAIVER = FindingKind("stale-waiver", Severity.WARNING)
"""Findings about waivers themselves."""
STALE_SETTLEMENT = FindingKind("stale-settlement", Severity.WARNING)
"""A finding of `rulewright compare`."""
_OF_CHECKS = (*CHECKS, *EDITION_FINDINGS)

FINDINGS: Mapping[Stage, tuple[str, ...]] = {
    Stage.MACHINE: ("missing-library", "no-game", "template-error", "unlisted", "unwritable"),
    Stage.READ: source.FINDINGS,
    Stage.DECODE: (*entries.FINDINGS, *extending.FINDINGS),
    Stage.LINK: (*link.FINDINGS, UNKNOWN_FINDING.name),
    Stage.CHECK: tuple(
        sorted({*(kind.name for kind in _OF_CHECKS), STALE_WAIVER.name, *multilingual.FINDINGS, *extending.WARNINGS})
    ),
    Stage.PROVE: proof.FINDINGS,
    Stage.MUTATE: mutation.FINDINGS,
    Stage.PRINT: render.FINDINGS,
    Stage.READ_BACK: readback.FINDINGS,
    Stage.COMPARE: (STALE_SETTLEMENT.name,),
}

STAGES = {name: stage for stage, names in FINDINGS.items() for name in names}
"""The stage of each finding name."""

_NEVER_WAIVED = {kind.name for kind in _OF_CHECKS if not kind.waivable}
WAIVABLE = {name for name, stage in STAGES.items() if stage.waivable} - _NEVER_WAIVED
"""The names of the findings that a waiver may set aside."""

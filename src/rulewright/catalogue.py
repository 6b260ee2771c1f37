"""Every finding there is, by the stage that makes it: the manual has a page for each.

A finding of checks, proof or print can be waived by its id; without what the stages before them found, there
would be no book to go on with.
"""

from enum import Enum


class Stage(Enum):
    """When a finding is made: on the machine itself, or in a stage of the pipeline."""

    MACHINE = "The machine"
    READ = "Reading the source"
    DECODE = "Making sense of it"
    LINK = "Linking"
    CHECK = "Checks"
    PROVE = "Proof"
    PRINT = "Print"

    @property
    def waivable(self) -> bool:
        return self in (Stage.CHECK, Stage.PROVE, Stage.PRINT)


FINDINGS = {
    Stage.MACHINE: ("missing-library", "no-game", "template-error", "unwritable"),
    Stage.READ: (
        "alias", "compound-key", "duplicate-key", "empty-file", "invalid-yaml", "nested-too-deep", "not-utf8",
        "outside", "several-documents", "tag", "too-large", "unreadable-file",
    ),
    Stage.DECODE: (
        "ambiguous-cell", "bad-block", "bad-claim", "bad-key", "bad-name", "bad-proof", "bad-unit", "bad-value",
        "broken-link", "duplicate-id", "missing-cell", "missing-key", "outside-domain", "surplus-cell",
        "unknown-domain", "unknown-finding", "unknown-key", "wrong-type",
    ),
    Stage.LINK: ("circular-rule", "dangling-link", "duplicate-number", "duplicate-term"),
    Stage.CHECK: (
        "bad-number", "boundary-said-two-ways", "edge-without-mark", "former-name-taken", "gap-in-table",
        "legend-without-mark", "mark-without-legend", "misspelt-term", "overlap", "premature-cutoff",
        "reference-on-no-card", "sheet-overflow", "stale-waiver", "table-on-no-card", "two-names", "typed-number",
        "undefined-term", "unreachable-case", "unused-term",
    ),
    Stage.PROVE: (
        "disagreement", "domain-differs", "endless-domain", "example-differs", "ignored-axis", "no-rules-code",
        "rules-died", "rules-forbidden", "rules-import", "rules-memory", "rules-raised", "rules-result",
        "rules-syntax", "rules-timeout", "too-many-cases", "unknown-function", "unprovable-parameter",
    ),
    Stage.PRINT: ("card-overflow", "print-warning", "rulebook-overflow", "unsettled-pages"),
}  # fmt: skip

STAGES = {name: stage for stage, names in FINDINGS.items() for name in names}
"""The stage of each finding by its name."""

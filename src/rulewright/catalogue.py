"""Every finding there is, by the stage that makes it: the manual has a page for each.

A finding of checks, proof, mutants or print can be waived by its id; without what the stages before them found, there
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
    MUTATE = "Mutants"
    PRINT = "Print"
    READ_BACK = "Reading back the print"

    @property
    def waivable(self) -> bool:
        return self not in (Stage.MACHINE, Stage.READ, Stage.DECODE, Stage.LINK)


FINDINGS = {
    Stage.MACHINE: ("missing-library", "no-game", "template-error", "unwritable"),
    Stage.READ: (
        "alias", "bad-picture", "compound-key", "duplicate-key", "empty-file", "invalid-yaml", "missing-picture",
        "nested-too-deep", "not-utf8", "outside", "several-documents", "tag", "too-large", "unreadable-file",
        "unsafe-picture",
    ),
    Stage.DECODE: (
        "ambiguous-cell", "bad-block", "bad-claim", "bad-key", "bad-name", "bad-proof", "bad-unit", "bad-value",
        "broken-link", "duplicate-id", "missing-cell", "missing-key", "outside-domain", "surplus-cell",
        "unknown-domain", "unknown-finding", "unknown-key", "wrong-type",
    ),
    Stage.LINK: ("circular-rule", "dangling-link", "duplicate-number", "duplicate-term"),
    Stage.CHECK: (
        "bad-back", "bad-number", "boundary-said-two-ways", "colours-merge", "duplicate-row", "edge-without-mark",
        "former-name-taken", "gap-in-table", "heavy-ink", "inks-differ",
        "irrelevant-input", "legend-without-mark", "lost-total", "mark-without-legend", "mergeable-rows",
        "misspelt-term", "needless-open-end", "number-differs", "overlap", "premature-cutoff", "reference-on-no-card",
        "rule-on-no-card", "sheet-overflow", "silent-rule", "stale-waiver", "subsumed-row", "table-on-no-card",
        "term-on-no-card", "two-names", "typed-number", "undefined-result", "undefined-term", "unreachable-case",
        "unused-term",
    ),
    Stage.PROVE: (
        "disagreement", "domain-differs", "endless-domain", "example-differs", "ignored-axis", "no-rules-code",
        "restated-table", "rules-died", "rules-forbidden", "rules-import", "rules-memory", "rules-raised",
        "rules-result", "rules-syntax", "rules-timeout", "too-many-cases", "unknown-function", "unprovable-parameter",
    ),
    Stage.MUTATE: ("surviving-mutant",),
    Stage.PRINT: (
        "card-overflow", "coarse-picture", "not-for-press", "print-warning", "rulebook-overflow", "unsettled-pages",
    ),
    Stage.READ_BACK: (
        "foreign-font", "low-contrast", "missing-glyph", "reads-back-differently", "small-type", "text-clipped",
        "text-missing", "text-outside", "text-overprinted",
    ),
}  # fmt: skip

STAGES = {name: stage for stage, names in FINDINGS.items() for name in names}
"""The stage of each finding by its name."""

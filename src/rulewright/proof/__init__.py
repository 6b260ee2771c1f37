"""Proof: whether the rules code and the game's tables, facts, claims and examples say the same."""

FINDINGS = (
    "disagreement", "domain-differs", "endless-domain", "example-differs", "ignored-axis", "no-rules-code",
    "restated-table", "rules-died", "rules-forbidden", "rules-import", "rules-memory", "rules-raised",
    "rules-result", "rules-syntax", "rules-timeout", "too-many-cases", "unknown-function", "unprovable-parameter",
)  # fmt: skip
"""The names of the findings of this stage."""

"""The last stage before publishing: finished files are read back, and compared with what they were to say."""

FINDINGS = (
    "foreign-font", "low-contrast", "missing-glyph", "reads-back-differently", "small-type", "text-clipped",
    "text-missing", "text-outside", "text-overprinted",
)  # fmt: skip
"""The names of the findings of this stage."""

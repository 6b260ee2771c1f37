"""The last stage before publishing: reads the finished files back and compares them with what they must say."""

FINDINGS = (
    "foreign-font", "low-contrast", "missing-glyph", "reads-back-differently", "small-type", "text-clipped",
    "text-missing", "text-outside", "text-overprinted",
)  # fmt: skip
"""The names of the findings of this stage."""

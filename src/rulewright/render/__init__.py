"""Rendering: a book becomes HTML pages and printed cards. Renderers return text or bytes; none writes a file."""

FINDINGS = (
    "card-overflow", "coarse-picture", "not-for-press", "print-warning", "rulebook-overflow", "unsettled-pages",
)  # fmt: skip
"""The names of the findings of this stage."""

"""Rendering: a book becomes cards, rulebooks, web pages and a report. Renderers return text or bytes.

Each package imports only from the ones above it in this list: paths, typesetting; pdf; sheets; cards, rulebook; web,
report, export; publication; products. Templates place; Python decides what they are given.
"""

FINDINGS = (
    "card-overflow",
    "coarse-picture",
    "not-for-press",
    "print-warning",
    "rulebook-overflow",
)
"""The names of the findings of this stage."""

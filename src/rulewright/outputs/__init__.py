"""Render a book as cards, rulebooks, web pages and a report. Renderers return text or bytes.

Each package imports only from those before it in this list: paths, typesetting; pdf; sheets; cards, rulebook; web,
report, export; publication; products. Python makes every decision; templates only place values.
"""

FINDINGS = (
    "card-overflow",
    "coarse-picture",
    "not-for-press",
    "print-warning",
    "rulebook-overflow",
)
"""The names of the findings of this stage."""

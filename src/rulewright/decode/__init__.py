"""Decoding: trees become typed values; each finding is in the words of the author, and none stops the rest.

A value is read by the type that its key expects, so `no`, `1:30`, `010` and `1-2` stay what the author wrote.
"""

FINDINGS = tuple(
    (
        "ambiguous-cell bad-block bad-claim bad-key bad-name bad-proof bad-unit bad-value broken-link "
        "duplicate-id missing-cell missing-key outside-domain surplus-cell unknown-domain unknown-key "
        "unsupported-markup wrong-type"
    ).split()
)
"""The names of the findings of this stage."""

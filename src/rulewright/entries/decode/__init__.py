"""Decoding: turn source trees into typed values. A finding names what the author wrote; the rest is still decoded.

A value is read by the type that its key expects, so `no`, `1:30`, `010` and `1-2` stay what the author wrote.
"""

FINDINGS = tuple(
    (
        "ambiguous-cell bad-block bad-claim bad-key bad-name bad-proof bad-unit bad-value broken-link "
        "duplicate-id missing-cell missing-key outside-domain surplus-cell unknown-domain unknown-key "
        "unsupported-markup wrong-type"
    ).split()
)
"""Names of the findings that decoding reports."""

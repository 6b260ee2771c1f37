"""The language of the source: one class for each kind of entry, which is its value, its reader and its documentation.

`entry.py` reads a mapping into an `Entry` by the types of its fields; `roles.py` has these types. `blocks/` has
the blocks of a card. `book/declarations.py` lists them all.

A value is read by the type that its key expects, so `no`, `1:30`, `010` and `1-2` stay what the author wrote. A finding
names what the author wrote; the rest is still read.
"""

FINDINGS = tuple(
    (
        "ambiguous-cell bad-block bad-claim bad-key bad-name bad-proof bad-unit bad-value broken-link "
        "duplicate-id missing-cell missing-key outside-domain surplus-cell unknown-domain unknown-key "
        "unsupported-markup wrong-type"
    ).split()
)
"""Names of the findings that decoding reports."""

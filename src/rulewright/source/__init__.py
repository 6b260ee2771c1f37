"""Read the files of a game as located nodes. Later stages interpret them."""

FINDINGS = tuple(
    (
        "alias bad-font bad-picture bad-spreadsheet compound-key control-character cut-text duplicate-key "
        "empty-file invalid-po invalid-yaml missing-font missing-picture nested-too-deep not-utf8 outside over-limit "
        "several-documents tag too-large unreadable-file unsafe-picture"
    ).split()
)
"""The names of the findings of this stage."""

"""The last stage before publishing: reads the finished files back and compares them with what they must say.

- The readers share no code with what made the files: PDFium for PDFs, an HTML parser for pages. So they do not repeat
  its errors.
- Tables are matched by their texts, because a PDF names no tables. White space, and hyphens between letters, do not
  count.
- Contrast is measured on the page painted without its letters.
- A file that has read back without findings is not read again while its bytes and the source's statements about it are
  the same (`cache.py`).
"""

FINDINGS = tuple(
    (
        "foreign-font low-contrast missing-glyph reads-back-differently screened-type small-type text-clipped "
        "text-missing text-outside text-overprinted"
    ).split()
)
"""The names of the findings of this stage."""

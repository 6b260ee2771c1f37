"""The last stage before publishing: reads the finished files back and compares them with what they must say.

- The readers share no code with what made the files, so they do not repeat its errors: PDFium reads PDFs, and an HTML
  parser reads pages.
- Tables are matched by their texts, because a PDF does not name them. White space, and hyphens between letters, do not
  count.
- Contrast is measured on the page painted without its letters.
- A file without findings is not read again while its bytes and what the source says of it stay the same.
"""

FINDINGS = tuple(
    (
        "foreign-font low-contrast missing-glyph reads-back-differently screened-type small-type text-clipped "
        "text-missing text-outside text-overprinted"
    ).split()
)
"""The names of the findings of this stage."""

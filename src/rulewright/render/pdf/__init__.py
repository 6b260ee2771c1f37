"""WeasyPrint and PDFium: HTML to tagged PDF, what does not fit, and finished pages as pictures.

WeasyPrint is imported in `engine.py` only. Look at these again on an upgrade from version 70:

- `engine.py` corrects two faults: line breaks after a text with a space at its end, and bullets that a stylesheet
  draws. `tags/` mends the tags before the PDF is written; a validator in the tests shows what it misses.
- `lazy_import.py` and `declarations.py` make the import cheap. Where a version or a part is not as they expect, they do
  nothing, and the import is a plain one.
- `pieces/` prints the parts of a document apart and puts them together; it holds WeasyPrint's objects before they are
  written.
- WeasyPrint does not report what does not fit. `overflow.py` compares the boxes of the layout, and names the block.
- It ignores break rules on the first row group of a page, so the rulebook's stylesheet gives them to rows.
"""

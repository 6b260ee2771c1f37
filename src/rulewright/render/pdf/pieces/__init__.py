"""Parts of a document, each laid out and printed apart, and the one PDF that they make together.

- `printing.py` prints a part. What it returns is a pure function of the part's HTML and style: the page numbers in it
  are left open, each in a room of a given number of digits, so that pages may move without a new layout.
- `piece.py` has what a part consists of. It leaves page numbers open, and the side on which a page lies.
- `joining.py` puts parts together, mirrors left pages and writes the numbers. The fonts are cut once, for the glyphs of
  all parts.

They use inner parts of WeasyPrint 70 and pydyf. `pieces_work` tries whether what is installed has them; with another
version a rulebook is printed as a whole.
"""

"""Print the parts of a document separately, then join them into one PDF.

- `printing.py` prints a part. The result is a pure function of the part's HTML and style: its page numbers are left
open, each with room for a fixed number of digits, so that pages may move without a new layout.
- `piece.py` defines a printed part. It leaves open page numbers, and whether a page lies on the left or right.
- `joining.py` joins the parts, mirrors left pages and writes the numbers. Each font is subset once, for the glyphs of
all parts.

They use internals of WeasyPrint 70 and pydyf. `pieces_work` tests whether the installed version has them; if not, a
rulebook is printed as a whole.
"""

"""Lay cards out as HTML, for paper and as charts, and search for the largest type that fits.

- Each page of a card is a box with `data-page`. A box that continues on a second page of the PDF is too long. A box
that reaches beyond its column is an overflow too, because it would cover its neighbour.
- Links are relative (`../web/…`), so a folder works after it is moved or served, and PDFs have the same bytes on every
machine. If the rulebook's PDF lies beside the cards, rule numbers link to named destinations in it; a test resolves
every link.
- `setting.py` searches for the font size at which a card fits; `arranging.py` arranges its columns. WeasyPrint may
break a page before it is full, so columns are measured on endless pages, and a size that a message proposes has been
tried.
- A card the size of home paper is a sheet that nobody cuts: its tables have less spacing, and its margin is 5 mm.
- A chart uses only the elements and attributes of HTML 3.2, which a test lists (`chart.py`).
"""

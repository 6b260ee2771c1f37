"""Cards: their layout as HTML, on paper and as charts, and the search for type that fits.

- Each page of a card is a box with `data-page`. A box that takes a second page of the PDF is too long, and what reaches
  beyond its column is an overflow too, because it would lie on its neighbour.
- Links are relative (`../web/…`): a folder that is moved or served stays whole, and PDFs are the same bytes on every
  machine. Rule numbers lead to named places of the rulebook's PDF instead, if it lies beside the cards; a test resolves
  every link.
- `setting.py` searches the size of type at which a card fits and its columns, which `arranging.py` arranges. WeasyPrint
  may break a page before it is full. So columns are measured on endless pages, and a size that a message proposes has
  been tried.
- A card the size of home paper is a sheet that nobody cuts: its tables are set closer, and its margin is 5 mm.
- A chart has only the elements and attributes of HTML 3.2, which a test lists (`chart.py`).
"""

"""Imposition: where cards lie on the pages of a sheet, and pages of a book on paper to be folded.

Pure geometry in millimetres from the top left corner of the page. `pages.py` lays out a sheet, `booklet.py` a book; the
other modules hold one step each: `pieces.py` what is cut out together, `space.py` the area for cards, `packing.py` the
place of each piece, `duplex.py` the other side of the paper, `marks.py` the marks for cutting and folding.

- The check that cards fit a sheet and the print of the sheet take the places of cards from here, so they cannot
  disagree.
- Backs are placed as the paper turns: behind itself, a card at θ is at -θ or at 180° - θ (`duplex.py`). A test measures
  fronts and backs in the finished PDF.
- Whoever cuts looks at the front. So backs have register crosses and no cut marks.
- A cut mark that would lie on another card is shortened or left out. An edge that has no mark left is a warning.
- The blank pages of a booklet are its last: anywhere else they would interrupt a text.
"""

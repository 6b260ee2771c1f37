"""Imposition: where cards lie on the pages of a sheet, and the pages of a book on paper to be folded.

Pure geometry in millimetres from the top left corner of the page. `pages.py` lays out a sheet of the pieces in
`pieces.py`, with the area and the marks of `space.py`, and booklets.

- The check that cards fit a sheet and the print of the sheet take the places of cards from here, so they cannot
  disagree.
- Backs are placed as the paper turns: behind itself, a card at θ is at -θ or at 180° - θ. A test measures fronts and
  backs in the finished PDF.
- Whoever cuts looks at the front. So backs have register crosses and no cut marks.
- A cut mark that would lie on another card is shortened or left out. An edge without any mark is a warning.
"""

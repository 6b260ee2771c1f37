"""Imposition: where cards lie on the pages of a sheet, and pages of a book on paper to be folded.

Pure geometry in millimetres from the top left corner of the page. `pages.py` lays out a sheet, `booklet.py` a book; the
other modules hold one step each: `pieces.py` what is cut out together, `space.py` the area for cards, `packing.py` the
place of each piece, `duplex.py` the other side of the paper, `marks.py` the marks for cutting and folding.
"""

"""Imposition: where cards lie on the pages of a sheet, and pages of a book on paper to be folded.

Pure geometry in millimetres from the top left corner of the page. `pages.py` lays out a sheet, `booklet.py` a book;
the other modules hold one step each: `pieces.py` what is cut out as one, `space.py` the room there is, `packing.py`
where each piece goes, `duplex.py` the other side of the paper, `marks.py` what tells where to cut and to fold.
"""

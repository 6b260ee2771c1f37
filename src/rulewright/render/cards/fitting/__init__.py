"""Finds what an author leaves to the tool: the size of type at which a card fits, and its columns.

`setting.py` searches, `sizes.py` chooses sizes, `layouts.py` lays a card out in one setting after the other;
`breaks.py` and `widths.py` arrange columns, from heights that `measurements.py` takes from a layout.

What they find is written into the card (`as_set`), and the PDF carries it in its metadata. So the web, the other
products and a print from the cache all show the same columns.

WeasyPrint may break a page before it is full. So columns are measured on endless pages, and a size that a message
proposes has been tried.
"""

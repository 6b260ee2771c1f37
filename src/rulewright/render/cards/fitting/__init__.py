"""Finds what an author leaves to the tool: the size of type at which a card fits, and its columns.

`setting.py` searches, `sizes.py` chooses sizes, `layouts.py` lays a card out in one setting after the other;
`breaks.py` and `widths.py` arrange columns, from heights that `measurements.py` takes from a layout.
"""

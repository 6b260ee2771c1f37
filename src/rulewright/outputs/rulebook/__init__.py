"""Print the rulebook as one PDF.

The text is laid out once, with room for page numbers. Then the index, which consists of page numbers, is laid out, and
the numbers are written in their places. A chapter begins a new page, or follows on where a page would be nearly empty.
"""

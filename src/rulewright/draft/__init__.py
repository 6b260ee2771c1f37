"""Drafts: what can be made of a source with errors, for its author alone.

- `marking.py` puts each error at its place in the book, so that every medium prints it there in red.
- `making.py` makes the files that can be made; what does not fit is printed a second time, marked.
- `stamping.py` writes DRAFT on each finished page.

The preview shows the same book.
"""

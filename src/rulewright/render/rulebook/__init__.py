"""The rulebook as one PDF, laid out until its page numbers hold still.

- Each part begins a new page, and is laid out again only if its HTML or the number of its first page has changed.
- From the third layout on, a link that has printed its page keeps printing it: it could otherwise flip forever.
- Composed with empty page numbers, the rulebook shows whether the print of the last build still holds.
"""

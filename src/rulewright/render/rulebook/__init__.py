"""The rulebook as one PDF, of parts that are printed apart.

- Each part knows nothing of the others: its page numbers are open until all parts are printed, and so is on which side
  of facing pages it begins. It begins a new page, or follows on where one would be nearly empty (`layout.py`).
- What an edit does not touch is not printed again. The index is the last part, for it is made of page numbers.
- Composed with no page numbers, the rulebook shows whether the print of the last build still holds.
"""

"""Print the rulebook as one PDF, from parts that are printed separately.

- No part depends on the others: its page numbers, and the side on which it begins, stay open until all parts are
printed. A part begins a new page, or continues on one that would be nearly empty (`layout.py`).
- Parts that an edit does not touch are not printed again. The index is last, because it consists of page numbers.
- The parts without page numbers also show whether the PDF of the last build is still valid.
"""

"""Editions: what a game said when it was published, and what has changed since.

A book has one form as data, `rules.json` (`data.py`): builds make it, and `rulewright edition 1.1` stores it with the
sources (`folder.py`). The entries in it, their cells and their claims are things with fields (`edition.py`), each field
with the role of its key. So one comparison serves all kinds (`comparison.py`); the later edition follows from the
earlier one and the difference (`difference.py`). Readers see a difference in names and words (`view.py`).

- Links in texts have the ids of things and the words that the author gave them. What a link prints, such as the number
  of a rule, is no difference of the text: a renumbered rule changes itself, and not all rules that cite it.
- What is compared depends on what the author wrote, never on the version of the tool. So cards are compared by what
  they print, not by the bytes of their PDFs.
"""

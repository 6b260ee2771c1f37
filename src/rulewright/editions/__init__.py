"""Editions: what a game said when it was published, and what has changed since.

`rulewright edition 1.1` records a snapshot of the linked game (`recording.py`) as a file with one line for each thing
(`folder.py`). Every kind of thing is the same plain value: an id and some fields of text (`snapshot.py`). So one
comparison serves rules, cells, facts, terms, claims, examples and cards (`comparison.py`); the later snapshot follows
from the earlier one and the difference (`difference.py`). Readers see a difference in names and words (`view.py`).

- Links in recorded texts have the ids of things and the words that the author gave them. The number of a rule and the
  value of a fact or of a cell are looked up: a renumbered rule changes itself, and not all rules that cite it.
- A recorded file depends on what the author wrote, never on the version of the tool. So cards are compared by what they
  print, not by the bytes of their PDFs.
"""

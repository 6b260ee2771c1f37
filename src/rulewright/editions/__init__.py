"""Editions: what a game said when it was published, and what has changed since.

`rulewright edition 1.1` records a snapshot of the linked game (`recording.py`) as a file of one line for each thing
(`file.py`). Every kind of thing is the same plain value: an id and some fields of text (`snapshot.py`). So there is one
comparison for rules, cells, facts, terms, claims, examples and cards (`comparison.py`), and `applied` gives the later
snapshot back from the earlier one and the difference.

- Links in recorded texts name things by id and keep the words that the author gave them. The number of a rule, the
  value of a fact or of a cell are looked up: a rule that is renumbered changes itself, not all rules that cite it.
- A recorded file depends on what the author wrote, never on the version of the tool: so cards are told apart by what
  they print, not by the bytes of their PDFs.
"""

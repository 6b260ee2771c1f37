"""What a game is once decoded: frozen values, each with its place in the source, which never counts in a comparison.

- Every kind of domain has whole numbers as keys, so a set of keys is always a few intervals (`keyset.py`), and one
  algebra serves all. For an enumeration the keys are positions. For a measure they are its points (2n) and what lies
  between two points (2n + 1), so gaps and overlaps at open and closed ends are exact, and a proof tries every point and
  one value between each two. For a set of names the key is a bit mask.
- Gaps and contradictions are shown as maximal boxes, found one by one (`cover.py`): a table of 8 inputs and 200 rows
  is analysed without listing its combinations.
- A table says where it is silent: `questions` that the sources leave open, and cases where it is `not-applicable`, are
  regions like cells. So nobody has to invent a rule to make a table whole, and any other gap is an error.
- A roll is a table that belongs to its rule (`Table.in_rule`). It is part of the text of the rule: citations from it
  are citations from the rule. It prints as a list where its scores alone decide.
- A quoted cell is the target `table:position` of kind `cell`; `citation_target` gives its table.
"""

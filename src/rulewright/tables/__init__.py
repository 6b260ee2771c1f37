"""Tables as functions: the answer for each combination of inputs, and which combinations a table covers.

- Every domain has whole numbers as keys. So a set of keys is always a few intervals (`entries/keyset.py`), and one
  algebra serves all domains. The keys of an enumeration are positions. A measure has the even key 2n for its point n
  and the odd key 2n + 1 for everything between points n and n + 1. So gaps and overlaps at open and closed ends are
  exact, and a proof tries every point and one value between each two. For a domain of sets the key is a bit mask of
  names.
- Gaps and contradictions are shown as maximal boxes, which `cover.py` finds one after another. So a table of 8 inputs
  and 200 rows is analysed without listing its combinations.
- A table can say that it is silent: `questions` that the sources leave open and `not-applicable` cases are regions,
  as cells are. Any other gap is an error, so an author never has to invent a rule to complete a table.
"""

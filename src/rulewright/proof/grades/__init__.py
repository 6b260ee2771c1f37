"""Grades of proof: how much the agreement of a printed statement with the rules code is worth.

The trace follows the syntax tree of rules.py from the
call of a proof, with a few inputs that the cell decides, to the values in the code that it answers.

- **derived**: part of the answer, or of a condition on the way to it, is calculated: arithmetic, the lowest or highest
  of something, a position in an order, a count, or the answer of a function that another printed table, claim or fact
  is compared with. A value from a list, or a number that the code only passes on, is not calculated.
- **repeated**: the code has an entry for this one cell. Either an entry of a dict, list, string, packed number, enum or
  set of combinations that has as many entries as it serves cells, however the entry is found. Or a literal that no
  other cell gets, chosen by nothing but equality. Or a cell that a list names by its input, when nothing else needs
  the list. Print and code are then two entries of one value, and agree even if both are wrong.
- **restated**: all else that agrees. One literal serves several cells, by a threshold, an order or for all other
  inputs; or the answer is whether a condition holds; or it is a number that several rules of the code use. The code
  states the rule's own conditions: a second reading, but without a reason.
- **partly covered**: it agrees wherever it was tried, and holds for more than that.
- **searched**: the inputs were too many to try them all.
- **not proved**: it was not compared, or disagrees.
- **stated**: a fact or a claim without a proof. A number that the source only gives needs none.

If several ways through the code lead to a cell, the weakest counts. In a sum of modifiers adding up does not count as a
calculation: each modifier is graded by its own summand. A claim is repeated if the code makes the same comparisons as
the claim, however they are written. Where the trace does not follow the code, the grade is restated. An answer that
takes more steps than any lookup (`trace.py`) counts as calculated.
"""

"""Grades of proof: how much it is worth that a printed statement agrees with the rules code.

`trace.py` follows the syntax tree of rules.py from the call of a proof, with a few inputs that the cell decides, to the
values in the code that become the answer. `cells.py`, `claims.py` and `grading.py` turn what it finds into a grade:

- **derived**: part of the answer, or of a condition on the way to it, is calculated: arithmetic, the lowest or highest
  of something, a position in an order, a count, or the answer of a function that another printed table, claim or fact
  is compared with. A value from a list, or a number that the code only passes on, is not calculated. It is still that
  value after a limit that does not apply, rounding that changes nothing, or numbers that cancel each other.
- **repeated**: the code has an entry for this one cell. That is an entry of a dict, list, string, packed number, enum
  or set of combinations that has as many entries as it serves cells, however the entry is looked up. Or a literal that
  no other cell gets, chosen only by equality. Or a cell that a list names by its input, if nothing else needs the list.
  Print and code are then two copies of one value, and agree even if both are wrong.
- **restated**: all other agreement. One literal serves several cells, by a threshold, an order or for all other inputs;
  or the answer is whether a condition holds; or it is a number that several rules of the code use. The code states the
  rule's own conditions: a second reading, but without a reason.
- **partly covered**: it agrees wherever it was tried, but applies to more inputs.
- **searched**: there were too many inputs to try them all.
- **not proved**: it was not compared, or disagrees.
- **stated**: a fact or a claim without a proof, such as a number that only the source gives.

If several ways through the code lead to a cell, the weakest grade counts. In a sum of modifiers, the addition is not a
calculation: each modifier is graded by its own summand. A claim is repeated if the code makes the same comparisons as
the claim, however they are written. Where the trace cannot follow the code, the grade is restated. An answer that takes
more steps than any lookup (`trace.py`) counts as calculated.
"""

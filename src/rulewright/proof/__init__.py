"""Proof: whether the rules code and the game's tables, facts, claims and examples say the same.

- The rules code never sees what is printed. The contained process (`worker.py`) gets the code and the values of each
  axis, and returns results; this side compares.
- The types of parameters must have the same values as the domains of the axes, so neither side knows a value that the
  other lacks. A type whose values cannot be listed, such as `frozenset[str]`, is refused.
- Where a table is not applicable the code must answer None, under any hit policy. Where it has a question, any answer
  will do.
- Results are never compared one by one: print and answers become arrays that are equal exactly where both agree.
- A call is divided into chunks of at most 65,536 combinations, and the limits on time and memory hold for each. A
  second process starts once work has waited 0.15 s, because nobody knows beforehand what a call costs.
- A step of an example is one call with single values, by the same request as a proof. With `working` the code answers
  pairs of value and label, and the tool adds or multiplies them and prints that.
- Odds are tables like any other. Their function calculates them with Fraction from the functions of the rules they
  depend on, so that a changed rule makes them disagree.
- How much an agreement proves is its grade (`grades/`), which follows from the syntax tree; nothing runs for it.
"""

FINDINGS = (
    "disagreement", "domain-differs", "endless-domain", "example-differs", "ignored-axis", "no-rules-code",
    "restated-table", "rules-died", "rules-forbidden", "rules-import", "rules-memory", "rules-raised",
    "rules-result", "rules-syntax", "rules-timeout", "too-many-cases", "unknown-function", "unprovable-parameter",
    "untried",
)  # fmt: skip
"""The names of the findings of this stage."""

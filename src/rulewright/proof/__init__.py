"""Proof: whether the rules code and the game's tables, facts, claims and examples say the same.

- The rules code never sees what is printed. The contained process (`worker.py`) gets the code and the values of each
  axis, and returns results; this side compares.
- The types of parameters must have the same values as the domains of the axes, so neither side knows a value that the
  other lacks. A type whose values cannot be listed, such as `frozenset[str]`, is refused.
- Where a table is not applicable the code must answer None, under any hit policy. Where it has a question, any answer
  will do.
- Results are never compared one by one: print and answers become arrays that are equal exactly where both agree.
- A larger call is first read late (`late/`): what a run of the code never reads holds for all its values, and summands
  are tried apart. Its answers are a decision diagram, along which tables are compared (`comparison.py`)
  without listing the combinations. It is given up where the code is no plain function, or is compared with plain
  calls and differs.
- Else a call is divided into chunks of at most 65,536 combinations, and the limits on time and memory hold for each. A
  second process starts once work has waited 0.15 s, because nobody knows beforehand what a call costs.
- "Proved" means the ranges of inputs that were tried (`report.py`). What has too many combinations may be searched at
  random (`binding.py`); what agrees is then searched, not proved.
- A step of an example is one call with single values, by the same request as a proof. With `working` the code answers
  pairs of value and label, and the tool adds or multiplies them and prints that.
- Odds are tables like any other. Their function calculates them with Fraction from the functions of the rules they
  depend on, so that a changed rule makes them disagree.
- Some calls are asked again, in another order and in a second process with another hash seed: code that answers
  otherwise proves nothing (`prove.py`).
- How much an agreement proves is its grade (`grades/`), which follows from the syntax tree; nothing runs for it.
"""

FINDINGS = (
    "dead-citation",
    "disagreement",
    "domain-differs",
    "endless-domain",
    "example-differs",
    "ignored-axis",
    "no-rules-code",
    "restated-table",
    "rules-died",
    "rules-forbidden",
    "rules-import",
    "rules-impure",
    "rules-memory",
    "rules-raised",
    "rules-result",
    "rules-syntax",
    "rules-timeout",
    "too-many-cases",
    "unknown-function",
    "unprovable-parameter",
    "untried",
)
"""The names of the findings of this stage."""

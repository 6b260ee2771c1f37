"""The proof: whether the rules code agrees with the tables, facts, claims and examples of a game.

- The rules code never sees what is printed. The contained process (`worker.py`) gets the code and the values of each
  axis, and returns results; this side compares.
- The type of a parameter must have the same values as the domain of its axis. A type whose values cannot be listed,
  such as `frozenset[str]`, is refused.
- Where a table is not applicable, the code must answer None under any hit policy. Where the table has an open question,
  every answer agrees.
- A large call is first evaluated partially (`contained/partial_evaluation.py`): a value that a run of the code never
  reads cannot change its result. The answers form a decision diagram, and tables are compared along it
  (`comparison.py`). If the code is not a plain function, or plain calls answer differently, all combinations are tried.
- These are split into chunks of at most 65,536 combinations. The limits on time and memory hold for each chunk.
- "Proved" means proved for the ranges of inputs that were tried (`report.py`). A call with too many combinations may be
  searched at random (`binding.py`); then its statements are searched, not proved.
- A step of an example is one call with single values. With `working`, the code answers pairs of value and label, and
  this side adds or multiplies the values.
- Some calls are repeated in another order and in a second process with another hash seed (`prove.py`). Code that
  answers differently proves nothing.
- A grade (`grades/`) says how much an agreement is worth. It follows from the syntax tree; nothing runs for it.
"""

FINDINGS = tuple(
    (
        "dead-citation disagreement domain-differs endless-domain example-differs ignored-axis no-rules-code "
        "restated-table rules-died rules-forbidden rules-import rules-impure rules-memory rules-raised "
        "rules-result rules-syntax rules-timeout too-many-cases unknown-function unprovable-parameter untried"
    ).split()
)
"""The names of the findings of this stage."""

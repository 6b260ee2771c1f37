"""The proof: whether the rules code agrees with the tables, facts, claims and examples of a game.

"Proved" means that the code, run for every combination of inputs that was tried, answers what is printed.

1. The code never sees what is printed. A contained process (`worker.py`) gets the code and the values of each input,
   and returns answers; this side compares. The answers cross as plain data of exact types.
2. The inputs tried are those of the table *and* of the function: the type of each parameter must have the same values
   as the domain of its axis (`binding.py`). A type whose values cannot be listed is refused.
3. Every call is answered twice (`executor.py`): by two processes with different hash seeds, so that sets have another
   order, and with the calls and their values in another order. The answers must be the same, or nothing is proved. So
   code that keeps state, counts its calls or depends on the order of a set shows by what it answers.
4. The first call that fails, does not end, takes too much memory or returns what no table prints is a finding.
5. Where a table is silent, the code must answer None; where it has an open question, every answer agrees.
6. A sum with more than a million combinations is evaluated partially: a part of a function that gets equal values
   gives equal results (`contained/partial_evaluation.py`). Both processes must make the same diagram of it, and
   plain calls at some combinations must agree with it.
7. If there are too many combinations, a search may try some at random; then nothing is proved, only searched.

Not covered: state that shows only after more calls, or in another order, than the two processes make; code that behaves
in another way on another version of Python; inputs beyond a test range (the report names the range); whether the rules
say what the code says. How much an agreement is worth is the grade (`grades/`).
"""

FINDINGS = tuple(
    (
        "dead-citation disagreement domain-differs endless-domain example-differs ignored-axis no-rules-code "
        "restated-table rules-died rules-forbidden rules-import rules-impure rules-memory rules-raised "
        "rules-result rules-syntax rules-timeout too-many-cases unknown-function unprovable-parameter untried"
    ).split()
)
"""The names of the findings of this stage."""

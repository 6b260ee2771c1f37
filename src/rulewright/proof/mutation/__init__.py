"""Mutation testing of the proof: each printed statement is altered, and the proof must notice.

The comparison that proves a statement also judges its mutants. A mutant that leaves a gap or a contradiction counts as
noticed. Claims that are alternatives under one proof are judged together.

The rules code is altered too (`code_mutants.py`). If no printed statement notices a mutant, then no reader can know
that line of code, or the mutant means the same. Nothing can tell these two apart, so the finding is a note.
"""

FINDINGS = ("surviving-mutant", "unnoticed-code")
"""The names of the findings of this stage."""

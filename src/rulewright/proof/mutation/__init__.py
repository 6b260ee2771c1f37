"""Mutation testing of the proof: each printed statement is altered, and the proof must notice.

The comparison that proves a statement also judges its mutants. A mutant that leaves a gap or a contradiction counts as
noticed. Claims that are alternatives under one proof are judged together.

The rules code is altered too (`altered_code.py`): what nothing printed notices is a line that no reader could know, or
that means the same either way. A mutant that answers alike over every domain cannot be told from the original, so the
finding is a note and says only that.
"""

FINDINGS = ("surviving-mutant", "unnoticed-code")
"""The names of the findings of this stage."""

"""Mutation testing of the proof: each printed statement is altered, and the proof must notice.

The comparison that proves a statement also judges its mutants. A mutant that leaves a gap or a contradiction counts as
noticed. Claims that are alternatives under one proof are judged together.
"""

FINDINGS = ("surviving-mutant",)
"""The name of the only finding of this stage."""

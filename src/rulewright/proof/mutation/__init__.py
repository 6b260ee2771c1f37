"""Whether the proof would notice: every printed statement is altered, and must then disagree with the rules code."""

FINDINGS = ("surviving-mutant",)
"""The name of the only finding of this stage."""

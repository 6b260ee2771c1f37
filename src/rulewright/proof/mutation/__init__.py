"""Mutation testing of the proof: each printed statement is altered, and the proof must notice."""

FINDINGS = ("surviving-mutant",)
"""The name of the only finding of this stage."""

"""Mutation testing of the proof: each printed statement is altered, and the proof must notice."""

"""Decoding: trees become typed values; each fault is in the author's words, and none stops the rest."""

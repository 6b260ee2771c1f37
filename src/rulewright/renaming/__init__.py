"""Renaming a thing of a game everywhere, by the places that the findings name.

The definition is renamed in a copy of the game. What then names nothing is an error with its exact place, so the tool
can rename whatever it can check: links, keys of tables, proofs, claims, examples, waivers. That is repeated until
nothing new is wrong. If something stays wrong, or would print otherwise, nothing is written. Only the letters of the
name change in a file: comments and layout stay.
"""

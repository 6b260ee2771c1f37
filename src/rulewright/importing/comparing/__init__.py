"""Comparison of a source, such as a published rulebook, with a game, statement by statement.

A statement is the content of one sentence, bullet or cell, with its place. `reading` takes statements from the files of
a source, `game_statements` from a game. `matching` finds where the game makes each statement of the source, and what
differs there; `comparison` gives the verdicts. What no program can decide, a person settles once, in the game's source.
"""

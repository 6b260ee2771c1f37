"""Compares what a source says with what a game says, statement by statement.

A statement is what one sentence, bullet or cell says, with its place: `reading` takes them from the files of a source,
`game_statements` from a game. `matching` finds where the game says each statement of the source and what differs there,
and `comparison` gives the verdicts. A person settles once, in the game's source, what no program can decide.
"""

"""Compares what a source says with what a game says, statement by statement.

A statement is what one sentence, bullet or cell says, with its place: `reading` takes them from the files of a source,
`game_statements` from a game. `matching` finds where the game says each of the source, `differences` what is lost on
the way, and `comparison` gives the verdicts. What no program can know a person settles once, in the game's source.
"""

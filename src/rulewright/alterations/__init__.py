"""Mutation testing of the words: each printed word that binds a player is altered, and a check must notice.

`kinds` lists the alterations, `altered_game` makes the game that prints them, and `noticing` runs the checks that read
words on it. Nothing is read or linked again.
"""

"""Drafts of games from what people already have: cards in Lout, rulebooks in Markdown, spreadsheets, oracles.

    a file ─ reader ─ Draft ─ writing ─ content/GAME, cards/GAME

A reader understands one format and makes a draft: entries as plain data, each with its place in the source. A reason
stands beside each guess, and words that a reader does not understand are listed with their places, so nothing is lost
silently. `readers` chooses the reader of each file. Only `writing`, `draft_yaml` and `plan` know about the files of a
game. `grids` turns grids of cells into tables.
"""

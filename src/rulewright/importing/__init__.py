"""Drafts of games from what people already have: cards in Lout, rulebooks in Markdown, spreadsheets, oracles.

    a file ─ reader ─ Draft ─ writing ─ content/GAME, cards/GAME

A reader understands one format, and makes a draft: entries of our own language as plain data, each with the place it
comes from. What a reader guesses it says beside the value, and what it does not understand it lists with its place, so
nothing of a source is lost in silence. Only `writing` knows about files. A grid of cells, wherever it stood, becomes a
table in `grids`.
"""

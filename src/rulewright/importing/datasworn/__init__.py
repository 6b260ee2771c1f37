"""Datasworn, the JSON in which games for solo players share oracles, moves and assets.

    things of a package ─ things.py ─ oracles.py, rules.py ─ a draft with links of theirs ─ links.py ─ a draft

Oracles become lists to roll on, by way of grids, as every table does. Moves, assets, and whatever else has a name and a
text, become rules below the chapter of their collection; what only programs use is passed over, and what nobody here
understands is listed.
"""

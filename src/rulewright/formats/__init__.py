"""Findings and printed cells in the formats that people and machines read.

A format of printed cells is a module `cells_NAME.py` with a function `cells`; `commands/tables.py` lists the names.
"""

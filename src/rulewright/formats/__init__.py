"""Findings and printed cells in the forms that people and machines read.

A form of printed cells is a module here, `cells_NAME.py`, with a function `cells`, and its NAME in `CELL_FORMATS`. The
list holds names and not modules, because the command line reads it at every start and must import nothing more.
"""

CELL_FORMATS = ("text", "json")
"""The values of `rulewright tables --format`; the first is the default."""

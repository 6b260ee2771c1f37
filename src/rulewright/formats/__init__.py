"""Findings and printed cells in the forms that people and machines read.

A form of printed cells is a module here, `cells_NAME.py`, with a function `cells`, and its NAME in a list of `cli.py`.
"""

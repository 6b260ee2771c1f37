"""One module for each command of the command line; each composes stages and prints.

Modules import what is slow to load only where they use it, so that every command starts at once.
"""

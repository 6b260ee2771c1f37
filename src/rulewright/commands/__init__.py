"""One module for each command of the command line; each composes stages and prints."""

"""The tool's own words in the language of a game.

Code writes English: `messages` makes texts that remember the sentence they were made from and the values in it, so that
they can be put into another language where they are printed.
"""

"""The language of the source: what an entry, a key and a kind of value are, and the JSON Schema that follows from them.

The words themselves are declared where they are read: the content in `decode`, the blocks of cards in `blocks`, what is
printed from cards and rules in `products`. `reference.py` lists them all. A word that used to be a key is declared as
`former`, and its error names the present one.
"""

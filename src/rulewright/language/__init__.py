"""The language of the source: the classes of entries, keys and kinds of value, and the JSON Schema generated from them.

Entries are declared where they are read: the content in `decode`, the blocks of cards in `blocks`, the products in
`products`. `reference.py` lists them all. The former name of a key is declared as `former`, and the error for it states
the current name.
"""

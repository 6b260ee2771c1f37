"""The language of the source: one class for each kind of entry, which is its value, its reader and its documentation.

`entry.py` reads a mapping into an `Entry` by the types of its fields; `roles.py` has these types. `blocks/` has
the blocks of a card. What is still read by a `LazyEntry` in `decode` becomes such an entry, too.
`book/declarations.py` lists them all.
"""

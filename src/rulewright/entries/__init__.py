"""The language of the source: one class for each kind of entry, which is its value, its reader and its documentation.

`entry.py` reads a mapping into an `Entry` by the types of its fields; `roles.py` has these types. Terms, facts,
rulings, errata and settlements are such entries. The others are still read by a `LazyEntry` in `decode`, `blocks` or
`products` and become a value of `model`. `reference.py` lists them all.
"""

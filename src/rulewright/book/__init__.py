"""A game as a whole: entries become a `Book`, in which every link has its target.

`reading.py` reads the entries of the source files, `link.py` resolves links and numbers rules, `layers/` joins a game
with those that it extends, and `translations/` makes the book in another language. `kinds.py` lists the kinds of
entries, and `grid.py` has the cells of a table as they are printed.

- A roll is a table that is part of the text of its rule (`Table.in_rule`). A citation from it counts as a citation
  from the rule. It prints as a list if only its score decides.
- A quoted cell is the target `table:position` of kind `cell`; `citation_target` returns its table.
"""

"""A game over another: house rules, optional rules, the rules of a scenario.

- `game: extends: iron-cross` names the game below, by its folder under content/; a list names several, as a group does
  that has ticked some optional rules. Each folder is read once, the lowest first (`reading.py`).
- An entry with the id of one below changes it: what the layer gives for a key takes the place of what stood there. In
  a mapping this goes key by key, in a list by the number of the item, in the row of a table by the column; nothing
  after a key takes it away (`patching.py`). It is the merge patch of RFC 7386, which many know, and it reaches into
  lists.
- Each change has a reason, its own or that of the whole layer, because players ask for it first. `struck: yes` takes an
  entry away. A struck rule keeps its number and its title and says why it is not used, so no link to it dies.
- The trees are put together between reading and decoding (`merging.py`): the stages after that know nothing of it.
- A change hides what the game below says later. `of` holds the digest of the entry that was changed, so a later change
  of it is found, as in translations (`entries.py`).
- Rules code is put together as text (`code.py`), into one module. What a layer defines takes the place of what the base
  has of this name, for the functions of the base too, as a method of a subclass does: who changes one function changes
  all that follows from it. `from iron_cross import damage as damage_before` gives the one below another name.
- A folder whose name begins with `_` is not a game: it holds terms, domains and tables that several games share.
  Each of them extends it.
- Findings of the games below are not repeated (`findings.py`).
"""

FINDINGS = ("no-reason", "nothing-to-change")
"""The names of the errors of this package."""
WARNINGS = ("changed-below", "two-layers")
"""The names of the findings that an author may waive."""

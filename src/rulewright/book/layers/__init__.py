"""A game over another: house rules, optional rules, the rules of a scenario.

- `game: extends: iron-cross` names the game below, by its folder under content/. A list names several, as for a group
  that plays with some of the optional rules. Each folder is read once, the lowest first (`reading.py`).
- An entry with the id of an entry below changes it: each key of the layer replaces the value below. Mappings are
  changed key by key, lists by the number of the item, rows of a table by the column; an empty value removes what is
  there (`patching.py`). This is the merge patch of RFC 7386, which many know, extended to lists.
- Each change has a reason, its own or that of the whole layer, because players ask for it first. `struck: yes` removes
  an entry. A struck rule keeps its number and its title and says why it is not used, so no link to it breaks.
- The trees are merged between reading and decoding (`merging.py`): the later stages know nothing of layers.
- A change hides later changes of the game below. `of` holds the digest of the entry that was changed, so that a later
  change of it is reported, as in translations.
- The rules code is merged as text into one module. A definition of the layer replaces the one below of the same name,
  also for the functions below that call it, like a method of a subclass: changing one function changes everything that
  follows from it. `from iron_cross import damage as damage_before` gives the function below another name.
- A folder whose name begins with `_` is not a game: it holds terms, domains and tables that several games share by
  extending it.
- Findings that the games below have themselves are not repeated (`reading.py`).
"""

FINDINGS = ("no-reason", "nothing-to-change")
"""The names of the errors of this package."""
WARNINGS = ("changed-below", "two-layers")
"""The names of the findings that an author may waive."""

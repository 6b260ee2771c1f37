"""A game in several languages: a PO file beside the originals translates the texts; tables and code exist once.

- `game: translations: [fr]` names the languages. The texts of each are in one file, `content/GAME/fr.po`, which
  translators edit with Poedit, Weblate or by hand.
- The declarations of the keys say which values are texts (`texts.py`). The context of a text is its address without
  places in lists, `references: turn: items`, so a new item does not move the translations of those behind it, and two
  equal originals at different addresses may be translated differently.
- Between reading and decoding, the translation replaces the texts in the trees of the game (`translation.py`). The
  later stages know nothing of it: decoding, links, checks, proof, print and read-back work as for any game, and
  findings point into the PO file. What is not translated stays as it is in the original.
- An entry has the original that it translates, so a later change is found by comparing the two. `rulewright translate`
  (`updating.py`) then writes the new original and marks the entry fuzzy.
- The proof compares the figures of each printed cell in both languages (`edition.py`); the read-back compares each
  print with the values of its own language.

Nothing of this is imported for a game in one language.
"""

FINDINGS = ("missing-translation", "stale-translation", "translation-differs", "unknown-translation")
"""The names of the findings of this package, which an author may waive."""

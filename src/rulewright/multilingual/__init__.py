"""A game in several languages: texts are translated in files beside the originals; tables, numbers and code exist once.

- `game: translations: [fr]` names the languages. The texts of each are in folders of its own, `content/GAME/fr/` and
  `cards/GAME/fr/`, because a translator takes one folder and leaves the rest alone. The files have the sections, ids
  and keys of the originals, and only texts: `rules: {oath: {title: Le serment}}`. Any file may hold any text.
- The declarations of the keys say which values are texts (`texts.py`). Words in the cells of a table are translated
  once for all cells: `records: {Onion: Oignon, Food: Nourriture}`.
- Between reading and decoding, the translation replaces the texts in the trees of the game (`entries.py`). The later
  stages know nothing of it: decoding, links, checks, proof, print and read-back work as for any game, and findings
  point into the translated file. What is not translated stays as it is in the original.
- Each translated entry has under `of` the digests of its original texts, so a later change of an original is reported,
  text by text. `rulewright translate` writes them, and the keys that are missing (`completing.py`).
- The proof compares the figures of each printed cell in both languages (`edition.py`); the read-back compares each
  print with the values of its own language.

Nothing of this is imported for a game in one language.
"""

FINDINGS = ("missing-translation", "stale-translation", "translation-differs")
"""The names of the findings of this package that an author may waive."""
UNKNOWN_TEXT = "unknown-translation"
"""The name of the finding for a text that translates nothing."""

"""A game in several languages: its texts in files beside the originals, its tables, numbers and code once.

- `game: translations: [fr]` names the languages. The texts of each lie in folders of its own, `content/GAME/fr/` and
  `cards/GAME/fr/`, because a translator takes a folder and leaves the rest alone. The files have the sections, ids and
  keys of the originals, and only texts: `rules: {oath: {title: Le serment}}`. Which file holds which text is free.
- Which keys hold texts follows from their declarations (`texts.py`). Small words of tables are translated once for all
  cells: `records: {Onion: Oignon, Food: Nourriture}`.
- A translation replaces the texts in the trees of the game between reading and decoding (`applying.py`). The stages
  after that know nothing of it: decoding, links, checks, proof, print and read-back work on it as on any game, and
  findings point into the translated file. What is not translated stays as it is in the original.
- Each translated entry has under `of` the digests of its original texts (`entries.py`), so an original that changed
  later is found, text by text. `rulewright translate` writes them, and the skeleton of what is missing (`skeleton.py`).
- The proof compares the figures of each printed cell in both languages (`figures.py`); the read-back compares each
  print with the values of its own language.

Nothing of this is imported for a game in one language.
"""

FINDINGS = ("missing-translation", "stale-translation", "translation-differs")
"""The names of the findings of this package that an author may waive."""
UNKNOWN_TEXT = "unknown-translation"
"""The name of the finding for what translates nothing."""

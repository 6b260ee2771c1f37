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

from dataclasses import dataclass

FINDINGS = ("missing-translation", "stale-translation", "translation-differs", "unknown-translation")
"""The names of the findings of this package, which an author may waive."""


@dataclass(frozen=True, slots=True)
class Translated:
    """The progress of a translation into one language.

    `texts` counts all texts, `stale` translations of changed originals.

    `cells` counts the printed cells that were compared with the original, and `differing` those with other numbers.
    Both are 0 if the translation has errors.
    """

    language: str
    texts: int
    translated: int
    stale: int
    cells: int = 0
    differing: int = 0

    @property
    def words(self) -> str:
        """A summary: `fr: 93 of 130 texts translated, 2 of them out of date; 8 of 9 printed cells have the …`."""
        values = {"language": self.language, "translated": self.translated, "texts": self.texts}
        share = "{language}: {translated:,} of {texts:,} texts translated".format(**values)
        if self.stale:
            share = f"{share}, {self.stale:,} of them out of date"
        if not self.cells:
            return share
        same = self.cells - self.differing
        cells = f"{same:,} of {self.cells:,} printed cells have the numbers of the original"
        return "; ".join((share, cells))

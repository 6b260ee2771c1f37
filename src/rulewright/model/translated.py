"""How far a game is translated into one language, and whether both print the same numbers."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Translated:
    """Of so many `texts` some are `translated`, and some of these are `stale`: the original changed since.

    `cells` counts the printed cells whose figures were compared with those of the original, and `differing` those that
    differ; both are 0 where the translation has errors.
    """

    language: str
    texts: int
    translated: int
    stale: int
    cells: int = 0
    differing: int = 0

    @property
    def words(self) -> str:
        """`fr: 93 of 130 texts translated, 2 of them out of date; 231 cells print the same numbers`."""
        values = {"language": self.language, "translated": self.translated, "texts": self.texts}
        share = "{language}: {translated:,} of {texts:,} texts translated".format(**values)
        if self.stale:
            share = f"{share}, {self.stale:,} of them out of date"
        if not self.cells:
            return share
        same = self.cells - self.differing
        cells = f"{same:,} of {self.cells:,} printed cells have the numbers of the original"
        return "; ".join((share, cells))

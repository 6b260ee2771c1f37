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
        stale = f", {self.stale:,} of them out of date" if self.stale else ""
        share = f"{self.language}: {self.translated:,} of {self.texts:,} texts translated{stale}"
        if not self.cells:
            return share
        same = f"{self.cells - self.differing:,} of {self.cells:,} printed cells have the numbers of the original"
        return f"{share}; {same}"

"""Who made a game and under which terms: what its cover, its imprint and the foot of its pages say."""

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.model.text import Text


@dataclass(frozen=True, slots=True)
class About:
    """What the author says of the game as a work.

    `source` is what the texts come from. `cover` and `credits` are passages; a cover most often is a picture.
    """

    authors: tuple[str, ...] = ()
    licence: Text | None = None
    source: Text | None = None
    credits: Text | None = None
    cover: Text | None = None

    @property
    def by(self) -> str:
        """The authors in a row."""
        return ", ".join(self.authors)

    def texts(self) -> Iterator[Text]:
        """Its texts in the order in which they print."""
        for text in (self.cover, self.licence, self.source, self.credits):
            if text is not None:
                yield text


NOTHING_SAID = About()

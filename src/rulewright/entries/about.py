"""A game as a work: its authors, the sources of its texts, rulings, and the game or language that it follows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rulewright.base.findings import Span
from rulewright.base.game_folders import SHARED
from rulewright.entries.text import Text
from rulewright.source.files import Done


@dataclass(frozen=True, slots=True)
class About:
    """What the author says about the game as a work.

    `source` says where the texts come from. `cover` and `credits` are passages; the cover is usually a picture.
    """

    authors: tuple[str, ...] = ()
    licence: Text | None = None
    source: Text | None = None
    credits: Text | None = None
    cover: Text | None = None

    @property
    def by(self) -> str:
        """The authors, joined with commas."""
        return ", ".join(self.authors)

    def texts(self) -> Iterator[Text]:
        for text in (self.cover, self.licence, self.source, self.credits):
            if text is not None:
                yield text


EMPTY_ABOUT = About()


# The changes that a game makes to the games that it extends


@dataclass(frozen=True, slots=True)
class LayerChange:
    """An entry that a layer adds, changes or strikes, with the reason.

    `below` is the span of the entry in the base game. None if the layer adds it.
    """

    kind: str
    id: str
    done: Done
    because: Text | None
    span: Span = field(compare=False)
    below: Span | None = field(default=None, compare=False)

    @property
    def layer(self) -> str:
        return self.span.file.split("/")[1]


@dataclass(frozen=True)
class Layer:
    """The bases and changes of a game that extends others.

    `bases` are folders, and `changes` are the changes of all layers; both begin with the lowest. `because` is the
    reason for changes without a reason of their own.
    """

    bases: tuple[str, ...]
    because: Text | None
    changes: tuple[LayerChange, ...]

    @property
    def base(self) -> str:
        """The folder of the lowest base that is a game and not shared files; "" if there is none."""
        return next((name for name in self.bases if not name.startswith(SHARED)), "")

    @cached_property
    def by_key(self) -> Mapping[tuple[str, str], tuple[LayerChange, ...]]:
        """The changes by kind and id of the entry."""
        changes: dict[tuple[str, str], tuple[LayerChange, ...]] = {}
        for each in self.changes:
            changes[each.kind, each.id] = (*changes.get((each.kind, each.id), ()), each)
        return changes

    def reason(self, kind: str, id_: str) -> Text | None:
        """Return the reason for the last change of an entry."""
        own = [each.because for each in self.by_key.get((kind, id_), ()) if each.because is not None]
        return own[-1] if own else self.because

    def texts(self) -> Iterator[Text]:
        return (because for because in (self.because, *(each.because for each in self.changes)) if because)


# The progress of a translation


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

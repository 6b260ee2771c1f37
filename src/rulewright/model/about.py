"""A game as a work: who made it, where its texts come from, what was ruled, and which game or language it follows."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from urllib.parse import quote

from rulewright.findings import Span
from rulewright.game_folders import SHARED
from rulewright.model.text import Text
from rulewright.source.files import Done


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


# Where what a game says comes from


@dataclass(frozen=True, slots=True)
class Document:
    """A work that the source follows: a rulebook, a card, an issue of a magazine."""

    id: str
    title: Text
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Source:
    """A place in a document; `document` is a text of one link, and `place` may be empty."""

    document: Text
    place: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """The places that say a thing. It is `ours` where no document says it: a definition, a reading, a reason."""

    sources: tuple[Source, ...] = ()
    ours: bool = False


UNSTATED = Origin()
"""The author does not say where a thing comes from."""


# Rulings: answers that somebody gave to questions about the rules


@dataclass(frozen=True, slots=True)
class Ruling:
    """One answer. `where` names the rules, tables, cells and other things that it is about, each as a text of one link.

    `value` is what the cells have by it, as text, or empty. `supersedes` names an earlier ruling, which stays readable.
    """

    id: str
    where: tuple[Text, ...]
    question: Text
    answer: Text
    by: str
    date: date | None
    sources: tuple[Source, ...]
    supersedes: Text | None
    value: Text | None
    span: Span = field(compare=False)

    def texts(self) -> Iterator[Text | None]:
        """All that it says and names."""
        yield from (*self.where, self.question, self.answer, self.supersedes, self.value)
        yield from (source.document for source in self.sources)

    @property
    def earlier(self) -> str:
        """The id of the ruling that it supersedes; empty where there is none."""
        return self.supersedes.links[0].target.partition(":")[2] if self.supersedes else ""


def superseded(rulings: Iterable[Ruling]) -> Mapping[str, Ruling]:
    """The ruling that supersedes each earlier one, by the id of the earlier."""
    return {ruling.earlier: ruling for ruling in rulings if ruling.earlier}


def in_force(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Those that no other supersedes."""
    known = tuple(rulings)
    late = superseded(known)
    return tuple(ruling for ruling in known if ruling.id not in late)


# What a game changes of those that it extends, for readers


@dataclass(frozen=True, slots=True)
class LayerChange:
    """A thing that a layer adds, changes or strikes, with the reason.

    `layer` is the folder of that layer, `below` where the thing stands in the game below.
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
    """A game over others: `bases` are their folders, and `changes` those of all layers, both with the lowest first.

    `because` is the reason of all changes that have none of their own.
    """

    bases: tuple[str, ...]
    because: Text | None
    changes: tuple[LayerChange, ...]

    @property
    def base(self) -> str:
        """The game that all layers change: the lowest that is a game."""
        return next((name for name in self.bases if not name.startswith(SHARED)), "")

    @cached_property
    def by_key(self) -> Mapping[tuple[str, str], tuple[LayerChange, ...]]:
        """The changes of each thing, by its kind and id."""
        found: dict[tuple[str, str], tuple[LayerChange, ...]] = {}
        for each in self.changes:
            found[each.kind, each.id] = (*found.get((each.kind, each.id), ()), each)
        return found

    def reason(self, kind: str, id_: str) -> Text | None:
        """Why a thing is otherwise."""
        own = [each.because for each in self.by_key.get((kind, id_), ()) if each.because is not None]
        return own[-1] if own else self.because

    def texts(self) -> Iterator[Text]:
        return (because for because in (self.because, *(each.because for each in self.changes)) if because)


# How far a game is translated into one language, and whether both print the same numbers


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


# Addresses at which lines of the source are edited, on a forge such as GitHub, GitLab or Codeberg

EDIT_WORDS = ("{file}", "{line}")
"""What an author writes in such an address."""


def edit_address(template: str, span: Span) -> str:
    """The address for one place; empty where the author gives no template or the place is unknown."""
    if not template or not span.file:
        return ""
    return template.replace("{file}", quote(span.file)).replace("{line}", str(span.line or 1))

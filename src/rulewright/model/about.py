"""A game as a work: its authors, the sources of its texts, rulings, and the game or language that it follows."""

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


# The documents that a game follows


@dataclass(frozen=True, slots=True)
class Document:
    """A work that the game's source follows, such as a rulebook, a card or a magazine issue."""

    id: str
    title: Text
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Source:
    """A place in a document. `document` is a reference, and `place` can be empty."""

    document: Text
    place: str = ""


@dataclass(frozen=True, slots=True)
class Origin:
    """The places in documents that state an entry. `ours` means that no document does: we wrote the entry ourselves."""

    sources: tuple[Source, ...] = ()
    ours: bool = False


UNSTATED = Origin()
"""The author does not say where an entry comes from."""


# Rulings: answers to questions about the rules


@dataclass(frozen=True, slots=True)
class Ruling:
    """One answer to a question about the rules.

    `where` are references to the rules, tables, cells and others concerned.

    `value` is the value of the cells under this ruling, if it sets one. `supersedes` names an earlier ruling, which
    stays readable.
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
        yield from (*self.where, self.question, self.answer, self.supersedes, self.value)
        yield from (source.document for source in self.sources)

    @property
    def earlier(self) -> str:
        """The id of the ruling that this one supersedes, or ""."""
        return self.supersedes.links[0].target.partition(":")[2] if self.supersedes else ""


def superseded(rulings: Iterable[Ruling]) -> Mapping[str, Ruling]:
    """Return the superseding ruling by the id of the superseded one."""
    return {ruling.earlier: ruling for ruling in rulings if ruling.earlier}


def in_force(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Return the rulings that no other ruling supersedes."""
    all_rulings = tuple(rulings)
    superseding = superseded(all_rulings)
    return tuple(ruling for ruling in all_rulings if ruling.id not in superseding)


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


# Links that edit a line of the source on a forge such as GitHub, GitLab or Codeberg

EDIT_WORDS = ("{file}", "{line}")
"""The placeholders in the template of an edit address."""


def edit_address(template: str, span: Span) -> str:
    """Return the address for editing one place on a forge; "" without a template or a place."""
    if not template or not span.file:
        return ""
    return template.replace("{file}", quote(span.file)).replace("{line}", str(span.line or 1))

"""Documents that a game follows, and keys that several entries share: `source` and `ours`, and `keywords`."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from rulewright.base.findings import Span
from rulewright.entries.entry import Entry, EntryReader, Key, Kind
from rulewright.entries.roles import FLAG, PROSE, WORDS, check_id, names_to, prose, reference
from rulewright.entries.text import Text
from rulewright.source.nodes import Node, Scalar


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Document:
    """A work that the game's source follows, such as a rulebook, a card or a magazine issue."""

    id: str
    title: Text
    span: Span = field(compare=False)

    def texts(self) -> Iterator[Text]:
        yield self.title


class Source(NamedTuple):
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


def _sources(entry: EntryReader, name: str) -> tuple[Source, ...]:
    return tuple(_source(document, place, entry) for document, place in entry.pairs_at(name))


def _source(name: Scalar, place: Node, entry: EntryReader) -> Source:
    if not isinstance(place, Scalar):
        entry.wrong(place, "the place in a document is text", f"as in {name.value}: page 12")
    return Source(reference(name, "document"), place.value if isinstance(place, Scalar) else "")


SOURCES = Kind("a mapping of the game's `documents` to places", _sources, names_to(PROSE), refers=True)
Sources = Annotated[tuple[Source, ...], SOURCES]
SOURCE = Key(
    SOURCES,
    "The places of documents that say it, each as words for a reader who has the document",
    'source: {rulebook: "page 4, on hits"}',
)
OURS = Key(
    FLAG,
    "Whether it is ours: no document says it, as with a definition, a reading or a reason",
    "ours: yes",
    default="no",
)
KEYWORDS = Key(
    WORDS,
    "What readers may call it when they search, with commas between; it prints nowhere",
    "keywords: hand to hand, melee",
)


class Sourced(Entry):
    """An entry that says where it comes from."""

    source: Sources = ()
    ours: bool = False

    @property
    def origin(self) -> Origin:
        return Origin(self.source, self.ours)


def read_origin(entry: EntryReader) -> Origin:
    """Return the origin of an entry from its keys `source` and `ours`."""
    return Origin(entry.read_key(SOURCE), entry.read_key(OURS))


def read_document(name: Scalar, title: Node, entry: EntryReader) -> Document | None:
    """Read one entry of `documents`. Return None, with a finding, if it cannot be read."""
    if not check_id(name, entry.findings):
        return None
    if not isinstance(title, Scalar) or not title.value.strip():
        entry.wrong(title, "the title of a document is text", f"as in {name.value}: Rulebook, 2nd edition")
        return None
    return Document(name.value, prose(title, entry.findings), name.span)

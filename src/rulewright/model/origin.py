"""Where what a game says comes from: the places of documents that say it, or the authors of this source."""

from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.model.text import Text


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

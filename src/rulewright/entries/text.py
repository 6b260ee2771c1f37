"""Text as the author wrote it, its links, and the targets of links."""

from dataclasses import dataclass, field

from rulewright.base.findings import Span
from rulewright.base.memo import by_value
from rulewright.source.markup.links import LINK, NOT_PROSE, UNMARKED
from rulewright.source.nodes import Scalar, locate


@dataclass(frozen=True, slots=True)
class Link:
    """A link `[[target]]` or `[[target|shown]]` to an entry such as a term, rule, table, fact or mark."""

    target: str
    shown: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown source and its links in order; `raw` is the file's text at `span`.

    With `blocks` it is a passage of paragraphs, lists and tables; otherwise it is a single run of text.
    """

    source: str
    links: tuple[Link, ...] = field(default=(), compare=False)
    span: Span = field(default=Span(""), compare=False)
    raw: str = field(default="", compare=False)
    blocks: bool = False

    @property
    def bare(self) -> str:
        """The text without links, code and URLs, for checks of the words that are not linked."""
        return self.source if UNMARKED.fullmatch(self.source) else NOT_PROSE.sub(" ", self.source)

    @property
    def words(self) -> str:
        """The text for a message: each link is replaced by its shown text, or by its target if it has none."""
        return LINK.sub(lambda link: link[2] or link[1].rpartition(":")[2], self.source)

    @property
    def name(self) -> str:
        """The name that the author wrote, if this text is a reference: the link target without its kind."""
        return self.links[0].target.partition(":")[2]

    def span_at(self, start: int, length: int) -> Span:
        """Return the span of a part of `source`."""
        return Scalar(self.source, self.span, self.raw).at(start, length)

    def locate(self, part: str, occurrence: int = 0) -> Span:
        """Return the span of an occurrence of `part`, counted from 0."""
        return locate(self.raw, self.span, part, occurrence)


def read_text(scalar: Scalar, *, blocks: bool = False) -> Text:
    """Read a scalar as text; each link gets its own span."""
    links: list[Link] = []
    for match in LINK.finditer(scalar.value):
        span = scalar.at(match.start(), len(match[0]))
        links.append(Link(_fold(match[1]), _fold(match[2] or ""), span))
    return Text(scalar.value.rstrip("\n"), tuple(links), scalar.span, scalar.raw, blocks)


def _fold(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class WrittenName:
    """A name as the author writes it, and its place."""

    name: str
    span: Span = field(compare=False)


@by_value
@dataclass(frozen=True, slots=True, order=True)
class Target:
    """The target of a link, or the owner of a text: a kind and an id that is unique within the kind."""

    kind: str
    id: str

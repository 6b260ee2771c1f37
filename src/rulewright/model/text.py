"""Text as the author wrote it, with its links, and what links lead to."""

from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.markup.links import LINK, NOT_PROSE, UNMARKED
from rulewright.source.nodes import Scalar, locate


@dataclass(frozen=True, slots=True)
class Link:
    """`[[target]]` or `[[target|shown]]`: a term, a rule, a table, a fact or a mark."""

    target: str
    shown: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Text:
    """Markdown source and its links in order; `raw` is the text of the file at `span`.

    A text with `blocks` is a passage of paragraphs, lists and tables; any other is a single run.
    """

    source: str
    links: tuple[Link, ...] = field(default=(), compare=False)
    span: Span = field(default=Span(""), compare=False)
    raw: str = field(default="", compare=False)
    blocks: bool = False

    @property
    def bare(self) -> str:
        """The text without its links, code and addresses, for a look at the words that are not linked."""
        return self.source if UNMARKED.fullmatch(self.source) else NOT_PROSE.sub(" ", self.source)

    @property
    def words(self) -> str:
        """The text for a message: each link as its shown text, or as its target."""
        return LINK.sub(lambda link: link[2] or link[1].rpartition(":")[2], self.source)

    @property
    def name(self) -> str:
        """Of a reference: the name that the author gave, without the kind before it."""
        return self.links[0].target.partition(":")[2]

    def at(self, start: int, length: int) -> Span:
        """The place of a part of `source`."""
        return Scalar(self.source, self.span, self.raw).at(start, length)

    def locate(self, part: str) -> Span:
        """The first place of `part` in the text."""
        return locate(self.raw, self.span, part)


def read_text(scalar: Scalar, *, blocks: bool = False) -> Text:
    """The text of a scalar, each link at its own place in the file."""
    links: list[Link] = []
    for match in LINK.finditer(scalar.value):
        span = scalar.at(match.start(), len(match[0]))
        links.append(Link(_fold(match[1]), _fold(match[2] or ""), span))
    return Text(scalar.value.rstrip("\n"), tuple(links), scalar.span, scalar.raw, blocks)


def _fold(text: str) -> str:
    return " ".join(text.split())


@dataclass(frozen=True, slots=True, order=True)
class Target:
    """The target of a link, or the owner of a text: a kind and the id within it."""

    kind: str
    id: str

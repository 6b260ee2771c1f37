"""Figures: pictures and diagrams with a number, which texts link to."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.model.diagram import Diagram
from rulewright.model.paper import Millimetres
from rulewright.model.text import Text


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture by its path below content/GAME, or a diagram; a passage that places it prints it, or else its `rule`.

    `alt` says what it shows; of a diagram it may be empty, for a diagram can say that itself. Without a `width` it
    prints in its own size.
    """

    id: str
    title: Text
    caption: Text | None
    rule: Text | None
    picture: str
    diagram: Diagram | None
    alt: str
    width: Millimetres | None
    span: Span = field(compare=False)

    def words(self) -> Iterator[Text]:
        """What prints below it."""
        yield from (text for text in (self.title, self.caption) if text is not None)

    def texts(self) -> Iterator[Text]:
        yield from self.words()
        if self.rule is not None:
            yield self.rule

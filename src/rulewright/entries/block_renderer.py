"""The interface through which card blocks render themselves in a medium: paper, the web or a chart.

A block holds only references (texts with one link). The renderer knows the game and looks them up.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from markupsafe import Markup

from rulewright.base.findings import Span
from rulewright.entries.colour import Tint
from rulewright.entries.paper import Millimetres, PictureArea, Share, Size
from rulewright.entries.references import Bullet
from rulewright.entries.table import Lines, Portion
from rulewright.entries.text import Text
from rulewright.entries.themes import Theme
from rulewright.source.pictures import Picture


@dataclass(frozen=True, slots=True)
class View:
    """A block that is ready to print: `template` is its file in templates/card/blocks, which gets `content`.

    `name` is the name of the block in messages about overflow. `error` is the message of an error in the block, in a
    draft. A `bare` block reaches the edge of the card without a margin.
    """

    template: str
    name: str
    content: object
    error: str = ""
    bare: bool = False


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule in the heading of a block: `number` is plain text and may be empty, `link` is the number as it prints."""

    number: str
    link: Markup
    title: Text


@dataclass(frozen=True, slots=True)
class FigureView:
    """A numbered figure: its picture, the picture's alternative text, and the caption with its number."""

    picture: Picture
    alt: str
    label: str
    caption: Markup


class BlockRenderer(ABC):
    """Renders the blocks of one card in one medium; `ink` writes a colour for that medium.

    `section` is the colour of the band above the blocks, or None if there is no band yet.
    """

    theme: Theme
    ink: Callable[[Tint], str]
    section: Tint | None = None
    bleed: Decimal = Decimal(0)
    """The millimetres of background and pictures beyond the edge of the card."""

    def under(self, colour: Tint) -> Self:
        """Return a copy of the renderer for the blocks after a band of this colour."""
        other = copy(self)
        other.section = colour
        return other

    @property
    @abstractmethod
    def size(self) -> Size:
        """The size of the card."""

    @abstractmethod
    def inline(self, text: Text) -> Markup:
        """Render a text of one paragraph."""

    def optional(self, text: Text | None) -> Markup | None:
        return None if text is None else self.inline(text)

    @contextmanager
    def lettered(self, letters: Tint | None) -> Iterator[None]:  # noqa: ARG002 - for media that draw marks themselves
        """Set the colour of texts inside the `with` block; small drawings without a colour of their own use it too."""
        yield

    @abstractmethod
    def draft_error(self, span: Span) -> str:
        """Return the error message at this place of a draft, or ""."""

    @abstractmethod
    def words(self, text: Text) -> str:
        """Return a text without any markup."""

    @abstractmethod
    def tint(self, colour: Text) -> Tint: ...

    @abstractmethod
    def rule(self, rule: Text) -> RuleView: ...

    @abstractmethod
    def table_of(self, table: Text, part: Lines | Portion | None = None) -> object:
        """Return a table, or a part of it, for the template macro `table`."""

    @abstractmethod
    def bullets_of(self, source: Text | tuple[Bullet, ...], begin: int, end: int | None) -> object:
        """Return bullets for the template macro `bullets`.

        `source` is a quick reference or a tuple of bullets; only its outermost items from `begin` to `end` (a slice)
        print.
        """

    @abstractmethod
    def legend(self, page: int | None = None) -> tuple[tuple[Markup, Markup], ...]:
        """Return the marks that no table explains, with their meanings.

        `page` counts from 0; None means the whole card.
        """

    @abstractmethod
    def length(self, length: Millimetres | Share) -> str:
        """Return a length on the card as CSS."""

    def type_size(self, points: Decimal) -> str:  # noqa: ARG002 - for media without the style sheet of the card
        """Return a CSS declaration of the font size; empty if the style sheet of the card already contains it."""
        return ""

    @abstractmethod
    def picture(self, name: str) -> Picture: ...

    @abstractmethod
    def figure_of(self, figure: Text, width: Millimetres | Share) -> FigureView:
        """Return a numbered figure; a diagram is drawn with this width."""

    @abstractmethod
    def source(self, picture: Picture, width: str) -> str:
        """Return the URL of a picture that prints with this width (CSS)."""

    def beyond(self, picture: Picture, place: PictureArea) -> str:  # noqa: ARG002 - for paper that is cut
        """Return the CSS of the bleed around a picture; empty if nothing prints beyond the edges of the card."""
        return ""

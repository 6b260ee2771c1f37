"""What a block of a card asks of the medium that sets it: paper, the web, a chart.

A block knows references only, texts of one link; the setter knows the game and looks them up.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from markupsafe import Markup

from rulewright.findings import Span
from rulewright.model.colour import Tint
from rulewright.model.expression import Item
from rulewright.model.paper import Millimetres, PictureArea, Share, Size
from rulewright.model.table import Lines, Portion
from rulewright.model.text import Text
from rulewright.model.theme import Theme
from rulewright.source.pictures import Picture


@dataclass(frozen=True, slots=True)
class View:
    """A block ready to print: `template` is its file in templates/card/blocks, which gets `content`.

    `name` is what messages call the block when it does not fit; `slip` is what is wrong with it, in a draft. A `bare`
    one reaches the edge of a card without margin, off which the others keep.
    """

    template: str
    name: str
    content: object
    slip: str = ""
    bare: bool = False


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule at the head of a block: `number` is plain and may be empty, `link` is the number as it prints."""

    number: str
    link: Markup
    title: Text


@dataclass(frozen=True, slots=True)
class FigureView:
    """A numbered figure: its picture, the words for it, and its caption with its number."""

    picture: Picture
    alt: str
    label: str
    caption: Markup


class Setter(ABC):
    """Sets the blocks of one card in one medium; `ink` writes a colour for it.

    `section` is the colour of the band that the blocks stand under, or None where there is no band before them.
    """

    theme: Theme
    ink: Callable[[Tint], str]
    section: Tint | None = None
    bleed: Decimal = Decimal(0)
    """Millimetres of ground and pictures beyond the edge of the card."""

    def under(self, colour: Tint) -> Self:
        """The same setter, for the blocks after a band of this colour."""
        other = copy(self)
        other.section = colour
        return other

    @property
    @abstractmethod
    def size(self) -> Size:
        """The size of the card."""

    @abstractmethod
    def inline(self, text: Text) -> Markup:
        """A text of one paragraph."""

    def optional(self, text: Text | None) -> Markup | None:
        """A text that may be missing."""
        return None if text is None else self.inline(text)

    @contextmanager
    def lettered(self, letters: Tint | None) -> Iterator[None]:  # noqa: ARG002 - for media that draw marks themselves
        """Texts set meanwhile are in a colour of their own: small drawings without a colour take it."""
        yield

    @abstractmethod
    def slip(self, span: Span) -> str:
        """What is wrong at this place, in a draft."""

    @abstractmethod
    def words(self, text: Text) -> str:
        """A text without any markup."""

    @abstractmethod
    def tint(self, colour: Text) -> Tint: ...

    @abstractmethod
    def rule(self, rule: Text) -> RuleView: ...

    @abstractmethod
    def table_of(self, table: Text, part: Lines | Portion | None = None) -> object:
        """A table, or a part of it, for the macro `table`."""

    @abstractmethod
    def bullets_of(self, source: Text | tuple[Item, ...], begin: int, end: int | None) -> object:
        """The outermost items of a quick reference, or of these, from `begin` to `end`, as in a slice.

        They are for the macro `bullets`.
        """

    @abstractmethod
    def legend(self, page: int | None = None) -> tuple[tuple[Markup, Markup], ...]:
        """The marks on the card, or on one page by its position, that no table there explains, with their meanings."""

    @abstractmethod
    def length(self, length: Millimetres | Share) -> str:
        """A length on the card, in the words of the style sheet."""

    def type_size(self, points: Decimal) -> str:  # noqa: ARG002 - for media without the style sheet of the card
        """The declaration of a size of type; empty where the style sheet of the card has it."""
        return ""

    @abstractmethod
    def picture(self, name: str) -> Picture: ...

    @abstractmethod
    def figure_of(self, figure: Text, width: Millimetres | Share) -> FigureView:
        """A numbered figure; a diagram is drawn so wide."""

    @abstractmethod
    def source(self, picture: Picture, width: str) -> str:
        """The address of a picture that prints so wide."""

    def beyond(self, picture: Picture, place: PictureArea) -> str:  # noqa: ARG002 - for paper that is cut
        """The style of what stands around a picture beyond the edges of the card; empty where nothing does."""
        return ""

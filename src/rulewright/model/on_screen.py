"""Cards that are not printed: for the screen at the table, and for tables that are themselves on the screen."""

from dataclasses import dataclass, field

from rulewright.diagnostics import Span
from rulewright.model.text import Text


@dataclass(frozen=True, slots=True)
class Screen:
    """Cards as large as a screen, as pictures and PDFs, for each of several `widths` in pixels; without cards all."""

    id: str
    title: Text
    cards: tuple[Text, ...]
    widths: tuple[int, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Online:
    """Cards for online tables: pictures of each of several `widths` in pixels, decks and charts; without cards all."""

    id: str
    title: Text
    cards: tuple[Text, ...]
    widths: tuple[int, ...]
    span: Span = field(compare=False)

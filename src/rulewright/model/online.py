"""Cards for online tables."""

from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.model.text import Text


@dataclass(frozen=True, slots=True)
class Online:
    """Cards for online tables: pictures of each of several `widths` in pixels, decks and charts; without cards all.

    `address` is that of the folder in which the pictures will be on the web, or empty.
    """

    id: str
    title: Text
    cards: tuple[Text, ...]
    widths: tuple[int, ...]
    span: Span = field(compare=False)
    address: str = ""

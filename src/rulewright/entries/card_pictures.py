"""Requests for pictures of cards: with bleed for print on demand, for screens, and for online tables."""

import re
from decimal import Decimal
from typing import Annotated

from rulewright.entries.entry import EntryReader, Kind, key, shared
from rulewright.entries.paper import Millimetres
from rulewright.entries.requests import ChosenCards, Request, distinct
from rulewright.entries.roles import either, file_kind, length, number, one_or_list, parsed
from rulewright.source.nodes import Scalar

WIDEST_BLEED = 20
WIDTH = re.compile(r"[0-9]{1,5}")
NARROWEST, WIDEST = 100, 8192
"""The limits of a width in pixels: text needs the first to be readable, graphics cards allow the second."""
WEB = re.compile(r"https?://[^\s\"<>?#]+|file:///[^\s\"<>?#]*")


class Images(Request, noun="a file for pictures of cards"):
    """Cards for print on demand: a PNG of each side with bleed, named with its number of copies."""

    kind: str = shared(file_kind("images"), default="images")
    cards: ChosenCards = key("The cards to show", "cards: [fire]", default=(), otherwise="all cards")
    bleed: Annotated[Millimetres, length(0, WIDEST_BLEED, "width of a bleed", "0.125in")] = key(
        "How far a picture goes beyond the edge of its card",
        "bleed: 0.12in",
        default=Millimetres(Decimal("3.175")),  # what card printers ask for
        otherwise="0.125in",
    )
    dpi: Annotated[
        int,
        number(
            "[1-9][0-9]{2}|1[0-9]{3}",
            "a whole number from 100 to 1999",
            "is not a number of dots per inch",
            "write a whole number from 100 to 1999: dpi: 300",
        ),
    ] = key("The dots per inch of a picture", "dpi: 600", default=300)

    def path(self, name: str) -> str:
        """Return the path of the picture called `name`."""
        return f"images/{self.id}/{name}.png"

    def pixels(self, side: Millimetres) -> int:
        """Return the length in pixels of a side of a card, with its bleed."""
        return round((side.value + 2 * self.bleed.value) * self.dpi / Decimal("25.4"))


def _widths(reader: EntryReader, name: str) -> tuple[int, ...] | None:
    """Return the correct widths; None if there are none."""

    def read(written: Scalar) -> tuple[str, int] | None:
        width = int(written.value) if WIDTH.fullmatch(written.value) else 0
        if NARROWEST <= width <= WIDEST:
            return f"the width {width}", width
        hint = f"write a number of pixels, {NARROWEST} to {WIDEST}, without a unit"
        reader.report("bad-value", written.span, f"{written.value!r} is not a width of a picture", hint)
        return None

    return distinct(reader, name, f"write it in pixels: {name}: 1920", read) or None


Widths = Annotated[
    tuple[int, ...],
    Kind(
        f"a number of pixels from {NARROWEST} to {WIDEST}, or a list of them",
        _widths,
        one_or_list(either({"type": "integer", "minimum": NARROWEST, "maximum": WIDEST}, {"type": "string"})),
    ),
]


class Screen(Request, noun="a file for screens"):
    """Cards for a tablet or a screen at the table: pictures and PDFs as many pixels wide as the screen."""

    kind: str = shared(file_kind("screen"), default="screen")
    cards: ChosenCards = key("The cards to show", "cards: [fire]", default=(), otherwise="all cards")
    widths: Widths = key(
        "The width of the screen in pixels, or of several screens",
        "width: [1920, 1080]",
        name="width",
        also=("widths",),
    )


ADDRESS = parsed(
    "the address of a folder: https://example.org/cards/",
    {"type": "string"},
    lambda text: text.rstrip("/") + "/" if WEB.fullmatch(text) else None,
    "is not the web address of a folder",
    "write the address of the folder: https://example.org/cards/",
)


class Online(Request, noun="a file for online tables"):
    """Cards for online tables: pictures of each page, a chart for VASSAL, and decks for Tabletop Simulator."""

    kind: str = shared(file_kind("online"), default="online")
    cards: ChosenCards = key("The cards to show", "cards: [fire]", default=(), otherwise="all cards")
    widths: Widths = key(
        "The widths of the pictures in pixels; decks have the largest", "widths: [500, 1000]", also=("width",)
    )
    address: str = key(
        "Where the folder of the pictures will be on the web, for the saved object of Tabletop Simulator",
        "widths: 500\naddress: https://example.org/cards/",
        kind=ADDRESS,
        default="",
        otherwise="a word in its place",
    )

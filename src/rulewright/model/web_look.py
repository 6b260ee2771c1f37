"""How the web pages of a game look beyond its theme: accent, fonts, logo, the space between things, and corners."""

from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass, field
from enum import Enum
from functools import cache

from rulewright.findings import Span
from rulewright.model.colour import contrast
from rulewright.model.font import Family
from rulewright.source.pictures import Picture

ENOUGH, ENOUGH_FOR_RINGS = 4.5, 3.0
"""What letters, and lines such as the ring round what has the focus, need beside their ground: those of WCAG 2."""
EASILY_READ = 8.0
"""The contrast of an accent that is lightened for the dark."""
MUTED = 0.38
"""The most saturation that it keeps there: light colours glare on a dark ground."""
STEPS = 200


class Density(Enum):
    """How much space is between lines, rules and the rows of tables."""

    NORMAL = "normal"
    COMPACT = "compact"
    AIRY = "airy"


class Corners(Enum):
    """How round the corners of boxes and buttons are."""

    SOFT = "soft"
    SQUARE = "square"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Grounds:
    """The grounds of pages, by day or by night: that of the page, of boxes, and of what the sources leave open."""

    page: str
    boxes: str
    questions: str

    @property
    def all(self) -> tuple[str, ...]:
        return self.page, self.boxes, self.questions


LIGHT = Grounds("#fcfbf7", "#f4f1e8", "#f9f4e8")
DARK = Grounds("#191a16", "#22241e", "#222119")
"""As the stylesheets have them, whose colours a test compares with these."""


@dataclass(frozen=True, slots=True)
class Accent:
    """The colour of links, pressed buttons and the ring of focus, by day and by night."""

    light: str
    dark: str
    light_span: Span = field(default=Span(""), compare=False)
    dark_span: Span = field(default=Span(""), compare=False)


@dataclass(frozen=True, slots=True)
class Logo:
    """A picture of the game's folder; `alt` is what it shows or says."""

    picture: Picture
    alt: str

    def says(self, title: str) -> bool:
        """Whether the title of the game is among its words, and so need not stand beside it."""
        return title.casefold() in self.alt.casefold()


@dataclass(frozen=True, slots=True)
class WebLook:
    """What differs from the usual pages; None where the theme decides. `tables` is the font of what one looks up."""

    accent: Accent | None = None
    text: Family | None = None
    headings: Family | None = None
    tables: Family | None = None
    logo: Logo | None = None
    density: Density = Density.NORMAL
    corners: Corners = Corners.SOFT


USUAL_LOOK = WebLook()


def least_contrast(colour: str, grounds: Grounds) -> float:
    """The contrast of a colour with that ground from which it differs least; its letters in buttons have it too."""
    return min(contrast(colour, each) for each in grounds.all)


@cache
def nearest_legible(colour: str, grounds: Grounds, enough: float = ENOUGH, saturation: float = 1.0) -> str:
    """The colour of the same hue that stands out enough, darker on light grounds and lighter on dark ones."""
    hue, lightness, own = rgb_to_hls(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)))
    end = 0.0 if grounds is LIGHT else 1.0
    for step in range(STEPS + 1):
        if least_contrast(colour, grounds) >= enough and (own <= saturation or step):
            return colour
        light = lightness + (end - lightness) * step / STEPS
        colour = "#" + "".join(f"{round(255 * each):02x}" for each in hls_to_rgb(hue, light, min(own, saturation)))
    return colour


def for_the_dark(colour: str) -> str:
    """An accent of the day as it is by night."""
    return nearest_legible(colour, DARK, EASILY_READ, MUTED)


def mixed(colour: str, share: float, ground: str) -> str:
    """So much of a colour over a ground, as `color-mix(in srgb, …)` makes it."""
    pairs = ((int(colour[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(share * one + (1 - share) * other):02x}" for one, other in pairs)

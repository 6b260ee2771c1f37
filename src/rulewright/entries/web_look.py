"""The key `web`: how web pages look where they differ from the theme, and where readers can edit the source."""

import re
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated
from urllib.parse import SplitResult, quote, urlsplit

from rulewright.base.findings import Span
from rulewright.base.installation import TEMPLATES
from rulewright.entries.colour import HEX_COLOUR, HEX_SCHEMA, Tint, channels, contrast, hex_of
from rulewright.entries.entry import Entry, EntryReader, Kind, key
from rulewright.entries.fonts import Family
from rulewright.entries.roles import ONE_VALUE, STRING, Name, either, nested, ref
from rulewright.source.nodes import Mapping
from rulewright.source.pictures import Picture

# Contrast with the backgrounds of pages

TEXT_CONTRAST, RING_CONTRAST = 4.5, 3.0
"""The contrast with the background that WCAG 2 requires of text, and of lines such as focus rings."""
DARK_CONTRAST, DARK_SATURATION = 8.0, 0.38
"""The contrast of an accent on dark pages, and its highest saturation: saturated light colours glare there."""
STEPS = 200
QUESTIONS = 0.55
"""The share of sand over the background of the page behind open questions."""


@dataclass(frozen=True, slots=True)
class Grounds:
    """The backgrounds of light or dark pages: of the page, of boxes, and of open questions."""

    page: str
    boxes: str
    questions: str
    dark: bool

    @property
    def all(self) -> tuple[str, ...]:
        return self.page, self.boxes, self.questions


@cache
def grounds(*, dark: bool) -> Grounds:
    """Return the backgrounds of light or dark pages."""
    paper, boxes, sand = (page_colour(name, dark=dark) for name in ("paper", "panel", "sand"))
    return Grounds(paper, boxes, mixed(sand, QUESTIONS, paper), dark)


@cache
def page_colour(name: str, *, dark: bool = False) -> str:
    """Return a colour by its name in the style sheets of web pages, such as `paper`, `ink` or `accent`."""
    style = Path(TEMPLATES, "web", "dark.css" if dark else "rulewright.css").read_text("utf-8")
    colour = re.search(rf"^  --{re.escape(name)}: (?:var\(--[a-z-]+, )?(#\w{{6}})\)?;", style, re.MULTILINE)
    assert colour is not None, name
    return colour[1]


def least_contrast(colour: str, grounds: Grounds) -> float:
    """Return the lowest contrast of a colour with any of the backgrounds."""
    return min(contrast(colour, each) for each in grounds.all)


@cache
def nearest_legible(colour: str, grounds: Grounds, enough: float = TEXT_CONTRAST, saturation: float = 1.0) -> str:
    """Return the nearest colour of the same hue with enough contrast: darker on light pages, lighter on dark ones."""
    hue, lightness, own = rgb_to_hls(*(channel / 255 for channel in channels(colour)))
    end = 1.0 if grounds.dark else 0.0
    for step in range(STEPS + 1):
        if least_contrast(colour, grounds) >= enough and (own <= saturation or step):
            return colour
        light = lightness + (end - lightness) * step / STEPS
        colour = hex_of(255 * channel for channel in hls_to_rgb(hue, light, min(own, saturation)))
    return colour


def dark_accent(colour: str) -> str:
    """Adapt an accent of light pages to dark pages."""
    return nearest_legible(colour, grounds(dark=True), DARK_CONTRAST, DARK_SATURATION)


def mixed(colour: str, share: float, ground: str) -> str:
    """Mix a share (0 to 1) of a colour over a background, as `color-mix(in srgb, …)` does."""
    pairs = zip(channels(colour), channels(ground), strict=True)
    return hex_of(share * one + (1 - share) * other for one, other in pairs)


# The entries

OF_THEME = "that of the theme"


class Density(Enum):
    NORMAL = "normal"
    COMPACT = "compact"
    AIRY = "airy"


class Corners(Enum):
    SOFT = "soft"
    SQUARE = "square"
    ROUND = "round"


class WebAccent(Entry, noun="the accent of web pages"):
    """The accent colours of web pages by day and by night. If there is only one for the day, just write it."""

    light: Annotated[Tint, HEX_COLOUR] = key("The accent by day", 'light: "#2f5778"')
    dark: Annotated[Tint, HEX_COLOUR] | None = key(
        "The accent by night", 'light: "#2f5778"\ndark: "#a9c6dd"', default=None, otherwise="the other, lightened"
    )

    @property
    def at_night(self) -> Tint:
        return self.dark or Tint(dark_accent(self.light.hex), span=self.light.span)


class WebFonts(Entry, noun="the fonts of web pages"):
    """The fonts of web pages, from the tool or the game.

    They apply to pages only; the fonts of a theme also apply to print.
    """

    text: Family | None = key("The font of running text", "text: Source Sans Pro", default=None, otherwise=OF_THEME)
    headings: Family | None = key(
        "The font of headings", "headings: Source Serif Pro", default=None, otherwise=OF_THEME
    )
    tables: Family | None = key(
        "The font of tables, buttons and labels", "tables: Source Sans Pro", default=None, otherwise=OF_THEME
    )


def _picture(reader: EntryReader, name: str) -> Picture | None:
    """Return a picture; None if it cannot be read, which is reported where pictures are read."""
    written = reader.scalar_at(name)
    return reader.context["picture"].get(written.value) if written else None


class Logo(Entry, noun="the logo of web pages"):
    """A picture at the top of each page, which links to the overview."""

    picture: Annotated[Picture | None, Kind("text", _picture, ONE_VALUE)] = key(
        "The path of a drawing (SVG) or pixels (PNG, JPEG) below the game's folder of content",
        "picture: pictures/logo.svg",
    )
    alt: Name = key(
        "What it shows or says, in words; where it says the title of the game, that is not printed beside it",
        "alt: A rifle squad",
    )

    def says(self, title: str) -> bool:
        """Whether the logo already contains the title of the game, so that it need not print beside the logo."""
        return title.casefold() in self.alt.casefold()


EDIT_WORDS = ("{file}", "{line}")
"""The placeholders in the address at which a line of the source is edited."""


def _accent(reader: EntryReader, name: str) -> WebAccent | None:
    written, count = reader.node_at(name), len(reader.findings.items)
    if isinstance(written, Mapping):
        accent = WebAccent.read(written, repr(name), reader.findings)
        return accent if len(reader.findings.items) == count else None
    tint = HEX_COLOUR.read(reader, name)
    return WebAccent(light=tint) if tint else None


def _edit(reader: EntryReader, name: str) -> str:
    """Return the address of the editor; empty with a finding."""
    written = STRING.read(reader, name).strip()
    unknown = [word for word in re.findall(r"\{[^{}]*\}?|\}", written) if word not in EDIT_WORDS]
    parts = web_address(written, refused=' "<>\\^`|')
    if not written:
        return ""
    if unknown:
        message = f"{unknown[0]!r} is not {{file}} or {{line}}"
    elif "{file}" not in written:
        message = f"{written!r} does not contain {{file}}"
    elif parts is None or "{" in parts.netloc:
        message = f"{written!r} is not a web address"
    else:
        return written
    hint = "write the address of a line: https://github.com/me/my-game/edit/main/{file}#L{line}"
    reader.report("bad-value", reader.place(name), message, hint)
    return ""


ACCENT = Kind("a colour, or two by name", _accent, either(HEX_SCHEMA, ref("WebAccent")))


class WebLook(Entry, noun="the web pages of a game"):
    """How web pages look, and what they have besides the texts of the game."""

    accent: Annotated[WebAccent, ACCENT] | None = key(
        "The colour of links, pressed buttons and the ring round what has the focus; `faint-accent` measures it",
        'accent: "#2f5778"',
        default=None,
        otherwise="that of the theme, or green",
    )
    fonts: Annotated[WebFonts, nested(WebFonts, "a mapping of roles to fonts")] = key(
        "Fonts of the pages",
        "fonts: {text: Source Sans Pro, headings: Source Serif Pro}",
        default=WebFonts(),
        otherwise="those of the theme",
    )
    logo: Annotated[Logo, nested(Logo, "a mapping of a picture and its words")] | None = key(
        "A picture at the head of each page",
        "logo: {picture: pictures/logo.svg, alt: A rifle squad}",
        default=None,
        otherwise="none",
    )
    density: Density = key(
        "How much space is between lines, rules and rows of tables", "density: compact", default=Density.NORMAL
    )
    corners: Corners = key("How round the corners of boxes and buttons are", "corners: square", default=Corners.SOFT)
    edit: Annotated[str, Kind("text", _edit, ONE_VALUE)] = key(
        "The address at which a line of the source is edited, with {file} and {line}; pages in study mode link "
        "each rule, table, term and quick reference to it",
        'edit: "https://github.com/me/my-game/edit/main/{file}#L{line}"',
        default="",
        otherwise="no links",
    )
    alone: bool = key(
        "Whether its folder is published without the page over all games: then no page of it leads there",
        "alone: yes",
        default=False,
    )

    def edit_address(self, span: Span) -> str:
        """Return the address at which readers edit one place of the source; "" without `edit` or a place."""
        if not self.edit or not span.file:
            return ""
        return self.edit.replace("{file}", quote(span.file)).replace("{line}", str(span.line or 1))


def web_address(written: str, refused: str) -> SplitResult | None:
    """Return the parts of a web address; None if the text is not one or contains a sign in `refused`."""
    try:
        parts = urlsplit(written)
        _ = parts.port  # a port that is not a number is an error only here
    except ValueError:
        return None
    plain = written.isascii() and written.isprintable() and not set(written) & set(refused)
    return parts if plain and parts.scheme in ("http", "https") and parts.hostname else None

"""Decoding of the key `web`: how web pages look, and where readers can edit a line of the source."""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import SplitResult, urlsplit

from rulewright.decode.marks import HEX_SCHEMA, read_tint
from rulewright.decode.themes import FONT
from rulewright.entries.entry import Declaration, EntryReader, Key
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.roles import FLAG, SCALAR, STRING, WORDS, choice, either, node, ref
from rulewright.model.about import EDIT_WORDS
from rulewright.model.theme import DEFAULT_LOOK, FAMILIES, Accent, Corners, Density, Family, Logo, WebLook, dark_accent
from rulewright.source import nodes
from rulewright.source.nodes import Node
from rulewright.source.pictures import Picture

SHADE = node("#rrggbb, in quotes", HEX_SCHEMA)
OF_THEME = "that of the theme"


class AccentEntry(LazyEntry):
    """The accent colours of web pages by day and by night. If there is only one for the day, just write it."""

    noun = "the accent of web pages"
    light = key(SHADE, "The accent by day", 'light: "#2f5778"', required=True)
    dark = key(SHADE, "The accent by night", 'light: "#2f5778"\ndark: "#a9c6dd"', default="the other, lightened")


class WebFontsEntry(LazyEntry):
    """The fonts of web pages, from the tool or the game.

    They apply to pages only; the fonts of a theme also apply to print.
    """

    noun = "the fonts of web pages"
    text = key(FONT, "The font of running text", "text: Source Sans Pro", default=OF_THEME)
    headings = key(FONT, "The font of headings", "headings: Source Serif Pro", default=OF_THEME)
    tables = key(FONT, "The font of tables, buttons and labels", "tables: Source Sans Pro", default=OF_THEME)


class LogoEntry(LazyEntry):
    """A picture at the top of each page, which links to the overview."""

    noun = "the logo of web pages"
    picture = key(
        SCALAR,
        "The path of a drawing (SVG) or pixels (PNG, JPEG) below the game's folder of content",
        "picture: pictures/logo.svg",
        required=True,
    )
    alt = key(
        WORDS,
        "What it shows or says, in words; where it says the title of the game, that is not printed beside it",
        "alt: A rifle squad",
        required=True,
    )


class WebEntry(LazyEntry):
    """How web pages look, and what they have besides the texts of the game."""

    noun = "the web pages of a game"
    accent = key(
        node("a colour, or two by name", either(HEX_SCHEMA, ref("AccentEntry"))),
        "The colour of links, pressed buttons and the ring round what has the focus; `faint-accent` measures it",
        'accent: "#2f5778"',
        default="that of the theme, or green",
    )
    fonts = key(
        node("a mapping of roles to fonts", ref("WebFontsEntry")),
        "Fonts of the pages",
        "fonts: {text: Source Sans Pro, headings: Source Serif Pro}",
        default="those of the theme",
    )
    logo = key(
        node("a mapping of a picture and its words", ref("LogoEntry")),
        "A picture at the head of each page",
        "logo: {picture: pictures/logo.svg, alt: A rifle squad}",
        default="none",
    )
    density: Key[str] = key(
        choice(*(each.value for each in Density)),
        "How much space is between lines, rules and rows of tables",
        "density: compact",
        default="normal",
    )
    corners: Key[str] = key(
        choice(*(each.value for each in Corners)),
        "How round the corners of boxes and buttons are",
        "corners: square",
        default="soft",
    )
    edit = key(
        STRING,
        "The address at which a line of the source is edited, with {file} and {line}; pages in study mode link "
        "each rule, table, term and quick reference to it",
        'edit: "https://github.com/me/my-game/edit/main/{file}#L{line}"',
        default="no links",
    )
    alone = key(
        FLAG,
        "Whether its folder is published without the page over all games: then no page of it leads there",
        "alone: yes",
        default="no",
    )


ENTRIES: tuple[type[Declaration], ...] = (AccentEntry, WebFontsEntry, LogoEntry)
"""The entries that `WebEntry` contains."""


def read_look(entry: WebEntry, fonts: Iterable[Family], pictures: Mapping[str, Picture]) -> WebLook:
    """Return the look that the keys describe, without keys that have findings."""
    chosen = _fonts(entry, {each.name: each for each in (*FAMILIES, *fonts)})
    return WebLook(
        _accent(entry),
        chosen.get("text"),
        chosen.get("headings"),
        chosen.get("tables"),
        _logo(entry, pictures),
        Density(entry.density),
        Corners(entry.corners),
    )


def _accent(entry: WebEntry) -> Accent | None:
    """Return the accent for day and night. By default the night has the day's colour, lightened."""
    written = entry.accent
    if written is None:
        return None
    if not isinstance(written, nodes.Mapping):
        tint = read_tint("accent", written, entry.findings)
        return None if tint is None else Accent(tint.hex, dark_accent(tint.hex), written.span, written.span)
    shades = AccentEntry(written, "'accent'", entry.findings)
    light, dark = _shade(shades.light, "light", shades), _shade(shades.dark, "dark", shades)
    if light is None:
        return None
    return Accent(light, dark or dark_accent(light), shades.place("light"), shades.place("dark"))


def _shade(written: Node | None, name: str, entry: AccentEntry) -> str | None:
    tint = None if written is None else read_tint(name, written, entry.findings)
    return None if tint is None else tint.hex


def _fonts(entry: WebEntry, families: Mapping[str, Family]) -> dict[str, Family]:
    """Return the chosen families by role: text, headings, tables."""
    if entry.fonts is None:
        return {}
    own = WebFontsEntry(entry.fonts, "'fonts'", entry.findings)
    names = {role: own.choice_at(role, tuple(families)) for role in own.declared if own.node_at(role)}
    return {role: families[name] for role, name in names.items() if name in families}


def _logo(entry: WebEntry, pictures: Mapping[str, Picture]) -> Logo | None:
    if entry.logo is None:
        return None
    own = LogoEntry(entry.logo, "'logo'", entry.findings)
    picture = pictures.get(own.picture.value) if own.picture else None
    return Logo(picture, own.alt) if picture and own.alt else None


WORD = re.compile(r"\{[^{}]*\}?|\}")
HINT = "write the address of a line: https://github.com/me/my-game/edit/main/{file}#L{line}"


def read_web(
    web: Node | None, game: EntryReader, fonts: Iterable[Family], pictures: Mapping[str, Picture]
) -> tuple[WebLook, str, bool]:
    """Return what stands under `web`: the look, the address where a line can be edited, and `alone`."""
    if web is None:
        return DEFAULT_LOOK, "", False
    entry = WebEntry(web, "'web'", game.findings)
    return read_look(entry, fonts, pictures), _edit(entry), entry.alone


def _edit(entry: WebEntry) -> str:
    """Return the address of the editor; empty without one, or with a finding."""
    written = entry.edit.strip()
    unknown = [word for word in WORD.findall(written) if word not in EDIT_WORDS]
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
    entry.report("bad-value", entry.place("edit"), message, HINT)
    return ""


def web_address(written: str, refused: str) -> SplitResult | None:
    """Return the parts of a web address; None if the text is not one or contains a sign in `refused`."""
    try:
        parts = urlsplit(written)
        _ = parts.port  # a port that is not a number is an error only here
    except ValueError:
        return None
    plain = written.isascii() and written.isprintable() and not set(written) & set(refused)
    return parts if plain and parts.scheme in ("http", "https") and parts.hostname else None

"""The look of a game's web pages: its theme with the fonts for pages, and design tokens at the head of the style sheet.

The tokens are optional custom properties for `web/rulewright.css` and `web/dark.css`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.book.book import Book
from rulewright.book.game import Game
from rulewright.entries.colour import Tint
from rulewright.entries.themes import Theme
from rulewright.entries.web_look import Corners, Density, WebAccent, WebLook, grounds, mixed, nearest_legible
from rulewright.html.environment import asset
from rulewright.html.figures import FIGURES

SHEET = "rulewright.css"
"""The style sheet of all pages, which begins with the tokens."""
IN_THE_DARK = (
    '@media screen and (prefers-color-scheme: dark) {{ :where(html:not([data-colours="light"])) {{ {0} }} }}\n'
    '@media screen {{ :where(html[data-colours="dark"]) {{ {0} }} }}\n'
)
"""Dark colours, if the system or the reader wants them. `:where` does not change the weight of selectors."""
SPACE = {Density.COMPACT: 0.7, Density.AIRY: 1.3}
ROUNDNESS = {Corners.SQUARE: 0, Corners.ROUND: 2}
"""Factors of the usual space and corner radius."""
LINES = 0.45
"""The share of the accent colour in the lines under links and around buttons."""


@dataclass(frozen=True, slots=True)
class LogoView:
    """The address of the logo, relative to the folder of the pages; `titled` if the title is next to it."""

    href: str
    alt: str
    width: str
    height: str
    titled: bool


def web_theme(book: Book) -> Theme:
    """Return the theme of the game with the fonts of its web pages."""
    theme, look = book.theme, book.game.look
    return replace(
        theme,
        prose_font=look.fonts.text or theme.prose_font,
        headings=look.fonts.headings or theme.headings,
        font=look.fonts.tables or theme.font,
    )


def in_the_dark(style: str) -> str:
    """Return a style that applies only where pages are dark; its `:root` is the page."""
    return IN_THE_DARK.format(style.strip().replace(":root", "&:root"))


def web_style(game: Game, project: Path) -> str:
    """Return the style sheet of all pages, with the tokens of the game at its head."""
    theme = next(theme for theme in game.themes if theme.id == game.theme)
    return tokens(game.look, theme) + asset(project, f"web/{SHEET}")


def tokens(look: WebLook, theme: Theme) -> str:
    """Return a CSS rule with the tokens; empty for the usual look."""
    own = [*_colours(look, theme)]
    if look.density in SPACE:
        own.append(("space", f"{SPACE[look.density]:g}"))
    if look.corners in ROUNDNESS:
        own.append(("round", f"{ROUNDNESS[look.corners]:g}"))
    return f":root {{ {' '.join(f'--own-{name}: {value};' for name, value in own)} }}\n" if own else ""


def logo_view(game: Game) -> LogoView | None:
    logo = game.look.logo
    if logo is None or logo.picture is None:
        return None
    width, height = (f"{side:g}" for side in (logo.picture.width, logo.picture.height))
    return LogoView(f"{FIGURES}{logo.picture.name}", logo.alt, width, height, not logo.says(game.title))


def colours_of(game: Game) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the tokens for the game's accent colour; nothing for the usual accent."""
    return _colours(game.look, next(theme for theme in game.themes if theme.id == game.theme))


def _colours(look: WebLook, theme: Theme) -> Iterator[tuple[str, str]]:
    accent = look.accent
    if accent is None and theme.accent is not None:  # chosen for paper: on pages it must be legible
        accent = WebAccent(light=Tint(nearest_legible(theme.accent.hex, grounds(dark=False))))
    if accent is not None:
        for end, tint, dark in (("", accent.light, False), ("-dark", accent.at_night, True)):
            yield f"accent{end}", tint.hex
            yield f"accent-line{end}", mixed(tint.hex, LINES, grounds(dark=dark).page)

"""The look of a game's pages: its theme with their own fonts, and its tokens as the head of their stylesheet.

The tokens are custom properties, which `web/rulewright.css` and `web/dark.css` use where they are given.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.model.book import Book
from rulewright.model.game import Game
from rulewright.model.theme import (
    DARK,
    LIGHT,
    Accent,
    Corners,
    Density,
    Theme,
    WebLook,
    for_the_dark,
    mixed,
    nearest_legible,
)
from rulewright.render.typesetting.environment import asset
from rulewright.render.typesetting.figures import FIGURES

SHEET = "rulewright.css"
"""The stylesheet that all pages have, which begins with the tokens."""
IN_THE_DARK = (
    '@media screen and (prefers-color-scheme: dark) {{ :where(html:not([data-colours="light"])) {{ {0} }} }}\n'
    '@media screen {{ :where(html[data-colours="dark"]) {{ {0} }} }}\n'
)
"""Where the system or the reader wants it. `:where` keeps the weight of the selectors within."""
SPACE = {Density.COMPACT: 0.7, Density.AIRY: 1.3}
ROUNDNESS = {Corners.SQUARE: 0, Corners.ROUND: 2}
"""How much more or less than usual."""
LINES = 0.45
"""How much of the accent is in the lines under links and round buttons."""


@dataclass(frozen=True, slots=True)
class LogoView:
    """The logo, by its address from the folder of the pages; `titled` if the title of the game stands beside it."""

    href: str
    alt: str
    width: str
    height: str
    titled: bool


def web_theme(book: Book) -> Theme:
    """The theme of the game with the fonts of its web pages."""
    theme, look = book.theme, book.game.look
    return replace(
        theme,
        prose=look.text or theme.prose,
        headings=look.headings or theme.headings,
        font=look.tables or theme.font,
    )


def in_the_dark(style: str) -> str:
    """The style where pages are dark; its `:root` is the page."""
    return IN_THE_DARK.format(style.strip().replace(":root", "&:root"))


def web_style(game: Game, project: Path) -> str:
    """The stylesheet of all pages, with the tokens of the game at its head."""
    theme = next(theme for theme in game.themes if theme.id == game.theme)
    return tokens(game.look, theme) + asset(project, f"web/{SHEET}")


def tokens(look: WebLook, theme: Theme) -> str:
    """A rule with the tokens; empty for the usual look."""
    own = [*_colours(look, theme), *_measures(look)]
    return f":root {{ {' '.join(f'--own-{name}: {value};' for name, value in own)} }}\n" if own else ""


def logo_view(game: Game) -> LogoView | None:
    logo = game.look.logo
    if logo is None:
        return None
    width, height = (f"{side:g}" for side in (logo.picture.width, logo.picture.height))
    return LogoView(f"{FIGURES}{logo.picture.name}", logo.alt, width, height, not logo.says(game.title))


def _of_theme(theme: Theme) -> Accent | None:
    """The accent of a theme is chosen for paper: on pages it is made legible."""
    if theme.accent is None:
        return None
    light = nearest_legible(theme.accent.hex, LIGHT)
    return Accent(light, for_the_dark(light))


def colours_of(game: Game) -> Iterator[tuple[str, str]]:
    """The tokens of the game's accent by their names; none for the usual one."""
    return _colours(game.look, next(theme for theme in game.themes if theme.id == game.theme))


def _colours(look: WebLook, theme: Theme) -> Iterator[tuple[str, str]]:
    accent = look.accent or _of_theme(theme)
    if accent is not None:
        for end, colour, grounds in (("", accent.light, LIGHT), ("-dark", accent.dark, DARK)):
            yield f"accent{end}", colour
            yield f"accent-line{end}", mixed(colour, LINES, grounds.page)


def _measures(look: WebLook) -> Iterator[tuple[str, str]]:
    if look.density in SPACE:
        yield "space", f"{SPACE[look.density]:g}"
    if look.corners in ROUNDNESS:
        yield "round", f"{ROUNDNESS[look.corners]:g}"

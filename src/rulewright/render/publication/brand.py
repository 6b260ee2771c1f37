"""The pictures of a game where it is shared or installed: a preview with a card in it, and icons."""

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rulewright.model.card import Card
from rulewright.model.game import Game
from rulewright.render.paths import card_path
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.pdf.page_images import pictures
from rulewright.render.pdf.printers import Printers
from rulewright.render.templating.faults import UnprintableError
from rulewright.render.typesetting.environment import asset, rendered
from rulewright.render.web.contents import PREVIEW
from rulewright.store import Store

ICONS = (("icon-192.png", 192, False), ("icon-512.png", 512, False), ("icon-maskable-512.png", 512, True))
"""Each with its side in pixels, and whether a system may mask it."""
PIXELS_PER_INCH = 96
"""The resolution of the picture: a CSS pixel is a pixel."""
CORNER_DPI = 150
ACCENT = "#3f5f2c"
"""The colour of a game without colours: the accent of the pages."""

TEMPLATE = "publication/brand.html.j2"


@dataclass(frozen=True, slots=True)
class BrandView:
    """`corner` is a picture of the first card as a data: address, or empty; `colours` has at least one."""

    game: Game
    initials: str
    corner: str
    colours: tuple[str, ...]
    icons: tuple[tuple[str, int, bool], ...] = ICONS


def brand_pictures(game: Game, project: Path, finished: FinishedFiles, store: Store) -> Mapping[str, bytes]:
    """The pictures by their paths, printed as one document with a page for each."""
    colours = tuple(colour.hex for colour in game.colours) or (ACCENT,)
    view = BrandView(game, initials(game.title), "", colours)
    style = asset(project, "publication/brand.css")
    card = finished.files[card_path(game.cards[0])] if game.cards else b""
    paths = [f"web/{name}" for name in (PREVIEW, *(file for file, _, _ in ICONS))]
    values = rendered(project, TEMPLATE, game.language, brand=view), style, card
    keys = {path: store.key(path, *values) for path in paths}
    known = {path: store.find(key) for path, key in keys.items()}
    if all(known.values()):
        return {path: data for path, data in known.items() if data is not None}
    html = rendered(project, TEMPLATE, game.language, brand=replace(view, corner=_corner(game.cards, finished)))
    printed = Printers()[style].print(html, standard="")
    pages = [*pictures(printed.pdf, PIXELS_PER_INCH)]
    if len(pages) != len(paths):
        raise UnprintableError(f"{TEMPLATE} makes {len(pages)} pages, but it must make {len(paths)}")
    made = {path: picture.png for path, picture in zip(paths, pages, strict=True)}
    for path, data in made.items():
        store.keep(keys[path], data)
    return made


def initials(title: str) -> str:
    """The first letters of up to three words, without articles: an icon has no room for more."""
    words = re.findall(r"[^\W_]+", title)
    weighty = [word for word in words if word.casefold() not in ("a", "an", "the")] or words
    return "".join(word[0] for word in weighty[:3]).upper()


def _corner(cards: tuple[Card, ...], finished: FinishedFiles) -> str:
    if not cards:
        return ""
    first = next(pictures(finished.files[card_path(cards[0])], CORNER_DPI))
    return "data:image/png;base64," + b64encode(first.png).decode()

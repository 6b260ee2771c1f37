"""Complete the folder of a game, so that any host can serve it under any path, and browsers can open it as files.

The folder is build/GAME. Its pages lie in web/ and link to the prints beside it. This module writes the files at its
top, for hosts, browsers and other programs.

- The service worker is at the top because its scope must contain the cards. It and its list of files are made last,
from the hashes of all other files except the report.
- `404.html` contains its style and script, because a host sends it from any depth.
- Each page has its own content security policy; `_headers` repeats it for hosts that send it as a header.
- A script adds the link to the manifest, because browsers report it as an error on pages opened as files.
"""

import json
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from rulewright.base.store import Store
from rulewright.base.visible import json_text
from rulewright.book.book import Book
from rulewright.book.game import Game
from rulewright.entries.web_look import page_colour
from rulewright.html.environment import asset, rendered
from rulewright.html.fonts import filled
from rulewright.html.paths import card_path
from rulewright.html.templating.template_errors import UnprintableError
from rulewright.outputs.report.frame import imprint_filters, report_style
from rulewright.outputs.web.contents import PREVIEW, shortened
from rulewright.pdf import Printers
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pdf.page_images import pictures


def publication_files(book: Book, project: Path, finished: Mapping[str, bytes], created: str) -> dict[str, bytes]:
    """Return the files at the top of the folder; `finished` are all others by path, `created` is their date."""
    game = book.game
    texts = dict(entrance_files(book, project, finished, created)) | {"manifest.webmanifest": manifest_json(game)}
    files = {name: text.encode() for name, text in texts.items()}
    offline = offline_files({**finished, **files}, game)
    return {**files, LISTING: listing_json(offline).encode(), "sw.js": worker_script(offline, game, project).encode()}


# The entrances of the folder

OLD = "/edition-"
"""A part of the paths of earlier editions' pages, which search engines must not show instead of current rules."""


def entrance_files(book: Book, project: Path, paths: Iterable[str], created: str) -> Mapping[str, str]:
    """Return the files at the top of the folder by name; `paths` are those of all other files.

    A site map needs absolute addresses, so it exists only if the game has an address; its date is `created`, if set.
    Crawlers look for robots.txt only at the top of a host, so it exists only if the game is published there. The file
    .nojekyll makes GitHub Pages serve all files unchanged.
    """
    game = book.game
    folder = urlsplit(game.address).path if game.address else "/"
    values = {
        "game": game,
        "pages": sorted(
            each for each in paths if each.startswith("web/") and each.endswith(".html") and OLD not in each
        ),
        "folder": folder,
        "day": created[:10],
        "description": shortened(game.subtitle or game.title),
        "preview": PREVIEW,
        "style": report_style(game, project),
    }
    names = ["index.html", "404.html", "_headers", *(["sitemap.xml"] if game.address else [])]
    filters = imprint_filters(book)
    files = {
        name: rendered(project, f"publication/{name}.j2", game.language, filters, **values) + "\n" for name in names
    }
    files[".nojekyll"] = ""
    if game.address and folder == "/":
        files["robots.txt"] = f"User-agent: *\nAllow: /\nSitemap: {game.address}sitemap.xml\n"
    return files


# The pictures of a game where it is shared or installed: a preview with a card in it, and icons

ICONS = (("icon-192.png", 192, False), ("icon-512.png", 512, False), ("icon-maskable-512.png", 512, True))
"""The icon files with their side in pixels, and whether a system may mask them."""
PIXELS_PER_INCH = 96
"""The resolution at which a CSS pixel becomes a pixel of the picture."""
CORNER_DPI = 150
INKS = ("paper", "ink", "soft")
"""The colours of web pages that the pictures have."""

TEMPLATE = "publication/brand.html.j2"


def brand_pictures(game: Game, project: Path, finished: FinishedFiles, store: Store) -> Mapping[str, bytes]:
    """Return the icons and the preview picture by their paths, all printed from one document."""
    colours = tuple(colour.hex for colour in game.colours) or (page_colour("accent"),)
    brand = {"initials": initials(game.title), "corner": "", "colours": colours, "icons": ICONS}
    style = filled(asset(project, "publication/brand.css"), {name: page_colour(name) for name in INKS})
    card = finished.files[card_path(game.cards[0])] if game.cards else b""
    paths = [f"web/{name}" for name in (PREVIEW, *(file for file, _, _ in ICONS))]
    values = rendered(project, TEMPLATE, game.language, game=game, **brand), style, card
    keys = {path: store.key(path, *values) for path in paths}
    known = {path: store.find(key) for path, key in keys.items()}
    if all(known.values()):
        return {path: data for path, data in known.items() if data is not None}
    brand["corner"] = next(pictures(card, CORNER_DPI)).url if card else ""
    html = rendered(project, TEMPLATE, game.language, game=game, **brand)
    printed = Printers()[style].print(html, standard="")
    pages = [*pictures(printed.pdf, PIXELS_PER_INCH)]
    if len(pages) != len(paths):
        raise UnprintableError(f"{TEMPLATE} makes {len(pages)} pages, but it must make {len(paths)}")
    made = {path: picture.png for path, picture in zip(paths, pages, strict=True)}
    for path, data in made.items():
        store.keep(keys[path], data)
    return made


def initials(title: str) -> str:
    """Return the initials of up to three words, without articles: an icon has no room for more."""
    words = re.findall(r"[^\W_]+", title)
    weighty = [word for word in words if word.casefold() not in ("a", "an", "the")] or words
    return "".join(word[0] for word in weighty[:3]).upper()


# A served folder that is readable without a network: a manifest to install it, a service worker and its listing
#
# The worker keeps what was opened. Where a reader asks for it, it keeps all that players read at the table: pages, what
# they load, and the cards. Pictures, sheets, rulebooks, data and the report are large, and kept only once they have
# been opened. The listing is a file by itself: the worker is fetched at each visit, and the listing of many rules is
# long.

AT_THE_TOP = ("index.html", "404.html", "manifest.webmanifest")
REPORTS = ("report.html", "report.json")
"""Files that are written after the service worker, and so are not in its list."""
LISTING = "offline.json"
PREPARED = tuple(
    (
        "index.html 404.html manifest.webmanifest web/index.html web/offline.html web/offline.js "
        "web/rulewright.css web/rulewright.js web/theme.js"
    ).split()
)
"""The files to store at the first visit: the overview, and the page shown for missing pages."""
OfflineFiles = Mapping[str, tuple[str, int]]
"""Files by path, each with its hash and its length."""
DIGITS = 16
"""Digits of a hash: enough to distinguish any two builds."""


def manifest_json(game: Game) -> str:
    """Return the web app manifest; its addresses are relative to its own."""
    return json_text(
        {
            "name": game.title,
            "short_name": game.title,
            "description": game.subtitle or game.title,
            "lang": game.language,
            "start_url": "web/index.html",
            "scope": "./",
            "display": "standalone",
            "background_color": page_colour("paper"),
            "theme_color": page_colour("paper"),
            "icons": [_icon(file, side, "maskable" if maskable else "any") for file, side, maskable in ICONS],
        }
    )


def _icon(file: str, side: int, purpose: str) -> dict[str, str]:
    return {"src": f"web/{file}", "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}


def listing_json(offline: OfflineFiles) -> str:
    """Return the list of files that the service worker stores when a reader asks for it."""
    return json.dumps({"version": _version(offline), "files": offline}, separators=(",", ":"))


def worker_script(offline: OfflineFiles, game: Game, project: Path) -> str:
    """Return the service worker for these files. It changes with any of them, which makes browsers update it."""
    edition = {
        "version": _version(offline),
        "files": len(offline),
        "size": sum(length for _, length in offline.values()),
        "prepared": PREPARED,
        "digits": DIGITS,
    }
    return rendered(project, "publication/sw.js.j2", game.language, edition=edition) + "\n"


def offline_files(files: Mapping[str, bytes], game: Game) -> OfflineFiles:
    """Return the files that players read at the table."""
    single = {*AT_THE_TOP, *map(card_path, game.cards)}
    pages = {path for path in files if path.startswith("web/")} - {f"web/{PREVIEW}"}
    return {path: (_hash(files[path]), len(files[path])) for path in sorted(pages | (single & files.keys()))}


def _version(offline: OfflineFiles) -> str:
    return _hash(json_text(offline).encode())


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()[:DIGITS]

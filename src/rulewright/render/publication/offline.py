"""Makes a served folder readable without a network: a manifest to install it, a service worker and its listing.

The worker keeps what was opened. Where a reader asks for it, it keeps all that players read at the table: pages, what
they load, and the cards. Pictures, sheets, rulebooks, data and the report are large, and kept only once they have been
opened. The listing is a file by itself: the worker is fetched at each visit, and the listing of many rules is long.
"""

import json
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path

from rulewright.formats.as_json import dump
from rulewright.model.game import Game
from rulewright.render.paths import card_path
from rulewright.render.publication.brand import ICONS
from rulewright.render.typesetting.environment import rendered
from rulewright.render.web.contents import PREVIEW

PAPER = "#fcfbf7"
"""The ground of the pages in the light theme."""
AT_THE_TOP = ("index.html", "404.html", "manifest.webmanifest")
REPORTS = ("report.html", "report.json")
"""Written after the worker, which therefore cannot know them."""
LISTING = "offline.json"
PREPARED = tuple(
    (
        "index.html 404.html manifest.webmanifest web/index.html web/offline.html web/offline.js "
        "web/rulewright.css web/rulewright.js web/theme.js"
    ).split()
)
"""What is kept from the first visit on: the overview, and what is said in place of pages that are not here."""
Kept = Mapping[str, tuple[str, int]]
"""Files by their paths, each with the digest of its content and its length."""
DIGITS = 16
"""Of a hash: enough to tell any two builds apart."""


def manifest_json(game: Game) -> str:
    """The web app manifest; addresses are relative to it."""
    return dump(
        {
            "name": game.title,
            "short_name": game.title,
            "description": game.subtitle or game.title,
            "lang": game.language,
            "start_url": "web/index.html",
            "scope": "./",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "icons": [_icon(file, side, maskable) for file, side, maskable in ICONS],
        }
    )


def _icon(file: str, side: int, maskable: bool) -> dict[str, str]:
    purpose = "maskable" if maskable else "any"
    return {"src": f"web/{file}", "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}


def listing_json(kept: Kept) -> str:
    """The files that are kept where a reader asks for it."""
    return json.dumps({"version": _version(kept), "files": kept}, separators=(",", ":"))


def worker_script(kept: Kept, game: Game, project: Path) -> str:
    """The service worker for these files. A change of any that it keeps changes it, which browsers notice."""
    edition = {
        "version": _version(kept),
        "files": len(kept),
        "size": sum(length for _, length in kept.values()),
        "prepared": PREPARED,
        "digits": DIGITS,
    }
    return rendered(project, "publication/sw.js.j2", game.language, edition=edition) + "\n"


def kept_files(files: Mapping[str, bytes], game: Game) -> Kept:
    """Those that players read at the table."""
    cards = {card_path(card) for card in game.cards}
    return {path: (_hash(data), len(data)) for path, data in sorted(files.items()) if _is_kept(path, cards)}


def _version(kept: Kept) -> str:
    return _hash(dump(kept).encode())


def _is_kept(path: str, cards: Collection[str]) -> bool:
    return (path.startswith("web/") and path != f"web/{PREVIEW}") or path in AT_THE_TOP or path in cards


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()[:DIGITS]

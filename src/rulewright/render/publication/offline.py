"""Makes a served folder readable without a network: a manifest to install it, and a service worker.

The worker caches what players read at the table: pages, what they load, and the cards. Pictures, sheets, rulebooks,
data and the report are large, and are cached once they have been opened.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

from rulewright.formats.as_json import dump
from rulewright.model.card import Card
from rulewright.model.game import Game
from rulewright.render.paths import card_path
from rulewright.render.publication.brand import ICONS
from rulewright.render.typesetting.environment import rendered
from rulewright.render.web.meta import PREVIEW

PAPER = "#fcfbf7"
"""The ground of the pages in the light theme."""
AT_THE_TOP = ("index.html", "404.html", "manifest.webmanifest")
REPORTS = ("report.html", "report.json")
"""Written after the worker, which therefore cannot hold their hashes."""
FOR_HOSTS = ("_headers", ".nojekyll")
"""What hosts read and do not send."""
DIGITS = 16
"""Of a hash: enough to tell any two builds apart."""


def manifest_json(game: Game) -> str:
    """The web app manifest; addresses are relative to it."""
    return dump({
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
    })  # fmt: skip


def _icon(file: str, side: int, maskable: bool) -> dict[str, str]:
    purpose = "maskable" if maskable else "any"
    return {"src": f"web/{file}", "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}


def worker_script(files: Mapping[str, bytes], game: Game, project: Path) -> str:
    """The service worker for these files. A change of any file changes it, which browsers notice."""
    kept = {path: _hash(data) for path, data in sorted(files.items()) if _is_kept(path, game.cards)}
    edition = {
        "version": _hash(dump(kept).encode()),
        "kept": kept,
        "later": [path for path in (*sorted(files), *REPORTS) if path not in kept and path not in FOR_HOSTS],
    }
    return rendered(project, "publication/sw.js.j2", game.language, edition=edition) + "\n"


def _is_kept(path: str, cards: Iterable[Card]) -> bool:
    in_web = path.startswith("web/") and path != f"web/{PREVIEW}"
    return in_web or path in AT_THE_TOP or path in {card_path(card) for card in cards}


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()[:DIGITS]

"""The entrances of a published folder: its index, its page for missing addresses, files for search engines."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from rulewright.model.game import Game
from rulewright.render.typesetting.environment import rendered


def entrance_files(game: Game, project: Path, paths: Iterable[str]) -> Mapping[str, str]:
    """The files at the top of the folder by their names; `paths` are those of all other files.

    A site map needs absolute addresses, so there is one if the game has an address. Robots ask for robots.txt only at
    the top of a host, so there is one if the game is published there.
    """
    listed = sorted(path for path in paths if path.startswith("web/") and path.endswith(".html"))
    files = {name: _render(f"{name}.j2", game, project, listed) for name in ("index.html", "404.html", "_headers")}
    if game.address:
        files["sitemap.xml"] = _render("sitemap.xml.j2", game, project, listed)
        if urlsplit(game.address).path == "/":
            files["robots.txt"] = f"User-agent: *\nAllow: /\nSitemap: {game.address}sitemap.xml\n"
    return files


def _render(template: str, game: Game, project: Path, listed: list[str]) -> str:
    folder = urlsplit(game.address).path if game.address else "/"
    values = {"game": game, "pages": listed, "folder": folder}
    return rendered(project, f"publication/{template}", game.language, **values) + "\n"

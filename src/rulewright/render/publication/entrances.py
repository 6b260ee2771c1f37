"""The entrances of a published folder: its index, its page for missing addresses, files for search engines."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from rulewright.model.book import Book
from rulewright.render.report.frame import frame, report_style
from rulewright.render.typesetting.environment import rendered
from rulewright.render.web.contents import PREVIEW, meta_view

OLD = "/edition-"
"""In the paths of pages of earlier editions, which search engines shall not find in place of the rules of today."""


def entrance_files(book: Book, project: Path, paths: Iterable[str], created: str) -> Mapping[str, str]:
    """The files at the top of the folder by their names; `paths` are those of all other files.

    A site map needs absolute addresses, so there is one if the game has an address; it tells the day of `created` if
    that is told. Robots ask for robots.txt only at the top of a host, so there is one if the game is published there.
    Where there is a file .nojekyll, GitHub Pages sends all files as they are.
    """
    listed = sorted(path for path in paths if path.startswith("web/") and path.endswith(".html") and OLD not in path)
    game = book.game
    render = partial(_render, book, project, listed, created[:10])
    files = {name: render(f"{name}.j2") for name in ("index.html", "404.html", "_headers")} | {".nojekyll": ""}
    if game.address:
        files["sitemap.xml"] = render("sitemap.xml.j2")
        if urlsplit(game.address).path == "/":
            files["robots.txt"] = f"User-agent: *\nAllow: /\nSitemap: {game.address}sitemap.xml\n"
    return files


def _render(book: Book, project: Path, listed: list[str], day: str, template: str) -> str:
    game = book.game
    folder = urlsplit(game.address).path if game.address else "/"
    meta = meta_view("index.html", game.subtitle or game.title, game)
    values = {"game": game, "pages": listed, "folder": folder, "day": day, "meta": meta, "preview": PREVIEW}
    values |= {"style": report_style(game, project), "frame": replace(frame(book), credits=False)}
    return rendered(project, f"publication/{template}", game.language, **values) + "\n"

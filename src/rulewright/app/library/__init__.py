"""The library page: `build/index.html`, one page over all games of a project that has several.

Each build of a game leaves an entry beside its pages (`outputs.web.overview`), and `publishing` makes the page from
these entries. So it always lists all games, also one whose source has errors now. A project with one game has no such
page: its folder is a whole site already.

This module says whether the page is up to date, from a record of what it was made from. It imports next to nothing,
like `cache`, because a build with nothing to do asks it.
"""

import json
import os
from functools import cached_property
from typing import NamedTuple

from rulewright.base.game_folders import game_folders
from rulewright.base.installation import installation
from rulewright.base.listing import contents, digest, listing, read_file
from rulewright.base.record import HIDDEN, Record

PAGE = "index.html"
RECORD_FILE = "library.json"
"""A file in build/.rulewright that records what the page was made from, and the digest of the page."""
PAGE_MARK = b'<meta name="generator" content="Rulewright library">'
"""A line in every library page. A file of the same name without it belongs to the author."""


class PageRecord(NamedTuple):
    """What the page was made from (see `_sources`), and its digest; both are None if there is no record."""

    sources: object
    page_digest: object


class Library:
    """The library page of a project, at `path`.

    `games` maps each game that a build has made to the id of its last build. It is empty for a project with one game,
    which has no such page.
    """

    def __init__(self, project: str, build: str = "") -> None:
        self.project, self.folder = project, build or os.path.join(project, "build")
        self.path = os.path.join(self.folder, PAGE)
        self._record_path = os.path.join(self.folder, HIDDEN, RECORD_FILE)
        folders = game_folders(project)
        built = {game: Record.load(os.path.join(self.folder, game)).build for game in folders}
        self.games = {game: build for game, build in built.items() if build} if len(folders) > 1 else {}

    @property
    def is_foreign(self) -> bool:
        """Whether the file in the place of the page was not written by a build."""
        if os.path.islink(self.path):
            return True
        if not os.path.lexists(self.path):
            return False
        page = read_file(self.path)
        return page is None or (PAGE_MARK not in page and digest(page) != self._recorded.page_digest)

    @property
    def is_fresh(self) -> bool:
        """Whether a new page would be the same, or there is none to make."""
        if not self.games:
            return not self.is_stale
        if self._recorded.sources != self._sources():
            return False
        return self._page_digest() == self._recorded.page_digest or self.is_foreign

    @property
    def is_stale(self) -> bool:
        """Whether a build made a page, but the project has only one game left."""
        return not self.games and os.path.lexists(self.path) and not self.is_foreign

    @cached_property
    def _recorded(self) -> PageRecord:
        """The record of the last page; without values if there is none, or if it cannot be read."""
        try:
            sources, page_digest = json.loads(read_file(self._record_path) or b"[null, null]")
        except (ValueError, TypeError):
            return PageRecord(None, None)
        return PageRecord(sources, page_digest)

    def save_record(self) -> None:
        """Record that the page is up to date."""
        with open(self._record_path, "w", encoding="ascii") as stream:
            stream.write(json.dumps([self._sources(), self._page_digest()]))

    def _sources(self) -> list[object]:
        """Return what the page depends on: this version of the tool, the builds of the games, and the templates."""
        templates = contents(listing(os.path.join(self.project, "templates")))
        return [installation(), [[game, build] for game, build in self.games.items()], templates]

    def _page_digest(self) -> str:
        return digest(read_file(self.path) or b"")

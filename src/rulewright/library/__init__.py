"""The library page: `build/index.html`, one page over all games of a project that has several.

Each build of a game leaves an entry beside its pages (`render.web.overview`), and the page is made from these
entries. So it always lists all games, also one whose source has errors now. It is one file, replaced by one rename,
with its style and its script in it; it takes its fonts and colour switch from the first game. A project with one game
has no such page: its folder is a whole site already, with an entrance.

This module imports next to nothing, like `cache`: a build with nothing to do asks it whether the page is up to date.
"""

import json
import os
from functools import cached_property

from rulewright.game_folders import game_folders
from rulewright.installation import installation
from rulewright.listing import contents, digest, listing, read_file
from rulewright.record import HIDDEN, Record

PAGE = "index.html"
STATE = "library.json"
"""A file in build/.rulewright that records what the page was made from, and the digest of the page."""
OURS = b'<meta name="generator" content="Rulewright library">'
"""A line in every library page. A file of the same name without it belongs to the author."""


class Library:
    """The page of a project; `games` maps each game that a build has made to the id of its last build."""

    def __init__(self, project: str, build: str = "") -> None:
        self.project, self.folder = project, build or os.path.join(project, "build")
        self.path, self._state = os.path.join(self.folder, PAGE), os.path.join(self.folder, HIDDEN, STATE)
        folders = game_folders(project)
        built = {game: Record.load(os.path.join(self.folder, game)).build for game in folders}
        self.games = {game: build for game, build in built.items() if build} if len(folders) > 1 else {}

    @property
    def is_foreign(self) -> bool:
        """Whether the file in the place of the page was not written by a build."""
        if os.path.islink(self.path):
            return True
        page = read_file(self.path)
        return os.path.lexists(self.path) and (page is None or (OURS not in page and digest(page) != self._saved[1]))

    @property
    def is_fresh(self) -> bool:
        """Whether a new page would be the same, or there is none to make."""
        if not self.games:
            return not self.is_stale
        sources, page = self._saved
        return sources == self._sources() and (self._page_digest() == page or self.is_foreign)

    @property
    def is_stale(self) -> bool:
        """Whether there is a page of ours, but the project has only one game left."""
        return not self.games and os.path.lexists(self.path) and not self.is_foreign

    @cached_property
    def _saved(self) -> list[object]:
        """Return what the last page was made from, and its digest."""
        try:
            sources, page = json.loads(read_file(self._state) or b"[null, null]")
        except (ValueError, TypeError):
            return [None, None]
        return [sources, page]

    def save_state(self) -> None:
        """Record that the page is up to date."""
        with open(self._state, "w", encoding="ascii") as stream:
            stream.write(json.dumps([self._sources(), self._page_digest()]))

    def _sources(self) -> list[object]:
        templates = contents(listing(os.path.join(self.project, "templates")))
        return [installation(), [[game, build] for game, build in self.games.items()], templates]

    def _page_digest(self) -> str:
        return digest(read_file(self.path) or b"")

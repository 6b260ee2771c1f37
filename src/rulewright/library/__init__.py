"""The library page: `build/index.html`, one page over all games of a project that has several.

Each build of a game leaves an entry beside its pages (`render.web.overview`), and the page is made of the
entries that are there. So it lists all games whichever of them was built, also one whose source has errors since. It
is one file, replaced by one rename, with its style and its script in it; fonts and the switch of colours are those of
the first game, as a report has them. A project with one game has none: its folder is a whole site already, with an
entrance.
"""

import json
import os
from functools import cached_property

from rulewright.game_folders import game_folders
from rulewright.installation import installation
from rulewright.listing import contents, digest, listing, read_file
from rulewright.record import HIDDEN, Record

# What the library page was made from, to tell whether another would be the same

PAGE = "index.html"
STATE = "library.json"
"""In build/.rulewright: what the page was made from, and the digest of the page."""
OURS = b'<meta name="generator" content="Rulewright library">'
"""Stands in every such page: another file of this name is an author's own."""


class Library:
    """The page of a project; `games` are those that a build has made, each with the name of its last build."""

    def __init__(self, project: str, build: str = "") -> None:
        self.project, self.folder = project, build or os.path.join(project, "build")
        self.path, self._state = os.path.join(self.folder, PAGE), os.path.join(self.folder, HIDDEN, STATE)
        folders = game_folders(project)
        built = {game: Record.load(os.path.join(self.folder, game)).build for game in folders}
        self.games = {game: build for game, build in built.items() if build} if len(folders) > 1 else {}

    @property
    def is_foreign(self) -> bool:
        """Whether something is at the place of the page that no build wrote."""
        if os.path.islink(self.path):
            return True
        page = read_file(self.path)
        return os.path.lexists(self.path) and (page is None or (OURS not in page and digest(page) != self._saved[1]))

    @property
    def is_fresh(self) -> bool:
        """Whether another page would be the same, or there is none to make."""
        if not self.games:
            return not self.is_stale
        of, page = self._saved
        return of == self._values() and (self._present() == page or self.is_foreign)

    @cached_property
    def _saved(self) -> list[object]:
        """What the last page was made from, and its digest."""
        try:
            of, page = json.loads(read_file(self._state) or b"[null, null]")
        except (ValueError, TypeError):
            return [None, None]
        return [of, page]

    @property
    def is_stale(self) -> bool:
        """Whether a page of ours is there that should be none: of the games only one is left."""
        return not self.games and os.path.lexists(self.path) and not self.is_foreign

    def save_state(self) -> None:
        """The page of these games is there."""
        state = json.dumps([self._values(), self._present()])
        with open(self._state, "w", encoding="ascii") as stream:
            stream.write(state)

    def _values(self) -> list[object]:
        templates = contents(listing(os.path.join(self.project, "templates")))
        return [installation(), [[game, build] for game, build in self.games.items()], templates]

    def _present(self) -> str:
        return digest(read_file(self.path) or b"")

"""Decide whether a game must be built again, from the record of its last build and the files as they are now.

Inputs are the files under content/GAME, cards/GAME and templates/; outputs are the files in build/GAME. The record in
build/GAME has a digest of each. A game is fresh if its inputs, its outputs, the settings and the installation are all
as recorded: then `findings_if_fresh` returns the text to print, and nothing is built.

This module imports very little: a build with nothing to do costs little more than starting Python.
"""

import os
from collections.abc import Collection, Mapping
from functools import cached_property

from rulewright.base.game_folders import are_several
from rulewright.base.installation import installation
from rulewright.base.listing import (
    NO_FILES,
    Listing,
    clock,
    contents,
    describe,
    digest,
    has_linked_folders,
    listing,
    read_file,
    settled,
    walk,
)
from rulewright.base.record import RECORD, Record
from rulewright.base.store import Store, user_folder


class BuildCache:
    """The last build of a game, and the present inputs.

    A build makes this before it reads any source, so that the next build notices changes in the meantime.
    `base_games` are the games that this one extends; by default those of the last build.
    """

    def __init__(self, project: str, game: str, *, prove: bool, base_games: Collection[str] | None = None) -> None:
        self.game, self.folder = game, os.path.join(project, "build", game)
        self._began = clock()
        linked = os.path.islink(self.folder) or os.path.islink(os.path.join(project, "build"))
        self._last = Record() if linked else Record.load(self.folder)  # no build writes through links
        self._input_folders = _folders_of_inputs(
            project, game, _base_games(self._last) if base_games is None else base_games
        )
        self._installation = installation()
        self._settings = [self._installation, prove, os.environ.get("SOURCE_DATE_EPOCH"), are_several(project)]
        self._inputs = self._list_inputs(self._last.inputs)

    def _list_inputs(self, earlier: Mapping[str, Listing]) -> dict[str, Listing]:
        """List each input folder; files with the stamps of `earlier` are not read again."""
        return {name: listing(folder, earlier.get(name, NO_FILES)) for name, folder in self._input_folders.items()}

    def findings_if_fresh(self) -> str | None:
        """Return the findings of the last build as printed, or None if another build might differ."""
        last = self._last
        fresh = (
            last.older is None
            and self._settings == last.settings
            and not has_linked_folders(self._input_folders["templates"])
            and _same_contents(self._inputs, last.inputs)
            and contents(self.outputs) == contents(last.outputs)
        )
        return last.findings if fresh else None

    @cached_property
    def _present_files(self) -> "dict[str, os.DirEntry[str]]":
        """The files in build/GAME now."""
        return {path: entry for path, entry in walk(self.folder) if path != RECORD}

    @cached_property
    def outputs(self) -> Listing:
        """The present state of the last build's files; links do not count."""
        present = self._present_files
        return {
            path: describe(present[path], recorded, follow=False)
            for path, recorded in self._last.outputs.items()
            if path in present
        }

    @property
    def foreign_outputs(self) -> list[str]:
        """The paths in build/GAME that no build wrote."""
        return [path for path in self._present_files if path not in self._last.outputs]

    def present_outputs(self) -> dict[str, bytes]:
        """Return the last build's files as they are now, without missing ones."""
        present = {path: read_file(os.path.join(self.folder, path)) for path in self.outputs}
        return {path: data for path, data in present.items() if data is not None}

    def read_outputs(self) -> dict[str, bytes] | None:
        """Return the last build's files; None if one is missing or has changed since."""
        recorded = self._last.outputs
        files = {path: _read_unaltered(self.folder, path, recorded) for path in recorded}
        unaltered = {path: data for path, data in files.items() if data is not None}
        return unaltered if len(unaltered) == len(files) else None

    @property
    def report(self) -> bytes | None:
        """The report.json of the last build; None if it is missing or has changed since."""
        return _read_unaltered(self.folder, "report.json", self._last.outputs)

    @property
    def store(self) -> Store:
        """The user's store, for the installation as it was when this build began."""
        return Store(user_folder(), self._installation)

    def record(self, findings: str, kept_paths: Collection[str] | None = None) -> Record:
        """Make the record of this build, with no outputs yet.

        If an input changed while the build ran, the record has no inputs, so that the next build makes everything.
        `kept_paths` are the outputs that a partial build left as they were, None for a complete build. Those made
        from other inputs than the present ones are recorded as `older`.
        """
        still_the_same = self._list_inputs(self._inputs) == self._inputs and installation() == self._installation
        inputs = {name: settled(files, self._began) for name, files in self._inputs.items()}
        if not still_the_same:
            inputs = {}
        if kept_paths is None:
            return Record(self._settings, inputs, NO_FILES, findings)
        unchanged = self._settings == self._last.settings and _same_contents(self._inputs, self._last.inputs)
        older = [path for path in kept_paths if not unchanged or path in (self._last.older or ())]
        return Record(self._settings, inputs, NO_FILES, findings, older=older)


def _same_contents(folders: Mapping[str, Listing], earlier: Mapping[str, Listing]) -> bool:
    """Return whether two listings of the input folders have the same files with the same digests."""
    return folders.keys() == earlier.keys() and all(
        contents(files) == contents(earlier[name]) for name, files in folders.items()
    )


def _read_unaltered(folder: str, path: str, files: Listing) -> bytes | None:
    """Return a file that a build wrote; None if it has changed since."""
    data = read_file(os.path.join(folder, path)) if path in files else None
    return data if data is not None and digest(data) == files[path][-1] else None


def _folders_of_inputs(project: str, game: str, base_games: Collection[str]) -> dict[str, str]:
    """Return the input folders by their names in the record: `content`, `cards`, `templates`, `content/BASE`."""
    names = ("content", "cards")
    game_folders = {name: os.path.join(project, name, game) for name in names}
    base_folders = {f"{name}/{base}": os.path.join(project, name, base) for base in base_games for name in names}
    return {**game_folders, "templates": os.path.join(project, "templates"), **base_folders}


def _base_games(last: Record) -> list[str]:
    """Return the games that a game extended when it was built."""
    return [name.removeprefix("content/") for name in last.inputs if name.startswith("content/")]

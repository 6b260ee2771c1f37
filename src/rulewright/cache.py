"""What the last build of a game left, and whether another build would write the same.

It would if nothing has changed: the game's files, the templates, the settings, the installation and the files of
build/GAME, whose record has all digests. This module imports very little: a build with nothing to do costs little more
than starting Python.
"""

import os
from collections.abc import Collection, Mapping
from functools import cached_property

from rulewright.game_folders import are_several
from rulewright.installation import installation
from rulewright.listing import (
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
from rulewright.record import NO_FOLDERS, RECORD, Record
from rulewright.store import Store, user_folder


class BuildCache:
    """The last build of a game, and the present inputs.

    A build makes this before it reads any source, so that the next build notices changes in the meantime. `below` are
    the games that this one extends; by default those of the last build.
    """

    def __init__(self, project: str, game: str, *, prove: bool, below: Collection[str] | None = None) -> None:
        self.game, self.folder = game, os.path.join(project, "build", game)
        self._began = clock()
        linked = os.path.islink(self.folder) or os.path.islink(os.path.join(project, "build"))
        self._last = Record() if linked else Record.load(self.folder)
        self._sources = _input_folders(project, game, _games_below(self._last) if below is None else below)
        self._installation = installation()
        self._settings = [self._installation, prove, os.environ.get("SOURCE_DATE_EPOCH"), are_several(project)]
        self._inputs = self._list_inputs(self._last.inputs)

    def _list_inputs(self, known: Mapping[str, Listing]) -> dict[str, Listing]:
        return {name: listing(folder, known.get(name, NO_FILES)) for name, folder in self._sources.items()}

    def findings_if_fresh(self) -> str | None:
        """Return the findings of the last build as printed, or None if another build might differ."""
        last = self._last
        fresh = (
            last.older is None
            and self._settings == last.settings
            and not has_linked_folders(self._sources["templates"])
            and _same(self._inputs, last.inputs)
            and contents(self.outputs) == contents(last.outputs)
        )
        return last.findings if fresh else None

    @cached_property
    def _found(self) -> "dict[str, os.DirEntry[str]]":
        """The files in build/GAME now."""
        return {path: entry for path, entry in walk(self.folder) if path != RECORD}

    @cached_property
    def outputs(self) -> Listing:
        """The present state of the last build's files; links do not count."""
        last, found = self._last.outputs, self._found
        return {path: describe(found[path], file, follow=False) for path, file in last.items() if path in found}

    @property
    def others(self) -> list[str]:
        """The paths in build/GAME that no build wrote."""
        return [path for path in self._found if path not in self._last.outputs]

    def present_outputs(self) -> dict[str, bytes]:
        """Return the last build's files as they are now, without missing ones."""
        found = {path: read_file(os.path.join(self.folder, path)) for path in self.outputs}
        return {path: data for path, data in found.items() if data is not None}

    def read_outputs(self) -> dict[str, bytes] | None:
        """Return the last build's files; None if one has changed since."""
        last = self._last.outputs
        files = {path: _read_unaltered(self.folder, path, last) for path in last}
        whole = {path: data for path, data in files.items() if data is not None}
        return whole if len(whole) == len(files) else None

    @property
    def report(self) -> bytes | None:
        """The report.json of the last build."""
        return _read_unaltered(self.folder, "report.json", self._last.outputs)

    @property
    def store(self) -> Store:
        """The user's store, for the installation as it was when this build began."""
        return Store(user_folder(), self._installation)

    def record(self, findings: str, kept: Collection[str] | None = None) -> Record:
        """Make the record of this build; without inputs, if one changed meanwhile, so that the next build makes all.

        A partial build left the outputs `kept` unchanged; those made from other inputs are listed as `older`.
        """
        same = self._list_inputs(self._inputs) == self._inputs and installation() == self._installation
        inputs = {name: settled(files, self._began) for name, files in self._inputs.items()} if same else NO_FOLDERS
        if kept is None:
            return Record(self._settings, inputs, NO_FILES, findings)
        unchanged = self._settings == self._last.settings and _same(self._inputs, self._last.inputs)
        older = [path for path in kept if not unchanged or path in (self._last.older or ())]
        return Record(self._settings, inputs, NO_FILES, findings, older=older)


def _same(inputs: Mapping[str, Listing], others: Mapping[str, Listing]) -> bool:
    return {name: contents(files) for name, files in inputs.items()} == {
        name: contents(files) for name, files in others.items()
    }


def _read_unaltered(folder: str, path: str, files: Listing) -> bytes | None:
    """Return a file that a build wrote; None if it has changed since."""
    data = read_file(os.path.join(folder, path)) if path in files else None
    return data if data is not None and digest(data) == files[path][-1] else None


def _input_folders(project: str, game: str, below: Collection[str]) -> dict[str, str]:
    names = ("content", "cards")
    own = {name: os.path.join(project, name, game) for name in names}
    others = {f"{name}/{other}": os.path.join(project, name, other) for other in below for name in names}
    return {**own, "templates": os.path.join(project, "templates"), **others}


def _games_below(last: Record) -> list[str]:
    """Return the games that a game extended when it was built."""
    return [name.removeprefix("content/") for name in last.inputs if name.startswith("content/")]

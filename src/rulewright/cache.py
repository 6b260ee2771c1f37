"""What the last build of a game left: each result under the digest of the values it was made from.

A result is a pure function of values that it names. Those of a whole build are the game's files, the templates, the
tool, the packages and the settings; those of a print its HTML and its style; those of a read-back the finished file and
what the source says in it. As long as the digest of the values is the same, the result is used again.

The results are the files of build/GAME themselves. The record among them names them. This module imports next to
nothing: a build with nothing to do costs little more than starting Python.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

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
from rulewright.record import NO_FOLDERS, NO_KEYS, RECORD, Record


class PrintCache:
    """Files of the last build by path and key; and the keys of this build, for the next.

    `tool` stands for what every file depends on beside its own values. A file with findings gets no key, so that the
    next build makes it again and finds them again.
    """

    def __init__(
        self, tool: str = "", folder: str = "", keys: Mapping[str, str] = NO_KEYS, files: Listing = NO_FILES
    ) -> None:
        self._tool, self._folder, self._last_keys, self._files = tool, folder, keys, files
        self.keys: dict[str, str] = {}

    def key(self, *values: str | bytes) -> str:
        return digest(self._tool, *values)

    def find(self, path: str, key: str) -> bytes | None:
        """The file, if the last build made it from the same values and it is still as it was written."""
        data = _read_unaltered(self._folder, path, self._files) if self._last_keys.get(path) == key else None
        if data is not None:
            self.keys[path] = key
        return data

    def keep(self, path: str, key: str) -> None:
        """Lets the next build use the file."""
        self.keys[path] = key

    def get(self, path: str, values: Iterable[str | bytes], make: Callable[[], bytes]) -> bytes:
        """The file of the last build, or else the one that `make` returns."""
        key = self.key(*values)
        data = self.find(path, key)
        if data is None:
            data = make()
            self.keep(path, key)
        return data


class ReadBackCache:
    """The keys of what read back without a finding, in the last build and in this one."""

    def __init__(self, tool: str = "", keys: Iterable[str] = ()) -> None:
        self._tool, self._last_keys = tool, frozenset(keys)
        self.keys: list[str] = []

    def key(self, *values: str | bytes) -> str:
        return digest(self._tool, *values)

    def is_clean(self, key: str) -> bool:
        """What is clean stays so for the next build."""
        if key in self._last_keys:
            self.keys.append(key)
        return key in self._last_keys

    def keep(self, key: str) -> None:
        """Lets the next build skip this read-back."""
        self.keys.append(key)


class BuildCache:
    """What the last build of a game left, beside what this one begins with.

    A build opens it before it reads any source, so that the next build notices what changes in the meantime.
    """

    def __init__(self, project: str, game: str, *, prove: bool) -> None:
        self.game, self.folder = game, os.path.join(project, "build", game)
        self._began = clock()
        self._sources = _input_folders(project, game)
        linked = os.path.islink(self.folder) or os.path.islink(os.path.join(project, "build"))
        self._last = Record() if linked else Record.load(self.folder)
        packages = [[path, os.stat(path).st_mtime_ns] for path in sys.path if path.endswith("-packages")]
        self._settings = [sys.version, packages, prove, os.environ.get("SOURCE_DATE_EPOCH")]
        self._inputs = self._list_inputs(self._last.inputs)

    def _list_inputs(self, known: Mapping[str, Listing]) -> dict[str, Listing]:
        return {name: listing(folder, known.get(name, NO_FILES)) for name, folder in self._sources.items()}

    def findings_if_fresh(self) -> str | None:
        """The findings of the last build, as it printed them, if another build would write and find the same."""
        last = self._last
        fresh = (
            self._settings == last.settings
            and not has_linked_folders(self._sources["templates"])
            and {name: contents(files) for name, files in self._inputs.items()}
            == {name: contents(files) for name, files in last.inputs.items()}
            and contents(self.outputs) == contents(last.outputs)
        )
        return last.findings if fresh else None

    @cached_property
    def _found(self) -> "dict[str, os.DirEntry[str]]":
        """What is in build/GAME now."""
        return {path: entry for path, entry in walk(self.folder) if path != RECORD}

    @cached_property
    def outputs(self) -> Listing:
        """The files of the last build as they are now; no link counts as one."""
        last, found = self._last.outputs, self._found
        return {path: describe(found[path], file, follow=False) for path, file in last.items() if path in found}

    @property
    def others(self) -> list[str]:
        """The paths in build/GAME that no build wrote."""
        return [path for path in self._found if path not in self._last.outputs]

    def read_outputs(self) -> dict[str, bytes] | None:
        """The files of the last build; None if one of them is not as it was written."""
        last = self._last.outputs
        files = {path: _read_unaltered(self.folder, path, last) for path in last}
        whole = {path: data for path, data in files.items() if data is not None}
        return whole if len(whole) == len(files) else None

    @property
    def report(self) -> bytes | None:
        """The report.json of the last build."""
        return _read_unaltered(self.folder, "report.json", self._last.outputs)

    @cached_property
    def prints(self) -> PrintCache:
        return PrintCache(self._tool, self.folder, self._last.prints, self._last.outputs)

    @cached_property
    def read_back(self) -> ReadBackCache:
        return ReadBackCache(self._tool, self._last.read_back)

    @cached_property
    def _tool(self) -> str:
        """What every result depends on beside its game: Python, the packages, and this tool."""
        tool = [contents(self._inputs[name]) for name in ("tool", "tool templates")]
        return digest(json.dumps([self._settings[:2], tool]))

    def record(self, findings: str) -> Record:
        """This build for the next one, which makes all again if an input has changed since this one began."""
        same = self._list_inputs(self._inputs) == self._inputs
        inputs = {name: settled(files, self._began) for name, files in self._inputs.items()} if same else NO_FOLDERS
        return Record(self._settings, inputs, NO_FILES, findings, self.prints.keys, self.read_back.keys)


def _read_unaltered(folder: str, path: str, files: Listing) -> bytes | None:
    """A file that a build wrote, if it is still the same."""
    data = read_file(os.path.join(folder, path)) if path in files else None
    return data if data is not None and digest(data) == files[path][-1] else None


def _input_folders(project: str, game: str) -> dict[str, str]:
    own = os.path.dirname(os.path.abspath(__file__))
    return {
        "content": os.path.join(project, "content", game),
        "cards": os.path.join(project, "cards", game),
        "templates": os.path.join(project, "templates"),
        "tool": own,
        "tool templates": os.path.join(own, "..", "..", "templates"),
    }

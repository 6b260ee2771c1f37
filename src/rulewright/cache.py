"""One cache by digest: what the last build of a game made, each result under the digest of the values it was made from.

A result is a pure function of values that it names. Those of a whole build are the game's files, the templates, the
tool, the packages and the settings; those of a print its HTML and its style; those of a read-back the finished file and
what the source says in it. As long as the digest of the values is the same, the result is used again.

The results are the files of build/GAME themselves. The record beside them names them, and is safe to delete. This
module imports next to nothing: a build with nothing to do costs little more than starting Python.
"""

import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property

RECORD = ".rulewright.json"

Listing = Mapping[str, list[int | str]]
"""Files by path, each with four numbers that change whenever the file does, and with the digest of its content."""
NO_FILES: Listing = {}
NO_FOLDERS: Mapping[str, Listing] = {}
NO_KEYS: Mapping[str, str] = {}


def digest(*values: str | bytes) -> str:
    """The same only for the same values in the same order."""
    from hashlib import sha256  # a build with nothing to do does not wait for this import

    total = sha256()
    for value in values:
        data = value.encode() if isinstance(value, str) else value
        total.update(b"%d:" % len(data))
        total.update(data)
    return total.hexdigest()


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
        if self._last_keys.get(path) != key or path not in self._files:
            return None
        data = _read(os.path.join(self._folder, path))
        if data is None or digest(data) != self._files[path][-1]:
            return None
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


class Record:
    """What a build leaves for the next: the values it was made from, the files it wrote, what it found, and keys."""

    def __init__(
        self,
        settings: object = None,
        inputs: Mapping[str, Listing] = NO_FOLDERS,
        outputs: Listing = NO_FILES,
        findings: str = "",
        prints: Mapping[str, str] = NO_KEYS,
        read_back: Collection[str] = (),
    ) -> None:
        self.settings, self.inputs, self.outputs, self.findings = settings, inputs, outputs, findings
        self.prints, self.read_back = {**prints}, [*read_back]

    @classmethod
    def load(cls, path: str) -> "Record":
        """An empty one where there is none, or none of this form."""
        try:
            with open(path, "rb") as stream:
                record = cls(**json.load(stream))
            listings = [record.outputs, *record.inputs.values()]
            sound = all(len(file) == 5 for files in listings for file in files.values())
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            return cls()
        return record if sound else cls()

    def save(self, path: str) -> None:
        with open(path, "w", encoding="ascii") as stream:
            json.dump(vars(self), stream)


class BuildCache:
    """What the last build of a game left, beside what this one begins with.

    A build opens it before it reads any source, so that the next build notices what changes in the meantime.
    """

    def __init__(self, project: str, game: str, *, prove: bool) -> None:
        self.folder = os.path.join(project, "build", game)
        self._last = Record.load(os.path.join(self.folder, RECORD))
        packages = [[path, os.stat(path).st_mtime_ns] for path in sys.path if path.endswith("-packages")]
        self._settings = [sys.version, packages, prove, os.environ.get("SOURCE_DATE_EPOCH")]
        self._inputs = {
            name: listing(folder, self._last.inputs.get(name, NO_FILES))
            for name, folder in _input_folders(project, game).items()
        }

    def findings_if_fresh(self) -> str | None:
        """The findings of the last build, as it printed them, if another build would write and find the same."""
        last = self._last
        fresh = (
            self._settings == last.settings
            and {name: contents(files) for name, files in self._inputs.items()}
            == {name: contents(files) for name, files in last.inputs.items()}
            and contents(self.outputs) == contents(last.outputs)
        )
        return last.findings if fresh else None

    @property
    def outputs(self) -> Listing:
        """The files that are in build/GAME now."""
        return listing(self.folder, self._last.outputs)

    @property
    def report(self) -> bytes | None:
        """The report.json of the last build."""
        return _read(os.path.join(self.folder, "report.json"))

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

    def save(self, findings: str) -> None:
        """Records this build beside its outputs, which are published already."""
        keys = self.prints.keys, self.read_back.keys
        record = Record(self._settings, self._inputs, self.outputs, findings, *keys)
        record.save(os.path.join(self.folder, RECORD))


def _input_folders(project: str, game: str) -> dict[str, str]:
    own = os.path.dirname(os.path.abspath(__file__))
    return {
        "content": os.path.join(project, "content", game),
        "cards": os.path.join(project, "cards", game),
        "templates": os.path.join(project, "templates"),
        "tool": own,
        "tool templates": os.path.join(own, "..", "..", "templates"),
    }


def listing(folder: str, known: Listing = NO_FILES) -> Listing:
    """The files below a folder, without hidden ones and caches; reads only those that differ from `known`.

    Any program can set the time of a file's content, but none that of its inode: the same four numbers, the same file.
    """
    files = {}
    for path, entry in _entries(folder, ""):
        stamp = _stamp(entry)
        file = known.get(path, [])
        files[path] = file if file[:-1] == stamp else [*stamp, _content(entry)]
    return files


def _entries(folder: str, below: str) -> "Iterator[tuple[str, os.DirEntry[str]]]":
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith((".", "__pycache__")):
            continue
        if entry.is_dir():
            yield from _entries(entry.path, f"{below}{entry.name}/")
        else:
            yield below + entry.name, entry


def _stamp(entry: "os.DirEntry[str]") -> list[int | str]:
    try:
        status = entry.stat()
    except OSError:  # a link to nothing
        return [0, 0, 0, 0]
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino]


def _content(entry: "os.DirEntry[str]") -> str:
    """The digest of a file; empty where there is nothing to read, for a pipe would be waited for."""
    data = _read(entry.path) if entry.is_file() else None
    return "" if data is None else digest(data)


def contents(files: Listing) -> dict[str, int | str]:
    """The digest of each file, whenever it was written."""
    return {path: file[-1] for path, file in files.items()}


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError:
        return None

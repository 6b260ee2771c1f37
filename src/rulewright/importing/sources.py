"""The files to import: find them by the names that the user gives, and decode their text.

`rulewright import rules/ tables.csv` names a folder and a file. `source_files` returns each file once, and
`SourceFile.text` decodes it: UTF-8, UTF-16, or else Windows-1252, with a remark that this is a guess.
"""

import codecs
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from rulewright.base.boundary import Failure, cause, remedy
from rulewright.base.findings import Span
from rulewright.base.limits import SOURCE_BYTES
from rulewright.importing.draft import Remark

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks with which a file can begin, and their encodings."""
WESTERN = "cp1252"
DATA_SUFFIXES = (".json",)
"""Formats that other programs use too. Of a folder, such files are imported only if it has no others."""
TEXT = ".txt"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to import. `name` is the name that messages use: the user's, with slashes.

    `folder` is the folder that the user named, if it was not the file.
    """

    path: Path
    name: str
    folder: Path | None = None

    @property
    def suffix(self) -> str:
        """The end of the name that tells the format; `.lout` for `card.lout.txt` too."""
        last = self.path.suffix.casefold()
        return (PurePath(self.path.stem).suffix.casefold() or last) if last == TEXT else last

    def data(self) -> bytes:
        """Read the bytes; raise `Failure` if the file is unreadable or too large."""
        try:
            with self.path.open("rb") as stream:
                data = stream.read(SOURCE_BYTES.most + 1)
        except OSError as error:
            raise Failure(": ".join(filter(None, (self.name, cause(error), remedy(error))))) from None
        if len(data) > SOURCE_BYTES.most:
            raise Failure(f"{self.name} is larger than {SOURCE_BYTES.most / 1e6:g} MB: divide it")
        return data

    def text(self) -> tuple[str, tuple[Remark, ...]]:
        """Read the text, with line feeds, and a remark if the encoding is a guess."""
        text, guessed = decoded(self.data(), self.name)
        remarks = (Remark(Span(self.name), f"not UTF-8; read as {guessed}"),) if guessed else ()
        return text.replace("\r\n", "\n").replace("\r", "\n"), remarks


def decoded(data: bytes, name: str) -> tuple[str, str]:
    """Decode a text and name the encoding if it is a guess; raise `Failure` if it is not text."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace"), ""
    try:
        if b"\0" not in data:
            return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        return "".join(_western(data)), "Windows-1252"
    for zero_start, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        # UTF-16 without a mark: in most languages each second byte of a text is zero.
        zeros = data[zero_start::2].count(0)
        most_are_zero = 2 * zeros > len(data) // 2
        if most_are_zero and not data[1 - zero_start :: 2].count(0):
            return data.decode(encoding, "replace"), encoding.upper()
    raise Failure(f"{name} is not a text file")


def _western(data: bytes) -> Iterator[str]:
    """Decode Windows-1252. The five bytes that it leaves free are read as Latin-1."""
    for number in range(0, len(data), 1 << 16):
        chunk = data[number : number + (1 << 16)]
        try:
            yield chunk.decode(WESTERN)
        except UnicodeDecodeError:
            yield "".join(bytes([byte]).decode(WESTERN, "ignore") or chr(byte) for byte in chunk)


def source_files(names: Iterable[str], suffixes: Iterable[str]) -> list[SourceFile]:
    """The named files, each once. A folder stands for its files with one of the suffixes, in order of name."""
    endings, files = {*suffixes}, dict[str, SourceFile]()
    for name in names:
        path = Path(name)
        if not os.path.lexists(path):
            raise Failure(f"there is no file or folder {name}")
        folder = path if path.is_dir() else None
        for each in _below(path, endings) if folder else [path]:
            files.setdefault(os.path.realpath(each), SourceFile(each, each.as_posix(), folder))
    return list(files.values())


def _below(folder: Path, suffixes: set[str]) -> list[Path]:
    """The files to import below a folder; data of programs only if it has nothing else. `Failure` if it has none."""
    paths = [
        path
        for path in sorted(folder.rglob("*"))
        if SourceFile(path, "").suffix in suffixes
        and path.is_file()
        and not any(part.startswith(".") or part == "node_modules" for part in path.relative_to(folder).parts)
    ]
    if not paths:
        raise Failure(f"{folder.as_posix()}: no file here ends in one of {', '.join(sorted(suffixes))}")
    return [path for path in paths if SourceFile(path, "").suffix not in DATA_SUFFIXES] or paths

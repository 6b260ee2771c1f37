"""The files to import, as text in whatever encoding they have, and the reader for each."""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from rulewright.boundary import Failure, cause
from rulewright.findings import Span
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Layout, Remark, Value, together
from rulewright.limits import SOURCE_BYTES
from rulewright.translation.messages import any_of

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""What a file begins with that says how it is encoded."""
WESTERN = "cp1252"
OF_PROGRAMS = (".json",)
"""Ends of names that most folders have for their programs; a file of these is meant where it is named."""
TEXT = ".txt"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to import. `name` is how messages and places call it: as its user does, with slashes.

    `folder` is the folder that the user named, if it was not the file.
    """

    path: Path
    name: str
    folder: Path | None = None

    @property
    def suffix(self) -> str:
        """What says its format: `.lout` also of `card.lout.txt`."""
        last = self.path.suffix.casefold()
        return (PurePath(self.path.stem).suffix.casefold() or last) if last == TEXT else last

    def data(self) -> bytes:
        """Read the bytes; raise `Failure` if the file is unreadable or too large."""
        try:
            with self.path.open("rb") as stream:
                data = stream.read(SOURCE_BYTES.most + 1)
        except OSError as error:
            raise Failure(f"{self.name}: {cause(error)}") from None
        if len(data) > SOURCE_BYTES.most:
            large = f"{self.name} is larger than {SOURCE_BYTES.most / 1e6:g} MB: divide it"
            raise Failure(large)
        return data

    def text(self) -> tuple[str, tuple[Remark, ...]]:
        """Read the text, with line feeds, and a remark if the encoding is a guess."""
        text, guessed = decoded(self.data(), self.name)
        said = f"not UTF-8; read as {guessed}"
        remarks = (Remark(Span(self.name), said),) if guessed else ()
        return text.replace("\r\n", "\n").replace("\r", "\n"), remarks


def decoded(data: bytes, name: str) -> tuple[str, str]:
    """Decode a text and name the encoding if it is a guess; raise `Failure` if it is not text."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace"), ""
    if b"\0" in data:
        encoding = _wide(data)
        if not encoding:
            raise Failure(f"{name} is not a text file")
        return data.decode(encoding, "replace"), encoding.upper()
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        return "".join(_western(data)), "Windows-1252"


def _wide(data: bytes) -> str:
    """UTF-16 without a mark: in most languages each second byte of a text is zero."""
    for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        zeros = data[first::2].count(0)
        if 2 * zeros > len(data) // 2 and not data[1 - first :: 2].count(0):
            return encoding
    return ""


def _western(data: bytes) -> Iterator[str]:
    """Windows-1252, whose five free places are those of Latin-1."""
    for number in range(0, len(data), 1 << 16):
        chunk = data[number : number + (1 << 16)]
        try:
            yield chunk.decode(WESTERN)
        except UnicodeDecodeError:
            yield "".join(bytes([byte]).decode(WESTERN, "ignore") or chr(byte) for byte in chunk)


def source_files(names: Iterable[str], suffixes: Iterable[str]) -> list[SourceFile]:
    """The files of these names, each once; of a folder those with one of the suffixes, in order of name."""
    known, found = {*suffixes}, dict[Path, SourceFile]()
    for name in names:
        path = Path(name)
        folder = path if path.is_dir() else None
        for each in _below(path, known) if folder else [path]:
            found.setdefault(each.resolve(), SourceFile(each, each.as_posix(), folder))
    return list(found.values())


def _below(folder: Path, suffixes: set[str]) -> list[Path]:
    """The files to import below a folder, data of programs only where there is nothing else; `Failure` without any."""
    paths = sorted(
        path
        for path in folder.rglob("*")
        if SourceFile(path, "").suffix in suffixes and path.is_file() and not _hidden(path.relative_to(folder))
    )
    if not paths:
        kinds = ", ".join(sorted(suffixes))
        raise Failure(f"{folder.as_posix()}: no file here ends in one of {kinds}")
    return [path for path in paths if SourceFile(path, "").suffix not in OF_PROGRAMS] or paths


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") or part == "node_modules" for part in path.parts)


# Choose the reader for each file, and keep ids of several drafts apart

Renamed = dict[tuple[str, str], str]
"""New ids by their sections and old ids."""
KINDS = {"rule": "rules", "table": "tables", "reference": "references", "example": "examples", "fact": "facts"}
"""Sections with entries that links name."""
NAMING = {
    "rule": "rules",
    "parent": "rules",
    "band": "rules",
    "table": "tables",
    "bullets": "references",
    "rows": "domains",
    "columns": "domains",
    "values": "domains",
    "when": "domains",
}
"""Keys whose values, or what is in them, are ids of a section."""
LINK = re.compile(r"\[\[(\w+):([\w-]+)(?=[\]|(])")


def apart(drafts: Iterable[Draft], taken: Mapping[str, Iterable[str]] | None = None) -> list[Draft]:
    """The drafts with ids of their own; `taken` are those of the game that they join, by sections."""
    ids = {section: Ids(names) for section, names in (taken or {}).items()}
    known: dict[tuple[str, str], Value] = {}
    return [_renamed(draft, ids, known) for draft in drafts]


def _renamed(draft: Draft, ids: dict[str, Ids], known: dict[tuple[str, str], Value]) -> Draft:
    new: Renamed = {}
    entries: list[Entry] = []
    for each in draft.entries:
        place = each.section, each.id
        used = ids.setdefault(each.section, Ids())
        if each.section == "domains" and known.get(place) == each.value:
            continue
        if each.id in used.taken and each.section != "terms":
            new[place] = used.new(each.id)
        used.taken.add(each.id)
        known[place] = each.value
        entries.append(each)
    if not new:
        return replace(draft, entries=tuple(entries))
    return replace(
        draft,
        entries=tuple(_entry(each, new) for each in entries),
        layouts=tuple(Layout(each.name, _value(each.value, new), each.origin, each.guesses) for each in draft.layouts),
    )


def _entry(entry: Entry, new: Renamed) -> Entry:
    return replace(entry, id=new.get((entry.section, entry.id), entry.id), value=_value(entry.value, new))


def _value(value: Value, new: Renamed, section: str = "") -> Value:
    """A value in which the new ids stand for the old; `section` if it names ids itself."""

    def own(name: str) -> str:
        return new.get((section, name), name)

    if isinstance(value, Guessed):
        return Guessed(_value(value.value, new, section), value.why)
    if isinstance(value, dict):
        return {own(key): _value(each, new, NAMING.get(key, section)) for key, each in value.items()}
    if isinstance(value, list):
        return [_value(each, new, section) for each in value]
    return _linked(own(value), new) if isinstance(value, str) else value


def _linked(text: str, new: Renamed) -> str:
    """A text whose links name the new ids."""

    def link(match: re.Match[str]) -> str:
        kind, name = match.groups()
        return f"[[{kind}:{new.get((KINDS.get(kind, ''), name), name)}"

    return LINK.sub(link, text) if "[[" in text else text


Reader = Callable[[Sequence[SourceFile]], Draft]
"""Reads all files of its format in one import: they may refer to one another."""


def _markdown(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.markdown.reading import read

    return read(files)


def _lout(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.lout.drafting import read

    return read(files)


def _spreadsheets(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.spreadsheets import read

    return read(files)


def _datasworn(files: Sequence[SourceFile]) -> Draft:
    from rulewright.importing.datasworn import read

    return read(files)


READERS: tuple[tuple[tuple[str, ...], Reader], ...] = (
    ((".md", ".markdown", ".mdown", ".mkd"), _markdown),
    ((".lout", ".lt"), _lout),
    ((".csv", ".tsv", ".tab", ".xlsx", ".xlsm", ".ods", ".fods"), _spreadsheets),
    ((".json",), _datasworn),
)
SUFFIXES = tuple(suffix for suffixes, _ in READERS for suffix in suffixes)


def read_all(files: Iterable[SourceFile], taken: Mapping[str, Iterable[str]] | None = None) -> Draft:
    """Read all files into one draft; raise `Failure` if a file has no reader.

    `taken` are the ids, by sections, of the game that the draft joins.
    """
    chosen = list(files)
    for each in chosen:
        if each.suffix not in SUFFIXES:
            kinds = any_of(SUFFIXES)
            raise Failure(f"{each.name}: import reads files that end in {kinds}")
    of_each = ([each for each in chosen if each.suffix in suffixes] for suffixes, _ in READERS)
    drafts = (reader(own) for own, (_, reader) in zip(of_each, READERS, strict=True) if own)
    return together(apart(drafts, taken))

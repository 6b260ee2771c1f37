"""Find and read the files of a game, within limits and inside the game's own folders.

`read(project, "marsh", findings)` returns the `Sources` of the game: content/marsh/*.yaml and cards/marsh/*.yaml as
trees, content/marsh/rules.py as text, and the pictures, fonts and spreadsheets that these name. It interprets as
little as it can; `book/reading.py` makes the values of it.
"""

import os
import re
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Sequence as List
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from rulewright.base.findings import Finding, Findings, Span
from rulewright.base.game_folders import SHARED
from rulewright.base.limits import CODE_BYTES, NODES, PROFILE_BYTES, SOURCE_BYTES, TRANSLATION_BYTES, Budget, Limit
from rulewright.base.memo import memoised
from rulewright.base.messages.catalogues import SOURCE_LANGUAGE
from rulewright.base.progress import Progress, no_progress
from rulewright.base.visible import visible
from rulewright.source.decks import all_cards
from rulewright.source.fonts import Fonts, NamedFile, named_by_game, read_fonts
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind, values_at
from rulewright.source.opening import LIMITS_HINT, CannotOpenError, did_you_mean, entries, read_file, read_from_folders
from rulewright.source.pictures import (
    Picture,
    in_texts,
    named_by_cards,
    named_by_content,
    named_in_texts,
    read_pictures,
)
from rulewright.source.po import PoFile, read_po
from rulewright.source.tree import parse
from rulewright.source.tree_in_parts import parse_in_parts

LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
"""The code of a language: en, de-CH."""
GAME_LANGUAGE = re.compile(rf"^game:\s(?:.*\n(?=[ \t]))*?.*?\blanguage:[ \t]*[\"']?({LANGUAGE.pattern})", re.MULTILINE)
"""Finds `language: de` in the indented lines below `game:`, in a file that may not be valid YAML."""
SPREADSHEET = re.compile(r"from['\"]?[ \t]*:")
"""The key of a table whose cells are in a spreadsheet. A pattern that begins with letters searches 40 times faster."""
YAML, PROFILES = (".yaml", ".yml"), (".icc", ".icm")
"""The suffixes of source files, and of ICC profiles."""


# What a game that extends another adds and changes; `book/layers` makes these values


class Done(Enum):
    """What a layer, the files of a game that extends another, does with an entry of the game below."""

    CHANGED = "changed"
    ADDED = "added"
    STRUCK = "struck"


@dataclass(frozen=True, slots=True)
class EntryChange:
    """A change that a layer makes to an entry; `name` is the entry's key.

    `because` is the reason, which only a new entry may lack. `below` is the place of the key in the game below.
    """

    section: str
    name: Scalar
    done: Done
    because: Scalar | None
    below: Span | None = None


Origin = tuple[str, int]
"""The file and the line that a line of rules code comes from."""


@dataclass(frozen=True, slots=True)
class Layered:
    """The layers of a game that extends others.

    - `bases`: the folders of the games below, the lowest first.
    - `because`: the reason that the top layer gives for all of its changes.
    - `changes`: the changes of all layers, those of the lowest layer first.
    - `code`: the origin of each line of the combined rules code.
    """

    bases: tuple[str, ...]
    because: Scalar | None = None
    changes: tuple[EntryChange, ...] = ()
    code: tuple[Origin, ...] = ()

    def place(self, span: Span) -> Span:
        """Map a place in the combined rules code to its own file; other places stay."""
        if not 0 < span.line <= len(self.code):
            return span
        file, line = self.code[span.line - 1]
        return Span(file, line, span.column, span.length)


@dataclass(frozen=True, slots=True)
class Sources:
    """Every file of one game as read: `content` and `cards` are trees, `rules` is Python text.

    - `texts`: each file's text by its path relative to the project, for excerpts in findings.
    - `pictures`, `figures`: the pictures that cards name and those that content names, by those names.
    - `profiles`: the ICC profiles beside the cards, by file name; `fonts`: the fonts that the game names.
    - `translations`: the PO file of each language that the game names, followed by those of the games below.
    - `language`: that of a translation, else empty.
    - `complete`: false if a file could not be read.
    - `layered`: set for a game that extends another.
    """

    game: str
    content: tuple[Mapping, ...]
    cards: tuple[tuple[str, Mapping], ...]
    rules: str | None
    rules_file: str
    texts: dict[str, str]
    pictures: dict[str, Picture]
    figures: dict[str, Picture]
    profiles: dict[str, bytes] = field(default_factory=dict)
    complete: bool = True
    translations: dict[str, tuple[PoFile, ...]] = field(default_factory=dict)
    fonts: Fonts = field(default_factory=dict)
    language: str = ""
    layered: Layered | None = None

    @property
    def language_of_findings(self) -> str:
        """The language of the game, found even in a file that cannot be parsed; English by default."""
        for tree in self.content:
            for code in values_at(tree, "game", "language"):
                if isinstance(code, Scalar) and code.value:
                    return code.value
        matches = filter(None, map(GAME_LANGUAGE.search, self.texts.values()))
        return next((match[1] for match in matches), SOURCE_LANGUAGE)


# The games of a project


def find_games(project: Path) -> list[str]:
    """Return the names of a project's games: the folders under content/ that hold a YAML file, except shared ones."""
    return [name for name in source_folders(project) if not name.startswith(SHARED)]


def shared_folders(project: Path) -> list[str]:
    """Return the folders of files that several games share."""
    return [name for name in source_folders(project) if name.startswith(SHARED)]


def source_folders(project: Path) -> list[str]:
    """Return the folders under content/ that hold a YAML file, or cannot be read: reading them reports why."""

    def has_source(folder: Path) -> bool:
        try:
            return folder.is_dir() and any(yaml_files(folder))
        except (CannotOpenError, OSError):
            return True

    return [path.name for path in entries(project / "content") if not path.name.startswith(".") and has_source(path)]


def choose_games(project: Path, wanted: Iterable[str], findings: Findings) -> list[str]:
    """Return the names in `wanted`, or all games if it is empty. A name that is not a game adds a finding."""

    def refuse(name: str, place: str, message: str, hint: str) -> None:
        findings.add(Finding(name, Span(place), message, hint, unreadable=True))

    try:
        games = find_games(project)
    except CannotOpenError as error:
        refuse(error.finding, "content", f"the folder {error.says}", error.hint)
        return []
    if not games:
        hint = (
            "rulewright new my-game writes one to begin with; or run from the folder that holds "
            f"content/, or name it with --project (looked in {project})"
        )
        refuse("no-game", "content", "there is no game here: no folder under content/ holds a YAML file", hint)
        return []
    wanted = list(dict.fromkeys(wanted))
    for name in wanted:
        if name not in games:
            hint = did_you_mean(name, games, f"the games are: {', '.join(games)}")
            refuse("no-game", f"content/{name}", f"there is no game {name!r}", hint)
    return [name for name in games if name in wanted] if wanted else games


def yaml_files(folder: Path) -> list[Path]:
    """Return the YAML files of a folder, sorted by name; raise `CannotOpenError` if it cannot be read."""
    return _with_suffix(entries(folder), YAML)


def _with_suffix(paths: Iterable[Path], suffixes: Collection[str]) -> list[Path]:
    return [path for path in paths if path.suffix.casefold() in suffixes and not path.name.startswith(".")]


# The files of one game


def read(
    project: Path,
    game: str,
    findings: Findings,
    *,
    in_parts: bool = False,
    below: List[str] = (),
    progress: Progress = no_progress,
) -> Sources:
    """Read all files of `game`; each file that cannot be read adds a finding.

    With `in_parts` the first reading takes half as long again, but later ones parse only what differs. Pictures
    and fonts may also be in the folders of the games `below`, the nearest first.
    """
    reader = _Reader(project, findings, in_parts, progress)
    content_folder, card_folder = project / "content" / game, project / "cards" / game
    content_files, card_files = reader.entries(content_folder, YAML), reader.entries(card_folder, YAML)
    content = [reader.read_tree(path, content_folder) for path in content_files]
    content = reader.with_spreadsheets(content, content_folder)
    cards = [(path.stem, reader.read_tree(path, card_folder)) for path in card_files]
    translations: dict[str, tuple[PoFile, ...]] = {
        language: (reader.translation(content_folder / f"{language}.po", content_folder),)
        for language in _languages_named(filter(None, content))
    }
    read_content = tuple(tree for tree in content if tree)
    translated = (entry.text for files in translations.values() for each in files for entry in each.entries)
    # the names of pictures in the source; `pictures` and `fonts` below read the files of some names from one folder
    in_content = (*named_by_content(read_content), *named_in_texts(read_content, reader.texts), *in_texts(translated))
    on_cards = named_by_cards(all_cards((tree for _, tree in cards if tree), read_content))
    rules_path = content_folder / "rules.py"
    content_folders = [content_folder, *(project / "content" / name for name in below)]
    card_folders = [card_folder, *(project / "cards" / name for name in below)]

    def pictures(names: Iterable[Scalar], folder: Path) -> dict[str, Picture]:
        return read_pictures(names, folder, project, findings, reader.texts)

    def fonts(names: Iterable[NamedFile], folder: Path) -> Fonts:
        return read_fonts(names, folder, project, findings)

    rules = reader.read_text(rules_path, content_folder, CODE_BYTES) if os.path.lexists(rules_path) else None
    return Sources(
        game,
        content=read_content,
        cards=tuple((name, tree) for name, tree in cards if tree),
        rules=rules,
        rules_file=rules_path.relative_to(project).as_posix(),
        texts=reader.texts,
        pictures=read_from_folders(((each, each.value) for each in on_cards), card_folders, pictures),
        figures=read_from_folders(((each, each.value) for each in in_content), content_folders, pictures),
        profiles=dict(reader.profiles(card_folder)),
        complete=all(tree is not None for tree in (*content, *(tree for _, tree in cards))),
        translations=translations,
        fonts=read_from_folders(
            ((each, each.path.value) for each in named_by_game(read_content)), content_folders, fonts
        ),
    )


def _languages_named(content: Iterable[Mapping]) -> Iterator[str]:
    """Yield the languages under `translations` of the game; each is the name of a file."""
    for tree in content:
        for node in values_at(tree, "game", "translations"):
            for each in node.items if isinstance(node, Sequence) else (node,):
                if isinstance(each, Scalar) and LANGUAGE.fullmatch(each.value):
                    yield each.value


@dataclass(slots=True)
class _Reader:
    """Reads the files of one game. `texts` and `files`, their number, grow with each file; `size` counts bytes."""

    project: Path
    findings: Findings
    in_parts: bool
    progress: Progress
    texts: dict[str, str] = field(default_factory=dict)
    nodes: Budget = field(default_factory=lambda: Budget(NODES))
    size: Budget = field(default_factory=lambda: Budget(SOURCE_BYTES))
    files: int = 0

    def read_tree(self, path: Path, folder: Path) -> Mapping | None:
        """Return the tree of a YAML file in `folder`; None, with a finding, if it cannot be read."""
        file = self._display_path(path)
        self.progress(f"reading {file}", len(self.texts), self.files)
        text = self.read_text(path, folder)
        if text is None:
            return None
        findings_before = len(self.findings.items)
        node = _parsed(text, file, self.in_parts, self.findings, self.nodes)
        if any(finding.unreadable for finding in self.findings.items[findings_before:]):
            return None
        if node is None:
            self._refuse(
                "empty-file", file, "the file is empty", "write something in it, beginning with game: or rules:"
            )
            return None
        if not isinstance(node, Mapping):
            first, second = ("title", "blocks") if file.startswith("cards/") else ("game", "rules")
            message = f"a source file holds keys and values, not {kind(node)}"
            hint = f"begin with a key and a colon, such as {first}: or {second}:"
            self.findings.add(Finding("wrong-type", node.span, message, hint))
            return None
        return node

    def with_spreadsheets(self, trees: list[Mapping | None], folder: Path) -> list[Mapping | None]:
        """Return the trees with the cells of tables that are in spreadsheets; most games have none."""
        if not any(SPREADSHEET.search(text) for text in self.texts.values()):
            return trees
        from rulewright.source.spreadsheets.filling import SpreadsheetOpener, with_spreadsheet_cells

        opener = SpreadsheetOpener(self.project, folder, self.findings, self.texts)
        return [tree and with_spreadsheet_cells(tree, opener.open, self.nodes, self.findings) for tree in trees]

    def translation(self, path: Path, folder: Path) -> PoFile:
        """Return the file of one language; empty if there is none yet."""
        # a copy with a size of its own; it adds to the same texts and findings
        reader, file = replace(self, size=Budget(TRANSLATION_BYTES)), self._display_path(path)
        text = reader.read_text(path, folder, TRANSLATION_BYTES) if os.path.lexists(path) else None
        return PoFile(file) if text is None else read_po(text, file, self.findings)

    def entries(self, folder: Path, suffixes: Collection[str]) -> list[Path]:
        """Return the files of a folder with these suffixes; a folder that cannot be read adds a finding."""
        try:
            paths = _with_suffix(entries(folder), suffixes)
        except CannotOpenError as error:
            self._refuse(error.finding, self._display_path(folder), f"the folder {error.says}", error.hint)
            return []
        self.files += len(paths)
        return paths

    def read_text(self, path: Path, folder: Path, limit: Limit = PROFILE_BYTES) -> str | None:
        """Return the file as text, with LF at each line end; None, with a finding, if it is over a limit or not UTF-8.

        A line may end with LF, CRLF or CR, as in YAML and Python.
        """
        data, file = self.read_data(path, folder, limit), self._display_path(path)
        if data is None:
            return None
        if not self.size.spend(len(data)):
            message = f"with this file the game has {self.size.spent:,} bytes of source"
            self._refuse("too-large", file, message, f"the limit is {SOURCE_BYTES.most:,}: make it two games")
            return None
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self.texts[file] = data.decode("utf-8", "replace")
            before = data[: error.start]
            column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
            span = Span(file, before.count(b"\n") + 1, column)
            message = f"not UTF-8: the byte 0x{data[error.start]:02X} is not allowed here"
            hint = "save the file as UTF-8 in your editor"
            self.findings.add(Finding("not-utf8", span, message, hint, unreadable=True))
            return None
        self.texts[file] = text
        return text

    def read_data(self, path: Path, folder: Path, limit: Limit = PROFILE_BYTES) -> bytes | None:
        """Return the file as bytes; None, with a finding, if it cannot be read."""
        file = self._display_path(path)
        try:
            data = read_file(path, folder, limit.most)
        except CannotOpenError as error:
            hint = LIMITS_HINT if error.finding == "too-large" else error.hint
            self._refuse(error.finding, file, f"the file {error.says}", hint)
            return None
        if visible(file) != file:
            message = "the name of the file has a character that cannot be seen"
            self._refuse("unreadable-file", file, message, "rename the file")
            return None
        return data

    def profiles(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """Yield the ICC profiles of a folder, sorted by name."""
        with suppress(CannotOpenError):  # `entries` has reported it
            for path in _with_suffix(entries(folder), PROFILES):
                data = self.read_data(path, folder)
                if data is not None:
                    yield path.name, data

    def _display_path(self, path: Path) -> str:
        return path.relative_to(self.project).as_posix()

    def _refuse(self, name: str, file: str, message: str, hint: str = "") -> None:
        self.findings.add(Finding(name, Span(file), message, hint, unreadable=True))


@memoised(weak=True)
def _parsed(text: str, file: str, in_parts: bool, findings: Findings, nodes: Budget) -> Node | None:
    tree = parse_in_parts(text, file, nodes) if in_parts else None
    return tree or parse(text, file, findings, nodes)

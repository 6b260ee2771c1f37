"""Finding and reading the files of a game, within limits and within its own folders."""

import os
import re
from collections.abc import Collection, Iterable, Iterator
from collections.abc import Sequence as List
from contextlib import suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Union

from rulewright.findings import Finding, Findings, Span
from rulewright.game_folders import SHARED
from rulewright.limits import CODE_BYTES, NODES, PROFILE_BYTES, SOURCE_BYTES, Budget, Limit
from rulewright.progress import Progress, no_progress
from rulewright.source.decks import all_cards
from rulewright.source.fonts import Fonts, NamedFile, named_by_game, read_fonts
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind
from rulewright.source.opening import CannotOpenError, entries, from_holders, read_file
from rulewright.source.parts import Parts, parse_in_parts
from rulewright.source.pictures import (
    Picture,
    named_by_cards,
    named_by_figures,
    named_by_marks,
    named_by_web_pages,
    named_in_texts,
    read_pictures,
)
from rulewright.source.tree import parse
from rulewright.translation.catalogues import SOURCE
from rulewright.visible import visible

if TYPE_CHECKING:
    from rulewright.source.spreadsheets.data_file import DataFile


# What a game that extends another brings


class Done(Enum):
    """What a layer does with an entry."""

    CHANGED = "changed"
    ADDED = "added"
    STRUCK = "struck"


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry of a section that a layer changes; `name` is its key there. Only a new one may lack the reason.

    `below` is the place of its key in the game below.
    """

    section: str
    name: Scalar
    done: Done
    because: Scalar | None
    below: Span | None = None


Origin = tuple[str, int]
"""The file and the line from which a line of rules code comes."""


@dataclass(frozen=True, slots=True)
class Layered:
    """`bases` are the folders below which a game lies, the lowest first, without its own.

    `changes` are those of all layers, the lowest first, and `because` is the reason that the uppermost gives for all of
    its own. `code` tells where each line of its rules code stands.
    """

    bases: tuple[str, ...]
    because: Scalar | None = None
    changes: tuple[EntryChange, ...] = ()
    code: tuple[Origin, ...] = ()

    def place(self, span: Span) -> Span:
        """Where a line of the rules code of all layers together stands in a file."""
        if not 0 < span.line <= len(self.code):
            return span
        file, line = self.code[span.line - 1]
        return Span(file, line, span.column, span.length)


LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
"""The code of a language: en, de-CH."""
NAMED_LANGUAGE = re.compile(rf"^game:\s(?:.*\n(?=[ \t]))*?.*?\blanguage:[ \t]*[\"']?({LANGUAGE.pattern})", re.MULTILINE)
YAML = (".yaml", ".yml")
SPREADSHEET = re.compile(r"from['\"]?[ \t]*:")
"""The key of a table whose cells stay in a spreadsheet. It begins with letters, which are found forty times as fast."""
PROFILES = (".icc", ".icm")
"""The ends of the names of source files, and of ICC profiles."""


@dataclass(frozen=True, slots=True)
class TranslatedFiles:
    """The trees of the files that hold the texts of a game in one language; those of cards with their names."""

    content: tuple[Mapping, ...] = ()
    cards: tuple[tuple[str, Mapping], ...] = ()


@dataclass(frozen=True, slots=True)
class Sources:
    """Every file of one game as read: `content` and `cards` are trees, `rules` is Python text.

    `texts` has each file's text by its path relative to the project, for excerpts in findings. `pictures` has those
    that the cards name, by that name, and `figures` those in texts; `profiles` has the ICC profiles beside the cards,
    by the names of their files; `fonts` has those that the game names. `translations` has the files of each language
    that the game names; in a translation `language` is its own. `complete` is false if a file could not be read.
    `layered` says of a game that extends another what it brings. `named_language` is that of findings, if it is known.
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
    translations: dict[str, TranslatedFiles] = field(default_factory=dict)
    fonts: Fonts = field(default_factory=dict)
    language: str = ""
    layered: Layered | None = None
    named_language: str = ""

    def without_trees(self) -> "Sources":
        """For who has the book: the trees are most of the memory of a large game."""
        return replace(self, content=(), cards=(), translations={}, named_language=self.told_in)

    @property
    def told_in(self) -> str:
        """The language of the findings: that of the game, also where its file cannot be parsed; else English."""
        if self.named_language:
            return self.named_language
        games = (tree.get("game") for tree in self.content)
        codes = (game.get("language") for game in games if isinstance(game, Mapping))
        known = next((code.value for code in codes if isinstance(code, Scalar) and code.value), "")
        return known or next(filter(None, map(_language_in, self.texts.values())), SOURCE)


def _language_in(text: str) -> str:
    """The language that a file names which may not be YAML."""
    found = NAMED_LANGUAGE.search(text)
    return found[1] if found else ""


def find_games(project: Path) -> list[str]:
    """The games of a project by name: the folders under content/ that hold a YAML file, but for those that share."""
    return [name for name in source_folders(project) if not name.startswith(SHARED)]


def shared_folders(project: Path) -> list[str]:
    """The folders of what several games share."""
    return [name for name in source_folders(project) if name.startswith(SHARED)]


def source_folders(project: Path) -> list[str]:
    """The folders under content/ that hold a YAML file: games, and what several of them share."""
    return [path.name for path in entries(project / "content") if not path.name.startswith(".") and _is_game(path)]


def _is_game(folder: Path) -> bool:
    """Also a folder that nobody may look into: reading it says why."""
    try:
        return folder.is_dir() and any(yaml_files(folder))
    except (CannotOpenError, OSError):
        return True


def choose_games(project: Path, wanted: Iterable[str], faults: Findings) -> list[str]:
    """The games to work on: those wanted, or all. A name that is not a game is a fault."""
    try:
        known = find_games(project)
    except CannotOpenError as error:
        faults.add(Finding(error.finding, Span("content"), f"the folder {error.says}", error.hint, unreadable=True))
        return []
    if not known:
        faults.add(
            Finding(
                "no-game",
                Span("content"),
                "there is no game here: no folder under content/ holds a YAML file",
                (
                    "rulewright new my-game writes one to begin with; or run from the folder that holds "
                    f"content/, or name it with --project (looked in {project})"
                ),
                unreadable=True,
            )
        )
        return []
    wanted = list(dict.fromkeys(wanted))
    for name in wanted:
        if name not in known:
            close = get_close_matches(name, known, 1, 0.5)
            hint = f"did you mean {close[0]!r}?" if close else f"the games are: {', '.join(known)}"
            faults.add(
                Finding(
                    "no-game",
                    Span(f"content/{name}"),
                    f"there is no game {name!r}",
                    hint,
                    unreadable=True,
                )
            )
    return [name for name in known if name in wanted] if wanted else known


def yaml_files(folder: Path) -> list[Path]:
    """The YAML files of a folder, in order of name; `CannotOpenError` where nobody may look."""
    return _named(entries(folder), YAML)


def _named(paths: Iterable[Path], suffixes: Collection[str]) -> list[Path]:
    return [path for path in paths if path.suffix.casefold() in suffixes and not path.name.startswith(".")]


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """A sound file: its text, its tree, and how many nodes that has; and its parts, if they are kept."""

    text: str
    tree: Mapping
    nodes: int
    parts: Parts = field(default_factory=dict)


ParsedFiles = dict[str, Union[ParsedFile, "DataFile"]]
"""Files of YAML and spreadsheets by their paths, as they were read last."""


def read(
    project: Path,
    game: str,
    faults: Findings,
    parsed: ParsedFiles | None = None,
    *,
    in_parts: bool = False,
    below: List[str] = (),
    progress: Progress = no_progress,
) -> Sources:
    """All files of `game`; each file that cannot be read adds its own fault.

    `parsed` has files by their paths, for a process that reads often: one that has not changed is not parsed again.
    Files read `in_parts` take half as long again at first; then only the parts that differ are parsed. Pictures
    and fonts that are not in the folders of the game may be in those of the games `below`, the nearest first.
    """
    reader = _Reader(project, faults, {} if parsed is None else parsed, in_parts, progress)
    content_folder, card_folder = project / "content" / game, project / "cards" / game
    content_files, card_files = reader.entries(content_folder, YAML), reader.entries(card_folder, YAML)
    content = [reader.tree(path, content_folder) for path in content_files]
    content = reader.with_spreadsheets(content, content_folder)
    cards = [(path.stem, reader.tree(path, card_folder)) for path in card_files]
    translations = {
        language: reader.translated(content_folder / language, card_folder / language)
        for language in languages_named(filter(None, content))
    }
    sound = tuple(tree for tree in content if tree)
    prose = [*sound, *(tree for files in translations.values() for tree in files.content)]
    named = (*named_by_marks(sound), *named_by_web_pages(sound), *named_by_figures(sound))
    in_content = (*named, *named_in_texts(prose, reader.texts))
    every_card = all_cards((tree for _, tree in cards if tree), sound)
    rules_path = content_folder / "rules.py"
    content_folders = [content_folder, *(project / "content" / name for name in below)]
    card_folders = [card_folder, *(project / "cards" / name for name in below)]

    def pictures(names: Iterable[Scalar], folder: Path) -> dict[str, Picture]:
        return read_pictures(names, folder, project, faults, reader.texts)

    def fonts(names: Iterable[NamedFile], folder: Path) -> Fonts:
        return read_fonts(names, folder, project, faults)

    rules = reader.text(rules_path, content_folder, CODE_BYTES) if os.path.lexists(rules_path) else None
    return Sources(
        game,
        sound,
        tuple((name, tree) for name, tree in cards if tree),
        rules,
        rules_path.relative_to(project).as_posix(),
        reader.texts,
        from_holders(((each, each.value) for each in named_by_cards(every_card)), card_folders, pictures),
        from_holders(((each, each.value) for each in in_content), content_folders, pictures),
        dict(reader.profiles(card_folder)),
        all(tree is not None for tree in (*content, *(tree for _, tree in cards))),
        translations,
        from_holders(((font, font.path.value) for font in named_by_game(sound)), content_folders, fonts),
    )


def languages_named(content: Iterable[Mapping]) -> Iterator[str]:
    """The languages under `translations` of the game: each is the name of a folder."""
    for tree in content:
        game = tree.get("game")
        listed = game.get("translations") if isinstance(game, Mapping) else None
        for each in listed.items if isinstance(listed, Sequence) else (listed,):
            if isinstance(each, Scalar) and LANGUAGE.fullmatch(each.value):
                yield each.value


@dataclass(slots=True)
class _Reader:
    project: Path
    faults: Findings
    texts: dict[str, str]
    nodes: Budget
    parsed: ParsedFiles
    in_parts: bool
    progress: Progress
    size: Budget
    listed: int

    def __init__(
        self, project: Path, faults: Findings, parsed: ParsedFiles, in_parts: bool, progress: Progress
    ) -> None:
        self.project, self.faults, self.texts, self.parsed, self.in_parts = project, faults, {}, parsed, in_parts
        self.nodes, self.size, self.progress, self.listed = Budget(NODES), Budget(SOURCE_BYTES), progress, 0

    def tree(self, path: Path, folder: Path) -> Mapping | None:
        file = path.relative_to(self.project).as_posix()
        self.progress(f"reading {file}", len(self.texts), self.listed)
        text = self.text(path, folder)
        if text is None:
            return None
        sound = self._sound(text, file)
        if sound and self.nodes.allows(sound.nodes):
            self.nodes.spend(sound.nodes)
            self.parsed[file] = sound
            return sound.tree
        before, spent = len(self.faults.findings), self.nodes.spent
        node: Node | None = parse(text, file, self.faults, self.nodes)
        if any(fault.unreadable for fault in self.faults.findings[before:]):
            return None
        if node is None:
            hint = "write something in it, beginning with game: or rules:"
            self._refuse("empty-file", file, "the file is empty", hint)
        elif not isinstance(node, Mapping):
            first, second = ("title", "blocks") if file.startswith("cards/") else ("game", "rules")
            hint = f"begin with a key and a colon, such as {first}: or {second}:"
            fault = Finding("wrong-type", node.span, f"a source file holds keys and values, not {kind(node)}", hint)
            self.faults.add(fault)
        else:
            if len(self.faults.findings) == before:
                self.parsed[file] = ParsedFile(text, node, self.nodes.spent - spent)
            return node
        return None

    def _sound(self, text: str, file: str) -> ParsedFile | None:
        """A sound file as it was parsed before, or put together from parts; None if it must be parsed whole."""
        known = self.parsed.get(file)
        yaml = known if isinstance(known, ParsedFile) else None
        if yaml and yaml.text == text:
            return yaml
        found = parse_in_parts(text, file, yaml.parts if yaml else {}) if self.in_parts else None
        return None if found is None else ParsedFile(text, found[0].tree, found[0].nodes, found[1])

    def with_spreadsheets(self, trees: list[Mapping | None], folder: Path) -> list[Mapping | None]:
        """The trees with the cells of their tables that stay in spreadsheets; most games have none."""
        if not any(SPREADSHEET.search(text) for text in self.texts.values()):
            return trees
        from rulewright.source.spreadsheets.filling import SpreadsheetOpener, filled

        opener = SpreadsheetOpener(self.project, folder, self.faults, self.texts, self.parsed)
        return [tree and filled(tree, opener.open, self.nodes, self.faults) for tree in trees]

    def translated(self, content: Path, cards: Path) -> TranslatedFiles:
        """The files of one language; none yet where there is no folder for them."""
        trees = [self.tree(path, content) for path in self.entries(content, YAML)]
        named = [(path.stem, self.tree(path, cards)) for path in self.entries(cards, YAML)]
        return TranslatedFiles(tuple(filter(None, trees)), tuple((name, tree) for name, tree in named if tree))

    def entries(self, folder: Path, suffixes: Collection[str]) -> list[Path]:
        """The files of a folder with these ends of their names; a fault is added where nobody may look."""
        try:
            found = _named(entries(folder), suffixes)
        except CannotOpenError as error:
            file = folder.relative_to(self.project).as_posix()
            self._refuse(error.finding, file, f"the folder {error.says}", error.hint)
            return []
        self.listed += len(found)
        return found

    def text(self, path: Path, folder: Path, limit: Limit = PROFILE_BYTES) -> str | None:
        """The file as text; None, with a fault added, where it is out of bounds or not UTF-8.

        Lines end with LF, CRLF or CR, as YAML and Python have it; each becomes LF.
        """
        data, file = self.data(path, folder, limit), path.relative_to(self.project).as_posix()
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
            self._not_utf8(file, data, error)
            return None
        self.texts[file] = text
        return text

    def data(self, path: Path, folder: Path, limit: Limit = PROFILE_BYTES) -> bytes | None:
        """The file as bytes; None, with a fault added, where it cannot be read."""
        file = path.relative_to(self.project).as_posix()
        try:
            data = read_file(path, folder, limit.most)
        except CannotOpenError as error:
            hint = "rulewright explain limits" if error.finding == "too-large" else error.hint
            self._refuse(error.finding, file, f"the file {error.says}", hint)
            return None
        if visible(file) != file:
            message = "the name of the file has a character that cannot be seen"
            self._refuse("unreadable-file", file, message, "rename the file")
            return None
        return data

    def profiles(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """The ICC profiles of a folder, in order of name."""
        with suppress(CannotOpenError):  # that nobody may look has been said
            for path in _named(entries(folder), PROFILES):
                data = self.data(path, folder)
                if data is not None:
                    yield path.name, data

    def _not_utf8(self, file: str, data: bytes, error: UnicodeDecodeError) -> None:
        before = data[: error.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        message = f"not UTF-8: the byte 0x{data[error.start]:02X} is not allowed here"
        span = Span(file, before.count(b"\n") + 1, column)
        hint = "save the file as UTF-8 in your editor"
        self.texts[file] = data.decode("utf-8", "replace")
        self.faults.add(Finding("not-utf8", span, message, hint, unreadable=True))

    def _refuse(self, name: str, file: str, message: str, hint: str = "") -> None:
        self.faults.add(Finding(name, Span(file), message, hint, unreadable=True))

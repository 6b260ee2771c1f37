"""Finding and reading the files of a game, within limits and within its own folders."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Faults, Span
from rulewright.source.nodes import Mapping, Node, kind
from rulewright.source.pictures import Picture, pictures_of
from rulewright.source.tree import parse

MAX_BYTES = 16_000_000
"""Ten times a rulebook of ten thousand rules; a larger file is a mistake or an attack."""

PROFILES = (".icc", ".icm")
"""The ends of the names of ICC profiles."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Every file of one game as read: `content` and `cards` are trees, `rules` is Python text.

    `texts` has each file's text by its path relative to the project, for excerpts in findings. `pictures` has those
    that the cards name, by that name; `profiles` has the ICC profiles beside the cards, by the names of their files.
    `complete` is false if a file could not be read.
    """

    game: str
    content: tuple[Mapping, ...]
    cards: tuple[tuple[str, Mapping], ...]
    rules: str | None
    rules_file: str
    texts: dict[str, str]
    pictures: dict[str, Picture]
    profiles: dict[str, bytes] = field(default_factory=dict)
    complete: bool = True


def find_games(project: Path) -> list[str]:
    """The games of a project by name: the folders under content/ that hold a YAML file."""
    content = project / "content"
    if not content.is_dir():
        return []
    return sorted(p.name for p in content.iterdir() if p.is_dir() and any(yaml_files(p)))


def choose_games(project: Path, wanted: Iterable[str], faults: Faults) -> list[str]:
    """The games to work on: those wanted, or all. A name that is not a game is a fault."""
    known = find_games(project)
    if not known:
        faults.add(
            Diagnostic(
                "no-game",
                Span("content"),
                "there is no game here: no folder under content/ holds a YAML file",
                f"run from the folder that holds content/, or name it with --project (looked in {project})",
                unreadable=True,
            )
        )
        return []
    wanted = list(dict.fromkeys(wanted))
    for name in wanted:
        if name not in known:
            close = get_close_matches(name, known, 1, 0.5)
            hint = f"did you mean {close[0]!r}?" if close else "the games are: " + ", ".join(known)
            faults.add(
                Diagnostic("no-game", Span(f"content/{name}"), f"there is no game {name!r}", hint, unreadable=True)
            )
    return [name for name in known if name in wanted] if wanted else known


def yaml_files(folder: Path) -> list[Path]:
    """The YAML files of a folder, in order of name."""
    if not folder.is_dir():
        return []
    return sorted(p for p in folder.iterdir() if p.suffix in (".yaml", ".yml") and not p.name.startswith("."))


def read(project: Path, game: str, faults: Faults) -> Sources:
    """All files of `game`; each file that cannot be read adds its own fault."""
    reader = _Reader(project, faults)
    content_folder, card_folder = project / "content" / game, project / "cards" / game
    content = [reader.tree(path, content_folder) for path in yaml_files(content_folder)]
    cards = [(path.stem, reader.tree(path, card_folder)) for path in yaml_files(card_folder)]
    rules_path = content_folder / "rules.py"
    rules = reader.text(rules_path, content_folder) if rules_path.exists() else None
    return Sources(
        game,
        tuple(tree for tree in content if tree),
        tuple((name, tree) for name, tree in cards if tree),
        rules,
        rules_path.relative_to(project).as_posix(),
        reader.texts,
        pictures_of((tree for _, tree in cards if tree), card_folder, project, faults, reader.texts),
        dict(reader.profiles(card_folder)),
        all(tree is not None for tree in (*content, *(tree for _, tree in cards))),
    )


@dataclass(slots=True)
class _Reader:
    project: Path
    faults: Faults
    texts: dict[str, str]

    def __init__(self, project: Path, faults: Faults) -> None:
        self.project, self.faults, self.texts = project, faults, {}

    def tree(self, path: Path, folder: Path) -> Mapping | None:
        text = self.text(path, folder)
        if text is None:
            return None
        file = path.relative_to(self.project).as_posix()
        before = len(self.faults.findings)
        node: Node | None = parse(text, file, self.faults)
        if any(fault.unreadable for fault in self.faults.findings[before:]):
            return None
        if node is None:
            hint = "write something in it, beginning with game: or rules:"
            self._refuse("empty-file", file, "the file is empty", hint)
        elif not isinstance(node, Mapping):
            first, second = ("title", "blocks") if file.startswith("cards/") else ("game", "rules")
            hint = f"begin with a key and a colon, such as {first}: or {second}:"
            fault = Diagnostic("wrong-type", node.span, f"a source file holds keys and values, not {kind(node)}", hint)
            self.faults.add(fault)
        else:
            return node
        return None

    def text(self, path: Path, folder: Path) -> str | None:
        """The file as text; None, with a fault added, where it is out of bounds or not UTF-8."""
        data = self.data(path, folder)
        if data is None:
            return None
        file = path.relative_to(self.project).as_posix()
        try:
            text = data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            self._not_utf8(file, data, error)
            return None
        self.texts[file] = text
        return text

    def data(self, path: Path, folder: Path) -> bytes | None:
        """The file as bytes; None, with a fault added, where it is out of bounds."""
        file = path.relative_to(self.project).as_posix()
        if not path.resolve().is_relative_to(folder.resolve()):
            message = "the file is a link to a place outside its game's folder"
            self._refuse("outside", file, message, "copy the file into the folder")
            return None
        try:
            with path.open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except OSError as error:
            self._refuse("unreadable-file", file, f"cannot be read: {error.strerror}")
            return None
        if len(data) > MAX_BYTES:
            self._refuse(
                "too-large", file, f"the file is larger than {MAX_BYTES // 1_000_000} MB", "split it into several files"
            )
            return None
        return data

    def profiles(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """The ICC profiles of a folder, in order of name."""
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.suffix.casefold() in PROFILES and not path.name.startswith("."):
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
        self.faults.add(Diagnostic("not-utf8", span, message, hint, unreadable=True))

    def _refuse(self, name: str, file: str, message: str, hint: str = "") -> None:
        self.faults.add(Diagnostic(name, Span(file), message, hint, unreadable=True))

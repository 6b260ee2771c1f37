"""`rulewright new`: a small whole game to alter, in an empty folder or beside other games. It never overwrites."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

from rulewright.commands.terminal import say
from rulewright.language.texts import ID
from rulewright.model.names import slug
from rulewright.tutorial import files_after, page_name

FOLDERS = ("content", "cards")
IGNORED = ".gitignore", "build/\n"
"""What a new project gives git to read, so that nobody commits what is built."""
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
"""Names that Windows keeps for itself."""
TAKEN = {"manual", "draft"}
"""Folders of build/ that belong to no game."""


def new(project: str, game: str, kind: str) -> int:
    """Writes the game of a tutorial under another name; status 2, and nothing written, where that cannot be."""
    root = Path(project)
    folders = [root / folder / game for folder in FOLDERS]
    if reason := bad_name(game) or next((_in_the_way(folder) for folder in folders if os.path.lexists(folder)), ""):
        say(f"rulewright: {reason}", sys.stderr)
        return 2
    files = files_after(kind, None, game, game.replace("-", " ").title())
    begins = not os.path.lexists(root / FOLDERS[0])
    with _all_or_nothing(folders):
        _write(root, files)
        if begins and not os.path.lexists(root / IGNORED[0]):
            _write(root, dict([IGNORED]))
    say(f"{game}: {len(files)} files in {folders[0]} and {folders[1]}")
    say(f"rulewright preview {game} shows it in the browser while you edit it; rulewright build {game} makes it all")
    say(f"rulewright explain {page_name(kind)} tells in ten steps how it is made")
    return 0


def bad_name(game: str) -> str:
    """Why no game can be called so."""
    if not ID.fullmatch(game):
        better = slug(game) if ID.fullmatch(slug(game)) else ""
        hint = f"write {better!r}: " if better else "write "
        return f"{game!r} cannot be the folder of a game: {hint}lower-case letters a to z, digits and hyphens"
    if game in DEVICES | TAKEN:
        return f"{game!r} cannot be the folder of a game: {_owner(game)} uses that name; write '{game}-game'"
    return ""


def _owner(name: str) -> str:
    return "Windows" if name in DEVICES else f"build/{name}/ of the tool"


def _in_the_way(folder: Path) -> str:
    return f"{folder} exists, and stays as it is: choose another name, or remove it"


@contextmanager
def _all_or_nothing(folders: list[Path]) -> Iterator[None]:
    try:
        yield
    except BaseException:
        for folder in folders:
            rmtree(folder, ignore_errors=True)
        raise


def _write(root: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        with (root / path).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)

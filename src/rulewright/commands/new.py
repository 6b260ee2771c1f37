"""`rulewright new`: a small whole game to alter, in an empty folder or beside other games. It never overwrites."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

from rulewright.commands.terminal import say
from rulewright.language.texts import ID
from rulewright.model.names import slug
from rulewright.translation.messages import NO_WORDS, Message, all_of, joined, tell
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
    if reason := bad_name(game) or _in_the_way(folders):
        say(joined(("rulewright", reason), ": "), sys.stderr)
        return 2
    files = files_after(kind, None, game, game.replace("-", " ").title())
    begins = not os.path.lexists(root / FOLDERS[0])
    with _all_or_nothing(folders):
        _write(root, files)
        if begins and not os.path.lexists(root / IGNORED[0]):
            _write(root, dict([IGNORED]))
    say(tell("{game}: {count} files in {folders}", game=game, count=len(files), folders=all_of(map(str, folders))))
    say(
        tell(
            "rulewright preview {game} shows it in the browser while you edit it; rulewright build {game} makes it all",
            game=game,
        )
    )
    say(tell("rulewright explain {page} tells in ten steps how it is made", page=page_name(kind)))
    say(tell("rulewright translate {game} fr begins a translation, into French for instance", game=game))
    return 0


def bad_name(game: str) -> Message:
    """Why no game can be called so."""
    if not ID.fullmatch(game):
        letters = tell("lower-case letters a to z, digits and hyphens")
        better = tell("write {better!r}: {letters}", better=slug(game), letters=letters)
        hint = better if ID.fullmatch(slug(game)) else tell("write {letters}", letters=letters)
        return tell("{game!r} cannot be the folder of a game: {hint}", game=game, hint=hint)
    if game in DEVICES | TAKEN:
        return tell(
            "{game!r} cannot be the folder of a game: {owner} uses that name; write {better!r}",
            game=game,
            owner=tell("Windows") if game in DEVICES else tell("{folder} of the tool", folder=f"build/{game}/"),
            better=f"{game}-game",
        )
    return NO_WORDS


def _in_the_way(folders: Iterable[Path]) -> Message:
    """Which of the folders of a new game is there already."""
    there = next((folder for folder in folders if os.path.lexists(folder)), None)
    if there is None:
        return NO_WORDS
    return tell("{folder} exists, and stays as it is: choose another name, or remove it", folder=there)


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

"""`rulewright new`: write a small complete game to change, without overwriting anything."""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree

import click

from rulewright.app.commands.options import PROJECT_OPTION
from rulewright.app.commands.progress_line import say
from rulewright.base.findings import counted
from rulewright.base.messages.messages import all_of
from rulewright.entries.names import slug
from rulewright.entries.roles import ID
from rulewright.outputs.manual.tutorial import TUTORIAL_GAMES, files_after, page_name

FOLDERS = ("content", "cards")
IGNORED = ".gitignore"
"""The file that keeps build/ out of a new project's repository."""
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
"""Names that Windows reserves."""
RESERVED = {"manual", "draft"}
"""Folders of build/ that are not of games."""


@click.command()
@click.argument("game", metavar="GAME", help="The folder to create under content/: hedgerow, my-game.")
@click.option(
    "--kind", type=click.Choice([*TUTORIAL_GAMES]), default="wargame", help="The kind of game; a wargame by default."
)
@PROJECT_OPTION
def new(game: str, kind: str, project: str) -> int:
    root = Path(project)
    folders = [root / folder / game for folder in FOLDERS]
    existing = next((folder for folder in folders if os.path.lexists(folder)), None)
    exists = f"{existing} exists already: choose another name, or remove it" if existing else ""
    if reason := bad_name(game) or exists:
        say(f"rulewright: {reason}", sys.stderr)
        return 2
    files = files_after(kind, None, game, game.replace("-", " ").title())
    is_first_game = not os.path.lexists(root / FOLDERS[0])
    with _all_or_nothing(folders):
        _write(root, files)
        if is_first_game and not os.path.lexists(root / IGNORED):
            _write(root, {IGNORED: "build/\n"})
    say(f"{game}: {counted(len(files), 'file')} in {all_of(map(str, folders))}")
    say(f"rulewright preview {game} shows it in the browser while you edit it; rulewright build {game} makes all of it")
    say(f"rulewright explain {page_name(kind)} shows in ten steps how it is made")
    say(f"rulewright translate {game} fr begins a translation, into French for instance")
    return 0


def bad_name(game: str) -> str:
    """Return why a name cannot be that of a game; empty if it can."""
    if not ID.fullmatch(game):
        letters = "lower-case letters a to z, digits and hyphens"
        better = f"write {slug(game)!r}: {letters}"
        hint = better if ID.fullmatch(slug(game)) else f"write {letters}"
        return f"{game!r} cannot be the folder of a game: {hint}"
    if game in DEVICES | RESERVED:
        user = "Windows" if game in DEVICES else f"the tool, for build/{game}/,"
        return f"{game!r} cannot be the folder of a game: {user} uses that name; write {f'{game}-game'!r}"
    return ""


@contextmanager
def _all_or_nothing(folders: list[Path]) -> Iterator[None]:
    """Remove the new folders if the block fails."""
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

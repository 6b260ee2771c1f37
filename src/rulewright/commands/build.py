"""`rulewright build`: the whole pipeline, written as one piece or not at all."""

import os
import sys

from rulewright.cache import BuildCache


def build(project: str, games: list[str], *, prove: bool) -> int:
    """Builds each game in turn; a game with errors keeps its last good output and does not stop the others."""
    wanted = games or _game_folders(project)
    if wanted and all(_unchanged(project, game, prove) for game in wanted):
        return 0
    # Only now, when there is something to do, is the toolchain imported.
    from rulewright.commands.build_games import build_games

    return build_games(project, games, prove=prove)


def _game_folders(project: str) -> list[str]:
    try:
        entries = sorted(os.scandir(os.path.join(project, "content")), key=lambda entry: entry.name)
    except OSError:
        return []
    return [entry.name for entry in entries if entry.is_dir() and not entry.name.startswith(".")]


def _unchanged(project: str, game: str, prove: bool) -> bool:
    """Prints the findings of the last build again, if there is nothing to do."""
    cache = BuildCache(project, game, prove=prove)
    findings = cache.findings_if_fresh()
    if findings is None:
        return False
    sys.stdout.write(findings)
    print(f"{game}: nothing has changed, {os.path.normpath(cache.folder)} is up to date")
    return True

"""`rulewright build`: the whole pipeline, written as one piece or not at all."""

import os
import sys

from rulewright.cache import BuildCache
from rulewright.visible import visible, visible_lines


def build(project: str, games: list[str], *, prove: bool) -> int:
    """Builds each game in turn; a game with errors keeps its last good output and does not stop the others."""
    wanted = games or _game_folders(project)
    if wanted and all(_unchanged(project, game, prove) for game in wanted):
        return 0
    # Only now, when there is something to do, is the toolchain imported.
    from rulewright.commands.build_games import build_games

    return build_games(project, games, prove=prove)


def _game_folders(project: str) -> list[str]:
    content = os.path.join(project, "content")
    try:
        names = sorted(os.listdir(content))  # noqa: PTH208  # pathlib is slow to import
    except OSError:
        return []
    return [name for name in names if os.path.isdir(os.path.join(content, name)) and not name.startswith(".")]


def _unchanged(project: str, game: str, prove: bool) -> bool:
    """Prints the findings of the last build again, if there is nothing to do."""
    cache = BuildCache(project, game, prove=prove)
    findings = cache.findings_if_fresh()
    if findings is None:
        return False
    sys.stdout.write(visible_lines(findings))
    print(visible(f"{game}: nothing has changed, {os.path.normpath(cache.folder)} is up to date"))
    return True

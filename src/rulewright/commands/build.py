"""`rulewright build`: the whole pipeline, written as one piece or not at all."""

import os
from collections.abc import Sequence

from rulewright.cache import BuildCache
from rulewright.commands.unchanged import says_unchanged
from rulewright.game_folders import game_folders
from rulewright.library import Library
from rulewright.record import HIDDEN, UNDERWAY
from rulewright.streams import OutputError


def build(
    project: str, games: list[str], *, prove: bool, only: Sequence[str] = (), watch: bool = False, executor: str = ""
) -> int:
    """Builds each game in turn; a game with errors keeps its last good output and does not stop the others.

    With `only` it makes these parts, and with `watch` it builds again after each change until it is interrupted. The
    `executor` is the address of a cluster for the proofs.
    """
    wanted = [*dict.fromkeys(games or game_folders(project))]
    tidy = _is_tidy(project)
    fresh = {game for game in wanted if tidy and _is_fresh(project, game, prove)}
    if wanted and len(fresh) == len(wanted) and not watch and not only and Library(project).is_fresh:
        return 0
    # Only now, when there is something to do, is the toolchain imported.
    from rulewright.commands.build_games import build_games

    status = build_games(project, games, fresh, prove=prove, only=only, executor=executor)
    if not watch or status == 2:
        return status
    from rulewright.commands.build_again import build_again

    return build_again(project, games, prove=prove, only=only)


def _is_fresh(project: str, game: str, prove: bool) -> bool:
    try:
        return says_unchanged(BuildCache(project, game, prove=prove))
    except OutputError:
        raise
    except Exception:  # the build of this game will say it
        return False


def _is_tidy(project: str) -> bool:
    """Whether no build was killed while it published, nor publishes now."""
    try:
        with os.scandir(os.path.join(project, "build", HIDDEN)) as entries:
            return not any(entry.name.endswith(UNDERWAY) for entry in entries)
    except OSError:
        return True

"""`rulewright build`: run the whole pipeline; write its output completely or not at all.

This module decides whether there is anything to build, and imports little for that. `build_games` builds, `build_again`
does so after each change, and `draft` writes what can be made despite errors.
"""

import os
from collections.abc import Sequence

import click

from rulewright.app.commands.options import (
    EXECUTOR_OPTION,
    GAMES_ARGUMENT,
    JOBS_OPTION,
    NO_PROVE_OPTION,
    PROJECT_OPTION,
)
from rulewright.app.commands.unchanged import says_unchanged
from rulewright.app.library import Library
from rulewright.base.cache import BuildCache
from rulewright.base.game_folders import game_folders
from rulewright.base.record import HIDDEN, NEW, OLD
from rulewright.base.streams import OutputError


@click.command()
@GAMES_ARGUMENT
@PROJECT_OPTION
@click.option(
    "--draft",
    is_flag=True,
    help="Write what can be made despite errors to build/draft/GAME, with the errors in red where they are.",
)
@click.option("--watch", is_flag=True, help="Build again after each change, until Ctrl-C.")
@click.option(
    "--only",
    multiple=True,
    metavar="NAME",
    help="Make only this and leave the rest as it is; repeat it for several: card:assault, rulebook, web, "
    "page:glossary, GAME/sheet:home.",
)
@NO_PROVE_OPTION
@EXECUTOR_OPTION
@JOBS_OPTION
def build(
    games: tuple[str, ...],
    project: str,
    draft: bool,
    watch: bool,
    only: tuple[str, ...],
    no_prove: bool,
    executor: str,
) -> int:
    if draft and (only or watch):
        raise click.UsageError("--draft cannot go with --only or --watch; to watch a draft, use preview")
    if executor and no_prove:
        raise click.UsageError("--executor needs the rules code: remove --no-prove")
    if executor and (draft or watch):
        raise click.UsageError("--executor is for one complete proof: remove --draft and --watch")
    if draft:
        from rulewright.app.commands.draft import build_draft

        return build_draft(project, games, prove=not no_prove)
    return _build(project, games, prove=not no_prove, only=only, watch=watch, executor=executor)


def _build(project: str, games: Sequence[str], *, prove: bool, only: Sequence[str], watch: bool, executor: str) -> int:
    """Build each game in turn; a game with errors keeps its last good output and does not stop the others."""
    chosen = [*dict.fromkeys(games or game_folders(project))]
    tidy = _is_tidy(project)
    fresh = {game for game in chosen if tidy and _is_fresh(project, game, prove)}
    is_plain_build = not watch and not only
    if chosen and len(fresh) == len(chosen) and is_plain_build and Library(project).is_fresh:
        return 0
    # Only now, when there is something to do, is the toolchain imported.
    from rulewright.app.commands.build_games import build_games

    status = build_games(project, games, fresh, prove=prove, only=only, executor=executor)
    if not watch or status == 2:
        return status
    from rulewright.app.commands.build_again import build_again

    return build_again(project, games, prove=prove, only=only)


def _is_fresh(project: str, game: str, prove: bool) -> bool:
    """Return whether the outputs of a game are up to date; if so, say it."""
    try:
        return says_unchanged(BuildCache(project, game, prove=prove))
    except OutputError:
        raise
    except Exception:  # the build of this game will report it
        return False


def _is_tidy(project: str) -> bool:
    """Return whether no build is publishing, or was killed while it published."""
    try:
        with os.scandir(os.path.join(project, "build", HIDDEN)) as entries:
            return not any(entry.name.endswith((NEW, OLD)) for entry in entries)
    except OSError:
        return True

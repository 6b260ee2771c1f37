"""Functions that several commands share: choose games, run each, and report what this machine prevents.

For instance, `check` without a name examines all games that `chosen_games` returns. Statuses are those of the program:
0 for success, 1 for errors in a game, 2 if something cannot be read or written.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from click.exceptions import Exit

from rulewright.app.commands.progress_line import print_findings
from rulewright.app.publish import InTheWayError
from rulewright.base.boundary import Failure, GameFailures, cause, remedy
from rulewright.base.findings import Finding, Findings, Severity, Span
from rulewright.base.prerequisites import SUBSETTER, install_command, missing_libraries, platform_of
from rulewright.source.files import choose_games

T = TypeVar("T")


def chosen_games(root: Path, names: Iterable[str], *, must_print: bool = False) -> list[str]:
    """Return the games of these names, or all. End the command if one is missing, or if this machine cannot print."""
    findings = Findings()
    games = choose_games(root, [*names], findings)
    if must_print:
        findings.extend(library_findings())
    print_findings(findings, {}, sys.stderr)
    if findings.status:
        raise Exit(findings.status)
    return games


def chosen_game(root: Path, name: str, *, must_print: bool = False) -> str:
    """Return the game of this name, or the only one of the project."""
    games = chosen_games(root, [name] if name else [], must_print=must_print)
    if len(games) > 1:
        raise Failure(f"which game? Name one of {', '.join(games)}")
    return games[0]


def each_game(games: Iterable[str], run: Callable[[str], int]) -> int:
    """Run a function for each game and return the highest status; what stops one game does not stop the others."""
    failures, statuses = GameFailures(), [0]
    for game in games:
        with failures.catch(game):
            statuses.append(run(game))
    return max(failures.status, *statuses)


def written_together(failures: GameFailures, games: Mapping[str, T], write: Callable[[Mapping[str, T]], str]) -> str:
    """Return one text for all games. If a bug prevents that, leave out the games that cause it and report them."""
    try:
        return write(games)
    except Exception:
        sound_games: dict[str, T] = {}
        for game, result in games.items():
            with failures.catch(game):
                write({game: result})  # to see whether it fails
                sound_games[game] = result
        return write(sound_games)


def source_date() -> datetime | None:
    """Return the time that the variable SOURCE_DATE_EPOCH sets for reproducible output; None if it is not set."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        return datetime.fromtimestamp(int(epoch), UTC) if epoch else None
    except (ValueError, OverflowError, OSError):
        raise Failure(f"SOURCE_DATE_EPOCH is {epoch!r}: set it to a number of seconds, or remove it") from None


def unwritable(folder: Path, error: OSError) -> int:
    """Print the finding that the output cannot be written, with the file that the system names; return status 2."""
    message = f"the output cannot be written: {cause(error)}{f': {error.filename}' if error.filename else ''}"
    advice = "move it away" if isinstance(error, InTheWayError) else remedy(error)
    untouched = "the files of the last build are untouched"
    hint = f"{advice}; {untouched}" if advice else untouched
    print_findings(Findings([Finding("unwritable", Span(str(folder)), message, hint, unreadable=True)]), {}, sys.stderr)
    return 2


def library_findings() -> list[Finding]:
    """Return at most one finding on missing libraries: a warning if it is only HarfBuzz's subsetter."""
    missing = missing_libraries()
    if not missing:
        return []
    names = [library.name for library in missing]
    is_only_slow = names == [SUBSETTER]
    effect = "cards take twice the time" if is_only_slow else "cards cannot be printed"
    message = f"this system lacks {', '.join(names)}: {effect}"
    hint = f"run: {install_command(platform_of() or 'debian', missing)}"
    severity = Severity.WARNING if is_only_slow else Severity.ERROR
    return [Finding("missing-library", Span("system"), message, hint, severity=severity, unreadable=not is_only_slow)]

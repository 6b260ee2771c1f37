"""`build --watch`: build what changed after each change, in the same process, until it is interrupted."""

import os
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from threading import Event

from rulewright.app.commands.build_games import build_games
from rulewright.app.commands.progress_line import say
from rulewright.app.commands.unchanged import some_of
from rulewright.app.commands.watching import changes
from rulewright.base.boundary import Failure
from rulewright.base.findings import Findings
from rulewright.base.listing import contents
from rulewright.base.record import Record
from rulewright.book.layers.reading import games_below
from rulewright.source.files import choose_games

MOST_NAMED = 4
"""The most files that a line names."""


def build_again(project: str, games: Sequence[str], *, prove: bool, only: Sequence[str]) -> int:
    """Build until Ctrl-C; return status 0."""
    root = Path(project)
    chosen = choose_games(root, [*games], Findings())
    _say("watching for changes; Ctrl-C ends it")
    try:
        for changed in changes(root, chosen, Event()):
            _say(f"changed: {some_of([*map(str, sorted(changed))], MOST_NAMED)}")
            for game in _games_of(root, changed, chosen):
                _build(project, game, prove=prove, only=only)
    except KeyboardInterrupt:
        pass
    return 0


def _games_of(project: Path, changed: Collection[Path], games: Sequence[str]) -> Iterator[str]:
    """Return the games with changed files, their own or those they extend; all for a template or a new folder."""
    changed_games = {path.parts[1] for path in changed if path.parts[0] != "templates"}  # content/GAME/rules.yaml
    concerns_all = not changed or any(path.parts[0] == "templates" for path in changed)
    for game in games:
        if concerns_all or not changed_games.isdisjoint((game, *games_below(project, game))):
            yield game


def _build(project: str, game: str, *, prove: bool, only: Sequence[str]) -> None:
    """Build a game and say what was made in what time; after an error the last good output stays."""
    began, old_outputs = time.monotonic(), _outputs(project, game)
    try:
        status = build_games(project, [game], (), prove=prove, only=only)
    except Failure as failure:  # such as a card that was removed
        say(f"rulewright: {failure.reason}", sys.stderr)
        return
    new_paths = {path for path, digest in _outputs(project, game).items() if old_outputs.get(path) != digest}
    if not status:
        _say(f"{game}: made {some_of(sorted(new_paths), MOST_NAMED)} in {time.monotonic() - began:.1f} s")


def _say(line: str) -> None:
    """Print a line at once: a forked process would print buffered text again."""
    say(line)
    sys.stdout.flush()


def _outputs(project: str, game: str) -> dict[str, int | str]:
    """Return the digests of the files that the last build wrote, by their paths."""
    last = Record.load(os.path.join(project, "build", game))
    return contents(last.outputs)

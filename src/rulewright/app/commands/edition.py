"""`rulewright edition`: record what a game says now as a published edition.

`rules.json`, with the number of the edition and its date, goes into the sources of the game; `diff` and the web pages
later show what has changed since.
"""

import os
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import click

from rulewright.app.commands.options import GAME_ARGUMENT, PROJECT_OPTION
from rulewright.app.commands.progress_line import print_findings, say
from rulewright.app.commands.shared import chosen_game, source_date
from rulewright.base.boundary import Failure
from rulewright.base.findings import counted
from rulewright.base.installation import user_store
from rulewright.editions.comparison import compare
from rulewright.editions.data import Recorded
from rulewright.editions.edition import KINDS, Edition, parsed, read
from rulewright.editions.folder import EditionFile, path_of, recorded
from rulewright.editions.versions import Version, read_version
from rulewright.editions.view import Step
from rulewright.pipeline.stages import Examination, examine
from rulewright.proof.prove import ProofOptions
from rulewright.source.edits import write_source


@click.command()
@click.argument("number", help="The edition's number: 1.0, 1.1, 2.0.1.")
@GAME_ARGUMENT
@PROJECT_OPTION
def edition(number: str, game: str, project: str) -> int:
    root = Path(project)
    version = read_version(number)
    if version is None:
        raise Failure(f"{number!r} is not the number of an edition: write one such as 1.1 or 1.0.2")
    game = chosen_game(root, game)
    examined = examine(root, game, ProofOptions(), store=user_store())
    if examined.book is None or examined.findings.fatal:
        print_findings(examined.findings, examined.sources.texts, sys.stderr)
        say(f"rulewright: {game} has errors: no edition is recorded", sys.stderr)
        return examined.findings.status
    earlier = recorded(root, game)
    path = path_of(root, game, version)
    _refuse_wrong_number(examined, version, earlier, path)
    date = (source_date() or datetime.now(UTC)).date().isoformat()
    from rulewright.outputs.export import rules_json

    text = rules_json(examined.book, examined.proof, user_store(), Recorded(str(version), date)).decode()
    now = parsed(text, version)
    lines = _changes(now, version, earlier)
    write_source(path, text)
    file = path.relative_to(root).as_posix()
    say(f"{game}: edition {version} is recorded in {file}: {_counted(now)}")
    for line in lines:
        say(line)
    return 0


def _refuse_wrong_number(examined: Examination, version: Version, earlier: tuple[EditionFile, ...], path: Path) -> None:
    """Refuse to overwrite an edition, to go back, or to record another number than the source prints."""
    assert examined.book is not None
    printed_version, place = examined.book.game.version, examined.book.game.version_span
    if os.path.lexists(path) or any(each.version == version for each in earlier):
        raise Failure(f"edition {version} is already recorded: give the next one another number")
    if earlier and version < earlier[-1].version:
        raise Failure(f"edition {earlier[-1].version} is already recorded: {version} cannot follow it")
    if printed_version and read_version(printed_version) != version:
        raise Failure(f"the source prints version {printed_version}: write version: {version} at {place!s} first")


def _changes(now: Edition, version: Version, earlier: tuple[EditionFile, ...]) -> list[str]:
    """Return lines on what changed since the last edition; a warning if the number is too small for it."""
    if not earlier:
        return []
    difference = compare(read(earlier[-1]), now)
    # Each change has a level: the part of the number that must rise for it. No level means no change.
    last, needed = earlier[-1].version, earlier[-1].version.raised(difference.level)
    if not difference.level:
        raise Failure(f"nothing has changed since edition {last}: there is nothing to record")
    lines = [f"  since edition {last}: {Step(difference).meaning}"]
    if version < needed:
        lines.append(f"  warning: {version} is too small a number for that")
    return lines


def _counted(now: Edition) -> str:
    """Return text such as `12 rules, 3 tables, 40 cells, ...`."""
    counts = Counter(thing.kind for thing in now.things)
    return ", ".join(counted(counts[kind], kind) for kind in KINDS if counts[kind])

"""`rulewright edition`: records what a game says now as a published edition."""

import os
import sys
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from rulewright.boundary import Failure
from rulewright.commands.one_game import one_game
from rulewright.commands.terminal import failing_in, print_findings, say
from rulewright.editions.as_text import meaning
from rulewright.editions.comparison import compare
from rulewright.editions.file import written
from rulewright.editions.folder import EditionFile, path_of, recorded
from rulewright.editions.recording import snapshot
from rulewright.editions.snapshot import CARD, CELL, FACT, RULE, TABLE, TERM, Snapshot
from rulewright.editions.versions import Version, read_version
from rulewright.edits import write_source
from rulewright.installation import user_store
from rulewright.pipeline import Examination, examine
from rulewright.proof.process import Limits
from rulewright.translation.messages import Message, joined, tell, tell_number


def edition(project: str, number: str, game: str) -> int:
    """Writes the file of an edition and says what it holds; status 1, and nothing written, if the game has errors."""
    root = Path(project)
    version = read_version(number)
    if version is None:
        raise Failure(tell("{number!r} is no number of an edition: write one such as 1.1 or 1.0.2", number=number))
    name, status = one_game(root, game)
    if not name:
        return status
    examined = examine(root, name, Limits(), store=user_store())
    with failing_in(examined.catalogue):
        return _record(root, examined, version)


def _record(root: Path, examined: Examination, version: Version) -> int:
    game, words = examined.game, examined.catalogue
    if examined.book is None or examined.faults.fatal:
        print_findings(examined.faults, examined.sources.texts, sys.stderr, words)
        say(tell("rulewright: {game} has errors: no edition is recorded", game=game), sys.stderr, words)
        return examined.faults.status
    earlier = recorded(root, game)
    path = path_of(root, game, version)
    _refuse(examined, version, earlier, path)
    now = replace(snapshot(examined.book, examined.proof, user_store()), edition=str(version), date=_today())
    lines = _changes(now, version, earlier)
    write_source(path, written(now))
    file = path.relative_to(root).as_posix()
    say(
        tell(
            "{game}: edition {number} is recorded in {file}: {what}",
            game=game,
            number=version,
            file=file,
            what=_counted(now),
        ),
        words=words,
    )
    for line in lines:
        say(line, words=words)
    return 0


def _refuse(examined: Examination, version: Version, earlier: tuple[EditionFile, ...], path: Path) -> None:
    """An edition is never overwritten, comes after the others, and has the number that the source prints."""
    assert examined.book is not None
    given, place = examined.book.game.version, examined.book.game.version_span
    if os.path.lexists(path) or any(each.version == version for each in earlier):
        raise Failure(
            tell(
                "edition {number} is recorded already, and stays as it is: give the next one another number",
                number=version,
            )
        )
    if earlier and version < earlier[-1].version:
        raise Failure(
            tell(
                "edition {last} is recorded already: {number} cannot follow it",
                last=earlier[-1].version,
                number=version,
            )
        )
    if given and read_version(given) != version:
        raise Failure(
            tell(
                "the source prints version {given}: write version: {number} at {place} first",
                given=given,
                number=version,
                place=str(place),
            )
        )


def _changes(now: Snapshot, version: Version, earlier: tuple[EditionFile, ...]) -> list[Message]:
    """What has changed since the last edition, and whether the number says so."""
    if not earlier:
        return []
    difference = compare(earlier[-1].read(), now)
    last, needed = earlier[-1].version, earlier[-1].version.raised(difference.level)
    if not difference.level:
        raise Failure(tell("nothing has changed since edition {last}: there is nothing to record", last=last))
    lines = [tell("  since edition {last}: {changes}", last=last, changes=meaning(difference))]
    if version < needed:
        lines.append(tell("  warning: {number} is too small a number for that", number=version))
    return lines


def _counted(now: Snapshot) -> Message:
    counts = Counter(thing.kind for thing in now.things)
    said = (
        tell_number("{n:,} rule", "{n:,} rules", counts[RULE]),
        tell_number("{n:,} table", "{n:,} tables", counts[TABLE]),
        tell_number("{n:,} cell", "{n:,} cells", counts[CELL]),
        tell_number("{n:,} fact", "{n:,} facts", counts[FACT]),
        tell_number("{n:,} term", "{n:,} terms", counts[TERM]),
        tell_number("{n:,} card", "{n:,} cards", counts[CARD]),
    )
    return joined(said)


EPOCH = "SOURCE_DATE_EPOCH"


def _today() -> str:
    """The date of the edition: that of SOURCE_DATE_EPOCH if it is set, otherwise today's."""
    epoch = os.environ.get(EPOCH, "")
    try:
        now = datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)
    except (ValueError, OverflowError, OSError):
        wrong = tell("{name} is {value!r}: set it to a number of seconds, or remove it", name=EPOCH, value=epoch)
        raise Failure(wrong) from None
    return now.date().isoformat()

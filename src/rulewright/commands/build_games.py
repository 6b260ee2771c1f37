"""Building games that have changed: examine, render, read back, publish."""

import os
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from rulewright.boundary import Apart, Failure
from rulewright.cache import BuildCache
from rulewright.commands.font_sizes import font_size_lines
from rulewright.commands.libraries import library_findings
from rulewright.commands.parts import PartOfGame, parts_of, render_part
from rulewright.commands.progress_line import ProgressLine
from rulewright.commands.terminal import print_findings, say
from rulewright.commands.unchanged import say_others, says_unchanged
from rulewright.commands.unwritable import unwritable
from rulewright.extending.reading import games_below
from rulewright.findings import Findings
from rulewright.formats.as_text import findings_text, summary, translations_text, tried_text
from rulewright.garbage import uncollected
from rulewright.library.state import PAGE, Library
from rulewright.pipeline import Examination, examine, render
from rulewright.progress import Progress
from rulewright.proof.executor import open_cluster
from rulewright.proof.process import Limits
from rulewright.publish import publish, sole_access
from rulewright.source.files import choose_games
from rulewright.visible import visible

EPOCH = "SOURCE_DATE_EPOCH"


def build_games(
    project: str, games: list[str], fresh: Collection[str], *, prove: bool, only: Sequence[str] = (), executor: str = ""
) -> int:
    """The highest exit status of all games but those that are fresh; with `only` it makes these parts of them.

    The `executor` is the address of a cluster for the proofs.
    """
    root = Path(project)
    faults = Findings()
    chosen = choose_games(root, games, faults)
    faults.extend(library_findings())
    print_findings(faults, {}, sys.stderr)
    if faults.status:
        return faults.status
    created = _created()
    parts = parts_of(root, chosen, only) if only else dict.fromkeys(chosen)
    with ExitStack() as stack:
        try:
            stack.enter_context(sole_access(root / "build"))
        except OSError as error:
            return unwritable(root / "build", error)
        apart, statuses = Apart(), [0]
        for game, part in parts.items():
            with apart.of(game):
                statuses.append(0 if game in fresh else _build(root, game, prove, created, part, executor))
        with apart.of(PAGE):
            statuses.append(_list_games(root))
        return max(apart.status, *statuses)


def _list_games(project: Path) -> int:
    """Makes the page over all games, if the project has several and something of it has changed."""
    library = Library(str(project))
    if library.is_fresh:
        return 0
    from rulewright.library.publishing import publish_library  # which imports all of the web pages

    try:
        line = publish_library(library)
    except OSError as error:
        return unwritable(Path(library.path), error)
    if line:
        print(visible(line))
    return 0


def _build(project: Path, game: str, prove: bool, created: str, part: PartOfGame | None, executor: str) -> int:
    cache = BuildCache(str(project), game, prove=prove, below=games_below(project, game))
    if says_unchanged(cache):  # another build has made it meanwhile
        return 0
    with uncollected():
        return _build_anew(project, game, prove, created, part, executor, cache)


def _build_anew(
    project: Path,
    game: str,
    prove: bool,
    created: str,
    part: PartOfGame | None,
    executor: str,
    cache: BuildCache,
) -> int:
    folder, store = project / "build" / game, cache.store
    with ProgressLine() as progress:
        before, limits = part.read if part else None, Limits() if prove else None
        with open_cluster(executor) as cluster:  # closed before pages are printed: its threads would forbid forks
            examined = examine(
                project,
                game,
                limits,
                executor=cluster,
                progress=progress.of(game),
                store=store,
                before=before,
                errors_only=part is not None,
                trees=False,
            )
        files = {} if examined.faults.fatal else _render(examined, project, created, cache, part, progress)
    _print_result(examined, whole=part is None)
    if examined.faults.fatal:
        unbuilt = f"rulewright: {game} is not built; {folder} is unchanged"
        say(unbuilt, sys.stderr)
        return examined.faults.status
    try:
        findings = findings_text(examined.faults.sorted(), examined.sources.texts, colour=False)
        old = cache.present_outputs() if part else {}
        record = cache.record(findings, old.keys() - files.keys() if part else None)
        with ProgressLine() as progress:
            others = publish(folder, {**old, **files}, record, progress.of(game))
    except OSError as error:
        return unwritable(folder, error)
    assert examined.book is not None
    for line in font_size_lines(examined.book, files):
        say(f"{game}: {line}")
    say_others(str(folder), others)
    line = f"{game}: {len(files)} files in {folder}"
    if record.older:
        line = f"{line}; {len(record.older)} others are of an earlier build"
    say(line)
    return 0


def _render(
    examined: Examination, project: Path, created: str, cache: BuildCache, part: PartOfGame | None, progress: Progress
) -> Mapping[str, bytes]:
    if part is None:
        return render(examined, project, created, cache.store, cache.report, progress)
    return render_part(examined, project, created, cache, part.wish, progress)


def _print_result(examined: Examination, *, whole: bool) -> None:
    print_findings(examined.faults, examined.sources.texts, sys.stdout)
    say(summary(examined.game, examined.faults.findings, examined.proof, len(examined.faults.waived)))
    if not whole:
        line = f"{examined.game}: a build of a part looks for errors only; check also finds what deserves a warning"
        say(line)
    print(tried_text(examined.proof), translations_text(examined.shares), sep="", end="")


def _created() -> str:
    """The date in the metadata of PDFs: SOURCE_DATE_EPOCH if it is set, otherwise none, so that bytes are equal."""
    epoch = os.environ.get(EPOCH, "")
    try:
        return datetime.fromtimestamp(int(epoch), UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if epoch else ""
    except (ValueError, OverflowError, OSError):
        wrong = f"{EPOCH} is {epoch!r}: set it to a number of seconds, or remove it"
        raise Failure(wrong) from None

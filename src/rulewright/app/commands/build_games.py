"""Build games that have changed: examine, render, read back, publish.

In: the games, and perhaps the parts that `--only` names. Out: the files in build/GAME, the printed findings, and the
exit status. Both `rulewright build` and `build --watch` call `build_games`. A `BuildCache` compares the present files
with the record of the last build; a `PartOfGame` is what `--only` names of a game.
"""

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from rulewright.app.commands.build_parts import PartOfGame, parts_of, render_part
from rulewright.app.commands.progress_line import ProgressLine, print_findings, say
from rulewright.app.commands.shared import chosen_games, source_date, unwritable
from rulewright.app.commands.unchanged import say_foreign_files, says_unchanged
from rulewright.app.library import PAGE, Library
from rulewright.app.publish import publish, sole_access
from rulewright.base.boundary import GameFailures
from rulewright.base.cache import BuildCache
from rulewright.base.findings import counted
from rulewright.base.visible import visible
from rulewright.book.book import Book
from rulewright.book.layers.reading import games_below
from rulewright.html.paths import card_path
from rulewright.outputs.formats.as_text import findings_text, summary, translations_text, tried_text
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pipeline.stages import Examination, examine, render
from rulewright.proof.cluster import open_cluster
from rulewright.proof.prove import ProofOptions


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """What holds for all games of a build; `created` is the date in PDFs, `executor` the address of a cluster."""

    project: Path
    prove: bool
    created: str
    executor: str


def build_games(
    project: str,
    games: Sequence[str],
    fresh: Collection[str],
    *,
    prove: bool,
    only: Sequence[str] = (),
    executor: str = "",
) -> int:
    """Build all games but the `fresh` ones, or only the parts `only`; return the highest exit status.

    The `executor` is the address of a cluster for the proofs.
    """
    root = Path(project)
    chosen = chosen_games(root, games, must_print=True)
    date = source_date()
    created = date.strftime("%Y-%m-%dT%H:%M:%SZ") if date else ""  # without a date, the bytes of PDFs stay equal
    request = BuildRequest(root, prove, created, executor)
    parts = parts_of(root, chosen, only) if only else dict.fromkeys(chosen)
    with ExitStack() as stack:
        try:
            stack.enter_context(sole_access(root / "build"))
        except OSError as error:
            return unwritable(root / "build", error)
        failures, statuses = GameFailures(), [0]
        for game, part in parts.items():
            with failures.catch(game):
                statuses.append(0 if game in fresh else _build(request, game, part))
        with failures.catch(PAGE):
            statuses.append(_list_games(root))
        return max(failures.status, *statuses)


def _list_games(project: Path) -> int:
    """Write the page over all games, if the project has several and one has changed."""
    library = Library(str(project))
    if library.is_fresh:
        return 0
    from rulewright.app.library.publishing import publish_library

    try:
        line = publish_library(library)
    except OSError as error:
        return unwritable(Path(library.path), error)
    if line:
        print(visible(line))
    return 0


def _build(request: BuildRequest, game: str, part: PartOfGame | None) -> int:
    """Build a game, or this part of it; return the exit status. A game with errors keeps its last good output."""
    project = request.project
    cache = BuildCache(str(project), game, prove=request.prove, base_games=games_below(project, game))
    if says_unchanged(cache):  # another build made it while this one waited for `sole_access`
        return 0
    folder = project / "build" / game
    examined, files = _examine_and_render(request, game, part, cache)
    _print_result(examined, whole=part is None)
    if examined.findings.fatal:
        say(f"rulewright: {game} is not built; {folder} is unchanged", sys.stderr)
        return examined.findings.status
    try:
        findings = findings_text(examined.findings.sorted(), examined.sources.texts, colour=False)
        present_files = cache.present_outputs() if part else {}  # a build of a part leaves the other files as they are
        kept_paths = present_files.keys() - files.keys() if part else None
        record = cache.record(findings, kept_paths)
        with ProgressLine() as line:
            foreign_files = publish(folder, {**present_files, **files}, record, line.for_game(game))
    except OSError as error:
        return unwritable(folder, error)
    assert examined.book is not None  # as there are no errors
    for line_of_card in font_size_lines(examined.book, files):
        say(f"{game}: {line_of_card}")
    say_foreign_files(str(folder), foreign_files)
    older_files = f"; {len(record.older)} others are of an earlier build" if record.older else ""
    say(f"{game}: {counted(len(files), 'file')} in {folder}{older_files}")
    return 0


def _examine_and_render(
    request: BuildRequest, game: str, part: PartOfGame | None, cache: BuildCache
) -> tuple[Examination, Mapping[str, bytes]]:
    """Examine a game and make its files, or those of this part; a game with errors has no files."""
    with ProgressLine() as line:
        progress = line.for_game(game)
        # The cluster is closed before pages are printed: its threads would forbid forks.
        with open_cluster(request.executor) as cluster:
            examined = examine(
                request.project,
                game,
                ProofOptions(executor=cluster) if request.prove else None,
                progress=progress,
                store=cache.store,
                errors_only=part is not None,
            )
        if examined.findings.fatal:
            return examined, {}
        if part is None:
            return examined, render(examined, request.project, request.created, cache.store, cache.report, progress)
        return examined, render_part(examined, request.project, request.created, cache, part.wish, progress)


def _print_result(examined: Examination, *, whole: bool) -> None:
    """Print the findings and the summary; `whole` is false for a build of parts."""
    print_findings(examined.findings, examined.sources.texts, sys.stdout)
    say(summary(examined.game, examined.findings.items, examined.proof, len(examined.findings.waived)))
    if not whole:
        say(f"{examined.game}: `--only` reports errors only; run `check` for warnings")
    print(tried_text(examined.proof), translations_text(examined.translation_counts), sep="", end="")


def font_size_lines(book: Book, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield a line for each card with `fit`, whose print may change the font size: `card 'fire' is set in 8 pt`."""
    finished = FinishedFiles(files)
    for card in book.game.cards:
        if card.fit is not None and card_path(card) in files:
            size, wanted = finished.with_setting(card).font_size, card.font_size  # in print, and as its file asks
            line = f"card {card.id!r} is set in {size:g} pt"
            yield line if size == wanted else f"{line} instead of {wanted:g} pt"

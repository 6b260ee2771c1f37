"""Build games that have changed: examine, render, read back, publish."""

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from rulewright.boundary import Apart, Failure
from rulewright.cache import BuildCache
from rulewright.commands.progress_line import ProgressLine, print_findings, say
from rulewright.commands.shared import chosen_games, unwritable
from rulewright.commands.unchanged import say_others, says_unchanged
from rulewright.extending.reading import games_below
from rulewright.findings import counted
from rulewright.formats.as_text import findings_text, summary, translations_text, tried_text
from rulewright.library import PAGE, Library
from rulewright.model.book import Book
from rulewright.model.game import Game
from rulewright.pipeline import Examination, ReadGame, editions_of, examine, read_game, render
from rulewright.products.making import make_files
from rulewright.products.product import Wish
from rulewright.products.run import PrintRun
from rulewright.products.targets import Targets, paths_of, targets, unknown_target, wish_for, with_translations
from rulewright.progress import Progress
from rulewright.proof.cluster import open_cluster
from rulewright.proof.process import Limits
from rulewright.publish import publish, sole_access
from rulewright.readback.read_back import read_back
from rulewright.render.paths import card_path
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.templating.template_errors import template_findings
from rulewright.visible import visible
from rulewright.waivers import settle

EPOCH = "SOURCE_DATE_EPOCH"


@dataclass(frozen=True, slots=True)
class PartOfGame:
    """What `--only` names of a game: `wish` says of a path whether to make it; `read` is the game as already read."""

    wish: Wish
    read: ReadGame


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
    chosen = chosen_games(root, games, prints=True)
    request = BuildRequest(root, prove, _created(), executor)
    parts = parts_of(root, chosen, only) if only else dict.fromkeys(chosen)
    with ExitStack() as stack:
        try:
            stack.enter_context(sole_access(root / "build"))
        except OSError as error:
            return unwritable(root / "build", error)
        apart, statuses = Apart(), [0]
        for game, part in parts.items():
            with apart.of(game):
                statuses.append(0 if game in fresh else _build(request, game, part))
        with apart.of(PAGE):
            statuses.append(_list_games(root))
        return max(apart.status, *statuses)


def _list_games(project: Path) -> int:
    """Write the page over all games, if the project has several and one has changed."""
    library = Library(str(project))
    if library.is_fresh:
        return 0
    from rulewright.library.publishing import publish_library

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
    if says_unchanged(cache):  # another build made it meanwhile
        return 0
    folder = project / "build" / game
    with ProgressLine() as line:
        progress = line.of(game)
        # The cluster is closed before pages are printed: its threads would forbid forks.
        with open_cluster(request.executor) as cluster:
            examined = examine(
                project,
                game,
                Limits() if request.prove else None,
                executor=cluster,
                progress=progress,
                store=cache.store,
                before=part.read if part else None,
                errors_only=part is not None,
                trees=False,
            )
        if examined.findings.fatal:
            files: Mapping[str, bytes] = {}
        elif part is None:
            files = render(examined, project, request.created, cache.store, cache.report, progress)
        else:
            files = render_part(examined, project, request.created, cache, part.wish, progress)
    _print_result(examined, whole=part is None)
    if examined.findings.fatal:
        say(f"rulewright: {game} is not built; {folder} is unchanged", sys.stderr)
        return examined.findings.status
    try:
        findings = findings_text(examined.findings.sorted(), examined.sources.texts, colour=False)
        old = cache.present_outputs() if part else {}
        record = cache.record(findings, old.keys() - files.keys() if part else None)
        with ProgressLine() as line:
            foreign_files = publish(folder, {**old, **files}, record, line.of(game))
    except OSError as error:
        return unwritable(folder, error)
    assert examined.book is not None
    for size in font_size_lines(examined.book, files):
        say(f"{game}: {size}")
    say_others(str(folder), foreign_files)
    older = f"; {len(record.older)} others are of an earlier build" if record.older else ""
    say(f"{game}: {counted(len(files), 'file')} in {folder}{older}")
    return 0


def _print_result(examined: Examination, *, whole: bool) -> None:
    print_findings(examined.findings, examined.sources.texts, sys.stdout)
    say(summary(examined.game, examined.findings.items, examined.proof, len(examined.findings.waived)))
    if not whole:
        say(f"{examined.game}: `--only` reports errors only; run `check` for warnings")
    print(tried_text(examined.proof), translations_text(examined.shares), sep="", end="")


def _created() -> str:
    """Return the date for PDFs: SOURCE_DATE_EPOCH if set, else empty, so that bytes are equal."""
    epoch = os.environ.get(EPOCH, "")
    try:
        return datetime.fromtimestamp(int(epoch), UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if epoch else ""
    except (ValueError, OverflowError, OSError):
        raise Failure(f"{EPOCH} is {epoch!r}: set it to a number of seconds, or remove it") from None


def font_size_lines(book: Book, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield for each card with `fit` its font size and the one that its file asks for."""
    finished = FinishedFiles(files)
    for card in book.game.cards:
        if card.fit is not None and card_path(card) in files:
            size, wanted = finished.with_setting(card).font_size, card.font_size
            line = f"card {card.id!r} is set in {size:g} pt"
            yield line if size == wanted else f"{line} instead of {wanted:g} pt"


# `build --only`


def parts_of(project: Path, games: Iterable[str], names: Sequence[str]) -> dict[str, PartOfGame]:
    """Return the parts that `--only` names, by game.

    A game without any of them has no entry; one with errors has an entry without paths, so that its errors are shown.
    A name may begin with the game and a slash. Raises `Failure` for a name that no game knows.
    """
    read = {game: read_game(project, game) for game in games}
    paths: dict[str, list[str]] = {game: [] for game in read}
    names_in_games = [_split_game(name, paths)[1] for name in names]
    targets_of = {game: _targets(each.book, project, names_in_games) for game, each in read.items() if each.book}
    for name in names:
        its_games, rest = _split_game(name, paths)
        new_paths = {game: paths_of(rest, targets_of[game]) for game in its_games if game in targets_of}
        if not any(new_paths.values()) and all(game in targets_of for game in its_games):
            raise Failure(unknown_target(name, targets_of[its_games[0]]))
        for game in its_games:
            paths[game] += new_paths.get(game, ())
    return {
        game: PartOfGame(wish_for(wanted), read[game])
        for game, wanted in paths.items()
        if wanted or game not in targets_of
    }


def _targets(book: Book, project: Path, names: Sequence[str]) -> Targets:
    """Return what a game can be asked for, in each of its languages: `fr/card:fire` is the card of a translation."""
    languages = book.game.translations
    plain = [name.removeprefix(f"{code}/") for name in names for code in languages or ("",) if name not in languages]
    return with_translations(targets(book, project, plain), languages)


def _split_game(name: str, games: Iterable[str]) -> tuple[list[str], str]:
    """Split `GAME/card:fire` into the game and the rest; a name without a game is about all of `games`."""
    game, _, rest = name.partition("/")
    return ([game], rest) if game in games and rest else ([*games], name)


def render_part(
    examined: Examination, project: Path, created: str, cache: BuildCache, wish: Wish, progress: Progress
) -> Mapping[str, bytes]:
    """Make and read back the files asked for, and those they link to that no build has made."""
    old, made = cache.present_outputs(), dict[str, bytes]()
    for each, own in editions_of(examined, old):
        files = _made(each, project, created, cache, _within(each.prefix, wish), progress, own)
        examined.findings.extend(each.say(each.findings.items if each is not examined else ()))
        made |= {each.prefix + path: data for path, data in files.items()}
    settle(examined.findings, _game(examined), ())
    return made


def _within(prefix: str, wish: Wish) -> Wish:
    """Return the wish for the files of one language."""
    return lambda path: wish(prefix + path)


def _game(examined: Examination) -> Game:
    assert examined.book is not None
    return examined.book.game


def _made(
    examined: Examination,
    project: Path,
    created: str,
    cache: BuildCache,
    wish: Wish,
    progress: Progress,
    old: Mapping[str, bytes],
) -> Mapping[str, bytes]:
    """Make the files of one language, and add what rendering and reading back find to its findings."""
    assert examined.book is not None
    made = dict[str, bytes]()
    with template_findings(project, examined.findings):
        run = PrintRun(examined.book, examined.proof, examined.findings, project, created, cache.store, progress)
        made = make_files(run, wish, old)
    settle(examined.findings, examined.book.game, ())
    made = {path: data for path, data in made.items() if wish(path) or path not in old}
    if not examined.findings.fatal:
        examined.findings.extend(read_back(examined.book, made, project, cache.store, progress))
    return made

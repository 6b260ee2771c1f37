"""`rulewright build --only`: what the names after the option mean, and how only these files are made.

A name is a target such as `card:fire`, `pack` or `fr/card:fire`, perhaps after the name of a game: `my-game/card:fire`.
`parts_of` finds for each game the paths that the names mean; `render_part` makes the files, for `build_games`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.base.boundary import Failure
from rulewright.base.cache import BuildCache
from rulewright.base.progress import Progress
from rulewright.book.book import Book
from rulewright.html.templating.template_errors import template_findings
from rulewright.outputs.products.making import make_files
from rulewright.outputs.products.product import Wish
from rulewright.outputs.products.run import PrintRun
from rulewright.outputs.products.targets import Targets, paths_of, targets, unknown_target, wish_for, with_translations
from rulewright.pipeline.stages import Examination, ReadGame, each_language, read_game
from rulewright.pipeline.waivers import settle
from rulewright.readback.read_back import read_back


@dataclass(frozen=True, slots=True)
class PartOfGame:
    """What `--only` names of a game: `wish` says of a path whether to make it.

    `read` is the game as already read, whose trees and entries the build reuses.
    """

    wish: Wish
    read: ReadGame


def parts_of(project: Path, games: Iterable[str], names: Sequence[str]) -> dict[str, PartOfGame]:
    """Return the parts that `--only` names, by game.

    A game without any of them has no entry; one with errors has an entry without paths, so that its errors are shown.
    A name may begin with the game and a slash. Raises `Failure` for a name that no game knows.
    """
    read_games = {game: read_game(project, game) for game in games}
    paths: dict[str, list[str]] = {game: [] for game in read_games}
    target_names = [_split_game(name, paths)[1] for name in names]
    # A game with errors has no targets.
    targets_of = {game: _targets(each.book, project, target_names) for game, each in read_games.items() if each.book}
    for name in names:
        named_games, target = _split_game(name, paths)
        new_paths = {game: paths_of(target, targets_of[game]) for game in named_games if game in targets_of}
        have_targets = all(game in targets_of for game in named_games)
        if have_targets and not any(new_paths.values()):
            raise Failure(unknown_target(name, targets_of[named_games[0]]))
        for game in named_games:
            paths[game] += new_paths.get(game, ())
    return {
        game: PartOfGame(wish_for(game_paths), read_games[game])
        for game, game_paths in paths.items()
        if game_paths or game not in targets_of
    }


def _targets(book: Book, project: Path, names: Sequence[str]) -> Targets:
    """Return what a game can be asked for, in each of its languages: `fr/card:fire` is the card of a translation.

    A name may be a language alone, `fr`, for all files in that language.
    """
    languages = book.game.translations
    without_language = []
    for name in names:
        if name not in languages:
            without_language += [name.removeprefix(f"{code}/") for code in languages or ("",)]
    return with_translations(targets(book, project, without_language), languages)


def _split_game(name: str, games: Iterable[str]) -> tuple[list[str], str]:
    """Split `GAME/card:fire` into the game and the rest; a name without a game is about all of `games`."""
    game, _, rest = name.partition("/")
    return ([game], rest) if game in games and rest else ([*games], name)


def render_part(
    examined: Examination, project: Path, created: str, cache: BuildCache, wish: Wish, progress: Progress
) -> Mapping[str, bytes]:
    """Make and read back the files of the wish, and those they link to that no build has made, by their paths.

    Add what rendering and reading back find to the findings of `examined`.
    """
    assert examined.book is not None
    files = dict[str, bytes]()
    for version, present_files in each_language(examined, cache.present_outputs()):
        assert version.book is not None
        findings = version.findings
        run = PrintRun(version.book, version.proof, findings, project, created, cache.store, progress)
        version_files = _render_version(run, _within(version.prefix, wish), present_files)
        examined.findings.extend(version.with_language(findings.items if version is not examined else ()))
        files |= {version.prefix + path: data for path, data in version_files.items()}
    settle(examined.findings, examined.book.game, ())
    return files


def _within(prefix: str, wish: Wish) -> Wish:
    """Return the wish for the files of one language, whose paths lack the prefix."""
    return lambda path: wish(prefix + path)


def _render_version(run: PrintRun, wish: Wish, present_files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Make and read back the files of a game in one language; add the findings to those of the run."""
    files = dict[str, bytes]()
    with template_findings(run.project, run.findings):
        files = make_files(run, wish, present_files)
    settle(run.findings, run.book.game, ())
    files = {path: data for path, data in files.items() if wish(path) or path not in present_files}
    if not run.findings.fatal:
        run.findings.extend(read_back(run.book, files, run.project, run.store, run.progress))
    return files

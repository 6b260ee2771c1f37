"""`build --only`: which files of which games are asked for, and making just these.

The other outputs stay as they are. The record names those of them that were made of an earlier state of the source, so
that the next whole build makes them again.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.boundary import Failure
from rulewright.cache import BuildCache
from rulewright.model.book import Book
from rulewright.model.game import Game
from rulewright.pipeline import Examination, ReadGame, editions_of, read_game
from rulewright.products.making import make_files
from rulewright.products.product import Wish
from rulewright.products.run import PrintRun
from rulewright.products.targets import Targets, paths_of, targets, unknown_target, wish_for, with_translations
from rulewright.progress import Progress
from rulewright.readback.read_back import read_back
from rulewright.render.templating.faults import template_faults
from rulewright.waivers import settle


@dataclass(frozen=True, slots=True)
class PartOfGame:
    """What a game is asked for, and the game as it was read to find that out."""

    wish: Wish
    read: ReadGame


def parts_of(project: Path, games: Iterable[str], names: Sequence[str]) -> dict[str, PartOfGame]:
    """What each game is asked for: no entry for a game that has nothing of it, and no wish if its source has errors.

    Raises `Failure` for a name that no game knows. A name may begin with the game and a stroke.
    """
    read = {game: read_game(project, game) for game in games}
    paths: dict[str, list[str]] = {game: [] for game in read}
    wanted = [_of_one_game(name, paths)[1] for name in names]
    known = {game: _targets(each.book, project, wanted) for game, each in read.items() if each.book}
    for name in names:
        asked, rest = _of_one_game(name, paths)
        found = {game: paths_of(rest, known[game]) for game in asked if game in known}
        if not any(found.values()) and all(game in known for game in asked):
            raise Failure(unknown_target(name, known[asked[0]]))
        for game in asked:
            paths[game] += found.get(game, ())
    asked_for = {game: found for game, found in paths.items() if found or game not in known}
    return {game: PartOfGame(wish_for(found), read[game]) for game, found in asked_for.items()}


def _targets(book: Book, project: Path, names: Sequence[str]) -> Targets:
    """What a game can be asked for, in each of its languages."""
    languages = book.game.translations
    plain = [name.removeprefix(f"{code}/") for name in names for code in languages or ("",) if name not in languages]
    return with_translations(targets(book, project, plain), languages)


def _of_one_game(name: str, games: Iterable[str]) -> tuple[list[str], str]:
    """The games that a name is about, and the rest of it."""
    game, _, rest = name.partition("/")
    return ([game], rest) if game in games and rest else ([*games], name)


def render_part(
    examined: Examination, project: Path, created: str, cache: BuildCache, wish: Wish, progress: Progress
) -> Mapping[str, bytes]:
    """The files that are asked for, and those they mention that no build has made; read back."""
    old, made = cache.present_outputs(), dict[str, bytes]()
    for each, own in editions_of(examined, old):
        files = _made(each, project, created, cache, _within(each.prefix, wish), progress, own)
        examined.faults.extend(each.say(each.faults.findings if each is not examined else ()))
        made |= {each.prefix + path: data for path, data in files.items()}
    settle(examined.faults, _game(examined), ())
    return made


def _within(prefix: str, wish: Wish) -> Wish:
    """What is wished of the files of one language."""
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
    """Those of one language; its findings join its faults."""
    assert examined.book is not None
    made = dict[str, bytes]()
    with template_faults(project, examined.faults):
        run = PrintRun(examined.book, examined.proof, examined.faults, project, created, cache.store, progress)
        made = make_files(run, wish, old)
    settle(examined.faults, examined.book.game, ())
    made = {path: data for path, data in made.items() if wish(path) or path not in old}
    if not examined.faults.fatal:
        examined.faults.extend(read_back(examined.book, made, project, cache.store, progress))
    return made

"""`build --only`: which files of which games are asked for, and making just these.

The other outputs stay as they are. The record names those of them that were made of an earlier state of the source, so
that the next whole build makes them again.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from rulewright.boundary import Failure
from rulewright.cache import BuildCache
from rulewright.diagnostics import Faults
from rulewright.model.book import Book
from rulewright.pipeline import Examination, linked_book
from rulewright.products.making import Wish, make_files
from rulewright.products.run import PrintRun
from rulewright.products.targets import paths_of, targets, unknown_target, wish_for
from rulewright.progress import Progress
from rulewright.readback.read_back import read_back
from rulewright.render.templating.faults import template_faults
from rulewright.source.files import read
from rulewright.waivers import settle


def wishes_for(project: Path, games: Iterable[str], names: Iterable[str]) -> dict[str, Wish]:
    """What each game is asked for: no entry for a game that has nothing of it, and no wish if its source has errors.

    Raises `Failure` for a name that no game knows. A name may begin with the game and a stroke.
    """
    books = {game: _book(project, game) for game in games}
    known = {game: targets(book, project) for game, book in books.items() if book}
    paths: dict[str, list[str]] = {game: [] for game in games}
    for name in names:
        asked, rest = _of_one_game(name, paths)
        found = {game: paths_of(rest, known[game]) for game in asked if game in known}
        if not any(found.values()) and all(game in known for game in asked):
            raise Failure(unknown_target(name, known[asked[0]]))
        for game in asked:
            paths[game] += found.get(game, ())
    return {game: wish_for(wanted) for game, wanted in paths.items() if wanted or game not in known}


def _book(project: Path, game: str) -> Book | None:
    faults = Faults()
    return linked_book(read(project, game, faults), faults)


def _of_one_game(name: str, games: Iterable[str]) -> tuple[list[str], str]:
    """The games that a name is about, and the rest of it."""
    game, _, rest = name.partition("/")
    return ([game], rest) if game in games and rest else ([*games], name)


def render_part(
    examined: Examination, project: Path, created: str, cache: BuildCache, wish: Wish, progress: Progress
) -> Mapping[str, bytes]:
    """The files that are asked for, and those they mention that no build has made; read back."""
    assert examined.book is not None
    old, made = cache.present_outputs(), dict[str, bytes]()
    with template_faults(project, examined.faults):
        run = PrintRun(examined.book, examined.proof, examined.faults, project, created, cache.store, progress)
        made = make_files(run, wish, old)
    settle(examined.faults, examined.book.game, ())
    made = {path: data for path, data in made.items() if wish(path) or path not in old}
    if not examined.faults.fatal:
        examined.faults.extend(read_back(examined.book, made, project, cache.store, progress))
        settle(examined.faults, examined.book.game, ())
    return made

"""`rulewright tables`: every printed cell, with its place in the source and what proves it."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path

from rulewright.boundary import Apart, Failure
from rulewright.commands.progress_line import print_findings, write_data
from rulewright.commands.together import written_together
from rulewright.findings import Findings
from rulewright.formats.listed_cells import CellFormat, ListedCell
from rulewright.grid import printed_cells
from rulewright.installation import user_store
from rulewright.pipeline import Examination, examine
from rulewright.proof.process import Limits
from rulewright.proof.report import State
from rulewright.source.files import choose_games


def tables(project: str, games: list[str], form: str, *, prove: bool, language: str = "") -> int:
    """Lists the cells of every game that can be read, as a language has them; findings go to standard error."""
    root = Path(project)
    faults = Findings()
    chosen = choose_games(root, games, faults)
    print_findings(faults, {}, sys.stderr)
    store = user_store()
    apart, examined = Apart(), list[Examination]()
    for game in [] if faults.status else chosen:
        with apart.of(game):
            examined.append(examine(root, game, Limits() if prove else None, store=store))
    for each in examined:
        with apart.of(each.game):
            print_findings(each.faults, each.sources.texts, sys.stderr)
    cells: CellFormat = import_module(f"rulewright.formats.cells_{form}").cells
    write = sys.stdout.write if form == "text" else write_data
    results = {each.game: each for each in examined}

    def written(some: Mapping[str, Examination]) -> str:
        return cells(cell for each in some.values() for cell in _listed(each, language))

    write(written_together(apart, results, written))
    return max([faults.status, apart.status, *(each.faults.status for each in examined)])


def _listed(examined: Examination, language: str) -> Iterator[ListedCell]:
    """The cells of a game in a language; those of the original for the language that it is written in, or none."""
    if examined.book and language not in ("", examined.book.game.language):
        translated = {each.translated.language: each for each in examined.translations if each.translated}
        if language not in translated:
            raise Failure(_unknown(language, examined.book.game.language, translated))
        examined = translated[language]
    for cell in printed_cells(examined.book) if examined.book else ():
        statement = examined.proof.cell(cell.case.span)
        if statement is None or statement.state is not State.PROVED:
            yield ListedCell(examined.game, cell, None)
        else:
            yield ListedCell(examined.game, cell, statement.function, statement.tried)


def _unknown(language: str, original: str, translated: Iterable[str]) -> str:
    languages = ", ".join((original, *translated))
    return f"{language!r} is no language of the game: it has {languages}"

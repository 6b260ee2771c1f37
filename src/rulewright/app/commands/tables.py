"""`rulewright tables`: list each printed cell with its place in the source and what proves it.

In: games, examined with their proofs. Out: a line or a JSON object for each cell, with the function that proves it.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from rulewright.app.commands.options import GAMES_ARGUMENT, NO_PROVE_OPTION, PROJECT_OPTION
from rulewright.app.commands.progress_line import print_findings, write_data
from rulewright.app.commands.shared import chosen_games, written_together
from rulewright.base.boundary import Failure, GameFailures
from rulewright.base.installation import user_store
from rulewright.book.grid import printed_cells
from rulewright.outputs.formats.cells import ListedCell, cells_json, cells_text
from rulewright.pipeline.stages import Examination, examine
from rulewright.proof.prove import ProofOptions
from rulewright.proof.report import State


@click.command()
@GAMES_ARGUMENT
@PROJECT_OPTION
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="The format of the cells.")
@click.option("--language", default="", metavar="LANGUAGE", help="List the cells of a translation: fr, de.")
@NO_PROVE_OPTION
def tables(games: tuple[str, ...], project: str, form: str, language: str, no_prove: bool) -> int:
    root, store = Path(project), user_store()
    failures, examinations = GameFailures(), list[Examination]()
    for game in chosen_games(root, games):
        with failures.catch(game):
            examinations.append(examine(root, game, None if no_prove else ProofOptions(), store=store))
    for each in examinations:
        with failures.catch(each.game):
            print_findings(each.findings, each.sources.texts, sys.stderr)
    formatted, write = (cells_text, sys.stdout.write) if form == "text" else (cells_json, write_data)
    by_game = {each.game: each for each in examinations}

    def as_text(by_game: Mapping[str, Examination]) -> str:
        return formatted(cell for each in by_game.values() for cell in _listed_cells(each, language))

    write(written_together(failures, by_game, as_text))
    return max([failures.status, *(each.findings.status for each in examinations)])


def _listed_cells(examined: Examination, language: str) -> Iterator[ListedCell]:
    """Yield the cells of a game in a language; `language` is empty for that of the author."""
    if examined.book and language not in ("", examined.book.game.language):
        if language not in examined.by_language:
            languages = ", ".join((examined.book.game.language, *examined.by_language))
            raise Failure(f"the game has no language {language!r}: it has {languages}")
        examined = examined.by_language[language]
    for cell in printed_cells(examined.book) if examined.book else ():
        statement = examined.proof.cell(cell.case.span)
        if statement is None or statement.state is not State.PROVED:
            yield ListedCell(examined.game, cell, None)
        else:
            yield ListedCell(examined.game, cell, statement.function, statement.tried)

"""`rulewright compare`: which statements of a source a game has, changes or lacks, and which only the game has.

The source is what an author works from, such as an old rulebook in Markdown. The exit status is 1 until the game has,
or settles, every statement of the source.
"""

import sys
from pathlib import Path

import click

from rulewright.app.commands.options import FORMAT_OPTION, GAME_ARGUMENT, OUTPUT_OPTION, PROJECT_OPTION
from rulewright.app.commands.progress_line import print_findings, say, write_data
from rulewright.app.commands.shared import chosen_game
from rulewright.base.findings import Findings
from rulewright.base.visible import visible
from rulewright.book.game import Game
from rulewright.importing.comparing.comparison import Comparison, stale_settlements
from rulewright.importing.comparing.comparison import compare as comparison_of
from rulewright.importing.comparing.reading import read_source
from rulewright.importing.comparing.reports import comparison_lines, coverage_line
from rulewright.pipeline.stages import read_game
from rulewright.source.edits import write_source


@click.command()
@click.argument("source", type=click.Path(), help="A file in Markdown, Lout or plain text, or a folder of them.")
@GAME_ARGUMENT
@PROJECT_OPTION
@FORMAT_OPTION
@OUTPUT_OPTION
def compare(source: str, game: str, project: str, form: str, output: str) -> int:
    root = Path(project)
    game = chosen_game(root, game)
    game_read = read_game(root, game)
    if game_read.book is None:
        print_findings(game_read.findings, game_read.sources.texts, sys.stderr)
        return game_read.findings.status
    comparison = comparison_of(read_source(source), game_read.book)
    stale = Findings([*stale_settlements(comparison)])
    print_findings(stale, game_read.sources.texts, sys.stderr)
    text = _comparison_text(comparison, game_read.book.game, form, root)
    if output:
        write_source(Path(output), text)
        say(coverage_line(comparison, game))
    else:
        write_data(text)
    return 0 if comparison.accounted_count == len(comparison.pairs) else 1


def _comparison_text(comparison: Comparison, game: Game, form: str, project: Path) -> str:
    if form == "json":
        from rulewright.importing.comparing.reports import comparison_json

        return comparison_json(comparison, game.id)
    if form == "html":
        from rulewright.importing.comparing.reports import comparison_html

        return comparison_html(comparison, game, project)
    return "".join(f"{visible(line)}\n" for line in comparison_lines(comparison, game.id))

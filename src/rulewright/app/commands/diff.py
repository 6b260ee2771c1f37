"""`rulewright diff`: what has changed from one edition to another, to the source of today, or from game to game.

`diff 1.0 1.1` compares two recorded editions, `diff 1.0` an edition with the present source, `diff` the last edition
with the present source, and `diff my-game my-house-rules` two games. The result is a `Step`: the differences, with what
they mean for players.
"""

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from rulewright.app.commands.options import FORMAT_OPTION, NO_PROVE_OPTION, OUTPUT_OPTION, PROJECT_OPTION, game_names
from rulewright.app.commands.progress_line import print_findings, say, use_colour, write_data
from rulewright.app.commands.shared import chosen_game
from rulewright.base.boundary import Failure
from rulewright.base.game_folders import SHARED
from rulewright.base.installation import user_store
from rulewright.base.visible import visible
from rulewright.book.layers.reading import games_below
from rulewright.editions.as_text import COLOURS, difference_lines
from rulewright.editions.comparison import compare
from rulewright.editions.data import book_data
from rulewright.editions.edition import Edition, edition_of, read
from rulewright.editions.folder import EditionFile, recorded
from rulewright.editions.history import layer_step
from rulewright.editions.versions import NUMBER, read_version
from rulewright.editions.view import Step, heading
from rulewright.pipeline.stages import Examination, examine, read_game
from rulewright.proof.prove import ProofOptions
from rulewright.source.edits import write_source


@click.command()
@click.argument(
    "what",
    nargs=-1,
    metavar="[EDITION]...",
    shell_complete=game_names,
    help="The earlier edition (default: the last) and the later one (default: the present source), then the game if "
    "there are several: 1.0 1.1 my-game. Or two games: my-game my-house-rules.",
)
@PROJECT_OPTION
@FORMAT_OPTION
@OUTPUT_OPTION
@NO_PROVE_OPTION
def diff(what: tuple[str, ...], project: str, form: str, output: str, no_prove: bool) -> int:
    root = Path(project)
    numbers = [each for each in what if NUMBER.fullmatch(each)]
    names = [each for each in what if each not in numbers]
    if len(numbers) > 2 or len(names) > 2 or (numbers and len(names) > 1):
        raise Failure("diff compares two editions of one game, or two games: rulewright diff 1.0 1.1 GAME")
    games, prove = [chosen_game(root, name) for name in names or [""]], not no_prove
    game = games[-1]
    files = recorded(root, game)
    if len(games) == 2:
        step = _between_games(root, games[0], game, prove=prove)
    elif files:
        step = _between_editions(root, game, numbers, files, prove=prove)
    elif not numbers and (base := _base(root, game)):
        step = _between_games(root, base, game, prove=prove)
    else:
        hint = "rulewright edition 1.0 records the first"
        raise Failure(f"{game} has no recorded edition: {hint}")
    if step is None:  # the errors of a game are printed
        return 1
    _write(step, form, output, root)
    return 0


def _base(root: Path, game: str) -> str:
    """Return the game that this one extends; empty if it extends none."""
    return next((name for name in games_below(root, game) if not name.startswith(SHARED)), "")


def _between_games(root: Path, base: str, game: str, *, prove: bool) -> Step | None:
    """Compare two games as they are today; None if one has errors."""
    before, after = (_examined(root, each, prove=prove) for each in (base, game))
    if before is None or before.book is None or after is None or after.book is None:
        return None
    return layer_step(before.book, after.book, (before.proof, after.proof), user_store())


def _between_editions(
    root: Path, game: str, numbers: Sequence[str], files: Sequence[EditionFile], *, prove: bool
) -> Step | None:
    """Compare an edition with a later one or with the present source; None if the source has errors."""
    before = _edition(numbers[0], files) if numbers else read(files[-1])
    after = _edition(numbers[1], files) if numbers[1:] else _today(root, game, prove=prove)
    return Step(compare(before, after)) if after else None


def _edition(number: str, files: Sequence[EditionFile]) -> Edition:
    """Read the edition with this number; raise Failure if there is none."""
    version = read_version(number)
    for each in files:
        if each.version == version:
            return read(each)
    numbers = ", ".join(str(each.version) for each in files)
    raise Failure(f"there is no edition {number}: the editions are {numbers}")


def _today(root: Path, game: str, *, prove: bool) -> Edition | None:
    """Return what the source of a game says today; None if it has errors."""
    examined = _examined(root, game, prove=prove)
    if examined is None or examined.book is None:
        return None
    return edition_of(book_data(examined.book, examined.proof, user_store()))


def _examined(root: Path, game: str, *, prove: bool) -> Examination | None:
    """Examine a game as it is today; None if it has errors, which are printed."""
    examined = examine(root, game, ProofOptions() if prove else None, store=user_store(), errors_only=True)
    if examined.book is None:
        print_findings(examined.findings, examined.sources.texts, sys.stderr)
        return None
    return examined


def _write(step: Step, form: str, output: str, root: Path) -> None:
    """Write the differences in a format to the file `output`, or to standard output if it is empty."""
    colour = form == "text" and not output and use_colour(sys.stdout)
    text = _step_text(step, form, root, colour=colour)
    if output:
        write_source(Path(output), text)
        for line in (heading(step), step.meaning) if step.difference.changes else (heading(step),):
            say(line)
    elif form == "text":
        sys.stdout.write(text)
    else:
        write_data(text)


def _step_text(step: Step, form: str, project: Path, *, colour: bool) -> str:
    if form == "json":
        from rulewright.editions.as_text import difference_json

        return difference_json(step)
    if form == "html":
        from rulewright.outputs.report.frame import difference_html

        book = read_game(project, step.difference.after.game).book
        return difference_html(step, book.game if book else None, project)
    escaped = _escaped_except_colours if colour else visible
    return "".join(f"{escaped(line)}\n" for line in difference_lines(step, colour=colour))


COLOUR_SEQUENCE = re.compile(f"({'|'.join(map(re.escape, COLOURS))})")  # such as \x1b[31m


def _escaped_except_colours(line: str) -> str:
    """Return a line with invisible characters made visible, except for the escape sequences of our own colours."""
    return "".join(piece if piece in COLOURS else visible(piece) for piece in COLOUR_SEQUENCE.split(line))

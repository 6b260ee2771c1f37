"""`rulewright diff`: what has changed from one edition to another, or to the source of today."""

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulewright.boundary import Failure
from rulewright.commands.one_game import one_game
from rulewright.commands.terminal import failing_in, print_findings, say, use_colour, write_data
from rulewright.diagnostics import Faults
from rulewright.editions.as_text import COLOURS, difference_lines, heading, meaning
from rulewright.editions.comparison import compare
from rulewright.editions.difference import Difference
from rulewright.editions.folder import EditionFile, recorded
from rulewright.editions.recording import snapshot
from rulewright.editions.snapshot import Snapshot
from rulewright.editions.versions import NUMBER, read_version
from rulewright.edits import write_source
from rulewright.installation import user_store
from rulewright.pipeline import examine, read_game
from rulewright.proof.process import Limits
from rulewright.source.files import read
from rulewright.translation.catalogues import Catalogue, catalogue
from rulewright.translation.messages import in_language, joined, tell
from rulewright.visible import visible


def diff(project: str, what: Sequence[str], form: str, output: str, *, prove: bool) -> int:
    """Prints or writes the difference; `what` are up to two numbers of editions, and the game where there are several.

    Without the second number the source of today is the later one, without any the last edition is the earlier one.
    """
    root = Path(project)
    numbers = [each for each in what if NUMBER.fullmatch(each)]
    names = [each for each in what if each not in numbers]
    if len(numbers) > 2 or len(names) > 1:
        raise Failure(tell("diff compares two editions of one game: rulewright diff 1.0 1.1 GAME"))
    game, status = one_game(root, *names or [""])
    return _diff(root, game, numbers, form, output, prove=prove) if game else status


def _diff(root: Path, game: str, numbers: Sequence[str], form: str, output: str, *, prove: bool) -> int:
    files = recorded(root, game)
    words = catalogue(read(root, game, Faults()).told_in)
    with failing_in(words):
        if not files:
            hint = tell("rulewright edition 1.0 records the first")
            raise Failure(tell("{game} has no recorded edition: {hint}", game=game, hint=hint))
        before = _edition(numbers[0], files) if numbers else files[-1].read()
        after = _edition(numbers[1], files) if numbers[1:] else _today(root, game, prove=prove)
        if after is None:
            return 1
        _write(compare(before, after), form, output, root, words)
    return 0


def _edition(number: str, files: Sequence[EditionFile]) -> Snapshot:
    version = read_version(number)
    for each in files:
        if each.version == version:
            return each.read()
    known = joined(str(each.version) for each in files)
    raise Failure(tell("there is no edition {number}: the editions are {known}", number=number, known=known))


def _today(root: Path, game: str, *, prove: bool) -> Snapshot | None:
    """The source as it is; None where it has errors, which are printed."""
    examined = examine(root, game, Limits() if prove else None, store=user_store(), grave=True)
    if examined.book is None:
        print_findings(examined.faults, examined.sources.texts, sys.stderr, examined.catalogue)
        return None
    return snapshot(examined.book, examined.proof, user_store())


def _write(difference: Difference, form: str, output: str, root: Path, words: Catalogue) -> None:
    colour = form == "text" and not output and use_colour(sys.stdout)
    text = _told(difference, form, root, words, colour=colour)
    if output:
        write_source(Path(output), text)
        for line in (heading(difference), meaning(difference)) if difference.changes else (heading(difference),):
            say(line, words=words)
    elif form == "text":
        sys.stdout.write(text)
    else:
        write_data(text)


def _told(difference: Difference, form: str, project: Path, words: Catalogue, *, colour: bool) -> str:
    if form == "json":
        from rulewright.editions.as_json import difference_json

        return difference_json(difference)
    if form == "html":
        from rulewright.render.report.edition_changes import difference_html

        book = read_game(project, difference.after.game).book
        return difference_html(difference, book.game if book else None, project, words.language)
    return "".join(_lines(difference, words, colour=colour))


def _lines(difference: Difference, words: Catalogue, *, colour: bool) -> Iterator[str]:
    for line in difference_lines(difference, colour=colour):
        yield f"{_safe(in_language(line, words), colour=colour)}\n"


def _safe(line: str, *, colour: bool) -> str:
    """A line in which nothing is hidden but our own colours."""
    if not colour:
        return visible(line)
    return "".join(part if part in COLOURS else visible(part) for part in IN_COLOUR.split(line))


IN_COLOUR = re.compile(f"({'|'.join(map(re.escape, COLOURS))})")

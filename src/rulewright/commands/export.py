"""`rulewright export`: the tables of a game, or the whole book, for other programs."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from rulewright.boundary import Apart
from rulewright.commands.reading_back import changed
from rulewright.commands.terminal import print_findings, say
from rulewright.commands.unwritable import unwritable
from rulewright.findings import Findings
from rulewright.model.table import Table
from rulewright.pipeline import Examination, editions_of, examine
from rulewright.publish import publish, sole_access
from rulewright.render.export.forms import FORMS, left_out, tables_in
from rulewright.source.files import choose_games


def export(project: str, games: list[str], form: str) -> int:
    """Writes build/export/FORM/GAME for each game that has no errors; the status is that of the findings."""
    root, faults = Path(project), Findings()
    chosen = choose_games(root, games, faults)
    print_findings(faults, {}, sys.stderr)
    if faults.status:
        return faults.status
    folder, apart, statuses = root / "build" / "export" / form, Apart(), [0]
    try:
        with sole_access(folder):
            for game in chosen:
                with apart.of(game):
                    statuses.append(_export(root, game, form, folder / game))
    except OSError as error:
        return unwritable(folder, error)
    return max(apart.status, *statuses)


def _export(root: Path, game: str, form: str, folder: Path) -> int:
    """No rules code runs: what is exported is what prints."""
    examined = examine(root, game, None, errors_only=True)
    if examined.book is None:
        print_findings(examined.faults, examined.sources.texts, sys.stdout)
        say(f"rulewright: {game} is not exported: first mend its errors", sys.stderr)
        return examined.faults.status
    files = {
        each.prefix + path: data
        for each, _ in editions_of(examined, {})
        if each.book is not None
        for path, data in FORMS[form](each.book).items()
    }
    publish(folder, files)
    made = ("{game}: {n} file in {folder}" if len(files) == 1 else "{game}: {n} files in {folder}").format(
        n=len(files), game=game, folder=folder
    )
    say(made)
    for lacking in left_out(form, examined.book):
        say(f"{game}: {lacking}")
    if others := ", ".join(dict.fromkeys(table.id for table in _changed(form, examined, files))):
        told = f"{game}: import would print other cells than these tables have: {others}"
        say(told)
    return 0


def _changed(form: str, examined: Examination, files: Mapping[str, bytes]) -> Iterator[Table]:
    """The tables, in any language of the game, that do not come back from what was written of them."""
    for edition, own in editions_of(examined, files):
        if edition.book is not None:
            yield from changed(tables_in(form, edition.book), edition.book, own)

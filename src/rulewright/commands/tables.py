"""`rulewright tables`: every printed cell, with its place in the source and what proves it."""

import sys
from pathlib import Path

from rulewright.commands.terminal import print_findings
from rulewright.diagnostics import Faults
from rulewright.formats.as_json import cells_json
from rulewright.grid import PrintedCell, printed_cells
from rulewright.model.table import Policy
from rulewright.pipeline import Examination, examine
from rulewright.proof.process import Limits
from rulewright.proof.report import ProofReport, State
from rulewright.source.files import choose_games


def tables(project: str, games: list[str], form: str, *, prove: bool) -> int:
    """Lists the cells of every game that can be read; findings go to standard error."""
    root = Path(project)
    faults = Faults()
    chosen = choose_games(root, games, faults)
    print_findings(faults, {}, sys.stderr)
    examined = [] if faults.status else [examine(root, game, Limits() if prove else None) for game in chosen]
    for each in examined:
        print_findings(each.faults, each.sources.texts, sys.stderr)
    cells = [(each.game, cell, each.proof) for each in examined for cell in _cells(each)]
    sys.stdout.write(cells_json(cells) if form == "json" else "".join(_line(*cell) for cell in cells))
    return max([faults.status, *(each.faults.status for each in examined)])


def _cells(examined: Examination) -> list[PrintedCell]:
    return list(printed_cells(examined.book)) if examined.book else []


def _line(game: str, cell: PrintedCell, proof: ProofReport) -> str:
    statement = proof.cell(cell.case.span)
    by = f"{statement.function}()" if statement and statement.state is State.PROVED else "not proved"
    policy = cell.table.policy
    read = "" if policy is Policy.UNIQUE else f"{policy.value}; "  # a cell by itself is then not the whole answer
    key = " or ".join(", ".join(f"{axis} {words}" for axis, words in keys.items()) for keys in cell.keys)
    return f"{cell.case.span}: {game}/{cell.table.id} [{key}] {cell.text}  ({read}{by})\n"

"""The one game that a command is about."""

import sys
from pathlib import Path

from rulewright.boundary import Failure
from rulewright.commands.progress_line import print_findings
from rulewright.findings import Findings
from rulewright.source.files import choose_games


def one_game(root: Path, game: str) -> tuple[str, int]:
    """The name of the game asked for, or the only one; an empty name and the exit status where there is none."""
    faults = Findings()
    chosen = choose_games(root, [game] if game else [], faults)
    print_findings(faults, {}, sys.stderr)
    if faults.status or not chosen:
        return "", faults.status
    if len(chosen) > 1:
        raise Failure(f"which game? Name one of {', '.join(chosen)}")
    return chosen[0], 0

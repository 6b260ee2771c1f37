"""`rulewright stubs`: the enums and functions that rules.py lacks."""

import sys
from pathlib import Path

from rulewright.boundary import Apart
from rulewright.commands.progress_line import print_findings, say
from rulewright.edits import edited, write_source
from rulewright.extending.reading import read_layers
from rulewright.findings import Findings
from rulewright.pipeline import linked_book
from rulewright.renaming import parsed
from rulewright.source.files import choose_games
from rulewright.stubs import Outline, begun, wanted_functions


def stubs(project: str, games: list[str], *, only_check: bool) -> int:
    """Writes them, or with `only_check` says what is missing, with status 1."""
    root, faults = Path(project), Findings()
    chosen = choose_games(root, games, faults)
    print_findings(faults, {}, sys.stderr)
    if faults.status:
        return faults.status
    apart, statuses = Apart(), [0]
    for game in chosen:
        with apart.of(game):
            statuses.append(_stubs(root, game, only_check))
    return max(apart.status, *statuses)


def _stubs(root: Path, game: str, only_check: bool) -> int:
    faults = Findings()
    sources = read_layers(root, game, faults)
    book = linked_book(sources, faults)
    if book is None:
        print_findings(faults, sources.texts, sys.stdout)
        stays = f"rulewright: {sources.rules_file} stays as it is: mend the errors above first"
        say(stays, sys.stderr)
        return faults.status
    parsed(sources.rules or "", sources.rules_file)
    wanted = wanted_functions(book)
    source = begun(sources.rules or "", (domain for each in wanted for domain in each.domains()))
    outline = Outline(source, sources.rules_file, wanted, layer=sources.layered is not None)
    changes = outline.run()
    for each in changes.stays:
        say(f"{game}: {sources.rules_file} keeps {each}")
    if not changes.edits:
        say(f"{game}: {sources.rules_file} has all that the proofs ask for")
        return 0
    named = {"game": game, "file": sources.rules_file, "what": ", ".join(changes.said)}
    if only_check:
        say("{game}: {file} is not in step: rulewright stubs writes {what}".format(**named))
        return 1
    if sources.layered:
        new = outline.blocks()
        own = begun(sources.texts.get(sources.rules_file, ""), outline.new_enums)
        write_source(root / sources.rules_file, f"{own.rstrip()}\n{new}")
    else:
        write_source(root / sources.rules_file, edited(source, changes.edits))
    say("{game}: {file} has now {what}".format(**named))
    return 0

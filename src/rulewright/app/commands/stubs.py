"""`rulewright stubs`: write the enums and functions that rules.py lacks; `rulewright.editing.stubs` says which."""

import sys
from pathlib import Path

import click

from rulewright.app.commands.options import GAMES_ARGUMENT, PROJECT_OPTION
from rulewright.app.commands.progress_line import print_findings, say
from rulewright.app.commands.shared import chosen_games, each_game
from rulewright.base.findings import Findings
from rulewright.book.layers.reading import read_layers
from rulewright.editing.renaming import parsed
from rulewright.editing.stubs import StubEdits, needed_functions, with_enum_import
from rulewright.pipeline.stages import linked_book
from rulewright.source.edits import edited, write_source


@click.command()
@GAMES_ARGUMENT
@PROJECT_OPTION
@click.option("--check", is_flag=True, help="Write nothing; exit with status 1 if something is missing.")
def stubs(games: tuple[str, ...], project: str, check: bool) -> int:
    root = Path(project)
    return each_game(chosen_games(root, games), lambda game: _stubs(root, game, check))


def _stubs(root: Path, game: str, only_check: bool) -> int:
    """Write what the rules code of a game lacks; return the exit status.

    The rules code of a layer is what its bases and it have together, but only its own file is written.
    """
    findings = Findings()
    sources = read_layers(root, game, findings)
    book = linked_book(sources, findings)
    if book is None:
        print_findings(findings, sources.texts, sys.stdout)
        say(f"rulewright: {sources.rules_file} is unchanged: fix the errors above first", sys.stderr)
        return findings.status
    parsed(sources.rules or "", sources.rules_file)  # raises Failure if the rules code has a syntax error
    functions = needed_functions(book)
    source = with_enum_import(sources.rules or "", (domain for each in functions for domain in each.domains()))
    stub_edits = StubEdits(source, sources.rules_file, functions, layer=sources.layered is not None)
    for each in stub_edits.stays:
        say(f"{game}: {sources.rules_file} keeps {each}")
    if not stub_edits.edits:
        say(f"{game}: {sources.rules_file} has all that the proofs ask for")
        return 0
    missing = ", ".join(stub_edits.changes)
    if only_check:
        say(f"{game}: {sources.rules_file} needs {missing}; run `rulewright stubs`")
        return 1
    if sources.layered:
        new_code = stub_edits.blocks()
        layer_code = with_enum_import(sources.texts.get(sources.rules_file, ""), stub_edits.new_enums)
        write_source(root / sources.rules_file, f"{layer_code.rstrip()}\n{new_code}")
    else:
        write_source(root / sources.rules_file, edited(source, stub_edits.edits))
    say(f"{game}: {sources.rules_file} now has {missing}")
    return 0

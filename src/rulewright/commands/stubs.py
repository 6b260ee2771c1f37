"""`rulewright stubs`: write the enums and functions that rules.py lacks."""

import sys
from pathlib import Path

import click

from rulewright.commands.options import GAMES, PROJECT
from rulewright.commands.progress_line import print_findings, say
from rulewright.commands.shared import chosen_games, each_game
from rulewright.edits import edited, write_source
from rulewright.extending.reading import read_layers
from rulewright.findings import Findings
from rulewright.pipeline import linked_book
from rulewright.renaming import parsed
from rulewright.stubs import Outline, needed_functions, with_enum_import


@click.command()
@GAMES
@PROJECT
@click.option("--check", is_flag=True, help="Write nothing; exit with status 1 if something is missing.")
def stubs(games: tuple[str, ...], project: str, check: bool) -> int:
    root = Path(project)
    return each_game(chosen_games(root, games), lambda game: _stubs(root, game, check))


def _stubs(root: Path, game: str, only_check: bool) -> int:
    findings = Findings()
    sources = read_layers(root, game, findings)
    book = linked_book(sources, findings)
    if book is None:
        print_findings(findings, sources.texts, sys.stdout)
        say(f"rulewright: {sources.rules_file} is unchanged: fix the errors above first", sys.stderr)
        return findings.status
    parsed(sources.rules or "", sources.rules_file)
    functions = needed_functions(book)
    source = with_enum_import(sources.rules or "", (domain for each in functions for domain in each.domains()))
    outline = Outline(source, sources.rules_file, functions, layer=sources.layered is not None)
    for each in outline.stays:
        say(f"{game}: {sources.rules_file} keeps {each}")
    if not outline.edits:
        say(f"{game}: {sources.rules_file} has all that the proofs ask for")
        return 0
    missing = ", ".join(outline.changes)
    if only_check:
        say(f"{game}: {sources.rules_file} needs {missing}; run `rulewright stubs`")
        return 1
    if sources.layered:
        new = outline.blocks()
        own = with_enum_import(sources.texts.get(sources.rules_file, ""), outline.new_enums)
        write_source(root / sources.rules_file, f"{own.rstrip()}\n{new}")
    else:
        write_source(root / sources.rules_file, edited(source, outline.edits))
    say(f"{game}: {sources.rules_file} now has {missing}")
    return 0

"""`rulewright fmt`: put the files of the source into their normal form; `rulewright.editing.formatter` makes it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from rulewright.app.commands.options import GAMES_ARGUMENT, PROJECT_OPTION
from rulewright.app.commands.progress_line import print_findings, say
from rulewright.app.commands.shared import chosen_games, each_game
from rulewright.base.findings import Findings, counted
from rulewright.book.declarations import CARD_FILES
from rulewright.book.kinds import ContentFile
from rulewright.editing.formatter import SourceFile, formatted
from rulewright.entries.card import Card
from rulewright.entries.entry import Declaration
from rulewright.source.edits import write_source
from rulewright.source.files import YAML, Sources, read, shared_folders
from rulewright.source.nodes import Mapping, Scalar


@click.command()
@GAMES_ARGUMENT
@PROJECT_OPTION
@click.option("--check", is_flag=True, help="Write nothing; exit with status 1 if a file would change.")
def fmt(games: tuple[str, ...], project: str, check: bool) -> int:
    root = Path(project)
    chosen = [*chosen_games(root, games), *([] if games else shared_folders(root))]
    return each_game(chosen, lambda game: _fmt(root, game, check))


def _fmt(root: Path, game: str, only_check: bool) -> int:
    """Reformat the files of a game, or only name those that would change; return the exit status."""
    findings = Findings()
    sources = read(root, game, findings)
    files = list(_files(sources))
    unreadable = [file for file in files if file.tree is None]
    changed = {file.name: new for file in files if (new := formatted(file)) != file.text}
    for name, text in changed.items():
        if not only_check:
            write_source(root / name, text)
        say(f"would reformat {name}; run `rulewright fmt`" if only_check else name)
    if findings.fatal or unreadable:
        print_findings(findings, sources.texts, sys.stdout)
    if not changed:
        say(f"{game}: all files that can be read are formatted")
    elif not only_check:
        say(f"{game}: {counted(len(changed), 'file')} reformatted")
    return max(findings.status, 1 if unreadable or (only_check and changed) else 0)


def _files(sources: Sources) -> Iterator[SourceFile]:
    """Yield the YAML files of a game."""
    for name, text in sorted(sources.texts.items()):
        if name.endswith(YAML):
            entry = ContentFile if name.startswith("content/") else _card_entry(text, name)
            yield SourceFile(text.replace("\r\n", "\n"), name, entry)


def _card_entry(text: str, name: str) -> type[Declaration]:
    """Return the class that reads a file of cards/: that of its `kind`, or of a card."""
    tree = SourceFile(text, name, Card).tree
    kind = tree.get("kind") if isinstance(tree, Mapping) else None
    return CARD_FILES.get(kind.value, Card) if isinstance(kind, Scalar) else Card

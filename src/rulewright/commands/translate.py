"""`rulewright translate`: the files of a translation, with what they lack of the game's texts."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from rulewright.boundary import Failure
from rulewright.commands.options import PROJECT, game_names
from rulewright.commands.progress_line import print_findings, say
from rulewright.commands.shared import chosen_game
from rulewright.edits import write_source
from rulewright.extending.reading import read_layers
from rulewright.findings import Findings, counted
from rulewright.model.book import Book
from rulewright.model.names import did_you_mean
from rulewright.multilingual.completing import AlteredError, completed, named_language
from rulewright.multilingual.edition import Edition, edition
from rulewright.multilingual.entries import originals_of
from rulewright.multilingual.texts import Address
from rulewright.pipeline import linked_book
from rulewright.source.files import LANGUAGE, Sources


@click.command()
@click.argument("game", shell_complete=game_names, help="A folder under content/.")
@click.argument("language", help="The code of the language: fr, de.")
@click.option(
    "--reviewed",
    multiple=True,
    metavar="ENTRY",
    help="Count the translation of this entry as up to date with the changed original: rules.hits, game, cards/fire.",
)
@PROJECT
def translate(game: str, language: str, reviewed: tuple[str, ...], project: str) -> int:
    root, findings = Path(project), Findings()
    game = chosen_game(root, game)
    if not LANGUAGE.fullmatch(language):
        raise Failure(f"{language!r} is not the code of a language: write one such as fr or de")
    found = read_layers(root, game, findings)
    book = linked_book(found, findings)
    if book is None:
        return _refused(language, found, findings)
    if language == book.game.language:
        raise Failure(f"{language!r} is the language of {found.game} itself: name one to translate into")
    sources = _named(root, found, book, language)
    each = edition(sources, language, originals_of(sources))
    if each.findings:
        return _refused(language, sources, Findings([*each.findings]))
    return _complete(root, each, reviewed)


def _refused(language: str, sources: Sources, findings: Findings) -> int:
    print_findings(findings, sources.texts, sys.stdout)
    unchanged = f"rulewright: the files of {language!r} are unchanged: fix the errors of {sources.game} first"
    say(unchanged, sys.stderr)
    return findings.status


def _named(root: Path, sources: Sources, book: Book, language: str) -> Sources:
    """Return the sources of the game after adding the language to its translations."""
    if language in book.game.translations:
        return sources
    file = next(tree.span.file for tree in sources.content if tree.get("game") is not None)
    write_source(root / file, named_language(sources.texts[file], language))
    say(f"{sources.game}: added {language!r} to the translations in {file}")
    return read_layers(root, sources.game, Findings())


def _complete(root: Path, each: Edition, reviewed: Sequence[str]) -> int:
    chosen = [_entry(name, each) for name in reviewed]
    game, share = each.sources.game, each.share()
    try:
        files = completed(each, chosen)
    except AlteredError as error:
        raise Failure(f"{error}: keys cannot be added without changing what is there; add them by hand") from None
    for path, text in files.items():
        write_source(root / path, text)
        say(f"{game}: {path} is {'complete' if path in each.sources.texts else 'new'}")
    left = share.texts - share.translated
    say(f"{game}: {share.words}" + ("" if files else "; nothing to write"))
    if left:
        say(f"{game}: write the {counted(left, 'text')} after the colons; empty ones appear in the original language")
    return 0


def _entry(name: str, each: Edition) -> Address:
    """Return the address of a reviewed entry: rules.oath, game, cards/player."""
    known = {".".join(text.entry): text.entry for text in each.originals.all()}
    if name not in known:
        hint = did_you_mean(name, known, "write it as check does: rules.hits, game, cards/NAME")
        raise Failure(f"--reviewed {name}: the game has no such entry; {hint}")
    return known[name]

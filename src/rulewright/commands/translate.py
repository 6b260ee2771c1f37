"""`rulewright translate GAME LANGUAGE`: write the files of a translation, with an empty key for each missing text.

A first run adds the language to the game's list of translations. What the translator has written stays.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from rulewright.boundary import Failure
from rulewright.commands.options import PROJECT, game_names
from rulewright.commands.progress_line import print_findings, say
from rulewright.commands.shared import chosen_game
from rulewright.edits import write_source
from rulewright.entries.names import did_you_mean
from rulewright.extending.reading import read_layers
from rulewright.findings import Findings, counted
from rulewright.multilingual.completing import AlteredError, completed, named_language
from rulewright.multilingual.edition import Edition, edition
from rulewright.multilingual.entries import Originals, originals_of
from rulewright.multilingual.texts import Address
from rulewright.pipeline import linked_book
from rulewright.source.files import LANGUAGE, Sources
from rulewright.translation.messages import any_of

MOST_NEAR_MISSES = 5
"""The most codes to suggest in place of an unknown one."""


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
    sources = read_layers(root, game, findings)
    book = linked_book(sources, findings)
    if book is None:
        return _refuse(language, sources, findings)
    if language == book.game.language:
        raise Failure(f"{language!r} is the language of {game} itself: name one to translate into")
    entries_reviewed = [_address(name, originals_of(sources)) for name in reviewed]
    if language not in book.game.translations:
        _check_code(language)
        sources = _add_language(root, sources, language)
    translation = edition(sources, language, originals_of(sources))
    if translation.findings:
        return _refuse(language, sources, Findings([*translation.findings]))
    return _complete(root, translation, entries_reviewed)


def _refuse(language: str, sources: Sources, findings: Findings) -> int:
    """Print the findings that prevent a translation; return the exit status."""
    print_findings(findings, sources.texts, sys.stdout)
    unchanged = f"rulewright: the files of {language!r} are unchanged: fix the errors of {sources.game} first"
    say(unchanged, sys.stderr)
    return findings.status


def _check_code(code: str) -> None:
    """Refuse a code of two letters that no language has. Only warn about three: few of these thousands are listed."""
    from babel import Locale
    from babel.core import get_global

    names = {str(each): name for each, name in Locale("en").languages.items()}
    word = code.partition("-")[0]  # of `de-CH`, the word `de`
    if not LANGUAGE.fullmatch(code):
        of_name = next((each for each in names if names[each].casefold() == code.casefold()), "")  # French: fr
        hint = f"did you mean {of_name}?" if of_name else "write one such as fr or de"
        raise Failure(f"{code!r} is not the code of a language: {hint}")
    if word in names:
        return
    of_country = get_global("likely_subtags").get(f"und_{word.upper()}", "").partition("_")[0]  # JP: ja_Jpan_JP
    of_long_code = get_global("language_aliases").get(word, "")  # fra: fr
    with_one_other_letter = (each for each in names if len(each) == 2 and (each[0] == word[0] or each[1] == word[1]))
    near = [
        each
        for each in dict.fromkeys((of_country, of_long_code, *(with_one_other_letter if len(word) == 2 else ())))
        if each in names
    ]
    near_misses = any_of(f"{each} ({names[each]})" for each in near[:MOST_NEAR_MISSES])
    hint = f"did you mean {near_misses}?" if near else "write one such as fr or de"
    message = f"{code!r} is not the code of a language that we know: {hint}"
    if len(word) == 2:
        raise Failure(message)
    say(f"rulewright: {message}", sys.stderr)


def _add_language(root: Path, sources: Sources, language: str) -> Sources:
    """Write the language to the translations that the game lists, and return the new sources."""
    file = next(tree.span.file for tree in sources.content if tree.get("game") is not None)
    write_source(root / file, named_language(sources.texts[file], language))
    say(f"{sources.game}: added {language!r} to the translations in {file}")
    return read_layers(root, sources.game, Findings())


def _complete(root: Path, translation: Edition, reviewed: Sequence[Address]) -> int:
    """Write the keys that the files of a translation lack, and say how many texts are missing."""
    game, share = translation.sources.game, translation.share()
    try:
        files = completed(translation, reviewed)
    except AlteredError as error:
        raise Failure(f"{error}: keys cannot be added without changing what is there; add them by hand") from None
    for path, text in files.items():
        write_source(root / path, text)
        say(f"{game}: {path} is {'complete' if path in translation.sources.texts else 'new'}")
    blank = share.texts - share.translated
    say(f"{game}: {share.words}" + ("" if files else "; nothing to write"))
    if blank:
        say(f"{game}: write the {counted(blank, 'text')} after the colons; empty ones appear in the original language")
    return 0


def _address(name: str, originals: Originals) -> Address:
    """Return the address of the entry that --reviewed names: rules.oath, game, cards/player."""
    addresses = {".".join(text.entry): text.entry for text in originals.all()}
    if name not in addresses:
        hint = did_you_mean(name, addresses, "write it as check does: rules.hits, game, cards/NAME")
        raise Failure(f"--reviewed {name}: the game has no such entry; {hint}")
    return addresses[name]

"""`rulewright translate GAME LANGUAGE`: write the PO file of a translation, with all texts of the game as they are now.

A first run adds the language to the game's list of translations. What the translator has written stays. An *edition*
here is the game in another language (`book.translations.edition`).
"""

import sys
from pathlib import Path

import click

from rulewright.app.commands.options import PROJECT_OPTION, game_names
from rulewright.app.commands.progress_line import print_findings, say
from rulewright.app.commands.shared import chosen_game
from rulewright.base.boundary import Failure
from rulewright.base.findings import Findings, counted
from rulewright.base.messages.messages import any_of
from rulewright.book.layers.reading import read_layers
from rulewright.book.translations.edition import editions
from rulewright.book.translations.updating import updated, with_language
from rulewright.pipeline.stages import linked_book
from rulewright.source.edits import write_source
from rulewright.source.files import LANGUAGE, Sources
from rulewright.source.nodes import Mapping

MOST_NEAR_MISSES = 5
"""The most codes to suggest in place of an unknown one."""


@click.command()
@click.argument("game", shell_complete=game_names, help="A folder under content/.")
@click.argument("language", help="The code of the language: fr, de.")
@PROJECT_OPTION
def translate(game: str, language: str, project: str) -> int:
    root, findings = Path(project), Findings()
    game = chosen_game(root, game)
    sources = read_layers(root, game, findings)
    book = linked_book(sources, findings)
    if book is not None and language == book.game.language:
        raise Failure(f"{language!r} is the language of {game} itself: name one to translate into")
    if book is not None and language not in book.game.translations:
        _check_code(language)
        sources = _add_language(root, sources, language, findings)
    if findings.fatal:
        print_findings(findings, sources.texts, sys.stdout)
        say(f"rulewright: the file of {language!r} is unchanged: fix the errors of {game} first", sys.stderr)
        return findings.status
    _update(root, sources, language)
    return 0


def _check_code(code: str) -> None:
    """Refuse a code of two letters that no language has; only warn of three letters, as we do not know all of those.

    Either way suggest the codes that the author may mean: for `jp`, the code of a country, `ja (Japanese)`.
    """
    from babel import Locale
    from babel.core import get_global

    names = {str(each): name for each, name in Locale("en").languages.items()}  # by code: `fr` is French
    language = code.partition("-")[0]  # of `de-CH`, the language `de`
    if not LANGUAGE.fullmatch(code):
        code_of_name = next((each for each in names if names[each].casefold() == code.casefold()), "")  # French: fr
        hint = f"did you mean {code_of_name}?" if code_of_name else "write one such as fr or de"
        raise Failure(f"{code!r} is not the code of a language: {hint}")
    if language in names:
        return
    likely_subtags = get_global("likely_subtags").get(f"und_{language.upper()}", "")  # of the country JP: ja_Jpan_JP
    code_in_country = likely_subtags.partition("_")[0]
    short_code = get_global("language_aliases").get(language, "")  # fra: fr
    has_two_letters = len(language) == 2
    codes_of_two = [each for each in names if len(each) == 2] if has_two_letters else []
    with_one_other_letter = (each for each in codes_of_two if each[0] == language[0] or each[1] == language[1])
    near = [each for each in dict.fromkeys((code_in_country, short_code, *with_one_other_letter)) if each in names]
    near_misses = any_of(f"{each} ({names[each]})" for each in near[:MOST_NEAR_MISSES])
    hint = f"did you mean {near_misses}?" if near else "write one such as fr or de"
    message = f"{code!r} is not the code of a language that we know: {hint}"
    if has_two_letters:
        raise Failure(message)
    say(f"rulewright: {message}", sys.stderr)


def _add_language(root: Path, sources: Sources, language: str, findings: Findings) -> Sources:
    """Write the language to the translations that the game lists, and return the new sources."""
    section = next(node for tree in sources.content if isinstance(node := tree.get("game"), Mapping))
    file = section.span.file
    write_source(root / file, with_language(sources.texts[file], file, section, language))
    say(f"{sources.game}: added {language!r} to the translations in {file}")
    return read_layers(root, sources.game, findings)


def _update(root: Path, sources: Sources, language: str) -> None:
    """Write the file of a language, and say how many texts it lacks."""
    game, (before,) = sources.game, editions(sources, (language,))
    file, text = sources.translations[language][0].file, updated(before)
    after = before
    if text != (old := sources.texts.get(file)):
        write_source(root / file, text)
        say(f"{game}: {file} is {'new' if old is None else 'updated'}")
        (after,) = editions(read_layers(root, game, Findings()), (language,))
    share = after.share()  # how many texts are translated
    say(f"{game}: {share.words}" + ("; nothing to write" if text == old else ""))
    if blank := share.texts - share.translated:
        say(f"{game}: translate the {counted(blank, 'text')} with an empty msgstr; until then the original prints")

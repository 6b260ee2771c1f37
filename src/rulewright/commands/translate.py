"""`rulewright translate`: the files of a translation, with what they lack of the game's texts."""

import sys
from collections.abc import Sequence
from pathlib import Path

from rulewright.boundary import Failure
from rulewright.commands.terminal import failing_in, print_findings, say
from rulewright.diagnostics import Faults
from rulewright.edits import write_source
from rulewright.extending.reading import read_layers
from rulewright.model.book import Book
from rulewright.model.names import did_you_mean
from rulewright.multilingual.applying import originals_of
from rulewright.multilingual.completing import AlteredError, completed
from rulewright.multilingual.edition import Edition, edition
from rulewright.multilingual.texts import Address
from rulewright.multilingual.writing import named_language
from rulewright.pipeline import linked_book
from rulewright.source.files import LANGUAGE, Sources, choose_games
from rulewright.translation.catalogues import Catalogue, catalogue
from rulewright.translation.messages import tell, tell_number


def translate(project: str, game: str, language: str, reviewed: Sequence[str]) -> int:
    """Writes the keys of the texts that a language lacks; it alters no text that an author wrote.

    The translations of the entries `reviewed` count as those of their present originals.
    """
    root, faults = Path(project), Faults()
    choose_games(root, [game], faults)
    print_findings(faults, {}, sys.stderr)
    if faults.status:
        return faults.status
    if not LANGUAGE.fullmatch(language):
        raise Failure(tell("{language!r} is no language: write a code such as fr or de", language=language))
    found = read_layers(root, game, faults)
    words = catalogue(found.told_in)
    with failing_in(words):
        return _translate(root, found, faults, language, reviewed, words)


def _translate(
    root: Path, found: Sources, faults: Faults, language: str, reviewed: Sequence[str], words: Catalogue
) -> int:
    book = linked_book(found, faults)
    if book is None:
        return _refused(language, found, faults, words)
    if language == book.game.language:
        itself = tell(
            "{language!r} is the language of {game} itself: name one to translate into",
            language=language,
            game=found.game,
        )
        raise Failure(itself)
    sources = _named(root, found, book, language, words)
    each = edition(sources, language, originals_of(sources))
    if each.faults:
        return _refused(language, sources, Faults([*each.faults]), words)
    return _complete(root, each, reviewed, words)


def _refused(language: str, sources: Sources, faults: Faults, words: Catalogue) -> int:
    print_findings(faults, sources.texts, sys.stdout, words)
    stay = tell(
        "rulewright: the files of {language!r} stay as they are: first mend the errors of {game}",
        language=language,
        game=sources.game,
    )
    say(stay, sys.stderr, words)
    return faults.status


def _named(root: Path, sources: Sources, book: Book, language: str, words: Catalogue) -> Sources:
    """The sources of a game that names the language among its translations."""
    if language in book.game.translations:
        return sources
    file = next(tree.span.file for tree in sources.content if tree.get("game") is not None)
    write_source(root / file, named_language(sources.texts[file], language))
    named = tell(
        "{game}: {file} names {language!r} among the translations of the game",
        game=sources.game,
        file=file,
        language=language,
    )
    say(named, words=words)
    return read_layers(root, sources.game, Faults())


def _complete(root: Path, each: Edition, reviewed: Sequence[str], words: Catalogue) -> int:
    chosen = [_entry(name, each) for name in reviewed]
    game, share = each.sources.game, each.share()
    try:
        files = completed(each, chosen)
    except AlteredError as error:
        by_hand = tell(
            "{place}: keys cannot be added without altering what is there; add them by hand", place=str(error)
        )
        raise Failure(by_hand) from None
    for path, text in files.items():
        write_source(root / path, text)
        done = tell("{game}: {file} is complete", game=game, file=path)
        new = tell("{game}: {file} is new", game=game, file=path)
        say(done if path in each.sources.texts else new, words=words)
    left = share.texts - share.translated
    nothing = tell("{game}: {share}; nothing to write", game=game, share=share.words)
    say(tell("{game}: {line}", game=game, line=share.words) if files else nothing, words=words)
    if left:
        write = tell_number(
            "{game}: write the {n} text after the colons; what stays empty appears in the original",
            "{game}: write the {n} texts after the colons; what stays empty appears in the original",
            left,
            game=game,
        )
        say(write, words=words)
    return 0


def _entry(name: str, each: Edition) -> Address:
    """The entry that somebody has reviewed: rules.oath, game, cards/player."""
    known = {".".join(text.entry): text.entry for text in each.originals.all()}
    if name not in known:
        hint = did_you_mean(name, known, tell("write it as check does: rules.hits, game, cards/NAME"))
        raise Failure(tell("--reviewed {name}: the game has no such entry; {hint}", name=name, hint=hint))
    return known[name]

"""List the words of a text in Lout that no card has, so that nothing is lost silently.

`state.used_spans` has the places of all words that the draft has. `leftover` adds a note for each row of others.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from rulewright.importing.lout.objects import (
    Call,
    Object,
    Parts,
    Symbol,
    Word,
)
from rulewright.importing.lout.state import ImportState
from rulewright.importing.lout.symbols import PRINTED
from rulewright.importing.lout.text import HIDDEN, JOINING


def leftover(tree: Object, definitions: Iterable[Symbol], state: ImportState) -> None:
    """Note every word that nothing uses; words in a row are one note."""
    bodies = ((symbol.body, symbol.name) for symbol in definitions if symbol.body is not None)
    why = "only the definition of {} has this text, and no card uses that"
    objects = [(tree, "no card has this text"), *((body, why.format(name)) for body, name in bodies)]

    def reason_and_line(word_and_why: tuple[Word, str]) -> tuple[str, int] | None:
        """What words of one note share; None for a word that the draft has."""
        word, why = word_and_why
        return None if word.span in state.used_spans else (why, word.span.line)

    for part, reason in objects:
        for key, group in groupby(_words(part, reason), reason_and_line):
            if key is not None:
                words = [word for word, _ in group]
                state.notes.add(words[0].span, " ".join(word.text for word in words), key[0])


def _words(value: Object, why: str) -> Iterator[tuple[Word, str]]:
    """The words of an object that are not only looks, with the reason why a card may lack them."""
    match value:
        case Word():
            yield value, why
        case Parts():
            for item in value.items:
                yield from _words(item, why)
        case Call(symbol=symbol):
            if value.name in HIDDEN:
                why = f"{value.name} prints this elsewhere, or not at all"
            elif not symbol.standard and not symbol.unknown and not symbol.parameter:
                why = f"the definition of {value.name} does not print this"
            left_is_looks = symbol.standard and value.name not in JOINING
            options = (each for name, each in value.options.items() if not symbol.standard or name in PRINTED)
            for part in (None if left_is_looks else value.left, *options, value.right):
                if part is not None:
                    yield from _words(part, why)

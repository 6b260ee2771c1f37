"""List the words of a text in Lout that no card has, so that nothing is lost silently.

`state.used_spans` has the places of all words that the draft has. `leftover` adds a note for each row of others.

The imported sets say which words Lout prints in their place: those of `PRINTED_ELSEWHERE`, such as `@Index`, are not;
the object to the left of a symbol is only a setting, such as `12p` in `12p @Font x`, unless the symbol is in
`TEXT_BETWEEN`; and the value of an option is one too, unless the option is in `PRINTED_OPTIONS`.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from rulewright.importing.lout.objects import Call, Object, Parts, Symbol, Word
from rulewright.importing.lout.state import ImportState
from rulewright.importing.lout.symbols import PRINTED_OPTIONS
from rulewright.importing.lout.text import PRINTED_ELSEWHERE, TEXT_BETWEEN


def leftover(tree: Object, definitions: Iterable[Symbol], state: ImportState) -> None:
    """Note every word that nothing uses; words in a row are one note."""
    objects = [(tree, "no card has this text")]
    for symbol in definitions:
        if symbol.body is not None:
            unused = f"only the definition of {symbol.name} has this text, and no card uses that"
            objects.append((symbol.body, unused))

    def reason_and_line(word_and_reason: tuple[Word, str]) -> tuple[str, int] | None:
        """What words of one note share; None for a word that the draft has."""
        word, reason = word_and_reason
        return None if word.span in state.used_spans else (reason, word.span.line)

    for value, reason_for_all in objects:
        for shared, group in groupby(_words(value, reason_for_all), reason_and_line):
            if shared is not None:
                words = [word for word, _ in group]
                reason, _ = shared
                state.notes.add(words[0].span, " ".join(word.text for word in words), reason)


def _words(value: Object, reason: str) -> Iterator[tuple[Word, str]]:
    """Yield the words of an object, without settings, each with the reason why a card may lack it.

    That is `reason`, or a closer one that a symbol around the word gives.
    """
    match value:
        case Word():
            yield value, reason
        case Parts():
            for item in value.items:
                yield from _words(item, reason)
        case Call(symbol=symbol):
            is_defined_here = not symbol.standard and not symbol.unknown and not symbol.parameter
            if value.name in PRINTED_ELSEWHERE:
                reason = f"{value.name} prints this elsewhere, or not at all"
            elif is_defined_here:
                reason = f"the definition of {value.name} does not print this"
            left_is_setting = symbol.standard and value.name not in TEXT_BETWEEN
            options = (
                option for name, option in value.options.items() if not symbol.standard or name in PRINTED_OPTIONS
            )
            for part in (None if left_is_setting else value.left, *options, value.right):
                if part is not None:
                    yield from _words(part, reason)

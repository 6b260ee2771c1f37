"""What a text says that is in no part of the draft: each stretch of words with its place and the reason."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.importing.lout.gathered import Gathered
from rulewright.importing.lout.known import PRINTED
from rulewright.importing.lout.objects import Call, Object, Parts, Symbol, Word
from rulewright.importing.lout.text import HIDDEN, JOINING


@dataclass
class Lost:
    """Words in a row that nothing has used."""

    words: list[Word]
    why: str


def leftover(tree: Object, definitions: Iterable[Symbol], gathered: Gathered) -> None:
    """Tells of every word that is not used."""
    told: list[Lost] = list(_lost(tree, "no part of a card holds it", gathered))
    for symbol in definitions:
        if symbol.body is not None:
            why = f"the definition of {symbol.name} says it, and nothing shows it"
            told += _lost(symbol.body, why, gathered)
    for each in told:
        text = " ".join(word.text for word in each.words)
        gathered.trouble.note(each.words[0].span, text, each.why)


def _lost(value: Object, why: str, gathered: Gathered) -> Iterator[Lost]:
    found: Lost | None = None
    for word, reason in _words(value, why):
        if word.span in gathered.used:
            found = None
        elif found is not None and found.why == reason and word.span.line == found.words[-1].span.line:
            found.words.append(word)
        else:
            found = Lost([word], reason)
            yield found


def _words(value: Object, why: str) -> Iterator[tuple[Word, str]]:
    """The words that say something, with the reason why they might be nowhere."""
    match value:
        case Word():
            yield value, why
        case Parts():
            for item in value.items:
                yield from _words(item, why)
        case Call():
            reason = _reason(value, why)
            for part in _saying(value):
                yield from _words(part, reason)


def _saying(call: Call) -> Iterator[Object]:
    """The parts of a symbol's use that hold words, not looks."""
    looks = call.symbol.known and call.name not in JOINING
    if call.left is not None and not looks:
        yield call.left
    yield from (value for name, value in call.options.items() if not call.symbol.known or name in PRINTED)
    if call.right is not None:
        yield call.right


def _reason(call: Call, why: str) -> str:
    if call.name in HIDDEN:
        return f"{call.name} prints it elsewhere, or not at all"
    if not call.symbol.known and not call.symbol.unknown and not call.symbol.parameter:
        return f"the definition of {call.name} drops it"
    return why

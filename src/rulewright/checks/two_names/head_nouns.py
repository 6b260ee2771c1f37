"""A declared name with another head noun: the table is `Casualty throw`, the text says `casualty roll`."""

from collections.abc import Iterator

from rulewright.checks.book_words import BookWords, Words, singular_word
from rulewright.checks.two_names.tally import Tally
from rulewright.diagnostics import Diagnostic

FAMILIES = (
    {"roll", "throw", "test", "check"},
    {"squad", "group", "team", "section", "unit"},
    {"table", "chart"},
    {"marker", "token", "counter"},
    {"phase", "step"},
    {"round", "turn"},
    {"hex", "square"},
)
"""Head nouns with the same meaning: a casualty roll is a casualty throw. Dice are not the throw made with them."""

FAMILY = {noun: tuple(sorted(family)) for family in FAMILIES for noun in family}
NOUNS = frozenset(noun + ending for noun in FAMILY for ending in ("", "s", "es"))

WIDER = "unit"
"""Infantry units include more than infantry squads, so this is no other name for the squads."""

LONGEST_NAME = 6


def synonymous_head_nouns(book_words: BookWords) -> Iterator[Diagnostic]:
    """Each declared name, and each phrase that differs from it only in the last word."""
    if not any(len(name) > 1 and name[-1] in FAMILY for name in book_words.names):
        return
    tally = Tally()
    variants: dict[tuple[Words, Words], None] = {}
    for passage in book_words.passages:
        for run in passage.runs:
            for declared, phrase, begin, end in _headed(run, book_words.names):
                tally.add(phrase, passage, _phrase(run, begin, end))
                if phrase not in book_words.names and phrase[-1] != WIDER:
                    variants |= {(name, phrase): None for name in declared}
    for name, phrase in variants:
        if name in tally.first:
            yield tally.finding(name, phrase, f"they differ by {name[-1]} and {phrase[-1]}")


def _headed(run: list[str], names: frozenset[Words]) -> Iterator[tuple[list[Words], Words, int, int]]:
    """Phrases that equal a declared name, or all but its head noun, and are not part of a longer name."""
    parts = [part for word in run for part in word.split("-")]
    heads = [at for at, part in enumerate(parts) if at and part in NOUNS]
    read = [singular_word(part) for part in parts] if heads else []
    for at in heads:
        for begin in range(max(0, at - LONGEST_NAME + 1), at):
            base, phrase = tuple(read[begin:at]), tuple(read[begin : at + 1])
            declared = [(*base, other) for other in FAMILY[read[at]] if (*base, other) in names]
            if declared and (phrase in names or not _in_a_name(read, begin, at + 1, names)):
                yield declared, phrase, begin, at + 1


def _in_a_name(read: list[str], begin: int, end: int, names: frozenset[Words]) -> bool:
    """Whether the words are part of a longer declared name."""
    return any(
        tuple(read[first:last]) in names
        for first in range(max(0, end - LONGEST_NAME), begin + 1)
        for last in range(end, min(len(read), first + LONGEST_NAME) + 1)
    )


def _phrase(run: list[str], begin: int, end: int) -> str:
    """The words of a run from one part to another, with the hyphens between them."""
    parts = [(part, "-" if at else " ") for word in run for at, part in enumerate(word.split("-"))]
    return "".join(sign + part for part, sign in parts[begin:end])[1:]

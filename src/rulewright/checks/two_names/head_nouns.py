"""One name with another head noun: `Casualty throw` is declared, and the text says `casualty roll`."""

from collections.abc import Iterator

from rulewright.checks.reading import Reading, Words, single
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
"""Head nouns that stand for one another: a casualty roll is a casualty throw. Dice are not the throw made with them."""

FAMILY = {noun: tuple(sorted(family)) for family in FAMILIES for noun in family}
NOUNS = frozenset(noun + ending for noun in FAMILY for ending in ("", "s", "es"))

WIDER = "unit"
"""Infantry units are infantry squads and more: where the squad is declared, no other name for it."""

LONGEST_NAME = 6


def other_head_nouns(reading: Reading) -> Iterator[Diagnostic]:
    """Each declared name, and each phrase that is the same but for its last word."""
    if not any(len(name) > 1 and name[-1] in FAMILY for name in reading.names):
        return
    tally = Tally()
    found: dict[tuple[Words, Words], None] = {}
    for page in reading.pages:
        for run in page.runs:
            for declared, phrase, begin, end in _headed(run, reading.names):
                tally.add(phrase, page, _phrase(run, begin, end))
                if phrase not in reading.names and phrase[-1] != WIDER:
                    found |= {(name, phrase): None for name in declared}
    for name, phrase in found:
        if name in tally.first:
            yield tally.finding(name, phrase, f"they differ by {name[-1]} and {phrase[-1]}")


def _headed(run: list[str], names: frozenset[Words]) -> Iterator[tuple[list[Words], Words, int, int]]:
    """Phrases that are a declared name, or one but for the head noun; inside a longer name they are part of that."""
    parts = [part for word in run for part in word.split("-")]
    heads = [at for at, part in enumerate(parts) if at and part in NOUNS]
    read = [single(part) for part in parts] if heads else []
    for at in heads:
        for begin in range(max(0, at - LONGEST_NAME + 1), at):
            base, phrase = tuple(read[begin:at]), tuple(read[begin : at + 1])
            declared = [(*base, other) for other in FAMILY[read[at]] if (*base, other) in names]
            if declared and (phrase in names or not _in_a_name(read, begin, at + 1, names)):
                yield declared, phrase, begin, at + 1


def _in_a_name(read: list[str], begin: int, end: int, names: frozenset[Words]) -> bool:
    """Whether the words stand inside a longer declared name."""
    return any(
        tuple(read[first:last]) in names
        for first in range(max(0, end - LONGEST_NAME), begin + 1)
        for last in range(end, min(len(read), first + LONGEST_NAME) + 1)
    )


def _phrase(run: list[str], begin: int, end: int) -> str:
    """The words of a run from one part to another, with the hyphens between them."""
    parts = [(part, "-" if at else " ") for word in run for at, part in enumerate(word.split("-"))]
    return "".join(sign + part for part, sign in parts[begin:end])[1:]

"""A list with more or fewer items than its sentence announces: "in three ways: by day and by night".

One item was added and the sentence before it was not read again, or the number is misprinted; a player looks for what
is missing. The check knows an announcement by a number word before a noun such as *ways*, and a colon. A list in the
sentence may be read in several ways, for its items may have commas themselves; so only a number that no reading gives
is wrong.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from rulewright.checks.english import NUMBERS, is_english
from rulewright.checks.occurrences import Occurrences
from rulewright.checks.prose_numbers import prose
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.markup.links import LINK
from rulewright.model.book import Book, Target, items_below
from rulewright.translation.messages import any_of

FINDING = FindingKind("miscounted-list", Severity.WARNING)

LISTED = (
    "additions|alternatives|cases|categories|choices|circumstances|conditions|differences|exceptions|kinds|methods|"
    "options|parts|phases|possibilities|reasons|requirements|situations|sorts|stages|steps|things|types|ways"
)
"""Nouns for whatever a list may hold: two dice before a colon announce no list of two."""
ANNOUNCED = re.compile(
    rf"(?<![\w-])({'|'.join(NUMBERS)})(?:\s+[^\W\d_]+)?\s+(?:{LISTED})\b[^.:;]*:(?=\s|\**\s*$)", re.IGNORECASE
)
OTHER = re.compile(rf"(?<![\w-])(?:{'|'.join(NUMBERS)}|or|\d+)(?![\w-])", re.IGNORECASE)
ITEM = re.compile(r"^(?:[-*+]|\d+[.)])\s", re.MULTILINE)
JOINED = re.compile(r"(?<!,)\s(?:and|or)\s(?!fewer|less|more|lower|higher)")
SENTENCE = re.compile(r"[.!?](?=\s|$)|\n\s*\n")


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each list whose announced number no reading of it gives; `only` in texts of these owners."""
    if not is_english(book):
        return
    occurrences, below = Occurrences(), _items_below(book)
    for owner, text in prose(book, only):
        for match in ANNOUNCED.finditer(text.source) if ":" in text.source else ():
            counts = _counts(LINK.sub("x", text.source[match.end() :])) or below.get(id(text), ())
            if counts and NUMBERS[match[1].lower()] not in counts and not OTHER.search(match[0][len(match[1]) :]):
                found = any_of(map(str, counts))
                message = f"the text announces {match[1].lower()}, but the list that follows has {found}"
                place = text.at(match.start(), len(match[1]))
                yield FINDING.at(
                    place, message, "correct the number or the list", about=occurrences.about(owner, match[1])
                )


def _items_below(book: Book) -> dict[int, Sequence[int]]:
    """How many bullets are below each bullet that has some, by its text."""
    bullets = (item for reference in book.game.references for item in items_below(reference.items))
    return {id(item.text): (len(item.items),) for item in bullets if item.items}


def _counts(after: str) -> Sequence[int]:
    """The numbers of items that a text may have: those of a list, or those of the sentence, read in each way."""
    block = re.match(r"\s*\n\s*(?=[-*+\d])((?:.+\n?|\n(?=[-*+\d ]))+)", after)
    if block is not None:
        return (len(ITEM.findall(block[1])),)
    sentence = SENTENCE.split(after.strip(), maxsplit=1)[0]
    if not sentence:
        return ()
    if ";" in sentence:
        return (sentence.count(";") + 1,)
    commas, joined = len(re.findall(r",\s", sentence)), len(JOINED.findall(sentence))
    fewest = 1 if re.search(r",\s+(?:and|or)\s", sentence) else commas
    return tuple(each for each in range(fewest + 1, commas + joined + 2) if each > 1)

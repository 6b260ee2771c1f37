"""Open questions that a ruling answers; the findings are those of `answered_question.py`.

A ruling answers a question of a rule or a table that it is about if it asks the same in other words: if most of the
words of the shorter question, two at least, stand in the other. On a cell it answers each question that the cell's own
table asks about a part of it.
"""

from collections.abc import Iterator

from rulewright.checks.book_words import STOP_WORDS
from rulewright.checks.vocabulary import WORD, stem
from rulewright.model.book import Book, Target, citation_target
from rulewright.model.precedence import region
from rulewright.model.ruling import Ruling, in_force
from rulewright.model.text import Text
from rulewright.wording import plain

MOST = 0.6
"""The share of the words of the shorter question that the other must have."""


def answered(book: Book) -> Iterator[tuple[Ruling, Text]]:
    """Each ruling in force with each open question that it answers."""
    for ruling in in_force(book.game.rulings):
        for text in ruling.where:
            if (target := book.target_of(text)) is not None:
                yield from ((ruling, question) for question in _answered(ruling, target, book))


def _answered(ruling: Ruling, target: Target, book: Book) -> Iterator[Text]:
    match target.kind:
        case "rule":
            asked = book.rules[target.id].questions
        case "table":
            asked = tuple(each.why for each in book.tables[target.id].silences if each.question)
        case "cell":
            yield from _of_cell(target, book)
            return
        case _:
            return
    words = stems(plain(ruling.question, book))
    yield from (question for question in asked if _is_same(words, stems(plain(question, book))))


def _of_cell(cell: Target, book: Book) -> Iterator[Text]:
    table = book.tables[citation_target(cell).id]
    boxes = region(table, table.cases.index(book.case(cell)))
    for silence in table.silences:
        meets = any(all(a & b for a, b in zip(asked, box, strict=True)) for asked in silence.boxes for box in boxes)
        if silence.question and meets:
            yield silence.why


def _is_same(one: frozenset[str], other: frozenset[str]) -> bool:
    shared = len(one & other)
    return shared > 1 and shared >= MOST * min(len(one), len(other))


def stems(text: str) -> frozenset[str]:
    """The stems of the words of a text, without those that say little."""
    return frozenset(stem(word) for word in WORD.findall(text.lower().replace("-", " ")) if word not in STOP_WORDS)

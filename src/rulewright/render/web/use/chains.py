"""Results of lists that roll again: those that link a table which one roll answers, or that name dice such as 2d6."""

import re
from collections.abc import Iterator

from rulewright.decode.dice import read_roll
from rulewright.markup.links import LINK
from rulewright.model.book import Book
from rulewright.model.table import OUTPUT, Modifiers, Table
from rulewright.model.text import Text
from rulewright.render.web.use.inputs import Json, dice
from rulewright.render.web.use.lookups import in_order
from rulewright.wording import plain_with_mark_names

DICE = re.compile(r"(?<!\w)\d{0,2}d(?:\d{1,3}|%)(?: ?[+−-] ?\d{1,2})?(?!\w)", re.IGNORECASE)
TWICE = {
    "en": re.compile(r"\b(?:rolls?|throws?)\s+(?:again\s+)?twice\b", re.IGNORECASE),
    "de": re.compile(r"\b(?:würfel[nt]?|würfle)\s+(?:noch\s+)?zweimal\b|\bzweimal\s+würfeln\b", re.IGNORECASE),
    "fr": re.compile(r"\b(?:re)?(?:lance[rz]?|tire[rz]?)\s+(?:les\s+dés\s+)?deux\s+fois\b", re.IGNORECASE),
}
"""Says, by language, that one rolls twice on another list; things may cost twice their price."""


def chain(table: Table, book: Book) -> dict[str, Json]:
    """The rolls that each case of a list asks for; nothing where none asks for any."""
    found = [list(_steps(table.cases[at].value.label, book)) for at in in_order(table)]
    return {"steps": found} if any(found) else {}


def _steps(text: Text, book: Book) -> Iterator[Json]:
    """The rolls that a result asks for, in the order of its words."""
    found: list[tuple[int, dict[str, Json]]] = [(place, {"table": id_}) for place, id_ in _tables(text, book)]
    found += _dice(text)
    yield from (step for _, step in sorted(found, key=lambda each: each[0]))


def _tables(text: Text, book: Book) -> Iterator[tuple[int, str]]:
    """The ids of the tables that a result sends to, with their places in it."""
    twice = TWICE.get(book.game.language[:2])
    times = 2 if twice and twice.search(text.source) else 1
    for link, place in zip(text.links, LINK.finditer(text.source), strict=True):
        target = book.resolve(link)
        if target is not None and target.kind == "table" and rolls_alone(book.tables[target.id]):
            yield from [(place.start(), target.id)] * times


def _dice(text: Text) -> Iterator[tuple[int, dict[str, Json]]]:
    for place in DICE.finditer(LINK.sub(lambda link: " " * len(link[0]), text.source)):
        roll = read_roll(place[0])
        if roll is not None:
            yield place.start(), {"dice": dice(roll), "said": roll.written}


def rolls_alone(table: Table) -> bool:
    """Whether one roll without a modifier answers it."""
    asked = [axis.domain.roll for axis in table.axes if axis.name != OUTPUT]
    alone = len(asked) == 1 and asked[0] is not None and asked[0].bonus[0] == asked[0].bonus[1]
    return alone and not isinstance(table.layout, Modifiers)


def followed(table: Table, book: Book) -> Iterator[Table]:
    """The tables that rolls on a list may lead to, each once."""
    seen, waiting = set[str](), [table]
    while waiting:
        for id_ in _linked(waiting.pop(), book):
            if id_ not in seen:
                seen.add(id_)
                waiting.append(book.tables[id_])
                yield book.tables[id_]


def _linked(table: Table, book: Book) -> Iterator[str]:
    for case in table.cases if table.is_roll_list else ():
        yield from (id_ for _, id_ in _tables(case.value.label, book))


def in_words(table: Table, book: Book) -> dict[str, Json]:
    """The title of a table, and what each of its cases says: for pages that do not print it."""
    said = [plain_with_mark_names(table.cases[at].value.label, book) for at in in_order(table)]
    return {"title": plain_with_mark_names(table.title, book), "said": said}

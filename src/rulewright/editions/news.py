"""Find what is new in print since the last published edition before this one: cards mark it.

The version in the source says which edition this is. Words are compared as they print, so a bullet is also new if only
a number that it quotes has changed.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeAlias

from rulewright.base.memo import memoised
from rulewright.book.book import Book
from rulewright.book.card_contents import items_on, tables_on
from rulewright.book.grid import VALUE, GridCell, whole_grid
from rulewright.editions.comparison import order_decides, unweighed
from rulewright.editions.difference import matched
from rulewright.editions.folder import UnreadableEdition, recorded
from rulewright.editions.recording import print_of
from rulewright.editions.snapshot import LINE, Key, Snapshot, Thing, read_version
from rulewright.editions.texts import RecordedTexts
from rulewright.entries.card import Card
from rulewright.entries.references import Bullet, all_bullets
from rulewright.entries.table import Table
from rulewright.entries.text import Text

Divide: TypeAlias = Callable[[Snapshot, str], Iterable[str]]
"""A function that returns the words of each part of a recorded text."""


class News:
    """What is new in a book since an earlier edition. Only tables and bullets that are asked for are compared."""

    def __init__(self, before: Snapshot, book: Book) -> None:
        self.book, self.before, self.texts = book, before, RecordedTexts(book)
        self.after: Snapshot = print_of(book, self.texts, before.by_key)
        pairs = matched(_wholes(before), _wholes(self.after))
        self._was = {pair.after.key: pair.before for pair in pairs}
        self._new_cases = dict[str, frozenset[int]]()

    def bullet(self, item: Bullet) -> bool:
        """Return whether a bullet of a quick reference, or of a card alone, is new or has other words."""
        lists = self._lists.get(id(item), ())
        return any(self._words(item.text) not in self._lines(*each) for each in lists)

    def table(self, table: Table) -> bool:
        """Return whether a table is new as a whole; its cells are not marked then."""
        return ("table", table.id) not in self._was

    def cell(self, table: Table, cell: GridCell) -> bool:
        """Return whether a value or a heading has changed in a table that is not new."""
        if self.table(table):
            return False
        if cell.role == VALUE:
            parts = (part for each in (cell, *cell.merged) for part in each.parts)
            return any(part.case is not None and id(part.case) in self._cases(table) for part in parts)
        headings = _divided(self.before, self._was["table", table.id].get("headings"), _headings)
        return any(self._words(part.text) not in headings for part in cell.parts if part.text.source)

    def note(self, table: Table) -> bool:
        """Return whether the note below a table has changed, and the table is not new."""
        if table.note is None or self.table(table):
            return False
        return self._words(table.note) != self.before.words(self._was["table", table.id].get("note"))

    def on(self, card: Card) -> bool:
        """Return whether a card prints anything new."""
        tables = tables_on(card, self.book)
        return any(map(self.bullet, items_on(card, self.book))) or any(map(self._prints_news, tables))

    def _prints_news(self, table: Table) -> bool:
        printed = whole_grid(table)
        cells = (cell for row in (*printed.head, *printed.body) for cell in row.cells)
        return self.table(table) or self.note(table) or any(self.cell(table, cell) for cell in cells)

    def _words(self, text: Text) -> str:
        return self.after.words(self.texts.of(text))

    @cached_property
    def _lists(self) -> dict[int, list[tuple[Key, str]]]:
        """The things and fields that have each bullet, by its identity, because two bullets may have the same words."""
        lists = [(each.items, ("reference", each.id), "bullets") for each in self.book.game.references]
        for card in self.book.game.cards:
            lists += [(block.shown.bullets, ("card", card.id), "words") for block in card.all_blocks()]
        holders = dict[int, list[tuple[Key, str]]]()
        for items, key, name in lists:
            for item in all_bullets(items):
                holders.setdefault(id(item), []).append((key, name))
        return holders

    def _lines(self, key: Key, name: str) -> Collection[str]:
        was = self._was.get(key)
        return _divided(self.before, was.get(name), _lines) if was else ()

    def _cases(self, table: Table) -> frozenset[int]:
        """Return the identities of the cases of a table whose printed values are new."""
        if table.id not in self._new_cases:
            self._new_cases[table.id] = frozenset(self._find_new_cases(table))
        return self._new_cases[table.id]

    def _find_new_cases(self, table: Table) -> Iterator[int]:
        """Yield the identity of each case that was added, has another value, or has moved where the order decides."""
        before = _with_cells(self.before, self._was["table", table.id])
        difference = unweighed(before, _with_cells(self.after, self.after.by_key["table", table.id]))
        for case, id_ in self.texts.named(table):
            change = difference.by_key.get(("cell", id_))
            was = before.by_key.get(("cell", id_ if change is None else change.before or ""))
            now = self.after.words(difference.after.by_key["cell", id_].get("text"))
            moved = change is not None and order_decides(change, difference)
            if was is None or moved or now != self.before.words(was.get("text")):
                yield id(case)


def _wholes(snapshot: Snapshot) -> Snapshot:
    """Return the things that have bullets or cells."""
    kinds = "table", "reference", "card"
    return replace(snapshot, things=tuple(each for kind in kinds for each in snapshot.of(kind)))


def _with_cells(snapshot: Snapshot, table: Thing) -> Snapshot:
    return replace(snapshot, things=(table, *snapshot.parts_of(table.key)))


@memoised()
def _parts_cache(_: Snapshot) -> dict[tuple[Divide, str], frozenset[str]]:
    """A cache of the parts of the texts of an edition, which stay the same while the game is edited."""
    return {}


def _divided(before: Snapshot, text: str, divide: Divide) -> frozenset[str]:
    cache = _parts_cache(before)
    if (divide, text) not in cache:
        cache[divide, text] = frozenset(divide(before, text))
    return cache[divide, text]


def _lines(before: Snapshot, text: str) -> Iterable[str]:
    return before.passages(text, LINE)


def _headings(before: Snapshot, text: str) -> Iterable[str]:
    return (before.words(each) for line in text.split("\n") for each in line.split(" · "))


def news_of(book: Book, project: Path) -> News | None:
    """Return what is new since the edition before the version in the source; None if nothing is to be marked."""
    return _news(_ByIdentity(book), project) if book.game.marks_changes and not book.draft_errors else None


class _ByIdentity:
    """A book as the key of a cache, compared by identity: news refer to the very bullets and cases of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def __hash__(self) -> int:
        return id(self.book)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.book is self.book


@lru_cache(maxsize=2)
def _news(key: _ByIdentity, project: Path) -> News | None:
    before = _before(key.book, project)
    return News(before, key.book) if before and before.language == key.book.game.language else None


def _before(book: Book, project: Path) -> Snapshot | None:
    """Return the last edition with a smaller number; None if it cannot be read, which a finding reports."""
    version = read_version(book.game.version)
    if version is None:
        return None
    try:
        return next((each.read() for each in recorded(project, book.game.id)[::-1] if each.version < version), None)
    except UnreadableEdition:
        return None

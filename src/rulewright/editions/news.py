"""Find what is new in print since the last published edition before this one: cards mark it.

The version in the source says which edition this is. Words are compared as they print, so a bullet is also new if only
a number that it quotes has changed.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from rulewright.base.memo import memoised
from rulewright.book.book import Book
from rulewright.book.card_contents import items_on, tables_on
from rulewright.book.grid import VALUE, GridCell, whole_grid
from rulewright.editions.comparison import order_decides
from rulewright.editions.data import entry_of
from rulewright.editions.difference import matched_things, unweighed
from rulewright.editions.edition import Edition, Key, Thing, read, things_of
from rulewright.editions.folder import UnreadableEdition, recorded
from rulewright.editions.texts import BETWEEN, Texts
from rulewright.editions.versions import read_version
from rulewright.entries.card import Card
from rulewright.entries.references import Bullet, all_bullets
from rulewright.entries.table import Table


class News:
    """What is new in a book since an earlier edition. Only tables and bullets that are asked for are compared."""

    def __init__(self, before: Edition, book: Book) -> None:
        self.book, self.before, self.texts = book, before, Texts(book)
        self._was = {key: thing for kind in ("table", "reference", "card") for key, thing in self._matches(kind)}
        self._new_cases = dict[str, frozenset[int]]()

    def _matches(self, kind: str) -> Iterator[tuple[Key, Thing]]:
        """Yield the keys of entries with what they were: what has the same id, or else most words in common."""
        entries, old = self.book.game.of_kind(kind), {thing.id: thing for thing in self.before.of(kind)}
        new = [each for each in entries if each.id not in old]
        yield from (((kind, each.id), old.pop(each.id)) for each in entries if each.id in old)
        things = {each.id: next(things_of(kind, entry_of(kind, each, self.texts))) for each in new}
        yield from ((key, was) for key, was, _ in matched_things(old, things, {}))

    def bullet(self, item: Bullet) -> bool:
        """Return whether a bullet of a quick reference, or of a card alone, is new or has other words."""
        lists = self._lists.get(id(item), ())
        return any(" ".join(self.texts.plain(item.text).split()) not in each for each in lists)

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
        lines = self._was["table", table.id].field("headings").passages
        headings = {each for line in lines for each in line.split(BETWEEN)}
        return any(self.texts.plain(part.text) not in headings for part in cell.parts if part.text.source)

    def note(self, table: Table) -> bool:
        """Return whether the note below a table has changed, and the table is not new."""
        if table.note is None or self.table(table):
            return False
        return self.texts.plain(table.note) != self._was["table", table.id].field("note").plain

    def on(self, card: Card) -> bool:
        """Return whether a card prints anything new."""
        tables = tables_on(card, self.book)
        return any(map(self.bullet, items_on(card, self.book))) or any(map(self._prints_news, tables))

    def _prints_news(self, table: Table) -> bool:
        printed = whole_grid(table)
        cells = (cell for row in (*printed.head, *printed.body) for cell in row.cells)
        return self.table(table) or self.note(table) or any(self.cell(table, cell) for cell in cells)

    @cached_property
    def _lists(self) -> dict[int, list[frozenset[str]]]:
        """The earlier bullets of each list that has a bullet, by its identity: two bullets may have the same words."""
        lists = [(each.items, ("reference", each.id), "items") for each in self.book.game.references]
        for card in self.book.game.cards:
            lists += [(block.shown.bullets, ("card", card.id), "words") for block in card.all_blocks()]
        holders = dict[int, list[frozenset[str]]]()
        for items, key, name in lists:
            was = frozenset(self._was[key].field(name).passages) if key in self._was else frozenset[str]()
            for item in all_bullets(items):
                holders.setdefault(id(item), []).append(was)
        return holders

    def _cases(self, table: Table) -> frozenset[int]:
        """Return the identities of the cases of a table whose printed values are new."""
        if table.id not in self._new_cases:
            self._new_cases[table.id] = frozenset(self._find_new_cases(table))
        return self._new_cases[table.id]

    def _find_new_cases(self, table: Table) -> Iterator[int]:
        """Yield the identity of each case that was added, has another value, or has moved where the order decides."""
        was = self._was["table", table.id]
        before = _edition(self.before, (was, *self.before.parts_of(was.key)))
        difference = unweighed(before, _edition(before, things_of("table", entry_of("table", table, self.texts))))
        for case, (id_, _) in zip(table.cases, self.texts.cells(table), strict=True):
            key = "cell", id_
            change = difference.by_key.get(key)
            old = before.by_key.get(("cell", id_ if change is None else change.before or ""))
            moved = change is not None and order_decides(change, difference)
            if old is None or moved or old.words("text") != difference.after.by_key[key].words("text"):
                yield id(case)


def _edition(whole: Edition, things: Iterable[Thing]) -> Edition:
    return replace(whole, things=tuple(things))


def news_of(book: Book, project: Path) -> News | None:
    """Return what is new since the edition before the version in the source; None if nothing is to be marked."""
    return _news(book, str(project)) if book.game.marks_changes and not book.draft_errors else None


@memoised(2)
def _news(book: Book, project: str) -> News | None:
    before = _before(book, Path(project))
    return News(before, book) if before and before.language == book.game.language else None


def _before(book: Book, project: Path) -> Edition | None:
    """Return the last edition with a smaller number; None if it cannot be read, which a finding reports."""
    version = read_version(book.game.version)
    if version is None:
        return None
    try:
        return next((read(each) for each in recorded(project, book.game.id)[::-1] if each.version < version), None)
    except UnreadableEdition:
        return None

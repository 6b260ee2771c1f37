"""What a game prints now that its last published edition before this one did not say: cards mark it.

The version that the source gives says which edition this is. Words are compared as they print, so a bullet is new also
where only a number is another that it quotes.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path

from rulewright.editions.comparison import unweighed
from rulewright.editions.folder import UnreadableEdition, recorded
from rulewright.editions.levels import order_decides
from rulewright.editions.recording import NAMES, PRINTED, snapshot_of_print
from rulewright.editions.snapshot import CARD, CELL, LINE, REFERENCE, TABLE, Key, Snapshot, Thing
from rulewright.editions.texts import RecordedTexts
from rulewright.editions.versions import read_version
from rulewright.grid import VALUE, GridCell, whole_grid
from rulewright.model.book import Book, items_below
from rulewright.model.card import Card
from rulewright.model.card_contents import items_on, tables_on
from rulewright.model.item import Item
from rulewright.model.table import Table
from rulewright.model.text import Text


class News:
    """What is new in a book since an earlier edition."""

    def __init__(self, before: Snapshot, book: Book) -> None:
        self.book, self.texts = book, RecordedTexts(book)
        self.after = snapshot_of_print(book, self.texts, before.by_key)
        self.before = _of_print(before, self.after.by_key)
        self.difference = unweighed(self.before, self.after)
        self.changes = self.difference.by_key

    def bullet(self, item: Item) -> bool:
        """Whether a bullet of a quick reference, or one that only a card has, is new or says something else."""
        return id(item) in self._bullets

    def table(self, table: Table) -> bool:
        """Whether a table is new as a whole; its cells are not told then."""
        change = self.changes.get((TABLE, table.id))
        return change is not None and change.added

    def cell(self, table: Table, cell: GridCell) -> bool:
        """Whether a value is another, or a heading, of a table that was there."""
        if self.table(table):
            return False
        if cell.role == VALUE:
            parts = (part for each in (cell, *cell.merged) for part in each.parts)
            return any(part.case is not None and id(part.case) in self._cases for part in parts)
        return any(self._words(part.text) not in self._headings(table.id) for part in cell.parts if part.text.source)

    def note(self, table: Table) -> bool:
        """Whether the note below a table that was there says something else."""
        if table.note is None or self.table(table):
            return False
        return self._words(table.note) != self.before.words(self._was((TABLE, table.id), "note"))

    def on(self, card: Card) -> bool:
        """Whether a card prints anything that is new."""
        return any(map(self.bullet, items_on(card, self.book))) or any(map(self._in, tables_on(card, self.book)))

    def _in(self, table: Table) -> bool:
        printed = whole_grid(table)
        cells = (cell for row in (*printed.head, *printed.body) for cell in row.cells)
        return self.table(table) or self.note(table) or any(self.cell(table, cell) for cell in cells)

    def _words(self, text: Text) -> str:
        return self.after.words(self.texts.of(text))

    def _was(self, key: Key, field: str) -> str:
        """What the field of a thing was that is called so now."""
        change = self.changes.get(key)
        thing = self.before.by_key.get((key[0], key[1] if change is None else change.before or ""))
        return thing.get(field) if thing else ""

    def _lines(self, key: Key, field: str) -> frozenset[str]:
        return frozenset(self.before.passages(self._was(key, field), LINE))

    @cached_property
    def _bullets(self) -> frozenset[int]:
        """The new bullets by the identity of their values: two may have the same words."""
        lists = [(each.items, (REFERENCE, each.id), "bullets") for each in self.book.game.references]
        for card in self.book.game.cards:
            lists += [(block.shown.bullets, (CARD, card.id), "words") for block in card.all_blocks()]
        return frozenset(id(item) for items, key, field in lists for item in self._new(items, key, field))

    def _new(self, items: tuple[Item, ...], key: Key, field: str) -> Iterator[Item]:
        before = self._lines(key, field)
        return (item for item in items_below(items) if self._words(item.text) not in before)

    @cached_property
    def _cases(self) -> frozenset[int]:
        """The cases of tables whose printed values are others, by identity."""
        ids = self.texts.cells.values()
        return frozenset(id(case) for id_, case in zip(ids, self.texts.printed, strict=True) if self._other(id_))

    def _other(self, cell: str) -> bool:
        """Whether a value is new, or stands where another line decides now."""
        now = self.after.words(self.after.by_key[CELL, cell].get("text"))
        change = self.changes.get((CELL, cell))
        if change is not None and (change.added or order_decides(change, self.difference)):
            return True
        return now != self.before.words(self._was((CELL, cell), "text"))

    def _headings(self, table: str) -> frozenset[str]:
        """The words of each heading that the table had."""
        return self._known_headings.setdefault(table, frozenset(self._heading_words(table)))

    @cached_property
    def _known_headings(self) -> dict[str, frozenset[str]]:
        return {}

    def _heading_words(self, table: str) -> Iterator[str]:
        for line in self._was((TABLE, table), "headings").split("\n"):
            yield from (self.before.words(each) for each in line.split(" · "))


def _of_print(before: Snapshot, known: Collection[Key]) -> Snapshot:
    """An earlier snapshot with no more than `snapshot_of_print` has of a later one."""
    printed = (thing for thing in before.things if thing.kind in PRINTED)
    return replace(before, things=tuple(_named(each) if each.key in known else each for each in printed))


def _named(thing: Thing) -> Thing:
    names = NAMES.get(thing.kind, thing.fields)
    return replace(thing, fields={name: text for name, text in thing.fields.items() if name in names})


def news_of(book: Book, project: Path) -> News | None:
    """What is new since the edition before the version of the source; None where nothing is to be marked."""
    return _news(_Same(book), project) if book.game.marks_changes and not book.slips else None


class _Same:
    """A book as the key of what is kept for it: no other is the same."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def __hash__(self) -> int:
        return id(self.book)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.book is self.book


@lru_cache(maxsize=2)
def _news(key: _Same, project: Path) -> News | None:
    before = _before(key.book, project)
    return News(before, key.book) if before and before.language == key.book.game.language else None


def _before(book: Book, project: Path) -> Snapshot | None:
    """The last edition with a smaller number; a finding tells of one that cannot be read."""
    version = read_version(book.game.version)
    if version is None:
        return None
    try:
        return next((each.read() for each in recorded(project, book.game.id)[::-1] if each.version < version), None)
    except UnreadableEdition:
        return None

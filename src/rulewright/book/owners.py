"""The owner of each text of a game, and the entry at each place of the source."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import Protocol

from rulewright.base.findings import Span
from rulewright.base.memo import memoised
from rulewright.book.book import Book
from rulewright.book.game import Game
from rulewright.book.kinds import KINDS
from rulewright.entries.entry import Entry
from rulewright.entries.origins import Origin, Sourced
from rulewright.entries.references import all_bullets
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Link, Target, Text


def origins(game: Game) -> Iterator[tuple[Target, Text | None, Origin]]:
    """Yield the origins of all entries that may state one, and of their bullets; terms and quick references come last.

    The second value is the text of a bullet, and None for other entries.
    """
    sourced = ((target, entry) for target, entry in game.entries() if isinstance(entry, Sourced))
    for target, entry in sorted(sourced, key=lambda each: each[0].kind in ("term", "reference")):
        yield target, None, entry.origin
        yield from ((target, item.text, item.origin) for item in all_bullets(getattr(entry, "items", ())))


def says_ours(game: Game) -> bool:
    entries = (entry for kind in KINDS for entry in game.of_kind(kind.name) if isinstance(entry, Sourced))
    parts = (part for entry in entries for part in (entry, *all_bullets(getattr(entry, "items", ()))))
    return bool(game.ours) or any(part.ours for part in parts)


class TextEntry(Protocol):
    """An entry with texts and references."""

    def texts(self) -> Iterable[Text | None]: ...


def texts(game: Game) -> Iterator[tuple[Target, Text]]:
    """Yield every text of a game with its owner. A bare reference counts as a text with one link."""
    yield from ((owner, text) for owner, entry in _owners(game) for text in entry.texts() if text is not None)


def linked_texts(game: Game) -> Iterator[tuple[Target, tuple[Text, ...]]]:
    """Yield each entry with its texts that have links."""
    return ((owner, _texts_with_links(entry)) for owner, entry in _owners(game))


def _owners(game: Game) -> Iterator[tuple[Target, TextEntry]]:
    yield Target("game", game.id), game
    yield from game.entries()
    for product in game.products:
        yield Target(product.kind, product.request.id if product.request else game.id), product


@memoised()  # the preview reads them after each edit
def _texts_with_links(entry: TextEntry) -> tuple[Text, ...]:
    return tuple(text for text in entry.texts() if text is not None and text.links)


@memoised()
def links_of_table(table: Table) -> tuple[Link, ...]:
    return tuple(link for text in (*table.labels(), *Entry.texts(table)) for link in text.links)


# The entry at a place of the source, and the rule of an entry


class Owners:
    """An index of the entries of a game by the place where each begins."""

    def __init__(self, game: Game) -> None:
        places = ((span, target) for span, target in _places(game) if span is not None)
        self._starts = sorted(((span.file, span.line, span.column), target) for span, target in places)
        self._keys = [key for key, _ in self._starts]

    def at(self, span: Span) -> Target | None:
        """Return the last entry that begins at or before `span` in its file, or None."""
        before = bisect_right(self._keys, (span.file, span.line, span.column)) - 1
        if before < 0 or self._keys[before][0] != span.file:
            return None
        return self._starts[before][1]


def _places(game: Game) -> Iterator[tuple[Span | None, Target]]:
    """Yield where entries begin, including unreadable entries, entries of base games and tables in spreadsheets."""
    yield from ((span, Target("unread", name)) for name, span in game.unread.items())
    yield from ((entry.span, target) for target, entry in game.entries())
    changes = game.layer.changes if game.layer else ()
    yield from ((change.below, Target(change.kind, change.id)) for change in changes)
    yield from ((table.sheet, Target("table", table.id)) for table in game.tables)
    for product in game.products:
        if product.request:
            yield product.request.span, Target(product.kind, product.request.id)


def rule_behind(book: Book, owner: Target | None) -> Rule | None:
    """Return the rule that an entry belongs to, or None. A rule belongs to itself."""
    if owner is None:
        return None
    if owner.kind == "rule":
        return book.rules[owner.id]
    return book.rule_of(getattr(book.entry(owner), "rule", None))

"""Lines of a table that a card leaves out, prints twice, or cuts apart.

A card may print a table in parts: some lines on one side, the rest overleaf. Whoever adds a line to the table later
does not see that no part has it, and a player looks for it in vain.
"""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Severity
from rulewright.grid import uncut, whole_grid
from rulewright.model.book import Book
from rulewright.model.card import Block, Card
from rulewright.model.card_contents import tables_in
from rulewright.model.table import Lines, Table

FINDING = FindingKind("missing-lines", Severity.WARNING)
HINT = "the parts follow one another: lines: 1-12, then lines: 13+"

Parts = list[tuple[Block, Lines]]


def check(book: Book) -> Iterator[Finding]:
    """Each part of a table that does not begin where the one before it ends, and a last that ends too soon."""
    for card in book.game.cards:
        for id_, parts in _in_parts(card, book).items():
            yield from _faults(card, book.tables[id_], parts)


def _in_parts(card: Card, book: Book) -> dict[str, Parts]:
    """The parts of each table, by its id."""
    found: dict[str, Parts] = {}
    for block in card.all_blocks():
        for table in tables_in(block, book):
            if isinstance(table.part, Lines):
                found.setdefault(table.id, []).append((block, table.part))
    return found


def _faults(card: Card, table: Table, parts: Parts) -> Iterator[Finding]:
    body = whole_grid(table).body
    breaks, wanted = {*uncut(body)}, 1
    for block, lines in parts:
        if (message := _fault(card, table, lines, wanted, breaks)) is not None:
            yield FINDING.at(block.span, message, HINT, about=f"{card.id}: {table.id} {lines.first}")
        wanted = (lines.last or len(body)) + 1
    if wanted <= len(body):
        message = f"the card {card.id!r} ends {table.id!r} before line {wanted}"
        yield FINDING.at(parts[-1][0].span, message, HINT, about=f"{card.id}: {table.id} {wanted}")


def _fault(card: Card, table: Table, lines: Lines, wanted: int, breaks: set[int]) -> str | None:
    if lines.first != wanted:
        return f"the card {card.id!r} goes on with line {lines.first} of {table.id!r}, not with {wanted}"
    if lines.first > 1 and lines.first - 1 not in breaks:
        first = lines.first
        return f"a cell of {table.id!r} is cut in two before line {first}"
    return None

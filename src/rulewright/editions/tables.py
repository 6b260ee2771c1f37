"""Tables and their printed cells as things of a snapshot."""

from collections.abc import Collection, Iterator

from rulewright.editions.snapshot import CELL, TABLE, Thing
from rulewright.editions.snapshot import Key as ThingKey
from rulewright.editions.texts import RecordedTexts, links_of_cells
from rulewright.grid import VALUE, Grid, PrintedCell, whole_grid
from rulewright.model.book import Book
from rulewright.model.table import UNCLAMPED, Key, Listing, Policy, Table
from rulewright.once_per_value import once_per_value


def tables(book: Book, texts: RecordedTexts, known: Collection[ThingKey] = ()) -> Iterator[Thing]:
    """Each table without its values; of those that are `known` the title and the policy."""
    for table in book.game.tables:
        title, policy = texts.plain(table.title), "" if table.policy is Policy.UNIQUE else table.policy.value
        fields = {"title": title, "rule": "", "policy": policy}
        yield Thing(TABLE, table.id, fields if (TABLE, table.id) in known else fields | _said(table, texts))


def _said(table: Table, texts: RecordedTexts) -> dict[str, str]:
    return {
        "rule": texts.key(table.rule),
        "headings": _headings(whole_grid(table), texts),
        "note": texts.of(table.note),
        "goal": _goal(table, texts),
        "limits": "" if table.clamp == UNCLAMPED else " to ".join(map(str, table.clamp)),
        "unsaid": texts.lines(silence.why for silence in table.silences),
    }


def _headings(grid: Grid, texts: RecordedTexts) -> str:
    """The printed headings, remarks and conditions, a line for each row."""
    rows = (
        " · ".join(texts.of(part.text) for cell in row.cells if cell.role != VALUE for part in cell.parts)
        for row in (*grid.head, *grid.body)
    )
    return "\n".join(filter(None, rows))


def _goal(table: Table, texts: RecordedTexts) -> str:
    goal = table.goal
    if goal is None:
        return ""
    roll = goal.roll.written if goal.roll else ""
    return " ".join(filter(None, (roll, "at most" if goal.at_most else "", texts.of(goal.named))))


def cells(book: Book, texts: RecordedTexts) -> Iterator[Thing]:
    """Each printed value at its keys."""
    return (cell for table in book.game.tables for cell in cells_of(table, texts))


def cells_of(table: Table, texts: RecordedTexts) -> Iterator[Thing]:
    """Those of one table, in the order of `texts.named`."""
    for (_, id_), (at, text) in zip(texts.named(table), _told(table, texts), strict=True):
        yield Thing(CELL, id_, {"at": at, "text": text})


def _told(table: Table, texts: RecordedTexts) -> tuple[tuple[str, str], ...]:
    """For each printed value its headings and its text."""
    known, shown = _known_cells(table), tuple(map(texts.recorded, links_of_cells(table)))
    if shown not in known:
        known.clear()
        told = ((_at(cell, texts), texts.of(cell.case.value.label)) for cell in texts.printed_in(table))
        known[shown] = tuple(told)
    return known[shown]


@once_per_value
def _known_cells(_: Table) -> dict[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """Those of the last state of the game, by how the links in them are recorded there."""
    return {}


def _at(cell: PrintedCell, texts: RecordedTexts) -> str:
    """The headings of its row and column, as they print."""
    words = (texts.plain(key.label) or key.written for key in _keys(cell, texts) if not key.everything)
    return " · ".join(filter(None, (texts.line_of(cell), *words, texts.plain(cell.case.label))))


def _keys(cell: PrintedCell, texts: RecordedTexts) -> Iterator[Key]:
    """The keys that print with a value: not those for which the label of its case or the name of its line stands."""
    case, layout = cell.case, cell.table.layout
    conditions = [key for keys in case.conditions for key in keys]
    if isinstance(layout, Listing) and case.label:
        return (key for key in (*case.keys, *conditions) if key.axis == layout.group_by)
    return iter(case.keys if texts.is_alone(cell) else (*case.keys, *conditions))

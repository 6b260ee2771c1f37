"""Lists to roll on as Datasworn, the JSON of oracles that players' tools for solo games read.

Only what the format can say: things to roll for on one kind of dice, with up to three columns. Of moves and assets it
asks for more than rules say, so rules are not in it.
"""

import json
from collections.abc import Mapping
from typing import Any

from rulewright.model.book import Book
from rulewright.model.table import Lookup, RollList, Table
from rulewright.render.export.rows import rows_of
from rulewright.render.export.words_of_texts import markdown_words
from rulewright.wording import plain

VERSION = "0.1.0"
"""Of the format."""
COLUMNS = ("text", "text2", "text3")
NOTHING: dict[str, object] = {"condition_meters": {}, "impacts": {}, "stats": {}, "special_tracks": {}, "tags": {}}
"""What a ruleset has of the rules of one family of games."""


def fits(table: Table) -> bool:
    """Whether Datasworn can say what the table says."""
    layout = table.layout
    columns = max(1, len(layout.columns)) if isinstance(layout, Lookup) else 0
    roll = table.axes[0].domain.roll if table.axes else None
    plain_dice = roll is not None and roll.bonus == (0, 0) and len(roll.dice) == 1
    return isinstance(layout, RollList) and plain_dice and columns <= len(COLUMNS)


def datasworn_files(book: Book) -> Mapping[str, bytes]:
    """A ruleset of one collection of oracles, which has all lists that fit."""
    game, tables = book.game, [table for table in book.game.tables if fits(table)]
    name = _key(game.id)
    contents = {_key(table.id): _oracle(table, f"{name}/{name}/{_key(table.id)}", book) for table in tables}
    collection = {
        "_id": f"oracle_collection:{name}/{name}",
        "type": "oracle_collection",
        "name": game.title,
        "oracle_type": "tables",
        "contents": contents,
    }
    whole = {
        "_id": name,
        "datasworn_version": VERSION,
        "type": "ruleset",
        "title": game.title,
        "authors": [{"name": author} for author in game.about.authors],
        "date": "1970-01-01",
        "license": None,
        "url": game.address,
        "rules": NOTHING,
        "oracles": {name: collection},
    }
    return {f"{game.id}.json": (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()}


def _key(name: str) -> str:
    """Names there have no hyphens."""
    return name.replace("-", "_")


def _oracle(table: Table, path: str, book: Book) -> dict[str, Any]:
    rows = rows_of(table, markdown_words(book))
    assert isinstance(table.layout, Lookup)
    intervals = [interval for row in table.layout.rows for interval in row.keys[0].keys.intervals]
    texts = [line for row, line in zip(table.layout.rows, rows.body, strict=True) for _ in row.keys[0].keys.intervals]
    labels = {"roll": rows.headings[0] or "Roll"}
    labels |= {name: label or "Result" for name, label in zip(COLUMNS, rows.headings[1:], strict=False)}
    return {
        "_id": f"oracle_rollable:{path}",
        "type": "oracle_rollable",
        "name": plain(table.title, book),
        "oracle_type": f"table_{COLUMNS[len(rows.headings) - 2]}",
        "dice": _dice(table),
        "column_labels": labels,
        "rows": [
            {"_id": f"oracle_rollable.row:{path}.{at}", "roll": {"min": low, "max": high}}
            | dict(zip(COLUMNS, line[1:], strict=False))
            for at, ((low, high), line) in enumerate(zip(intervals, texts, strict=True))
        ],
    }


def _dice(table: Table) -> str:
    roll = table.axes[0].domain.roll
    assert roll is not None
    die = roll.dice[0]
    return f"{die.count}d{die.faces}"

"""The tables on the pages of a long print, page by page: those of a page in which nothing was wrong are kept."""

import json
from collections.abc import Iterator

from rulewright.readback.page import Page
from rulewright.readback.page_digests import page_digests
from rulewright.readback.pdf_reader import read_pages
from rulewright.readback.tables import ReadCell, ReadTable, tables_of
from rulewright.store import Store


class KeptPages:
    """The pages of a PDF; `values` are what else their findings depend on."""

    def __init__(self, data: bytes, store: Store, *values: str) -> None:
        numbered = enumerate(page_digests(data), 1)
        self._store = store
        self._keys = {number: store.key("page read back", str(number), each, *values) for number, each in numbered}
        found = {number: store.find(key) for number, key in self._keys.items()}
        self._tables = {number: list(_decoded(text)) for number, text in found.items() if text is not None}
        self.new = list(read_pages(data, self._tables))
        """The pages that are not known."""

    def tables(self) -> list[ReadTable]:
        """Those of all pages."""
        every = self._tables | {page.number: tables_of(page) for page in self.new}
        return [table for _, tables in sorted(every.items()) for table in tables]

    def keep(self) -> None:
        """Once nothing was found in any of them."""
        for page in self.new:
            if key := self._keys.get(page.number):
                self._store.keep(key, _encoded(page))


def _encoded(page: Page) -> bytes:
    tables = [[[[cell.key for cell in row] for row in each.rows], _rest(each)] for each in tables_of(page)]
    return json.dumps(tables).encode()


def _rest(table: ReadTable) -> tuple[object, ...]:
    return table.where, table.head, table.listed, table.begun, table.page, table.first, table.last


def _decoded(data: bytes) -> Iterator[ReadTable]:
    for rows, rest in json.loads(data):
        yield ReadTable(tuple(tuple(_cell(*cell) for cell in row) for row in rows), *rest)


def _cell(text: str, rows: int, columns: int, heading: bool, headings: list[str], pictures: list[str]) -> ReadCell:
    return ReadCell(text, rows, columns, heading, frozenset(headings), tuple(pictures))

"""The tables on the pages of a long print, page by page: those of a page in which nothing was wrong are kept."""

import json
from collections.abc import Iterable, Iterator, Mapping

from rulewright.readback.page import Page
from rulewright.readback.page_digests import page_digests
from rulewright.readback.pdf_reader import count_pages
from rulewright.readback.tables import ReadCell, ReadTable, tables_of
from rulewright.store import Store

TablesOfPages = Mapping[int, bytes]
"""What the tables on pages say, by the numbers of the pages, in a form to keep and to send."""


class KeptPages:
    """The pages of a PDF; `values` are what else their findings depend on."""

    def __init__(self, data: bytes, store: Store, values: Iterable[str]) -> None:
        numbered = enumerate(page_digests(data), 1)
        self._store = store
        self._keys = {number: store.key("page read back", str(number), each, *values) for number, each in numbered}
        found = {number: store.find(key) for number, key in self._keys.items()}
        self._known = {number: tables for number, tables in found.items() if tables is not None}
        self.new = [number for number in range(1, count_pages(data) + 1) if number not in self._known]
        """The numbers of the pages that are not known."""

    def keep(self, read: TablesOfPages) -> None:
        """Once nothing was found in any of the new pages."""
        for number, tables in read.items():
            if key := self._keys.get(number):
                self._store.keep(key, tables)

    def tables(self, read: TablesOfPages) -> list[ReadTable]:
        """Those of all pages, in order, with those of the new ones."""
        return [table for _, tables in sorted({**self._known, **read}.items()) for table in _decoded(tables)]


def tables_of_pages(pages: Iterable[Page]) -> TablesOfPages:
    """What the tables of these pages say."""
    return {page.number: _encoded(page) for page in pages}


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

"""Tables as they are read back from a PDF or a web page: rows of cells with their spans and headings.

In come the tagged pages of a PDF (`tables_of`) or the HTML of a web page (`parts_of` and `read_part`), out go tables.
For example, a cell `+1` in the row `6-7` becomes `ReadCell("+1", headings=frozenset({"6-7"}))`.

A table may print as a list of sentences, such as `6-7: add 1`. So each list is read as a table of one column.

A *run* of a PDF is a piece of text that is painted at once. Tags (`Element`) refer to runs by numbers.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from unicodedata import normalize
from xml.etree.ElementTree import Element as HtmlElement

import tinyhtml5

from rulewright.book.grid import placed
from rulewright.readback.page import Element, Page, TextRun


@dataclass(frozen=True, slots=True)
class ReadCell:
    """A cell as it was read: its text, its spans, and what a screen reader says for it.

    `rows` and `columns` count those that the cell covers. `heading` is whether the cell is a heading; `headings` are
    the texts of its headings; `pictures` are the alternative texts of its pictures.
    """

    text: str
    rows: int = 1
    columns: int = 1
    heading: bool = False
    headings: frozenset[str] = frozenset()
    pictures: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[object, ...]:
        """The values of the cell as JSON can hold them, the same in every process."""
        return self.text, self.rows, self.columns, self.heading, sorted(self.headings), self.pictures


ReadRow = tuple[ReadCell, ...]
Texts = tuple[tuple[str, ...], ...]
"""The texts of the cells of a table, row by row, without white space."""


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table as it was read, or a list as a table of one column.

    - `where`: `page 3`, or the name of a web page; `head`: the number of rows in its head.
    - `listed`: it is a list.
    - `starts`: it has a caption, so it does not continue another table.
    - `page`: the number of its page in a PDF; `first`, `last`: it is the first or the last table on that page.
    """

    rows: tuple[ReadRow, ...]
    where: str
    head: int = 0
    listed: bool = False
    starts: bool = True
    page: int = 0
    first: bool = False
    last: bool = False

    @property
    def texts(self) -> Texts:
        return tuple(tuple(squeeze(cell.text) for cell in row) for row in self.rows)


HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010](?=[^\W\d_])")
"""A hyphen in a word, as in `Fire-power`. A soft one shows at the end of a line only, where it looks like any other."""
PAGE_NUMBER = re.compile(r"\s\(p\.\s\d+\)")
"""The page number after a link in a list, as in ` (p. 12)`."""


def without_pages(text: str) -> str:
    """Return the text without page numbers, which the source does not have."""
    return PAGE_NUMBER.sub("", text)


def squeeze(text: str) -> str:
    """Return the text without white space and hyphens between letters, because layout may break lines and words there.

    `Fire-power table` becomes `Firepowertable`. Texts are equal if they are equal in this form.
    """
    return HYPHEN.sub("", normalize("NFC", "".join(text.split())))


# The tags of a PDF

SPACE_WIDTH = 0.12
"""Ems: a gap between letters that is wider than this is a space."""
PART_END = "\0"
"""Separates the parts of a page. No text contains it, so no text matches across two parts."""

Contents = Mapping[int, Sequence[TextRun]]
"""The runs of a page by the number of their marked content."""


def tables_of(page: Page) -> list[ReadTable]:
    """Return the tagged tables of a page in order, then its lists."""
    contents, root, where = _contents(page), page.root, f"page {page.number}"
    tables = [_table(element, contents, where) for element in root.all("Table") if any(element.all("TR"))]
    rows_of_lists = (_list_rows(element, contents) for element in _lists(root))
    lists = [ReadTable(rows, where, listed=True) for rows in rows_of_lists if rows]
    return [
        replace(table, page=page.number, first=table is group[0], last=table is group[-1])
        for group in (tables, lists)
        for table in group
    ]


def texts_of(page: Page) -> str:
    """Return all text of a page without white space: tagged text in reading order, then the rest (footers)."""
    tagged = list(_runs(page.root, _contents(page)))
    orders = {run.order for run in tagged}
    others = (run for run in page.runs if run.order not in orders)
    return PART_END.join(squeeze("".join(run.text for run in part)) for part in (tagged, others))


def text_of(runs: Iterable[TextRun]) -> str:
    """Join the texts of runs in order, with a space at each gap and line break."""
    text, before = "", None
    for run in runs:
        text += (" " if before is not None and _has_gap(before, run) else "") + run.text
        before = run
    return " ".join(text.split())


def _has_gap(before: TextRun, run: TextRun) -> bool:
    """Return whether a space or a line break separates two runs that follow one another."""
    space = SPACE_WIDTH * run.size
    if run.turned:
        return run.box[1] - before.box[3] > space
    is_on_another_line = abs(run.box[1] - before.box[1]) > run.size / 2
    return run.box[0] - before.box[2] > space or is_on_another_line


def _contents(page: Page) -> Contents:
    """Return the tagged runs of a page, in painting order."""
    contents: dict[int, list[TextRun]] = {}
    for run in page.runs:
        if run.content >= 0:  # page headers and footers have no tag
            contents.setdefault(run.content, []).append(run)
    return contents


def _runs(element: Element, contents: Contents) -> Iterator[TextRun]:
    """Yield the runs of text in an element in the order of the tags, which is the reading order."""
    for child in element.children:
        if isinstance(child, Element):
            yield from _runs(child, contents)
        else:
            yield from contents.get(child, ())


def _table(element: Element, contents: Contents, where: str) -> ReadTable:
    head = sum(1 for part in element.all("THead") for _ in part.all("TR"))
    rows = [row.children for row in element.all("TR")]
    cells = (cell for row in rows for cell in row if isinstance(cell, Element))
    heading_texts = {cell.id: text_of(_runs(cell, contents)) for cell in cells if cell.kind == "TH"}
    read_rows = tuple(tuple(_cell(cell, contents, heading_texts) for cell in row) for row in rows)
    return ReadTable(read_rows, where, head, starts=any(element.all("Caption")))


def _cell(element: Element | int, contents: Contents, heading_texts: Mapping[str, str]) -> ReadCell:
    """Read a cell; `heading_texts` maps the ids of all headings of the table to their texts."""
    if not isinstance(element, Element):  # an empty cell
        return ReadCell("")
    headings = frozenset(filter(None, map(heading_texts.get, element.headings)))
    text = text_of(_runs(element, contents))
    return ReadCell(text, element.rows, element.columns, element.kind == "TH", headings, _alternatives(element))


def _alternatives(element: Element) -> tuple[str, ...]:
    """Return what screen readers say for the pictures in an element: marks and counters."""
    return tuple(figure.alternative for figure in element.all("Figure"))


def _lists(element: Element) -> Iterator[Element]:
    """Yield the lists in an element, also those within others."""
    for inner in element.all("L"):
        yield inner
        yield from _lists(inner)


def _list_rows(element: Element, contents: Contents) -> tuple[ReadRow, ...]:
    """Return each item of a list as a row of one cell."""
    items = ((without_pages(text_of(_runs(item, contents))), _alternatives(item)) for item in element.all("LI"))
    return tuple((ReadCell(text, pictures=pictures),) for text, pictures in items if text)


# HTML
#
# One exception to the HTML standard: a heading with the scope `row` heads the whole row, also the cells before it.

TABLE = re.compile(rb"<table\b.*?</table\s*>", re.DOTALL | re.IGNORECASE)
NOT_PRINTED = re.compile(rb"<(?:table|ul) class=\"(?:digest|recorded)\"")
"""Tables and lists that are not of this edition: the preview of a linked table, and a table of a recorded edition."""
LIST_START, LIST_END = re.compile(rb"<ul\b", re.IGNORECASE), re.compile(rb"</ul\s*>", re.IGNORECASE)


def parts_of(html: bytes, *, lists: bool) -> Iterator[bytes]:
    """Return the tables of a page in order, then its innermost lists if `lists`.

    Only these parts need to be parsed: most of a rulebook is neither.
    """
    parts = [match[0] for match in TABLE.finditer(html)]
    if lists:
        parts += _innermost_lists(html)
    return (part for part in parts if not NOT_PRINTED.match(part))


def _innermost_lists(html: bytes) -> Iterator[bytes]:
    """Yield the lists in a page: each from the last start before an end to this end."""
    starts = [match.start() for match in LIST_START.finditer(html)]
    passed = 0
    for end in LIST_END.finditer(html):
        open_starts = [start for start in starts[passed:] if start < end.start()]
        if open_starts:
            yield html[open_starts[-1] : end.end()]
        passed += len(open_starts)


def read_part(html: bytes, name: str) -> Iterator[ReadTable]:
    """Yield the table or list in one part of a page; tables within a list are parts of their own."""
    root: HtmlElement = tinyhtml5.parse(html, transport_encoding="utf-8", namespace_html_elements=False)
    if LIST_START.match(html):
        items = ((ReadCell(_html_text(item), pictures=_html_pictures(item)),) for item in root.iter("li"))
        yield ReadTable(tuple(items), name, listed=True)
        return
    for table in root.iter("table"):
        rows = _html_rows(table)
        all_cells = [cell for row in rows for cell in row]
        head = sum(len(part.findall("tr")) for part in table.findall("thead"))
        yield ReadTable(tuple(tuple(cell.read(all_cells) for cell in row) for row in rows), name, head)


def _html_rows(table: HtmlElement) -> "list[list[_HtmlCell]]":
    rows: list[list[_HtmlCell]] = []
    for part in table:
        for line in part.findall("tr"):
            cells = [cell for cell in line if cell.tag in ("td", "th")]
            rows.append([_HtmlCell(cell, len(rows), part) for cell in cells])
    for row in placed(rows):
        for cell, column in row:
            cell.column = column
    return rows


class _HtmlCell:
    """A cell of an HTML table with its row, column and spans; `part` is its thead or tbody."""

    def __init__(self, element: HtmlElement, row: int, part: HtmlElement) -> None:
        self.element, self.row, self.part, self.column = element, row, part, 0
        self.rows, self.columns = int(element.get("rowspan", "1")), int(element.get("colspan", "1"))

    def read(self, cells: "Sequence[_HtmlCell]") -> ReadCell:
        """Return the cell with its headings; `cells` are all cells of the table."""
        element, heading = self.element, self.element.tag == "th"
        heading_ids = element.get("headers", "").split()
        headings = () if heading else (cell for cell in cells if self._is_headed_by(cell, heading_ids))
        texts = frozenset(filter(None, (_html_text(cell.element) for cell in headings)))
        return ReadCell(_html_text(element), self.rows, self.columns, heading, texts, _html_pictures(element))

    def _is_headed_by(self, heading: "_HtmlCell", ids: Sequence[str]) -> bool:
        """Return whether `heading` heads this cell: by its id if the cell names ids, else by its scope."""
        return heading.element.get("id") in ids if ids else heading.heads(self)

    def heads(self, cell: "_HtmlCell") -> bool:
        """Return whether this is a heading whose scope contains `cell`."""
        match self.element.tag == "th" and self.element.get("scope"):
            case "row":
                return self.row < cell.row + cell.rows and cell.row < self.row + self.rows
            case "rowgroup":
                return self.part is cell.part and self.row <= cell.row
            case "col":
                share_columns = self.column < cell.column + cell.columns and cell.column < self.column + self.columns
                return share_columns and self.row < cell.row
        return False


def _html_text(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())


def _html_pictures(element: HtmlElement) -> tuple[str, ...]:
    """Return what screen readers say for the pictures in an element: marks and counters."""
    images = [each for each in element.iter() if each.tag == "img" or each.get("role") == "img"]
    return tuple(each.get("alt" if each.tag == "img" else "aria-label", "") for each in images)

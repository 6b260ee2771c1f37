"""Statements of cards in Lout: their headings, bullets and tables, as `rulewright import` reads them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from rulewright.boundary import Failure
from rulewright.comparing.reading.cells import cell_statements
from rulewright.comparing.reading.markdown import markdown_words
from rulewright.comparing.reading.passage import Passage, statements_of
from rulewright.comparing.statement import Kind, Statement
from rulewright.findings import Span
from rulewright.importing.grids import Grid
from rulewright.importing.lout.expanding import Expander
from rulewright.importing.lout.flow import Flow
from rulewright.importing.lout.gathered import Gathered
from rulewright.importing.lout.including import Folder
from rulewright.importing.lout.parsing import parsed
from rulewright.importing.lout.pieces import (
    Beside,
    Bullets,
    Framed,
    Heading,
    Headings,
    Item,
    Paragraph,
    Piece,
    Printed,
    Section,
)
from rulewright.importing.lout.trouble import GivenUpError, Trouble
from rulewright.importing.sources import SourceFile
from rulewright.markup.links import LINK

Path = tuple[str, ...]
_GAP = re.compile(r" +(?=[,.;:)])")


def lout_statements(file: SourceFile) -> Iterator[Statement]:
    """Every statement of a text in its order; `Failure` where it exceeds a limit."""
    gathered, folder = Gathered(Trouble()), PurePosixPath(file.name).parent
    around = Folder(file.path.parent, "" if str(folder) == "." else str(folder))
    try:
        tree, _ = parsed(file.text()[0], file.name, around, gathered.trouble)
        pieces = Flow(gathered).pieces(Expander(gathered.trouble).expanded(tree))
    except GivenUpError as error:
        found = error.finding
        raise Failure(f"{found.span}: {found.message}: {found.hint}") from None
    yield from _Card().pieces(pieces)


class _Card:
    """Walks over the pieces of a card; `path` is the heading above."""

    def __init__(self) -> None:
        self.path: Path = ()

    def pieces(self, pieces: Iterable[Piece]) -> Iterator[Statement]:
        for piece in pieces:
            yield from self._piece(piece)

    def _piece(self, piece: Piece) -> Iterator[Statement]:
        match piece:
            case Heading():
                yield from self._headings((piece,))
            case Headings(headings=headings):
                yield from self._headings(headings)
            case Bullets(items=items):
                yield from (each for item in items for each in self._item(item, ()))
            case Paragraph(text=text, span=span):
                yield from self._text(text, span, Kind.SENTENCE, ())
            case Printed(grid=grid):
                yield from self._grid(grid)
            case Beside(columns=columns):
                yield from (each for column in columns for each in self.pieces(column))
            case Framed(pieces=inner):
                yield from self.pieces(inner)
            case Section(title=title, pieces=inner):
                self.path = (title,)
                yield from self.pieces(inner)

    def _headings(self, headings: Sequence[Heading]) -> Iterator[Statement]:
        self.path = (" · ".join(_words(each.title).text for each in headings),)
        for each in headings:
            for words in (each.title, each.number, each.note):
                yield from self._text(words, each.span, Kind.HEADING, ())

    def _item(self, item: Item, above: Path) -> Iterator[Statement]:
        yield from self._text(item.text, item.span, Kind.BULLET, above)
        for grid in item.tables:
            yield from self._grid(grid)
        below = (*above, _words(item.text).text)
        yield from (each for inner in item.items for each in self._item(inner, below))

    def _text(self, text: str, span: Span, kind: Kind, above: Path) -> Iterator[Statement]:
        path = () if kind is Kind.HEADING else self.path
        yield from statements_of(_words(text), span.file, span.line, kind, path, above)

    def _grid(self, grid: Grid) -> Iterator[Statement]:
        """Cells beside their heads, or whole rows where nothing heads the columns."""
        rows = [(row[0].origin.line, [_words(cell.text) for cell in row]) for row in grid.rows if row]
        if grid.headings and all(len(row) == len(rows[0][1]) for _, row in rows):
            yield from cell_statements(rows, grid.origin.file, self.path)
            return
        for line, cells in rows:
            words = " · ".join(cell.text for cell in cells if cell.text)
            strong = tuple(word for cell in cells for word in cell.emphasised(0, len(cell.text)))
            if any(sign.isalnum() for sign in words):
                yield Statement(words, Span(grid.origin.file, line, 1), Kind.ROW, self.path, (), strong)


def _words(text: str) -> Passage:
    """The words of our Markdown: of a link those that it shows, or else its name."""
    shown = LINK.sub(lambda link: link[2] or link[1].rpartition(":")[2], text)
    return markdown_words(_GAP.sub("", shown))

"""The size of a card that a text does not tell: the smallest paper that its words and its widest table fit."""

from rulewright.importing.draft import Guessed, Value
from rulewright.importing.grids import Grid
from rulewright.importing.grids.shape import bare, shape_of
from rulewright.importing.lout.lengths import centimetres
from rulewright.importing.lout.pieces import Beside, Bullets, Framed, Item, Piece, Printed, Section

PAPERS = ((105, 340, "105 × 148 mm"), (105, 520, "105 × 210 mm"), (148, 900, "148 × 210 mm"), (210, 2000, "A4"))
"""Millimetres of width, the most words, and the size."""
LETTER, PADDING, MARGIN, TURNED = 1.15, 2.4, 10, 5
"""Millimetres at the smallest type: of a letter, beside a cell, of a card, and of a column of turned words."""


def size_of(settings: dict[str, str], pieces: list[Piece], count: int) -> Value:
    """The size that the text tells of its page, or a guess."""
    width, height = (centimetres(settings.get(name, "")) * 10 for name in ("@PageWidth", "@PageHeight"))
    if width and height:
        return f"{width:g} × {height:g} mm"
    needed = _width(pieces) + MARGIN
    size = next((size for wide, most, size in PAPERS if needed <= wide and count <= most), PAPERS[-1][2])
    why = f"the text does not say its size: on this its {count} words and its widest table fit"
    return Guessed(size, why)


def _width(pieces: list[Piece]) -> float:
    """Millimetres that the widest of some pieces needs."""
    return max(map(_needed, pieces), default=0)


def _needed(piece: Piece) -> float:
    match piece:
        case Printed(grid=grid):
            return _table(grid)
        case Beside(columns=columns):
            return sum(map(_width, columns))
        case Bullets(items=items):
            return max(map(_item, items), default=0)
        case Framed(pieces=pieces) | Section(pieces=pieces):
            return _width(pieces)
        case _:
            return 0


def _item(item: Item) -> float:
    return max([*map(_table, item.tables), *map(_item, item.items), 0])


def _table(grid: Grid) -> float:
    shape = shape_of(grid)
    if shape is None or not shape.rows:
        return 0
    return sum(
        TURNED if shape.beside_all(at) else _longest([shape.headings[at], *shape.column(at)])
        for at in range(shape.width)
    )


def _longest(texts: list[str]) -> float:
    return PADDING + LETTER * max((len(word) for text in texts for word in bare(text).split()), default=1)

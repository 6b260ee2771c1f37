"""Which words of a grid are in the table that was made of it."""

from collections.abc import Iterator

from rulewright.importing.draft import Draft, Guessed, Unread, Value
from rulewright.importing.grids import Grid
from rulewright.importing.grids.scores import score_text
from rulewright.importing.grids.shape import bare


def missing(grid: Grid, made: Draft) -> Iterator[Unread]:
    """Cells of a grid whose words are not in what became of it."""
    there = {word for each in made.entries for word in _compared(said(each.value))}
    there |= {word for each in made.unread for word in _compared(each.words)}
    for cell in (cell for row in grid.rows for cell in row):
        if not set(_compared(cell.text)) <= there:
            yield Unread(cell.origin, bare(cell.text), "the table that was made of this grid has no place for it")


def _compared(text: str) -> list[str]:
    """The words of a text; a number without the sign that a table adds."""
    return [word.lstrip("+") for word in score_text(bare(text)).split()]


def said(value: Value) -> str:
    """All texts of a value, its keys too."""
    match value:
        case dict():
            return " ".join(f"{key} {said(each)}" for key, each in value.items())
        case list():
            return " ".join(map(said, value))
        case Guessed():
            return said(value.value)
        case _:
            return str(value)

"""Records: things with a value in each column. Any grid can be read as records: it is the last kind."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.importing.draft import Guessed, Value
from rulewright.importing.grids.columns import GROUP, outputs, single
from rulewright.importing.grids.names import Names
from rulewright.importing.grids.shape import Shape, bare, grouped
from rulewright.importing.grids.table import Table, line


def records(shape: Shape, _: Names) -> Table:
    """Things by their names; bands between the rows, or a first column that repeats, head groups of them."""
    shape = _with_names_first(grouped(shape))
    keys = dict(single(shape).keys if shape.width == 2 and not any(shape.bands) else outputs(shape).keys)
    rows: dict[str, Value] = {}
    for name, row, band in zip(distinct(shape.names), shape.rows, shape.bands, strict=True):
        cells = line([*([band or "–"] if any(shape.bands) else []), *shape.values(row)])
        rows[name] = cells
    if any(shape.bands):
        made = keys["outputs"]
        assert isinstance(made, dict)
        keys["outputs"] = {GROUP: {"title": shape.band_heading}, **made}
        keys["group-by"] = Guessed(GROUP, "one cell heads these rows together")
    again = [name for name, row in zip(rows, shape.rows, strict=True) if name != row[0].text.strip()]
    said = "each row is a thing, and its columns say what it has"
    if again:
        number = f"names must differ, so these have a number: {', '.join(again)}"
        return Table(keys | {"records": Guessed(rows, number)}, (said,))
    return Table(keys | {"records": rows}, (said,))


def _with_names_first(shape: Shape) -> Shape:
    """Where the first column has only numbers, one of words of which none comes twice before it."""
    if any(letter.isalpha() for name in shape.names for letter in name):
        return shape
    by_column = [[bare(text).strip().casefold() for text in shape.column(at)] for at in range(shape.width)]
    best = next((at for at, texts in enumerate(by_column) if at and _names(texts)), 0)
    if not best or shape.beside_all(best):
        return shape
    order = [best, *(at for at in range(shape.width) if at != best)]
    rows = tuple(tuple(row[at] for at in order) for row in shape.rows)
    return replace(shape, headings=tuple(shape.headings[at] for at in order), rows=rows)


def _names(texts: Sequence[str]) -> bool:
    return len({*texts}) == len(texts) and all(any(map(str.isalpha, text)) for text in texts)


def distinct(names: Iterable[str]) -> Iterator[str]:
    """The names, with a number after one that came before; a row without a name is called by its number."""
    taken: set[str] = set()
    for at, written in enumerate(names, 1):
        name, number = written.strip() or f"{at}", 2
        while bare(name).casefold() in taken:
            name = f"{written.strip()} ({number})"
            number += 1
        taken.add(bare(name).casefold())
        yield name

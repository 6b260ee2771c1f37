"""A table that says something else in print than in the source.

The source, the rules code and the proof can all be right, and a player still reads a wrong number: a template swaps
two columns, a style hides a condition, a page break eats a row. So every table is read out of what was made, and
compared with its source cell by cell.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulewright.diagnostics import Diagnostic, Label, Span
from rulewright.readback.matching import Matches
from rulewright.readback.moved import Line, Moved, moved
from rulewright.readback.stated import StatedCell, StatedTable
from rulewright.readback.tables import ReadCell, ReadTable, squeezed

NAME = "reads-back-differently"
HINT = "what the source says changes on its way to print: look for the reason in templates/ and its style sheets"
MOST = 8
"""Cells of one table that are told one by one."""


@dataclass(frozen=True, slots=True)
class Place:
    """What was read: `the card 'assault'` in messages, and what findings about it go by."""

    name: str
    about: str


def table_findings(place: Place, matches: Matches) -> Iterator[Diagnostic]:
    """All that a print says differently of its tables."""
    for match in matches.found:
        telling = _Telling(place, match.stated)
        if match.read is None:
            yield telling.missing()
        else:
            yield from telling.differences(match.read)
    for match in matches.surplus:
        assert match.read is not None
        yield _Telling(place, match.stated).again(match.read)


class _Telling:
    """Puts into words how one table differs."""

    def __init__(self, place: Place, stated: StatedTable) -> None:
        self.place, self.stated, self.table = place, stated, stated.table

    def _finding(self, span: Span, message: str, about: str, labels: tuple[Label, ...] = ()) -> Diagnostic:
        about = f"{self.place.about}: {self.table.id}: {about}"
        return Diagnostic(NAME, span, f"{self.place.name} {message}", HINT, labels, about=about)

    def missing(self) -> Diagnostic:
        message = f"does not print the table {self.table.id!r}, or prints nothing that reads like it"
        return self._finding(self.table.span, message, "missing")

    def again(self, read: ReadTable) -> Diagnostic:
        message = f"prints the table {self.table.id!r} once more than it should, on {read.where}"
        return self._finding(self.table.span, message, "again")

    def differences(self, read: ReadTable) -> Iterator[Diagnostic]:
        order = moved(self.stated, read)
        if order is not None:
            yield self._moved(order)
            return
        found = list(self._cells(read)) or list(self._told(read))
        yield from found[:MOST]
        if more := found[MOST:]:
            message = f"differs from the source in {len(more)} more cells of the table {self.table.id!r}"
            yield self._finding(self.table.span, message, "more")

    def _moved(self, order: Moved) -> Diagnostic:
        names = [_name(line) for line in order.lines]
        pairs = [next((p for p in line if not p.same and p.stated.value), line[0]) for line in order.lines]
        first = pairs[0]
        listed = f"{', '.join(f'{name!r}' for name in names[:-1])} and {names[-1]!r}"
        whose = "the values of the " if order.values_only else "the "
        how = "were swapped" if len(names) == 2 else "stand in another order"
        says = self._says(first.stated, f"prints {first.read.text!r}", f"says {first.stated.reads.text!r}")
        labels = tuple(
            Label(pair.stated.span, f"and {pair.read.text!r} for this, {pair.stated.address!r}") for pair in pairs[1:]
        )
        message = f"{says}; it looks as if {whose}{order.kind} {listed} {how}"
        return self._finding(first.stated.span, message, f"{order.kind} {', '.join(names)}", labels)

    def _cells(self, read: ReadTable) -> Iterator[Diagnostic]:
        """Cells that say something else, and rows that are missing or too many."""
        ours, theirs = self.stated.rows, read.rows
        texts = [[squeezed(cell.reads.text) for cell in row] for row in ours]
        others = [[squeezed(cell.text) for cell in row] for row in theirs]
        matcher = SequenceMatcher(None, list(map(tuple, texts)), list(map(tuple, others)), autojunk=False)
        for _, i1, i2, j1, j2 in matcher.get_opcodes():
            both = min(i2 - i1, j2 - j1)
            for row, other in zip(ours[i1 : i1 + both], theirs[j1 : j1 + both], strict=True):
                yield from self._row(row, other)
            yield from (self._lost(row) for row in ours[i1 + both : i2])
            yield from (self._added(row, at) for at, row in enumerate(theirs[j1 + both : j2], j1 + both + 1))

    def _row(self, ours: Sequence[StatedCell], theirs: Sequence[ReadCell]) -> Iterator[Diagnostic]:
        if len(ours) != len(theirs):
            yield self._lost(ours, theirs)
            return
        for cell, other in zip(ours, theirs, strict=True):
            text = other.text or "nothing"
            if squeezed(cell.reads.text) != squeezed(other.text):
                yield self._cell(cell, f"prints {text!r}", f"says {cell.reads.text!r}")
            elif cell.reads.text and (cell.rows, cell.columns) != (other.rows, other.columns):
                yield self._cell(cell, f"prints {text!r} over {_extent(other)}", f"has it over {_extent(cell)}")

    def _cell(self, cell: StatedCell, print_: str, source: str) -> Diagnostic:
        about = cell.address or f"{cell.reads.text or 'the empty cell'}"
        return self._finding(cell.span, self._says(cell, print_, source), about)

    def _says(self, cell: StatedCell, print_: str, source: str) -> str:
        where = f" at {cell.address!r}" if cell.address else ""
        return f"{print_}{where} in the table {self.table.id!r}, the source {source}"

    def _lost(self, row: Sequence[StatedCell], instead: Sequence[ReadCell] = ()) -> Diagnostic:
        words = " | ".join(cell.reads.text for cell in row)
        prints = f"prints {' | '.join(cell.text for cell in instead)!r} instead of" if instead else "does not print"
        return self._finding(row[0].span, f"{prints} the row {words!r} of the table {self.table.id!r}", f"row {words}")

    def _added(self, row: Sequence[ReadCell], number: int) -> Diagnostic:
        words = " | ".join(cell.text for cell in row)
        message = f"prints a row {words!r} in the table {self.table.id!r} that the source does not have"
        return self._finding(self.table.span, message, f"added row {number}, {words}")

    def _told(self, read: ReadTable) -> Iterator[Diagnostic]:
        """What only screen readers are told, where the words are all as they should be."""
        for row, other in zip(self.stated.rows, read.rows, strict=True):
            for cell, its in zip(row, other, strict=True):
                if cell.reads.text and not self.stated.listed:
                    yield from self._headings(cell, its)
                if sorted(cell.reads.pictures) != sorted(its.pictures):
                    told, tells = (", ".join(each) or "nothing" for each in (its.pictures, cell.reads.pictures))
                    yield self._cell(cell, f"tells screen readers {told!r} of the marks", f"tells {tells!r}")

    def _headings(self, cell: StatedCell, read: ReadCell) -> Iterator[Diagnostic]:
        ours, theirs = ({squeezed(heading) for heading in each.headings} for each in (cell.reads, read))
        if cell.reads.heading != read.heading:
            as_, has = ("a heading" if heading else "no heading" for heading in (read.heading, cell.reads.heading))
            yield self._cell(cell, f"tags {cell.reads.text!r} as {as_}", f"has it as {has}")
        elif cell.value and ours != theirs:
            under, has = (" and ".join(sorted(each.headings)) or "nothing" for each in (read, cell.reads))
            yield self._cell(cell, f"tags {cell.reads.text!r} as standing under {under!r}", f"has it under {has!r}")


def _name(line: Line) -> str:
    """What a row or column is headed by."""
    headings = (pair.stated.reads.text for pair in line if not pair.stated.value)
    return next((heading for heading in headings if heading), line[0].stated.reads.text)


def _extent(cell: StatedCell | ReadCell) -> str:
    return f"{cell.rows} × {cell.columns} places"

"""A grid of printed cells, its dice scores, and its shape: a rectangle with headings, rows and notes."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, pairwise, product
from math import isinf

from rulewright.decode.cases import UNKNOWN
from rulewright.decode.keys import IN_SETS, RESERVED
from rulewright.decode.numerals import range_in_words, read_range, read_roll
from rulewright.findings import Span
from rulewright.importing.draft import Entry, Ids, Value
from rulewright.markup.words import words
from rulewright.model.dice import Roll
from rulewright.model.keyset import Bound, KeySet
from rulewright.model.table import NumberRange


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed cell: its text in our Markdown, and how many columns and rows it spans, itself included."""

    text: str
    origin: Span
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows from top to bottom. A row has no cells where cells of other rows span it.

    `headings` is the number of heading rows, if the source gives it. `rule` is the id of the rule that
    the table belongs to.
    """

    title: str
    rows: tuple[tuple[Cell, ...], ...]
    origin: Span
    headings: int | None = None
    rule: str = ""


PERCENTILE = "1d100"
LIKELY = ("1d6", "2d6", "d66", "1d10", "1d20", PERCENTILE, "1d8", "1d12", "1d4", "3d6", "2d10", "1d3", "1d2", "1d1000")
"""The dice of most games, the likeliest first."""
DICE = re.compile(r"(?<![\w.])(\d{0,2})\s*[dDwW]\s*(\d{1,4}|%)(?![\w.])")
"""Dice in a heading; W is the German sign for them."""
SIGNS = str.maketrans({"−": "-", "–": "-", "—": "-", "\u2011": "-", "\u00a0": " ", "\uff0b": "+"})
ROUGH = re.compile(r"\s*(?<=\d)\s+(?=\+)|(?<=[≥≤<>])\s+")
MOST = 10_000


def score_text(text: str) -> str:
    """Return a score as our language writes it, for example `10-13` for a printed `10 – 13`."""
    plain = text.strip().strip("*_`").translate(SIGNS).strip().rstrip(".:)")
    return ROUGH.sub("", re.sub(r"(?<=\d)\s*-\s*(?=\d)", "-", plain))


def score_key(text: str) -> str:
    """A key as the source writes it, if our language can read that; else `score_text`."""
    plain = text.strip().strip("*_`").strip()
    return plain if _ranges(plain) else score_text(text)


def is_score(text: str) -> bool:
    """Whether a text is a number, a range of numbers or one with an open end; or several of these."""
    return bool(_ranges(score_text(text)))


def scores(text: str, *, percentile: bool = False) -> KeySet:
    """The whole numbers that a key means; none if it is not a key of numbers."""
    plain = score_text(text)
    if percentile:
        plain = re.sub(r"(?<!\d)00(?!\d)", "100", plain)
    return KeySet.union_of(interval for each in _ranges(plain) if (interval := _interval(each)))


def _ranges(plain: str) -> list[NumberRange]:
    ranges = [read_range(range_in_words(part.strip()), measured=False) for part in plain.split(",")]
    return [each for each in ranges if each is not None] if all(ranges) else []


def _interval(numbers: NumberRange) -> tuple[Bound, Bound] | None:
    for end in (numbers.low, numbers.high):
        if end is not None and (end.denominator != 1 or abs(end) > MOST):
            return None
    low = float("-inf") if numbers.low is None else int(numbers.low) + (not numbers.low_in)
    return low, float("inf") if numbers.high is None else int(numbers.high) - (not numbers.high_in)


def disjoint(keys: Sequence[KeySet]) -> bool:
    """Return whether the scores are not empty and no two of them overlap."""
    intervals = sorted(interval for each in keys for interval in each.intervals)
    return all(keys) and all(one[1] < other[0] for one, other in pairwise(intervals))


def dice_of(words: Iterable[str]) -> tuple[str, Roll] | None:
    """The first dice in some headings, or None."""
    for text in words:
        for match in DICE.finditer(text):
            written = f"{match[1] or ''}d{match[2]}" if match[2] in ("66", "666") else f"{match[1] or 1}d{match[2]}"
            roll = read_roll(written)
            if roll is not None:
                return written, roll
    return None


def fit(roll: Roll, keys: Iterable[KeySet]) -> bool:
    """Whether the ends of all keys are scores of these dice, or open."""
    return all(isinf(end) or end in roll.scores for key in keys for interval in key.intervals for end in interval)


def likely_dice(keys: Sequence[KeySet]) -> str:
    """The most likely dice whose scores are exactly these keys, or ""."""
    whole = KeySet.union_of(interval for key in keys for interval in key.intervals)
    for written in LIKELY:
        roll = read_roll(written)
        if roll is not None and whole.finite and fit(roll, keys) and not roll.scores - whole:
            return written
    return ""


UNHEADED = re.compile(r"Column \d+")
"""The headings that programs write if a table has none; so does our export."""
WIDEST = 200
"""Most columns of a table. A span in a source may claim any number."""


def bare(text: str) -> str:
    """The words of a text without markup; a link is its last words."""
    return words(text, lambda target, shown: shown or target.rpartition(":")[2], blocks=False)


@dataclass(frozen=True)
class Shape:
    """The parts of a table. All `rows` have the same length; `bands` has the band above each.

    A table is `unheaded` if its source has an empty line for headings.
    """

    title: str
    origin: Span
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    bands: tuple[str, ...]
    notes: tuple[Cell, ...]
    band_heading: str = "Group"
    unheaded: bool = False

    @property
    def names(self) -> list[str]:
        return [row[0].text for row in self.rows]

    def column(self, at: int) -> list[str]:
        return [row[at].text for row in self.rows]

    @cached_property
    def beside_all(self) -> frozenset[int]:
        """The columns in which one cell spans all rows; none if no other column has values."""
        first, others = self.rows[0], self.rows[1:]
        columns = frozenset(
            at
            for at in range(1, self.width)
            if others and first[at].text.strip() and all(row[at] is first[at] for row in others)
        )
        return columns if len(columns) < self.width - 1 else frozenset()

    @property
    def has_open_cells(self) -> bool:
        """Whether the source marks a cell as unknown."""
        return any(cell.text.strip() == UNKNOWN for row in self.rows for cell in row[1:])

    def merged(self, at: int) -> bool:
        """Whether a cell of a column spans some of the rows."""
        return any(one[at] is other[at] for one, other in pairwise(self.rows))

    def values(self, row: Sequence[Cell]) -> list[str]:
        """The texts of a row after its name, without cells that span all rows; "" for cells that its name spans."""
        values = [cell for at, cell in enumerate(row) if at and at not in self.beside_all]
        return ["" if cell is row[0] else cell.text for cell in values]

    @property
    def width(self) -> int:
        return len(self.headings)


def shape_of(grid: Grid) -> Shape | None:
    """Divide a grid into its parts, or return None if it is empty."""
    all_rows = squares(grid)
    rows = [row for row in all_rows if not _is_empty(row)]
    if not rows:
        return None
    used = [at for at in range(len(rows[0])) if any(row[at].text.strip() for row in rows)]
    rows = [[row[at] for at in used] for row in rows]
    title, origin = grid.title, rows[0][0].origin
    if not title and len(used) > 1 and (alone := _band(rows[0])) and len(rows) > 1:
        title, rows = alone.text, rows[1:]
    headed = _heading_count(rows) if grid.headings is None else grid.headings
    count = headed - sum(map(_is_empty, all_rows[: grid.headings or 0]))
    headings = tuple(_joined_heading([row[at] for row in rows[:count]]) for at in range(len(used)))
    if all(map(UNHEADED.fullmatch, headings)):
        headings = ("",) * len(used)
    body, bands, notes = _divided(rows[min(count, len(rows)) :])
    unheaded = headed > 0 and not any(headings)
    rectangle = tuple(map(tuple, body))
    return Shape(title or "Table", origin, headings, rectangle, tuple(bands), tuple(notes), unheaded=unheaded)


def grouped(shape: Shape) -> Shape:
    """Turn names that span or repeat in several rows into bands; the second column has the names of the rows."""
    if shape.width < 3 or any(shape.bands):
        return shape
    spanning = 1 < len({id(row[0]) for row in shape.rows}) < len(shape.rows) and shape.merged(0)
    if not spanning and not _names_repeat(shape):
        return shape
    return replace(
        shape,
        headings=shape.headings[1:],
        rows=tuple(tuple(row[1:]) for row in shape.rows),
        bands=tuple(shape.names),
        band_heading=shape.headings[0].strip(),
    )


def _names_repeat(shape: Shape) -> bool:
    """Whether equal names in the first column follow one another, beside distinct names in the second."""
    first, second = shape.names, shape.column(1)
    runs = [name for name, _ in groupby(first)]
    named = all(name.strip() and not name.strip()[0].isdigit() for name in second)
    return named and all_differ(second) and len({*runs}) == len(runs) < len(first)


def all_differ(texts: Sequence[str]) -> bool:
    """Whether no two texts have the same words."""
    return len({bare(text).casefold() for text in texts}) == len(texts)


def squares(grid: Grid) -> list[list[Cell]]:
    """The cell at each place; a cell that spans several places is at each of them."""
    placed: dict[tuple[int, int], Cell] = {}
    for down, row in enumerate(grid.rows):
        across = 0
        for cell in row:
            while (down, across) in placed:
                across += 1
            columns = max(1, min(cell.columns, WIDEST))
            rows = max(1, min(cell.rows, len(grid.rows) - down))
            for place in product(range(down, down + rows), range(across, across + columns)):
                placed.setdefault(place, cell)
            across += columns
    width = min(WIDEST, 1 + max((across for _, across in placed), default=-1))
    return [
        [placed.get((down, across)) or Cell("", row[0].origin if row else grid.origin) for across in range(width)]
        for down, row in enumerate(grid.rows)
    ]


def _is_empty(row: Sequence[Cell]) -> bool:
    return not any(cell.text.strip() for cell in row)


def _band(row: list[Cell]) -> Cell | None:
    """The only cell of a row: it spans all columns, or the others are empty. None if there are several."""
    first = row[0]
    alone = len(row) > 1 and bool(first.text.strip())
    return first if alone and all(cell is first or not cell.text.strip() for cell in row[1:]) else None


def _heading_count(rows: list[list[Cell]]) -> int:
    """Guess the number of heading rows: one, or two if headings span columns; none if a score comes first."""
    if len(rows) < 2 or (is_score(rows[0][0].text) and len(rows[0]) > 1):
        return 0
    spanned = any(one is other for one, other in pairwise(rows[0]))
    return 2 if spanned and len(rows) > 2 else 1


def _joined_heading(cells: list[Cell]) -> str:
    """Join headings above one another: `Fire – light`."""
    return " – ".join(dict.fromkeys(cell.text.strip() for cell in cells if cell.text.strip()))


def _divided(rows: list[list[Cell]]) -> tuple[list[list[Cell]], list[str], list[Cell]]:
    """Divide rows into those with cells, the band above each, and the notes after the last of them."""
    notes: list[Cell] = []
    while rows and (note := _band(rows[-1])) and not is_score(note.text) and len(rows) > 1:
        rows, notes = rows[:-1], [note, *notes]
    body: list[list[Cell]] = []
    bands: list[str] = []
    band = ""
    for row in rows:
        if (alone := _band(row)) and not is_score(alone.text):
            band = alone.text
        else:
            body.append(row)
            bands.append(band)
    return body, bands, notes


NOT_FOR_VALUES = (*RESERVED, *IN_SETS, "yes", "no", "output", "name", "when")
"""Words that have another meaning in keys."""


@dataclass(slots=True)
class Names:
    """The names that a draft has used so far. One for all grids of a game."""

    tables: Ids = field(default_factory=Ids)
    domains: Ids = field(default_factory=lambda: Ids(NOT_FOR_VALUES))
    references: Ids = field(default_factory=Ids)
    by_labels: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The domain of each set of names."""
    new_domains: list[Entry] = field(default_factory=list)
    """Domains that the table needs and the draft does not have yet."""

    def add_domain(self, name: str, value: Value, origin: Span, why: str) -> None:
        self.new_domains.append(Entry("domains", name, value, origin, (why,)))

    def domain(self, heading: str, labels: Sequence[str], origin: Span, why: str) -> tuple[str, list[str]]:
        """The id of a domain of names, and the ids of its values. Add the domain if it is new."""
        value_ids = Ids(NOT_FOR_VALUES)
        ids = [value_ids.new(bare(label)) for label in labels]
        name = self.by_labels.get(tuple(labels))
        if name is None:
            name = self.by_labels[tuple(labels)] = self.domains.new(heading if heading.strip() else "kind")
            values: dict[str, Value] = dict(zip(ids, labels, strict=True))
            self.add_domain(name, {"names": values, "title": heading} if heading.strip() else values, origin, why)
        return name, ids

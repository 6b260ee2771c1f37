"""Write the columns of a shape as keys of a table entry: as one output, several outputs, or values of an input.

`kinds`, `modifiers` and `scored` call these once they know what kind of table a shape is. In a table by unit with the
columns `Cost` and `Move`, each column is an output of its own. In one with the columns `Clear` and `Wood` and numbers
in all cells, the columns are the values of an input.

`Guessed(value, why)` is a value that the source only implies. `Names` has the ids and domains of the draft so far.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import isinf
from operator import or_
from typing import NamedTuple

from rulewright.base.findings import Span
from rulewright.entries.cells import NOTHING, UNKNOWN
from rulewright.entries.keys import IN_SETS, RESERVED
from rulewright.entries.keyset import KeySet
from rulewright.importing.draft import Entry, Guessed, Ids, Value
from rulewright.importing.grids.scores import SIGNS, disjoint, score_key, scores
from rulewright.importing.grids.shape import Shape, without_markup

EMPTY = ("", "-", "–", "—", "−", "n/a", "N/A", "NA")
"""Cells that mean nothing."""
NUMBER = re.compile(r"[-+]?\d{1,15}")
"""A whole number: `12`, `+1`, `-3`."""
Keys = dict[str, Value]
"""Keys of an entry with their values."""


@dataclass(frozen=True, slots=True)
class Table:
    """The keys of an entry without its title, the reason for its kind, and the section of the source it goes to."""

    keys: Keys
    why: str
    section: str = "tables"


NOT_FOR_VALUES = (*RESERVED, *IN_SETS, "yes", "no", "output", "name", "when")
"""Words that have another meaning in keys."""


class DomainIds(NamedTuple):
    """The id of a domain, and the ids of its values in the order of their labels."""

    domain: str
    values: list[str]


@dataclass(slots=True)
class Names:
    """The names that a draft has used so far. One for all grids of a game.

    A second table with the columns `Foot`, `Horse` uses the domain of the first one with these columns.
    """

    tables: Ids = field(default_factory=Ids)
    domains: Ids = field(default_factory=lambda: Ids(NOT_FOR_VALUES))
    references: Ids = field(default_factory=Ids)
    by_labels: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The id of the domain that has these labels, in this order."""
    new_domains: list[Entry] = field(default_factory=list)
    """Domains that the table needs and the draft does not have yet."""

    def add_domain(self, name: str, value: Value, origin: Span, why: str) -> None:
        """Add a domain that the draft does not have; `why` says how the source implies it."""
        self.new_domains.append(Entry("domains", name, value, origin, (why,)))

    def domain(self, heading: str, labels: Sequence[str], origin: Span, why: str) -> DomainIds:
        """The ids of a domain with these labels. Add the domain if no table before had them."""
        value_ids = Ids(NOT_FOR_VALUES)
        ids = [value_ids.new(without_markup(label)) for label in labels]
        name = self.by_labels.get(tuple(labels))
        if name is None:
            name = self.by_labels[tuple(labels)] = self.domains.new(heading if heading.strip() else "kind")
            values: dict[str, Value] = dict(zip(ids, labels, strict=True))
            self.add_domain(name, {"names": values, "title": heading} if heading.strip() else values, origin, why)
        return DomainIds(name, ids)


PROPERTY_HEADING = re.compile(
    r"\b(?:cost|price|value|weight|range|damage|rate|speed|move|movement|attack|defen[cs]e|armou?r|strength|points?|"
    r"name|type|class|effects?|results?|notes?|remarks?|description|special|cr|xp|hp|ac|pts|gp|sp|dr|rof|size|level)\b",
    re.IGNORECASE,
)
"""Headings that name a property, not an input."""
GROUP = "group"
"""The output with the names of groups of rows."""
TESTED_BEYOND = 5
"""How far a proof goes beyond the last key with an open end."""
LONGEST_VALUE = 12
"""Most characters of a cell that is looked up; longer ones are remarks."""


def one_output_keys(shape: Shape, first: int = 1) -> Keys:
    """The keys for the cells in the column `first`, the only one with values, and the headings of all columns."""
    heads = [heading.strip() for heading in shape.headings]
    keys: Keys = {"headers": [*heads]} if any(heads) else {}
    return keys | values_of(shape.column_texts(first))


def output_keys(shape: Shape, first: int = 1) -> Keys:
    """The keys for several columns, each an output; a text beside all rows prints turned to save room."""
    ids, outputs = Ids((*NOT_FOR_VALUES, GROUP)), dict[str, Value]()
    for column in range(first, shape.width):
        heading, text = shape.headings[column].strip(), shape.rows[0][column].text
        spans_all_rows = column in shape.one_cell_columns
        output: Keys = {"title": heading}
        if spans_all_rows:
            needs_title = heading not in ("", text.strip())
            output = {**(output if needs_title else {}), "text": text.strip(), "rotated": "yes"}
        else:
            output |= values_of(shape.column_texts(column)) | ({"merged": "yes"} if shape.merged(column) else {})
        name = heading or (text if spans_all_rows else f"Column {column + 1}")
        outputs[ids.new(without_markup(name))] = output
    key_heading = shape.headings[first - 1].strip()
    return {**({"headers": [key_heading]} if key_heading else {}), "outputs": outputs}


def input_keys(shape: Shape, names: Names, first: int = 1) -> Keys | None:
    """The keys for columns that are the values of an input; None if their cells are of different kinds.

    The domain of these values, if it is new, is added to `names`.
    """
    headings = [heading.strip() for heading in shape.headings[first:]]
    if not are_one_kind(shape, first) or shape.one_cell_columns.intersection(range(first, shape.width)):
        return None
    cells = values_of([text for column in range(first, shape.width) for text in shape.column_texts(column)])
    heads: Keys = {"headers": [*shape.headings[:first]]} if any(shape.headings[:first]) else {}
    keys = [scores(each) for each in headings]
    # headings such as `1-3`, `4`, `5+`: all together they are one interval
    are_numbers_without_gap = len(keys) > 1 and disjoint(keys) and len(reduce(or_, keys).intervals) == 1
    if are_numbers_without_gap:
        name = names.domains.new("number")
        why = f"the columns of the table {shape.title!r} are keyed by these"
        names.add_domain(name, number_domain(keys), shape.origin, why)
        reason = "the column headings are numbers, so they are keys of an input: name it"
        return {"columns": Guessed(name, reason), "keys": [score_key(each) for each in headings], **heads, **cells}
    why = f"these are the column headings of {shape.title!r}"
    domain = names.domain("", headings, shape.origin, why).domain
    reason = "the cells are all of one kind, so the columns are values of an input: name it"
    return {"columns": Guessed(domain, reason), **heads, **cells}


def number_domain(keys: Sequence[KeySet], title: str = "") -> Keys:
    """A domain from the least to the greatest number of some keys; proofs try the numbers of `test-range`.

    Keys `1-3` and `4+` become `{numbers: "1..", test-range: 1..9}`.
    """
    ends = [end for key in keys for interval in key.intervals for end in interval]
    finite = [int(end) for end in ends if not isinf(end)] or [0]
    low, high = ("" if isinf(end) else f"{end:.0f}" for end in (min(ends), max(ends)))
    domain: Keys = {"numbers": f"{low}..{high}"}
    if title:
        domain["title"] = title
    if not low or not high:
        least = min(finite) if low else min(finite) - TESTED_BEYOND
        greatest = max(finite) if high else max(finite) + TESTED_BEYOND
        domain["test-range"] = f"{least}..{greatest}"
    return domain


def values_of(texts: Sequence[str]) -> Keys:
    """The key `values` with the range of the cells if all are whole numbers; else no key."""
    numbers = numbers_of(texts)
    if not numbers:
        return {}
    return {"values": Guessed(f"{min(numbers)}..{max(numbers)}", "the numbers in the source lie between these")}


def are_one_kind(shape: Shape, first: int = 1) -> bool:
    """Whether all cells are of one kind, numbers or a few short words, and no heading names a property."""
    headings = [without_markup(heading).strip().casefold() for heading in shape.headings[first:]]
    are_distinct = "" not in headings and len({*headings}) == len(headings)
    if not are_distinct or any(PROPERTY_HEADING.search(heading) for heading in headings):
        return False
    present = filled(text.strip() for column in range(first, shape.width) for text in shape.column_texts(column))
    if all(number_of(text) is not None for text in present):
        return bool(present)
    are_short = all(len(without_markup(text)) <= LONGEST_VALUE for text in present)
    repeat_often = len({*present}) <= max(3, len(present) * 2 / 3)  # every third, unless there are only a few
    return are_short and repeat_often


def value_text(text: str) -> str:
    """Write a cell in our language: `nothing` if it is empty. The words `nothing` and `unknown` get a capital."""
    plain = text.strip()
    if plain in EMPTY:
        return NOTHING
    return plain.capitalize() if plain in (NOTHING, UNKNOWN) else plain


def number_of(text: str) -> int | None:
    """The whole number in a cell, with any minus sign; None if it has none."""
    plain = text.strip().translate(SIGNS)
    return int(plain) if NUMBER.fullmatch(plain) else None


def filled(texts: Iterable[str]) -> list[str]:
    """The cells that are not empty."""
    return [text for text in texts if text.strip() not in EMPTY]


def numbers_of(texts: Iterable[str]) -> list[int] | None:
    """The numbers in cells, of which some may be empty; None if one is not a number, or all are empty."""
    numbers = [number_of(text) for text in filled(texts)]
    return [each for each in numbers if each is not None] if numbers and None not in numbers else None


def row_value(texts: Sequence[str], unknown: str | None = None) -> Value:
    """The cells of a row as a table lists them; a single one without a list. `unknown` stays as it is."""
    values: list[Value] = [text if text == unknown else value_text(text) for text in texts]
    return values if len(values) != 1 else values[0]

"""The table that a grid becomes, and what its columns hold."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import isinf
from operator import or_

from rulewright.decode.values import NOTHING, UNKNOWN
from rulewright.importing.draft import Entry, Guessed, Ids, Unread, Value
from rulewright.importing.grids.shape import NOT_FOR_VALUES, SIGNS, Names, Shape, bare, disjoint, score_key, scores
from rulewright.model.keyset import KeySet

EMPTY = ("", "-", "–", "—", "−", "n/a", "N/A", "NA", "—")
"""How sources say that there is nothing."""
NUMBER = re.compile(r"[-+]?\d{1,15}")


@dataclass(frozen=True, slots=True)
class Table:
    """The keys of the entry beside its title, the domains that it needs, and the reasons for the kind."""

    keys: dict[str, Value]
    why: tuple[str, ...]
    domains: tuple[Entry, ...] = ()
    unread: tuple[Unread, ...] = ()
    section: str = "tables"


def value_text(text: str) -> str:
    """A cell as our language writes it: nothing for an empty one; two words that mean something else get capitals."""
    plain = text.strip()
    if plain in EMPTY:
        return NOTHING
    return plain.capitalize() if plain in (NOTHING, UNKNOWN) else plain


def number_of(text: str) -> int | None:
    """The whole number that a cell is, whichever sign it has for minus."""
    plain = text.strip().translate(SIGNS)
    return int(plain) if NUMBER.fullmatch(plain) else None


def numbers_of(texts: Iterable[str]) -> list[int] | None:
    """The numbers of cells, of which some may be empty; None if one is something else, or there is none."""
    present = [text for text in texts if text.strip() not in EMPTY]
    found = [number_of(text) for text in present]
    return [each for each in found if each is not None] if present and None not in found else None


def line(texts: Sequence[str], unknown: str | None = None) -> Value:
    """The cells of a row as the table lists them; a single one stands alone. An `unknown` one may stay so."""
    values: list[Value] = [text if text == unknown else value_text(text) for text in texts]
    return values if len(values) != 1 else values[0]


THINGS = re.compile(
    r"\b(?:cost|price|value|weight|range|damage|rate|speed|move|movement|attack|defen[cs]e|armou?r|strength|points?|"
    r"name|type|class|effects?|results?|notes?|remarks?|description|special|cr|xp|hp|ac|pts|gp|sp|dr|rof|size|level)\b",
    re.IGNORECASE,
)
"""Headings that name a property, not an input."""
GROUP = "group"
"""The output that heads groups of rows."""
BEYOND = 5
"""How far a proof goes beyond the last key with an open end."""
SHORT = 12
"""Letters of a cell that is looked up; longer ones are remarks."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The keys of a table for its columns, and the domains that they need."""

    keys: dict[str, Value]
    domains: tuple[Entry, ...] = field(default=())


def single(shape: Shape, first: int = 1) -> Columns:
    """One column of values, with its heading."""
    heads = [heading.strip() for heading in shape.headings]
    keys: dict[str, Value] = {"headers": [*heads]} if any(heads) else {}
    return Columns(keys | values_of(shape.column(first)))


def outputs(shape: Shape, first: int = 1) -> Columns:
    """A column for each thing that a row says."""
    ids, made = Ids((*NOT_FOR_VALUES, GROUP)), dict[str, Value]()
    for at in range(first, shape.width):
        heading = shape.headings[at].strip()
        text = shape.rows[0][at].text if shape.beside_all(at) else f"Column {at + 1}"
        made[ids.new(bare(heading or text))] = _output(shape, at, heading)
    head = shape.headings[first - 1].strip()
    keys: dict[str, Value] = {"headers": [head]} if head else {}
    return Columns({**keys, "outputs": made})


def _output(shape: Shape, at: int, heading: str) -> dict[str, Value]:
    """A column of values; or one with a text beside all rows, which prints turned to save room."""
    text = shape.rows[0][at].text.strip()
    if shape.beside_all(at):
        return {**({"title": heading} if heading not in ("", text) else {}), "text": text, "rotated": "yes"}
    merged: dict[str, Value] = {"merged": "yes"} if shape.merged(at) else {}
    return {"title": heading, **values_of(shape.column(at)), **merged}


def columns(shape: Shape, names: Names) -> Columns:
    """All columns of a function: one; one for each key of an input; else outputs."""
    if shape.width == 2:
        return single(shape)
    return inputs(shape, names) or outputs(shape)


def inputs(shape: Shape, names: Names, first: int = 1) -> Columns | None:
    """Columns for the keys of an input; None where they do not say values of one kind."""
    headings = [heading.strip() for heading in shape.headings[first:]]
    if not alike(shape, first) or any(map(shape.beside_all, range(first, shape.width))):
        return None
    cells = values_of([text for at in range(first, shape.width) for text in shape.column(at)])
    heads: dict[str, Value] = {"headers": [*shape.headings[:first]]} if any(shape.headings[:first]) else {}
    keys = [scores(each) for each in headings]
    if len(keys) > 1 and disjoint(keys) and len(reduce(or_, keys).intervals) == 1:
        return _numbered(shape, headings, keys, heads | cells, names)
    why = f"these are the column headings of {shape.title!r}"
    domain, _, domains = names.domain("", headings, shape.origin, why)
    said = "the cells are all of one kind, so the columns are values of an input: give it its name"
    return Columns({"columns": Guessed(domain, said), **heads, **cells}, domains)


def _numbered(
    shape: Shape, headings: Sequence[str], keys: Sequence[KeySet], others: dict[str, Value], names: Names
) -> Columns:
    name = names.domains.new("number")
    why = f"the columns of the table {shape.title!r} are keyed by these"
    entry = Entry("domains", name, numbers(keys), shape.origin, (why,))
    said = "numbers head the columns, so they are keys of an input: give it its name"
    written: list[Value] = [score_key(each) for each in headings]
    return Columns({"columns": Guessed(name, said), "keys": written, **others}, (entry,))


def numbers(keys: Sequence[KeySet], title: str = "") -> dict[str, Value]:
    """A domain from the least to the greatest number of some keys, which a proof tries as far as the keys reach."""
    ends = [end for key in keys for interval in key.intervals for end in interval]
    inner = [int(end) for end in ends if not isinf(end)] or [0]
    low, high = ("" if isinf(end) else f"{end:.0f}" for end in (min(ends), max(ends)))
    domain: dict[str, Value] = {"numbers": f"{low}..{high}"}
    if title:
        domain["title"] = title
    if not low or not high:
        domain["test-range"] = f"{min(inner) - BEYOND * (not low)}..{max(inner) + BEYOND * (not high)}"
    return domain


def values_of(texts: Sequence[str]) -> dict[str, Value]:
    """The numbers that cells have, where all are whole numbers."""
    found = numbers_of(texts)
    if not found:
        return {}
    return {"values": Guessed(f"{min(found)}..{max(found)}", "the numbers in the source lie between these")}


def alike(shape: Shape, first: int = 1) -> bool:
    """Whether all cells say values of one kind: numbers, or few and short words; and no heading names a property."""
    headings = [bare(heading).strip().casefold() for heading in shape.headings[first:]]
    if "" in headings or len({*headings}) < len(headings) or any(THINGS.search(each) for each in headings):
        return False
    texts = [text.strip() for at in range(first, shape.width) for text in shape.column(at)]
    present = [text for text in texts if text not in EMPTY]
    if all(number_of(text) is not None for text in present):
        return bool(present)
    short = all(len(bare(text)) <= SHORT for text in present)
    return short and len({*present}) <= max(3, len(present) * 2 / 3)

"""The inputs of a table for the script: what can be chosen, and regions of it, as JSON."""

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm

from rulewright.model.book import Book
from rulewright.model.dice import Roll
from rulewright.model.domain import Domain
from rulewright.model.keyset import Bound, Box, KeySet
from rulewright.model.table import OUTPUT, Axis, Lookup, Row, Table
from rulewright.model.text import Text
from rulewright.wording import plain_with_mark_names

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

MOST_WAYS = 2**53
"""Whole numbers up to here are exact in a browser."""


def input_of(axis: Axis, table: Table | None, book: Book) -> Json:
    """One axis: its title, and its names, or its keys as intervals with the unit and step of their numbers."""
    domain = axis.domain
    data: dict[str, Json] = {"title": title(axis, table, book)}
    if axis.name == OUTPUT:
        data["output"] = True
    if domain.names:
        data["names"] = [plain_with_mark_names(name.label, book).strip() or name.id for name in domain.names]
    if domain.calendar is not None:
        data["names"] = [domain.key_text(key) for key in domain.keys]
    if domain.sets:
        data["sets"] = True
    if domain.sets or not (domain.names or domain.calendar):
        data["keys"] = intervals(domain.keys)
    if domain.unit:
        data["unit"] = domain.unit
    if domain.step is not None:
        data["step"] = [domain.step.numerator, domain.step.denominator]
    if domain.roll is not None:
        data["dice"] = dice(domain.roll)
    return data


def title(axis: Axis, table: Table | None, book: Book) -> str:
    """The title of an input: that of its domain, of its column in the table, or else its name."""
    text = axis.domain.title or (_head(axis, table) if table is not None else None)
    return plain_with_mark_names(text, book) if text is not None and text.source else _spelt(axis.domain, axis.name)


def _head(axis: Axis, table: Table) -> Text | None:
    """The header of the only axis in a column of headings."""
    if not isinstance(table.layout, Lookup) or not table.layout.rows:
        return None
    row: Row | None = table.layout.rows[0]
    for head in table.layout.headers:
        if row is None:
            return None
        if [key.axis for key in row.keys] == [axis.name]:
            return head
        row = row.rows[0] if row.rows else None
    return None


def _spelt(domain: Domain, name: str) -> str:
    words = (domain.roll.written if domain.roll else "") or name.replace("-", " ")
    return words[:1].upper() + words[1:]


def dice(roll: Roll) -> dict[str, Json]:
    """The dice as groups, the possible bonuses, and in how many equally likely ways each score comes up without one."""
    data: dict[str, Json] = {
        "named": "".join(_named(roll)),
        "groups": [[each.count, each.faces, each.reads.value, each.times] for each in roll.dice],
        "bonus": list(roll.bonus),
    }
    odds: Mapping[int, Fraction] = roll.odds(0)
    total = lcm(*(chance.denominator for chance in odds.values()))
    if total <= MOST_WAYS:
        data["ways"] = [[score, int(chance * total)] for score, chance in odds.items()]
    return data


def has_ways(roll: Roll) -> bool:
    """Whether a browser can reckon with every score of a roll exactly."""
    return "ways" in dice(roll)


def _named(roll: Roll) -> Iterator[str]:
    """The dice without bonuses."""
    for at, each in enumerate(roll.dice):
        yield f" {'−' if each.times < 0 else '+'} {each}" if at else str(each)


def intervals(keys: KeySet) -> list[Json]:
    return [[bound(low), bound(high)] for low, high in keys.intervals]


def bound(value: Bound) -> int | None:
    """An end of an interval; an open one is null."""
    return None if math.isinf(value) else int(value)


def boxes(regions: Sequence[Box], table: Table) -> list[Json]:
    """Boxes by the inputs that they restrict: the position of each, then the ends of its intervals."""
    whole = table.box
    return [
        [
            [at, *(end for low, high in keys.intervals for end in (bound(low), bound(high)))]
            for at, (keys, every) in enumerate(zip(box, whole, strict=True))
            if keys != every
        ]
        for box in regions
    ]

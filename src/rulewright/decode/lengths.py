"""Lengths as an author writes them, each with its unit."""

import re
from decimal import Decimal

from rulewright.decode.fields import Fields
from rulewright.model.paper import Millimetres

NUMBER = r"(\d+(?:\.\d+)?)"
WRITTEN = re.compile(rf"{NUMBER}\s*(mm|in)")
PAIR = re.compile(rf"{NUMBER}\s*(mm|in)?\s*[x×]\s*{NUMBER}\s*(mm|in)")
MILLIMETRES = {"mm": Decimal(1), "in": Decimal("25.4")}


def read_length(written: str) -> Millimetres | None:
    """`6mm` or `0.25 in`; None where it is neither."""
    match = WRITTEN.fullmatch(written)
    return Millimetres(Decimal(match[1]) * MILLIMETRES[match[2]]) if match else None


def read_pair(written: str) -> tuple[Millimetres, Millimetres] | None:
    """`4 × 6 mm`, across and down, or one length for both."""
    if match := PAIR.fullmatch(written):
        across, down = match[2] or match[4], match[4]
        return (
            Millimetres(Decimal(match[1]) * MILLIMETRES[across]),
            Millimetres(Decimal(match[3]) * MILLIMETRES[down]),
        )
    length = read_length(written)
    return (length, length) if length else None


def length(fields: Fields, name: str, default: Millimetres, most: int, usual: str) -> Millimetres:
    """The length under a key, from nothing to so many millimetres; `usual` is what a hint shows."""
    written = fields.scalar(name)
    if written is None:
        return default
    found = read_length(written.value)
    if found is None or found.value > most:
        refuse_length(fields, name, f"write it in millimetres, 0 to {most}: {usual}")
        return default
    return found


def refuse_length(fields: Fields, name: str, hint: str) -> None:
    written = fields.scalar(name)
    assert written is not None
    fields.fault("bad-value", written.span, f"{written.value!r} is no width of a {name}", hint)

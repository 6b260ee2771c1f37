"""How large a card may be set: `fit: shrink`, or with bounds `fit: {shrink: 6.5pt, grow: 11pt}`."""

import re
from decimal import Decimal

from rulewright.decode.fields import Fields
from rulewright.model.card import Fit
from rulewright.source.nodes import Mapping

TYPE = re.compile(r"(\d+(?:\.\d+)?)\s*pt")
WAYS = ("error", "shrink", "grow")


def read_fit(fields: Fields, type_size: Decimal, smallest: int, largest: int) -> Fit | None:
    """What is under `fit`: None where the type is to stay as it is; without a bound it goes as far as type may."""
    written = fields.node("fit")
    if not isinstance(written, Mapping):
        way = fields.choice("fit", WAYS)
        down, up = Decimal(smallest), Decimal(largest)
        return {"shrink": Fit(down, type_size), "grow": Fit(type_size, up)}.get(way)
    inner = Fields(written, "'fit'", WAYS[1:], fields.faults)
    bounds = {way: read_points(inner, way, smallest, largest) for way in WAYS[1:]}
    for way, bound in bounds.items():
        if bound is not None and (bound >= type_size if way == "shrink" else bound <= type_size):
            message = f"a card does not {way} from {type_size:g} to {bound:g} pt"
            hint = "'type' is where it begins: state a size below it under 'shrink', above it under 'grow'"
            inner.fault("bad-value", inner.place(way), message, hint)
            return None
    if not written.entries:
        inner.fault("missing-key", written.span, "'fit' needs 'shrink' or 'grow'", "as in fit: {shrink: 6.5pt}")
    return Fit(bounds["shrink"] or type_size, bounds["grow"] or type_size)


def read_points(fields: Fields, name: str, smallest: int, largest: int, example: str = "6.5pt") -> Decimal | None:
    """A size of type under a key, in points; None where there is none, or with a finding."""
    written = fields.scalar(name)
    if written is None:
        return None
    match = TYPE.fullmatch(written.value)
    if match is not None and smallest <= Decimal(match[1]) <= largest:
        return Decimal(match[1])
    hint = f"write it in points: {example}, from {smallest} to {largest}"
    fields.fault("bad-value", written.span, f"{written.value!r} is no size of type", hint)
    return None

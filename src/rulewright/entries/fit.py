"""The bounds between which the tool may choose the font size of a card or zone, so that its content fits.

With `font-size: 8pt`, `fit: shrink` allows 6 to 8 pt, and `fit: {shrink: 6.5pt, grow: 11pt}` allows 6.5 to 11 pt.
"""

from decimal import Decimal
from typing import Annotated

from rulewright.entries.entry import Entry, EntryReader, Kind, key
from rulewright.entries.roles import either, points, ref
from rulewright.source.nodes import Mapping

SMALLEST, LARGEST = 6, 40
"""The limits of font sizes in points. Smaller type is hard to read at arm's length."""
DEFAULT_FONT_SIZE = Decimal(8)
WAYS_TO_FIT = ("error", "shrink", "grow")
Bound = Annotated[Decimal, points(SMALLEST, LARGEST)]


class Fit(Entry, noun="the bounds of fit"):
    """The bounds between which the tool finds the font size of a card."""

    smallest: Bound = key(
        "The smallest font size that the tool may use",
        "shrink: 6.5pt",
        name="shrink",
        default=Decimal(SMALLEST),
        otherwise="`font-size`",
    )
    largest: Bound = key(
        "The largest font size that the tool may use",
        "grow: 11pt",
        name="grow",
        default=Decimal(LARGEST),
        otherwise="`font-size`",
    )


def read_fit(reader: EntryReader, name: str) -> Fit | None:
    """Read the bounds of the font size; None if it is fixed. `shrink` or `grow` alone go to the limit of the tool."""
    size, written = reader.value_of("font-size") or DEFAULT_FONT_SIZE, reader.node_at(name)
    if not isinstance(written, Mapping):
        limits = {"shrink": Fit(largest=size), "grow": Fit(smallest=size)}
        return limits.get(reader.choice_at(name, WAYS_TO_FIT))
    bounds = EntryReader(Fit, written, "'fit'", reader.findings, base=Fit(smallest=size, largest=size))
    fit = Fit.of_reader(bounds)
    wrong_key, bound = "", size
    if bounds.value_of("shrink") and fit.smallest >= size:
        wrong_key, bound = "shrink", fit.smallest
    elif bounds.value_of("grow") and fit.largest <= size:
        wrong_key, bound = "grow", fit.largest
    if wrong_key:
        hint = "the tool begins at 'font-size': give a smaller size under 'shrink', a larger one under 'grow'"
        message = f"a card does not {wrong_key} from {size:g} to {bound:g} pt"
        bounds.report("bad-value", bounds.place(wrong_key), message, hint)
        return None
    if not written.entries:
        bounds.report("missing-key", written.span, "'fit' needs 'shrink' or 'grow'", "as in fit: {shrink: 6.5pt}")
    return fit


FIT = Kind("error, shrink or grow, or a mapping of bounds", read_fit, either({"enum": [*WAYS_TO_FIT]}, ref("Fit")))

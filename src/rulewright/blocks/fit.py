"""The bounds between which the tool may choose the font size of a card or zone, so that its content fits.

With `font-size: 8pt`, `fit: shrink` allows 6 to 8 pt, and `fit: {shrink: 6.5pt, grow: 11pt}` allows 6.5 to 11 pt.
"""

from decimal import Decimal

from rulewright.entries.entry import EntryReader
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.roles import node, points, ref
from rulewright.model.block import Fit
from rulewright.source.nodes import Mapping

SMALLEST, LARGEST = 6, 40
"""The limits of font sizes in points. Smaller type is hard to read at arm's length."""
WAYS = ("error", "shrink", "grow")
FIT = node("error, shrink or grow, or a mapping of bounds", {"enum": list(WAYS)}, ref("FitEntry"))
BOUND = points(SMALLEST, LARGEST)


class FitEntry(LazyEntry):
    """The bounds between which the tool finds the font size of a card."""

    noun = "the bounds of fit"
    shrink = key(BOUND, "The smallest font size that the tool may use", "shrink: 6.5pt", default="`font-size`")
    grow = key(BOUND, "The largest font size that the tool may use", "grow: 11pt", default="`font-size`")


def read_fit(card: EntryReader, font_size: Decimal) -> Fit | None:
    """Read the bounds of the font size; None if it is fixed. `shrink` or `grow` alone go to the limit of the tool."""
    value = card.node_at("fit")
    if not isinstance(value, Mapping):
        limits = {"shrink": Fit(Decimal(SMALLEST), font_size), "grow": Fit(font_size, Decimal(LARGEST))}
        return limits.get(card.choice_at("fit", WAYS))
    bounds = FitEntry(value, "'fit'", card.findings)
    shrink, grow = bounds.shrink or font_size, bounds.grow or font_size
    wrong_key, bound = "", font_size
    if bounds.shrink and shrink >= font_size:
        wrong_key, bound = "shrink", shrink
    elif bounds.grow and grow <= font_size:
        wrong_key, bound = "grow", grow
    if wrong_key:
        hint = "the tool begins at 'font-size': give a smaller size under 'shrink', a larger one under 'grow'"
        message = f"a card does not {wrong_key} from {font_size:g} to {bound:g} pt"
        bounds.report("bad-value", bounds.place(wrong_key), message, hint)
        return None
    if not value.entries:
        bounds.report("missing-key", value.span, "'fit' needs 'shrink' or 'grow'", "as in fit: {shrink: 6.5pt}")
    return Fit(shrink, grow)

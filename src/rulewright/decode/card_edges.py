"""What surrounds the blocks of a card: its margins, and the foot of its pages."""

from rulewright.decode.fields import Fields, length_between
from rulewright.language.texts import prose
from rulewright.model.paper import CUT_MARGIN, PAPER_MARGIN, Margins, Millimetres, Size, is_home_paper
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping

SIDES = ("top", "right", "bottom", "left")
WIDEST = 100
"""Millimetres that a margin may have."""
LEAST_ROOM = 20
"""Millimetres that margins leave across and down: less holds no line."""
WORDS = {"yes": True, "true": True, "no": False, "false": False}


def read_margins(fields: Fields, size: Size) -> Margins:
    """`margin: 4mm` or `margin: {top: 6mm, left: 8mm}`; what is not told is as usual for the size."""
    usual, written = PAPER_MARGIN if is_home_paper(size) else CUT_MARGIN, fields.node("margin")
    if isinstance(written, Mapping):
        sides = Fields(written, "'margin'", SIDES, fields.faults)
        margins = Margins(*(_margin(sides, side) or usual for side in SIDES))
    else:
        margins = Margins.around(_margin(fields, "margin") or usual)
    if written is not None and not _leaves_room(margins, size):
        message = f"these margins leave no room on a card of {size.width} by {size.height}"
        fields.fault("bad-value", written.span, message, f"leave at least {LEAST_ROOM} mm each way")
    return margins


def _margin(fields: Fields, name: str) -> Millimetres | None:
    return length_between(fields, name, 0, WIDEST, "width of a margin")


def _leaves_room(margins: Margins, size: Size) -> bool:
    across = size.width.value - margins.left.value - margins.right.value
    down = size.height.value - margins.top.value - margins.bottom.value
    return min(across, down) >= LEAST_ROOM


def read_foot(fields: Fields) -> Text | bool | None:
    """`foot: yes`, `foot: no`, or a text of the author's; None where nothing is said."""
    written = fields.scalar("foot")
    if written is None:
        return None
    word = WORDS.get(written.value) if written.plain else None
    return prose(written, fields.faults) if word is None else word

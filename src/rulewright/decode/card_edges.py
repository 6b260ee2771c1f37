"""What surrounds the blocks of a card: its margins, and the footer of its pages."""

from rulewright.language.entry import Entry, Key, Kind, key
from rulewright.language.kinds import LENGTH_SCHEMA, PROSE, length, node, ref
from rulewright.language.texts import prose
from rulewright.model.paper import CUT_MARGIN, PAPER_MARGIN, Margins, Millimetres, Size, is_home_paper
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping

WIDEST = 100
"""Millimetres that a margin may have."""
LEAST_ROOM = 20
"""Millimetres that margins leave across and down: less holds no line."""
WORDS = {"yes": True, "true": True, "no": False, "false": False}
WIDTH = length(0, WIDEST, "width of a margin")
MARGIN = node("a length, or a mapping of sides to lengths", LENGTH_SCHEMA, ref("MarginEntry"))


def _side(name: str) -> Key[Millimetres | None]:
    return key(WIDTH, f"The margin at the {name}", f"{name}: 6mm", default="the usual margin")


class MarginEntry(Entry):
    """Margins that differ from side to side."""

    noun = "the margins of a card"
    top, right, bottom, left = map(_side, ("top", "right", "bottom", "left"))


def read_margins(card: Entry, size: Size) -> Margins:
    """`margin: 4mm` or `margin: {top: 6mm, left: 8mm}`; a side that is left out is as usual for the size."""
    usual, written = PAPER_MARGIN if is_home_paper(size) else CUT_MARGIN, card.node_at("margin")
    if isinstance(written, Mapping):
        sides = MarginEntry(written, "'margin'", card.faults)
        margins = Margins(*(side or usual for side in (sides.top, sides.right, sides.bottom, sides.left)))
    else:
        margins = Margins.around(WIDTH.read(card, "margin") or usual)
    if written is not None and not _leaves_room(margins, size):
        message = f"these margins leave no room on a card of {size.width} by {size.height}"
        card.fault("bad-value", written.span, message, f"leave at least {LEAST_ROOM} mm each way")
    return margins


def _leaves_room(margins: Margins, size: Size) -> bool:
    across = size.width.value - margins.left.value - margins.right.value
    down = size.height.value - margins.top.value - margins.bottom.value
    return min(across, down) >= LEAST_ROOM


def _footer(card: Entry, name: str) -> Text | bool | None:
    written = card.scalar_at(name)
    if written is None:
        return None
    word = WORDS.get(written.value) if written.plain else None
    return prose(written, card.faults) if word is None else word


FOOTER: Kind[Text | bool | None] = Kind("yes, no, or Markdown text with links", _footer, PROSE)

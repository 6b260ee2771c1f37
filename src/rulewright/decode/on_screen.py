"""Files of cards/GAME/ with the key `screen` or `online`: finished cards as pictures."""

from rulewright.decode.chosen import chosen_cards, widths
from rulewright.decode.fields import Fields
from rulewright.diagnostics import Faults
from rulewright.model.names import slug
from rulewright.model.on_screen import Online, Screen
from rulewright.source.nodes import Node

SCREEN_KEYS = ("screen", "cards", "width")
ONLINE_KEYS = ("online", "cards", "widths")


def decode_screen(name: str, node: Node, faults: Faults) -> Screen:
    """Cards for screens; the file's name is the id."""
    fields = Fields(node, f"screen {name!r}", SCREEN_KEYS, faults)
    wide = widths(fields, "width", "1920")
    return Screen(slug(name), fields.title("screen"), chosen_cards(fields), wide, fields.span)


def decode_online(name: str, node: Node, faults: Faults) -> Online:
    """Cards for online tables; the file's name is that of the deck."""
    fields = Fields(node, f"online {name!r}", ONLINE_KEYS, faults)
    wide = widths(fields, "widths", "[500, 1000]")
    return Online(slug(name), fields.title("online"), chosen_cards(fields), wide, fields.span)

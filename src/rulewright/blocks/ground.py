"""The picture behind a card, or behind one page of it: `background: pictures/wood.jpg`."""

from rulewright.language.entry import Entry, key
from rulewright.language.kinds import ONE_VALUE, SCALAR, length, node, ref
from rulewright.model.paper import NO_LENGTH, Ground
from rulewright.source.nodes import Mapping, Node, Scalar

WIDEST = 20
"""Millimetres of bleed that a picture may have."""
GROUND = node("the path of a picture below the game's folder of cards", ONE_VALUE, ref("BackgroundEntry"))


class BackgroundEntry(Entry):
    """The picture behind all that a card shows; it covers the card to its edges."""

    noun = "the background of a card"
    image = key(
        SCALAR, "The path of the file below the game's folder of cards", "image: pictures/hexes.svg", required=True
    )
    bleed = key(
        length(0, WIDEST, "width of a bleed"),
        "How much of the picture, at every side, is drawn to be cut off",
        "image: pictures/hexes.svg\nbleed: 3mm",
        default="none: beyond its edge stands its mirror image",
    )


def read_ground(entry: Entry, written: Node | None) -> Ground | None:
    """`pictures/wood.jpg`, or `{image: pictures/wood.jpg, bleed: 3mm}`."""
    if isinstance(written, Mapping):
        own = BackgroundEntry(written, "'background'", entry.faults)
        return Ground(own.image.value, own.bleed or NO_LENGTH, own.span) if own.image else None
    scalar = entry.scalar_at("background")
    return Ground(scalar.value, span=scalar.span) if isinstance(scalar, Scalar) else None

"""The picture behind everything on a page of a card."""

from typing import Annotated

from rulewright.entries.entry import Entry, EntryReader, Kind, key
from rulewright.entries.paper import NO_LENGTH, Millimetres
from rulewright.entries.roles import ONE_VALUE, either, length, ref
from rulewright.source.nodes import Mapping

WIDEST_BLEED = 20
"""The largest bleed of a picture in millimetres."""


class Ground(Entry, noun="the background of a card"):
    """The picture behind everything on a card; it covers the card to its edges."""

    picture: str = key(
        "The path of the file below the game's folder of cards", "image: pictures/hexes.svg", name="image"
    )
    bleed: Annotated[Millimetres, length(0, WIDEST_BLEED, "width of a bleed")] = key(
        "How much of the picture, at every side, is drawn to be cut off",
        "image: pictures/hexes.svg\nbleed: 3mm",
        default=NO_LENGTH,
        otherwise="none: beyond its edge stands its mirror image",
    )


def _ground(reader: EntryReader, name: str) -> Ground | None:
    """Read `pictures/wood.jpg`, or `{image: pictures/wood.jpg, bleed: 3mm}`."""
    written = reader.node_at(name)
    if isinstance(written, Mapping):
        ground = Ground.read(written, repr(name), reader.findings)
        return ground if ground.picture else None
    scalar = reader.scalar_at(name)
    return Ground(picture=scalar.value, span=scalar.span) if scalar else None


GROUND = Kind("the path of a picture below the game's folder of cards", _ground, either(ONE_VALUE, ref("Ground")))

"""Kinds of value that several products have: which cards are meant and how wide a picture is."""

import re
from collections.abc import Iterator

from rulewright.language.entry import Entry, Kind
from rulewright.language.kinds import ONE_VALUE, either, one_or_list
from rulewright.language.texts import reference
from rulewright.model.text import Text
from rulewright.source.nodes import Sequence

WIDTH = re.compile(r"[0-9]{1,5}")
NARROWEST, WIDEST = 100, 8192
"""Pixels: on less nothing can be read, and more no graphics card takes as one picture."""


def refuse_empty(entry: Entry, name: str, hint: str) -> None:
    """A list with nothing in it is as good as none."""
    value = entry.node_at(name)
    if isinstance(value, Sequence) and not value.items:
        entry.fault("missing-key", value.span, f"{entry.what} has nothing under {name!r}", hint)


def _chosen_cards(entry: Entry, name: str) -> tuple[Text, ...]:
    """None where the key is left out, which means all."""
    refuse_empty(entry, name, f"leave {name!r} out to take all of them")
    chosen: dict[str, Text] = {}
    for card in entry.scalars_at(name):
        if card.value in chosen:
            entry.fault("bad-value", card.span, f"the card {card.value!r} is given twice", "remove one")
        chosen.setdefault(card.value, reference(card, "card"))
    return tuple(chosen.values())


CHOSEN_CARDS = Kind("the name of a card, or a list of them", _chosen_cards, one_or_list(ONE_VALUE))


def _widths(entry: Entry, name: str) -> tuple[int, ...]:
    refuse_empty(entry, name, f"write it in pixels: {name}: 1920")
    return tuple(_sound_widths(entry, name))


def _sound_widths(entry: Entry, name: str) -> Iterator[int]:
    seen: set[int] = set()
    for written in entry.scalars_at(name):
        width = int(written.value) if WIDTH.fullmatch(written.value) else 0
        if not NARROWEST <= width <= WIDEST:
            hint = f"write a number of pixels, {NARROWEST} to {WIDEST}, without a unit"
            entry.fault("bad-value", written.span, f"{written.value!r} is not a width of a picture", hint)
        elif width in seen:
            entry.fault("bad-value", written.span, f"the width {width} is given twice", "remove one")
        else:
            seen.add(width)
            yield width


WIDTHS = Kind(
    f"a number of pixels from {NARROWEST} to {WIDEST}, or a list of them",
    _widths,
    one_or_list(either({"type": "integer", "minimum": NARROWEST, "maximum": WIDEST}, {"type": "string"})),
)

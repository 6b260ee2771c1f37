"""What the files about finished cards have in common: which cards are meant, and how wide a picture is."""

import re
from collections.abc import Iterator

from rulewright.decode.fields import Fields
from rulewright.diagnostics import Span
from rulewright.language.texts import reference
from rulewright.model.text import Text
from rulewright.source.nodes import Sequence

WIDTH = re.compile(r"[0-9]{1,5}")
NARROWEST, WIDEST = 100, 8192
"""Pixels: on less nothing can be read, and more no graphics card takes as one picture."""


def chosen_cards(fields: Fields) -> tuple[Text, ...]:
    """The cards under `cards`; none where the key is left out, which means all."""
    _refuse_empty(fields, "cards", "leave 'cards' out to take all of them")
    written: dict[str, Text] = {}
    for name in fields.strings("cards"):
        if name.value in written:
            fields.fault("bad-value", name.span, f"the card {name.value!r} is given twice", "remove one")
        written.setdefault(name.value, reference(name, "card"))
    return tuple(written.values())


def widths(fields: Fields, key: str, example: str) -> tuple[int, ...]:
    """The widths in pixels under a key that must be there; none where it is at fault."""
    if fields.required(key) is None:
        return ()
    _refuse_empty(fields, key, f"write it in pixels: {key}: {example}")
    return tuple(dict.fromkeys(_widths(fields, key)))


def _widths(fields: Fields, key: str) -> Iterator[int]:
    seen: set[int] = set()
    for written in fields.strings(key):
        value = int(written.value) if WIDTH.fullmatch(written.value) else 0
        if not NARROWEST <= value <= WIDEST:
            hint = f"write a number of pixels, {NARROWEST} to {WIDEST}, without a unit"
            fields.fault("bad-value", written.span, f"{written.value!r} is no width of a picture", hint)
        elif value in seen:
            fields.fault("bad-value", written.span, f"the width {value} is given twice", "remove one")
        else:
            seen.add(value)
            yield value


def _refuse_empty(fields: Fields, key: str, hint: str) -> None:
    value = fields.node(key)
    if isinstance(value, Sequence) and not value.items:
        _missing(fields, key, value.span, hint)


def _missing(fields: Fields, key: str, span: Span, hint: str) -> None:
    fields.fault("missing-key", span, f"{fields.what} has nothing under {key!r}", hint)

"""Blocks that hold something of their own: notes, pictures and legends."""

import re
from decimal import Decimal

from rulewright.decode.fields import Fields
from rulewright.language.lengths import read_length
from rulewright.model.card import Image, Legend, Note
from rulewright.model.paper import Millimetres, Share
from rulewright.source.nodes import Mapping

NOTE_KEYS = ("note", "title", "colour")
IMAGE_KEYS = ("image", "alt", "decorative", "width", "caption")
LEGEND_KEYS = ("legend", "title")
PER_CENT = re.compile(r"(\d{1,3}(?:\.\d+)?)\s*%")
WHOLE = Share(Decimal(100))


def read_note(fields: Fields) -> Note | None:
    """`note: text`, perhaps with a title and a colour."""
    text = fields.text("note", required=True)
    title, colour = fields.text("title"), fields.link("colour", "colour")
    return Note(text, title, colour, fields.span) if text else None


def read_image(fields: Fields) -> Image | None:
    """`image: pictures/map.svg`. What it shows has to be told to whoever does not see it, unless it shows nothing."""
    named = fields.scalar("image", required=True)
    alt, decorative = fields.string("alt").strip(), fields.flag("decorative")
    if decorative and alt:
        hint = "remove 'decorative' if it shows something, else 'alt'"
        fields.fault("bad-value", fields.place("alt"), "a picture that only adorns the card has nothing to tell", hint)
    elif not decorative and not alt and fields.sound:
        hint = "say in a few words what it shows, or write decorative: yes if it only adorns the card"
        fields.fault("missing-key", fields.span, f"{fields.what} needs 'alt', for whoever does not see it", hint)
    width, caption = _width(fields), fields.text("caption")
    return Image(named.value, alt, width, caption, fields.span) if named else None


def _width(fields: Fields) -> Millimetres | Share:
    """As wide as its place, unless something is told."""
    written = fields.scalar("width")
    if written is None:
        return WHOLE
    share, length = PER_CENT.fullmatch(written.value), read_length(written.value)
    if share and 0 < Decimal(share[1]) <= 100:
        return Share(Decimal(share[1]))
    if length is not None and length.value:
        return length
    hint = "write a length or a part of the width there is: 40mm, 1½ in, 60%"
    fields.fault("bad-value", written.span, f"{written.value!r} is no width of a picture", hint)
    return WHOLE


def read_legend(fields: Fields) -> Legend:
    """`legend`, or `legend: {title: Units}`, or `{legend: , title: Units}` as other blocks have it."""
    inner = fields.node("legend")
    if isinstance(inner, Mapping):
        return Legend(Fields(inner, "'legend'", ("title",), fields.faults).text("title"), fields.span)
    if inner is not None:
        hint = "write just: - legend, or: - legend: {title: Units}"
        fields.fault("bad-value", fields.place("legend"), "'legend' takes no value but a title", hint)
    return Legend(fields.text("title"), fields.span)

"""Marks: small symbols in texts and tables, with the legends that explain them."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from functools import cached_property
from typing import Annotated, Self

from rulewright.base.limits import MARK_BYTES
from rulewright.entries.colour import BLACK, COLOUR, Tint, read_tint
from rulewright.entries.entry import EntryReader, Kind, NamedEntry, key
from rulewright.entries.roles import ONE_VALUE, Name, Prose, number
from rulewright.source.pictures import Picture
from rulewright.source.svg import BLACK as PAINTED_BLACK
from rulewright.source.svg import paints

Pictures = Mapping[str, Picture]
"""The pictures below content/GAME by path."""
LONGEST = 8
"""The most letters of a badge, because it never breaks at the end of a line."""
KINDS = ("badge", "sign", "picture", "die")
"""The kinds of mark; a mark has exactly one of these keys."""
FACES = "⚀⚁⚂⚃⚄⚅"


class Shape(Enum):
    SQUARE = "square"
    ROUND = "round"
    HEX = "hex"
    SHIELD = "shield"


def _picture(reader: EntryReader, name: str) -> Picture | None:
    """Return the picture of a mark; None, with a finding, if it is too large."""
    written, pictures = reader.scalar_at(name), reader.context["picture"]
    picture: Picture | None = None if written is None else pictures.get(written.value)
    if picture is None or len(picture.data) <= MARK_BYTES.most:
        return picture
    message = f"the picture {picture.name!r} has {len(picture.data)} bytes"
    hint = f"draw the mark in fewer shapes or pixels: {MARK_BYTES.most} bytes at most"
    reader.report("too-large", reader.place(name), message, hint)
    return None


def _colour(reader: EntryReader, name: str) -> Tint | None:
    written = reader.node_at(name)
    return None if written is None else read_tint(f"the colour of {reader.what}", written, reader.findings)


FACE = number("[1-6]", "1 to 6", "is not a face of a die", "write a number from 1 to 6")


class Mark(NamedEntry, noun="a mark"):
    """A small symbol in text and tables: a badge (letters on a colour), a sign such as *, a die face or a picture."""

    badge: str = key("The letters of a badge, which is as wide as they are", "badge: MG", default="", otherwise="none")
    sign: str = key("The sign that the mark is", 'sign: "*"', default="", otherwise="none")
    picture: Annotated[Picture, Kind("text", _picture, ONE_VALUE)] | None = key(
        "The path of a drawing (SVG) or pixels (PNG, JPEG) below the game's folder of content",
        "picture: pictures/tank.svg",
        default=None,
        otherwise="none",
    )
    die: Annotated[int, FACE] | None = key("The pips of the face of a die", "die: 5", default=None, otherwise="none")
    shape: Shape = key("The shape of a badge", "badge: J\nshape: round", default=Shape.SQUARE)
    colour: Annotated[Tint, Kind("a colour", _colour, COLOUR.schema)] | None = key(
        "The colour of badge or sign; a drawing of one colour takes it too",
        'badge: J\ncolour: "#b05040"',
        default=None,
        otherwise="required, but for a picture: as it is drawn",
        also=("color",),
    )
    name: Name = key("What a screen reader says", "name: Japanese", default="", otherwise="its id")
    legend: Prose | None = key("What legends print for it", "legend: Japanese units", default=None)

    def completed(self, _: EntryReader) -> Self:
        return self if self.name else replace(self, name=self.id)

    def check(self, reader: EntryReader) -> None:
        """Report a mark of no kind or several, without a colour that it needs, or with too long a badge."""
        if sum(map(reader.has, KINDS)) != 1:
            hint = "as in badge: A, or sign: †, or picture: pictures/tank.svg, or die: 5"
            message = f"{reader.what} needs one of 'badge', 'sign', 'picture' and 'die'"
            reader.report("missing-key", self.span, message, hint)
        elif not reader.has("colour") and not reader.has("picture"):
            reader.report("missing-key", self.span, f"{reader.what} needs 'colour'", 'as in colour: "#b05040"')
        if len(self.badge) > LONGEST:
            message = f"the badge of {reader.what} has {len(self.badge)} letters"
            reader.report("bad-value", reader.place("badge"), message, f"write {LONGEST} at most")
        if self.colour and self.picture and not self.tint:
            message = f"{self.picture.name!r} has more than one colour, and keeps them"
            hint = "remove 'colour', or draw it in one colour"
            reader.report("bad-value", reader.place("colour"), message, hint)

    @property
    def letter(self) -> str:
        """Its plain text."""
        return self.badge or self.sign or (FACES[self.die - 1] if self.die else f"[{self.name}]")

    @property
    def printed(self) -> str:
        """The letters in its drawing; empty for pictures and pips."""
        return "" if self.picture or self.die else self.letter

    @property
    def drawing(self) -> tuple[str, bool, Shape]:
        """Everything about its drawing except the colour, for comparing marks."""
        return self.picture.name if self.picture else self.letter, not self.sign, self.shape

    @property
    def paint(self) -> Tint:
        """The colour of badge or sign."""
        return self.colour or BLACK

    @cached_property
    def _painted(self) -> frozenset[str]:
        """The colours of its drawing."""
        return paints(self.picture.data) if self.picture and self.picture.drawn else frozenset()

    @property
    def tint(self) -> Tint | None:
        """The colour that replaces the colour of a one-coloured picture, if it has one of its own."""
        return self.colour if len(self._painted) == 1 else None

    @property
    def inked(self) -> bool:
        """Whether its picture is black, and takes the colour of the text around it."""
        return self._painted == {PAINTED_BLACK}

"""Marks: small symbols in texts and tables, each a badge, a sign, the face of a die or a picture."""

from collections.abc import Mapping

from rulewright.decode.colours import COLOUR, read_tint
from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import SCALAR, STRING, TEXT, WORDS, choice, node, number
from rulewright.limits import MARK_BYTES
from rulewright.model.colour import BLACK
from rulewright.model.game import Mark, Shape
from rulewright.source.nodes import Node, Scalar
from rulewright.source.pictures import Picture
from rulewright.source.svg import BLACK as PAINTED_BLACK
from rulewright.source.svg import paints

Pictures = Mapping[str, Picture]
"""Those below content/GAME by their paths."""
LONGEST = 8
"""Letters of a badge: it never breaks at the end of a line."""


FACE = number("[1-6]", "1 to 6", "is not a face of a die", "write a number from 1 to 6")
FACES = "⚀⚁⚂⚃⚄⚅"


class MarkEntry(Entry):
    """A small symbol in text and tables: a badge, which is letters on a colour, a sign such as *, or a picture."""

    noun = "a mark"
    badge = key(STRING, "The letters of a badge, which is as wide as they are", "badge: MG", default="none")
    sign = key(STRING, "The sign that the mark is", 'sign: "*"', default="none")
    picture = key(
        SCALAR,
        "The path of a drawing (SVG) or pixels (PNG, JPEG) below the game's folder of content",
        "picture: pictures/tank.svg",
        default="none",
    )
    die = key(FACE, "The pips of the face of a die", "die: 5", default="none")
    shape = key(
        choice(*(shape.value for shape in Shape)), "The shape of a badge", "badge: J\nshape: round", default="square"
    )
    colour = key(
        node("a colour", COLOUR),
        "The colour of badge or sign; a drawing of one colour takes it too",
        'badge: J\ncolour: "#b05040"',
        default="required, but for a picture: as it is drawn",
        also=("color",),
    )
    name = key(WORDS, "What a screen reader says", "name: Japanese", default="its id")
    legend = key(TEXT, "What legends print for it", "legend: Japanese units")


KINDS = ("badge", "sign", "picture", "die")
"""The keys of which a mark has one."""


def decode_mark(name: Scalar, node: Node, pictures: Pictures, faults: Findings) -> Mark:
    """One mark by its id."""
    entry = MarkEntry(node, f"mark {name.value!r}", faults)
    tint = read_tint(name.value, entry.colour, faults) if entry.colour else None
    _one_kind(entry, name)
    picture = _picture(entry, pictures)
    shown = paints(picture.data) if picture and picture.drawn else frozenset()
    if tint and picture and len(shown) != 1:
        _not_of_one_colour(entry, picture)
    called, die = entry.name or name.value, entry.die or 0
    return Mark(
        name.value,
        _letter(entry, called),
        tint or BLACK,
        not entry.has("sign"),
        called,
        entry.legend,
        name.span,
        shape=Shape(entry.shape),
        die=die,
        picture=picture,
        tint=tint if picture and len(shown) == 1 else None,
        inked=shown == {PAINTED_BLACK},
    )


def _picture(entry: MarkEntry, pictures: Pictures) -> Picture | None:
    """The picture of a mark, unless it is at fault."""
    picture = pictures.get(entry.picture.value) if entry.picture else None
    if picture is None or len(picture.data) <= MARK_BYTES.most:
        return picture
    message = f"the picture {picture.name!r} has {len(picture.data)} bytes"
    hint = f"draw the mark in fewer shapes or pixels: {MARK_BYTES.most} bytes at most"
    entry.fault("too-large", entry.place("picture"), message, hint)
    return None


def _letter(entry: MarkEntry, called: str) -> str:
    """What stands for a mark where there are only letters: of a picture, its name in brackets."""
    return entry.badge or entry.sign or (FACES[entry.die - 1] if entry.die else f"[{called}]")


def _one_kind(entry: MarkEntry, name: Scalar) -> None:
    """A mark is one thing, and has a colour unless it is a picture."""
    if sum(entry.has(kind) for kind in KINDS) != 1:
        hint = "as in badge: A, or sign: †, or picture: pictures/tank.svg, or die: 5"
        message = f"{entry.what} needs one of 'badge', 'sign', 'picture' and 'die'"
        entry.fault("missing-key", name.span, message, hint)
    elif not entry.has("colour") and not entry.has("picture"):
        hint = 'as in colour: "#b05040"'
        entry.fault("missing-key", name.span, f"{entry.what} needs 'colour'", hint)
    if len(entry.badge) > LONGEST:
        message = f"the badge of {entry.what} has {len(entry.badge)} letters"
        entry.fault("bad-value", entry.place("badge"), message, f"write {LONGEST} at most")


def _not_of_one_colour(entry: MarkEntry, picture: Picture) -> None:
    message = f"{picture.name!r} has more than one colour, and keeps them"
    hint = "remove 'colour', or draw it in one colour"
    entry.fault("bad-value", entry.place("colour"), message, hint)

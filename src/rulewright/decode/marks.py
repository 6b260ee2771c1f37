"""Decoding of colours, marks and notations of counters.

A mark is a small symbol: a badge, a sign, the face of a die or a picture.
"""

from collections.abc import Iterable
from collections.abc import Mapping as MappingOf

from rulewright.decode.domains import read_numbers
from rulewright.decode.keys import NAME
from rulewright.entries.colour import BLACK, COLOUR, read_tint
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.names import nearest
from rulewright.entries.roles import (
    ONE_VALUE,
    SCALAR,
    STRING,
    TEXT,
    WORDS,
    choice,
    named,
    node,
    number,
)
from rulewright.findings import Finding, Findings, Span
from rulewright.limits import MARK_BYTES
from rulewright.model.game import Mark, Shape
from rulewright.model.notation import Notation, NotationField, Unit, matching_units, parse_units
from rulewright.source.nodes import Node, Scalar
from rulewright.source.pictures import Picture
from rulewright.source.svg import BLACK as PAINTED_BLACK
from rulewright.source.svg import paints
from rulewright.translation.messages import all_of

Pictures = MappingOf[str, Picture]
"""The pictures below content/GAME by path."""
LONGEST = 8
"""The most letters of a badge, because it never breaks at the end of a line."""


FACE = number("[1-6]", "1 to 6", "is not a face of a die", "write a number from 1 to 6")
FACES = "⚀⚁⚂⚃⚄⚅"


class MarkEntry(LazyEntry):
    """A small symbol in text and tables: a badge (letters on a colour), a sign such as *, a die face or a picture."""

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
        node("a colour", COLOUR.schema),
        "The colour of badge or sign; a drawing of one colour takes it too",
        'badge: J\ncolour: "#b05040"',
        default="required, but for a picture: as it is drawn",
        also=("color",),
    )
    name = key(WORDS, "What a screen reader says", "name: Japanese", default="its id")
    legend = key(TEXT, "What legends print for it", "legend: Japanese units")


KINDS = ("badge", "sign", "picture", "die")
"""The kinds of mark; a mark has exactly one of these keys."""


def decode_mark(name: Scalar, node: Node, pictures: Pictures, findings: Findings) -> Mark:
    """Decode one entry of `marks`."""
    entry = MarkEntry(node, f"mark {name.value!r}", findings)
    tint = read_tint(name.value, entry.colour, findings) if entry.colour else None
    _check_kind(entry, name)
    picture = _picture(entry, pictures)
    painted = paints(picture.data) if picture and picture.drawn else frozenset()
    if tint and picture and len(painted) != 1:
        message = f"{picture.name!r} has more than one colour, and keeps them"
        entry.report("bad-value", entry.place("colour"), message, "remove 'colour', or draw it in one colour")
    name_or_id, die = entry.name or name.value, entry.die or 0
    letter = entry.badge or entry.sign or (FACES[die - 1] if die else f"[{name_or_id}]")
    return Mark(
        name.value,
        letter,
        tint or BLACK,
        not entry.has("sign"),
        name_or_id,
        entry.legend,
        name.span,
        shape=Shape(entry.shape),
        die=die,
        picture=picture,
        tint=tint if picture and len(painted) == 1 else None,
        inked=painted == {PAINTED_BLACK},
    )


def _picture(entry: MarkEntry, pictures: Pictures) -> Picture | None:
    """Return the picture of a mark; None, with a finding, if it is too large."""
    picture = pictures.get(entry.picture.value) if entry.picture else None
    if picture is None or len(picture.data) <= MARK_BYTES.most:
        return picture
    message = f"the picture {picture.name!r} has {len(picture.data)} bytes"
    hint = f"draw the mark in fewer shapes or pixels: {MARK_BYTES.most} bytes at most"
    entry.report("too-large", entry.place("picture"), message, hint)
    return None


def _check_kind(entry: MarkEntry, name: Scalar) -> None:
    """Report a mark of no kind or several, without a colour that it needs, or with too long a badge."""
    if sum(entry.has(kind) for kind in KINDS) != 1:
        hint = "as in badge: A, or sign: †, or picture: pictures/tank.svg, or die: 5"
        message = f"{entry.what} needs one of 'badge', 'sign', 'picture' and 'die'"
        entry.report("missing-key", name.span, message, hint)
    elif not entry.has("colour") and not entry.has("picture"):
        hint = 'as in colour: "#b05040"'
        entry.report("missing-key", name.span, f"{entry.what} needs 'colour'", hint)
    if len(entry.badge) > LONGEST:
        message = f"the badge of {entry.what} has {len(entry.badge)} letters"
        entry.report("bad-value", entry.place("badge"), message, f"write {LONGEST} at most")


# Notations: how the counters of a game are written


class NotationEntry(LazyEntry):
    """The way to write one kind of counter, such as 4-6-7. Then `[[unit:4-6-7]]` prints as a counter."""

    noun = "a notation"
    title = key(WORDS, "What the kind of counter is called", "title: Squad", default="its id")
    fields = key(
        named("a mapping of names to bounds", ONE_VALUE),
        "The numbers of a counter in their order, each with its bounds",
        "fields: {firepower: 0..12, range: 0..12, morale: 0..10}",
        required=True,
    )


def decode_notation(name: Scalar, node: Node, findings: Findings) -> Notation | None:
    """Decode `squad: {title: Squad, fields: {firepower: 0..99, range: 0..99, morale: 0..10}}`."""
    entry = NotationEntry(node, f"notation {name.value!r}", findings)
    before = len(findings.items)
    fields = [_field(field, bounds, findings) for field, bounds in entry.fields]
    if not fields and len(findings.items) == before:
        message, hint = f"{entry.what} has no fields", "as in fields: {firepower: 0..12, morale: 0..10}"
        findings.add(Finding("missing-key", entry.place("fields"), message, hint))
    valid_fields = tuple(each for each in fields if each is not None)
    title = entry.title or name.value
    return Notation(name.value, title, valid_fields, name.span) if valid_fields and all(fields) else None


def _field(name: Scalar, bounds: Node, findings: Findings) -> NotationField | None:
    if not NAME.fullmatch(name.value):
        hint = "a name holds letters, digits and hyphens"
        findings.add(Finding("bad-name", name.span, f"{name.value!r} cannot name a number of a counter", hint))
        return None
    keys = read_numbers(bounds.value) if isinstance(bounds, Scalar) else None
    if not keys:
        hint = "write its bounds, such as 0..10, or -3..3 where it has a sign"
        findings.add(Finding("bad-value", bounds.span, f"{name.value!r} of a counter is a whole number", hint))
        return None
    return NotationField(name.value, keys)


def read_unit(written: str, span: Span, notations: Iterable[Notation], findings: Findings) -> Unit | None:
    """Return the counter that `written` describes; None, with a finding, if none or several notations fit."""
    units = matching_units(written, notations)
    if len(units) != 1:
        findings.add(_bad_unit(written, span, tuple(notations), units))
        return None
    return units[0]


def _bad_unit(written: str, span: Span, notations: tuple[Notation, ...], units: list[Unit]) -> Finding:
    """Return the finding for a text that fits no notation, or several."""
    if units:
        names = all_of(unit.notation.id for unit in units)
        hint = f"narrow their fields, or write which it is: {units[0].notation.id} {units[0].written}"
        return Finding("bad-unit", span, f"the unit {written!r} fits several notations: {names}", hint)
    invalid_units = parse_units(written, notations)
    field = invalid_units[0].invalid_field if invalid_units else None
    if field is not None:
        number = invalid_units[0].values[field.name]
        message = (
            f"the unit {written!r} has {field.describe(number)}, which a {invalid_units[0].notation.id} cannot have"
        )
        return Finding("bad-unit", span, message, f"{field.words} is {field.bounds}")
    kind = written.strip().rpartition(" ")[0].strip()
    if kind and kind not in (ids := [each.id for each in notations]) and (meant := nearest(kind, ids)):
        counter = written.strip().rpartition(" ")[2]
        message = f"there is no notation {kind!r}"
        return Finding("bad-unit", span, message, f"did you mean {meant} {counter}?", unknown=kind)
    forms = "; ".join(f"{each.id}: {each.form}" for each in notations)
    hint = f"the notations are: {forms}" if forms else "declare how counters are written, with notations under game"
    message = f"no notation of this game fits the unit {written!r}"
    return Finding("bad-unit", span, message, hint, unknown=written)

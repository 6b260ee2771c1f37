"""Themes: each design value checked, and those that are not given taken from the theme that it begins with."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from rulewright.decode.colours import read_tint
from rulewright.decode.fields import Fields
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.language.lengths import read_length
from rulewright.model.names import slug
from rulewright.model.paper import Millimetres
from rulewright.model.theme import THEMES, Badge, Family, Heading, Theme
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

KEYS = (
    "theme", "from", "font", "headings", "band", "band-size", "marks", "frame", "corners", "rules", "ink", "minus",
    "greys", "ground", "stripe", "shade",
)  # fmt: skip
NUMBER = re.compile(r"\d+(?:\.\d+)?")
NONE = "none"
SMALLEST_BAND, LARGEST_BAND = Decimal(1), Decimal(3)

Given = Iterator[tuple[str, Any]]
"""Design values by the names that `Theme` has for them."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a length is the measure of, and between which millimetres it lies."""

    what: str
    least: Decimal
    most: Decimal
    usual: Decimal


WEIGHT = Kind("weight of a line", Decimal("0.05"), Decimal(2), Decimal("0.3"))
"""From what an offset press holds to what still is a line."""
RADIUS = Kind("radius of a corner", Decimal(0), Decimal(10), Decimal("2.4"))


def decode_themes(files: Iterable[tuple[str, Mapping]], faults: Faults) -> tuple[Theme, ...]:
    """The themes that come with the tool, and those of the files of cards/GAME/ with the key `theme`."""
    reader = _Themes({slug(name): (name, tree) for name, tree in files}, faults)
    return (*THEMES, *(theme for id_ in reader.files if (theme := reader.theme(id_)) is not None))


class _Themes:
    """Themes that begin with one another, in whatever order their files stand."""

    def __init__(self, files: dict[str, tuple[str, Mapping]], faults: Faults) -> None:
        self.faults = faults
        self.known: dict[str, Theme | None] = {theme.id: theme for theme in THEMES}
        self.files = {id_: file for id_, file in files.items() if not self._is_ours(id_, file[1])}

    def _is_ours(self, id_: str, tree: Mapping) -> bool:
        if id_ not in self.known:
            return False
        hint = f"give the file another name, and begin it with from: {id_}"
        message = f"the theme {id_!r} comes with the tool"
        self.faults.add(Diagnostic("duplicate-id", tree.span, message, hint))
        return True

    def theme(self, id_: str) -> Theme | None:
        """None while it is being read: a theme that is asked for then begins with itself."""
        if id_ not in self.known:
            self.known[id_] = None
            self.known[id_] = self._decoded(id_, *self.files[id_])
        return self.known[id_]

    def _decoded(self, id_: str, name: str, tree: Mapping) -> Theme:
        fields = Fields(tree, f"theme {name!r}", KEYS, self.faults)
        begun = fields.choice("from", tuple(dict.fromkeys((*self.known, *self.files))))
        base = self.theme(begun)
        if base is None:
            hint = f"name another, or one that comes with the tool: {', '.join(theme.id for theme in THEMES)}"
            fields.fault("bad-value", fields.place("from"), f"the theme {name!r} begins with itself", hint)
        title = fields.string("theme", required=True)
        return replace(base or THEMES[0], id=id_, title=title, span=fields.span, **dict(_given(fields)))


def _given(fields: Fields) -> Given:
    for name, kind in (("font", Family), ("headings", Family), ("band", Heading), ("marks", Badge)):
        if fields.node(name) is not None:
            yield name, kind(fields.choice(name, tuple(each.value for each in kind)))
    if (size := fields.scalar("band-size")) is not None:
        if NUMBER.fullmatch(size.value) and SMALLEST_BAND <= Decimal(size.value) <= LARGEST_BAND:
            yield "band_size", Decimal(size.value)
        else:
            hint = f"write how many times the type of the card it is, from {SMALLEST_BAND} to {LARGEST_BAND}: 1.6"
            fields.fault("bad-value", size.span, f"{size.value!r} is no size of a band", hint)
    yield from ((name, length) for name, length in _lengths(fields) if length is not None)
    yield from _colours(fields)


def _lengths(fields: Fields) -> Iterator[tuple[str, Millimetres | None]]:
    """Of corners and of rules both may be given as one, or each by its name."""
    if (frame := fields.node("frame")) is not None:
        yield "frame", _length(frame, WEIGHT, fields)
    for name, parts, kind in (("corners", ("frame", "band"), RADIUS), ("rules", ("strong", "fine"), WEIGHT)):
        node, noun = fields.node(name), name.removesuffix("s")
        if isinstance(node, Mapping):
            each = Fields(node, f"{name!r}", parts, fields.faults)
            given = ((part, found) for part in parts if (found := each.node(part)) is not None)
            yield from ((f"{part}_{noun}", _length(found, kind, fields)) for part, found in given)
        elif node is not None:
            both = _length(node, kind, fields)
            yield from ((f"{part}_{noun}", both) for part in parts)


def _length(node: Node, kind: Kind, fields: Fields) -> Millimetres | None:
    if not isinstance(node, Scalar):
        fields.wrong(node, f"the {kind.what} is a length")
        return None
    if node.value == NONE:
        return Millimetres(Decimal(0))
    length = read_length(node.value)
    if length is not None and kind.least <= length.value <= kind.most:
        return length
    hint = f"write it in millimetres, {kind.least} to {kind.most}, as in {kind.usual}mm, or none"
    fields.fault("bad-value", node.span, f"{node.value!r} is no {kind.what}", hint)
    return None


def _colours(fields: Fields) -> Given:
    if fields.has("greys"):
        yield "greys", fields.flag("greys")
    for name in ("ink", "minus", "ground", "shade"):
        node = fields.node(name)
        if name in ("ground", "shade") and _is_none(node):
            yield name, None
        elif node is not None and (tint := read_tint(name, node, fields.faults)) is not None:
            yield name, tint
    stripe = fields.node("stripe")
    if _is_none(stripe):
        yield "stripe", None
    elif stripe is not None:
        yield from _stripe(stripe, fields)


def _is_none(node: Node | None) -> bool:
    return isinstance(node, Scalar) and node.value == NONE


def _stripe(node: Node, fields: Fields) -> Given:
    if not isinstance(node, Sequence) or len(node.items) != 2:
        hint = 'write the grounds of odd and even rows: ["#eaece6", "#f7f8f5"], or none'
        fields.fault("bad-value", node.span, "'stripe' is two colours or none", hint)
        return
    tints = [read_tint("stripe", item, fields.faults) for item in node.items]
    if all(tints):
        yield "stripe", tuple(tints)

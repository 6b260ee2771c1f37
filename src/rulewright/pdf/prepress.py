"""Prepare a PDF for a print shop: inks instead of screen colours, page boxes, crop marks, and the PDF/X standard.

The changes are made to WeasyPrint's objects just before it writes the file (`Finish`). Every screen colour on a page
becomes ink; greys become black ink alone; black letters and lines overprint. Content that the standard forbids, such as
transparency, is reported and never flattened silently.

PDF/X-1a is the default, because it may name a registered printing condition. PDF/X-4 must embed the profile of the
press, which only the print shop has. PDF/X requires a date: that of SOURCE_DATE_EPOCH, or the first day of 2000.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from hashlib import sha256
from itertools import islice
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from rulewright.entries.paper import Millimetres
from rulewright.entries.press import CONDITIONS, REGISTRY, Press
from rulewright.pdf.engine import Array, Dictionary, PaintStream, PDFString, Stream
from rulewright.pdf.inks import inks_for, paint_in_inks, print_in_inks

# Where the paper is cut: the boxes of a page, the crop marks outside the bleed, and the line of a die
#
# WeasyPrint makes the page as large as the bleed. Marks need room beyond it, because a mark within the bleed could end
# up on the card when the knife slips. A die cuts along a path in a spot colour, which has a plate of its own. The path
# overprints, so that it leaves no gap in the inks below if somebody prints it.

POINTS = 72 / 25.4
"""Points in a millimetre."""
MARK_LENGTH, MARK_CLEARANCE = Decimal(5), Decimal("0.5")
"""Millimetres: the length of a crop mark, its distance from the bleed, and its distance from the edge of the page."""
HAIRLINE = 0.25
"""The width of a line in points."""
ALL_INKS = "1 1 1 1 K"
"""The colour space of marks, which print on every plate."""

Bounds = tuple[float, float, float, float]
"""Left, bottom, right and top in points."""


def cut_page(page: Any, bleed: Millimetres, *, marks: bool) -> Any | None:
    """Set the boxes of a page that ends at its bleed; return the crop marks as a stream, or None without `marks`."""
    left, bottom, right, top = (float(side) for side in page["MediaBox"])
    over = float(bleed.value) * POINTS
    trim = left + over, bottom + over, right - over, top - over
    page["TrimBox"], page["BleedBox"] = _box(trim), _box(grown(trim, over))
    if not marks:
        return None
    page["MediaBox"] = _box(grown(trim, over + float(2 * MARK_CLEARANCE + MARK_LENGTH) * POINTS))
    return Stream([f"q {HAIRLINE} w {ALL_INKS}", *_lines(trim, over), "Q"], compress=True)


def grown(box: Bounds, by: float) -> Bounds:
    left, bottom, right, top = box
    return left - by, bottom - by, right + by, top + by


def _box(bounds: Bounds) -> Any:
    return Array(round(side, 4) for side in bounds)


def _lines(trim: Bounds, bleed: float) -> Iterator[str]:
    """Yield the operators of two marks at every corner, in line with the cuts."""
    near = bleed + float(MARK_CLEARANCE) * POINTS
    far = near + float(MARK_LENGTH) * POINTS
    left, bottom, right, top = trim
    for y in (bottom, top):
        yield from (_line(left - far, y, left - near, y), _line(right + near, y, right + far, y))
    for x in (left, right):
        yield from (_line(x, bottom - far, x, bottom - near), _line(x, top + near, x, top + far))


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f"{x:.4f} {y:.4f} m {to_x:.4f} {to_y:.4f} l S"


DIE_LINE = "DieLine"
"""The name of the die line's colour and graphics state among the resources of a page."""
ARC = 0.5522847498
"""The length of the control handles of a Bézier curve that draws a quarter of a unit circle."""
AS_MAGENTA = {"FunctionType": 2, "Domain": [0, 1], "C0": [0, 0, 0, 0], "C1": [0, 1, 0, 0], "N": 1}
"""The inks that replace the spot colour if it has no plate of its own."""


def draw_die_line(pdf: Any, page: Any, press: Press) -> Any:
    """Return the line around the trimmed page as a stream, and add its colour to the resources of the page."""
    resources = _resolved(pdf, page["Resources"])
    state = Dictionary({"Type": "/ExtGState", "OP": "true", "op": "true", "OPM": 1})
    for kind, entry in (("ColorSpace", _separation(press.die_line)), ("ExtGState", state)):
        resources[kind] = Dictionary({**_resolved(pdf, resources.get(kind) or {}), DIE_LINE: entry})
    left, bottom, right, top = (float(side) for side in page["TrimBox"])
    path = rounded((left, bottom, right, top), float(press.corner_radius.value) * POINTS)
    return Stream([f"q /{DIE_LINE} gs /{DIE_LINE} CS 1 SCN {HAIRLINE} w", path, "S Q"], compress=True)


def _resolved(pdf: Any, entry: Any) -> Any:
    """Return a dictionary, following the reference if the entry is one."""
    return pdf.objects[int(entry.split()[0])] if isinstance(entry, bytes) else entry


def _separation(ink: str) -> Any:
    function = {key: Array(value) if isinstance(value, list) else value for key, value in AS_MAGENTA.items()}
    return Array(["/Separation", "/" + ink.replace(" ", "#20"), "/DeviceCMYK", Dictionary(function)])


def rounded(box: Bounds, radius: float) -> str:
    """Return a closed path along a box with rounded corners."""
    left, bottom, right, top = box
    r = min(radius, (right - left) / 2, (top - bottom) / 2)
    if not r:
        return f"{left:.4f} {bottom:.4f} {right - left:.4f} {top - bottom:.4f} re"
    k = r * (1 - ARC)
    corners = [
        ((right - r, bottom), (right - k, bottom), (right, bottom + k), (right, bottom + r)),
        ((right, top - r), (right, top - k), (right - k, top), (right - r, top)),
        ((left + r, top), (left + k, top), (left, top - k), (left, top - r)),
        ((left, bottom + r), (left, bottom + k), (left + k, bottom), (left + r, bottom)),
    ]
    parts = [f"{left + r:.4f} {bottom:.4f} m"]
    for start, *curve in corners:
        points = " ".join(f"{x:.4f} {y:.4f}" for x, y in curve)
        parts.append(f"{start[0]:.4f} {start[1]:.4f} l {points} c")
    return " ".join([*parts, "h"])


# Black letters and lines overprint; each other colour leaves out what it covers

NOUGHT, ONE = rb"0(?:\.0*)?", rb"1(?:\.0*)?"
BLACK = re.compile(rb"(?:%b ){3}%b (?:k|K|scn?|SCN?)" % (NOUGHT, ONE))
FILL, STROKE = re.compile(rb".* (?:k|g|rg|scn?|cs)", re.DOTALL), re.compile(rb".* (?:K|G|RG|SCN?|CS)", re.DOTALL)
"""Patterns of the operators that set the colour of fills and of strokes."""
RING, PAINTS = b"f*", frozenset((b"f*", b"f", b"B", b"B*", b"S", b"BT", b"Q"))


@dataclass(frozen=True, slots=True)
class _State:
    """The part of the graphics state that decides about overprinting; a `ring` is painted next.

    `set` says whether strokes and fills overprint. A form inherits the state of the page that paints it, so `set` is
    None before its first colour.
    """

    fill: bool = False
    stroke: bool = False
    letters: bool = False
    ring: bool = False
    coloured: bool = False
    set: tuple[bool, bool] | None = None

    @property
    def wanted(self) -> tuple[bool, bool]:
        return self.stroke, self.fill and (self.letters or self.ring)


def _overprint_black(stream: Any) -> Iterator[Any]:
    """Yield the operators of a page or form, with black letters and lines set to overprint."""
    state, outer = _State(), list[_State]()
    for at, line in enumerate(stream.stream):
        yield line
        if line == b"q":
            outer.append(state)
        elif line == b"Q":
            state = outer.pop() if outer else _State()
        elif isinstance(line, bytes):
            state = _after(line, state)
            if FILL.fullmatch(line):
                paints = (each for each in islice(stream.stream, at, None) if each in PAINTS)
                state = replace(state, ring=next(paints, b"") == RING)
        if state.wanted != state.set and (state.set is not None or state.coloured):
            state = replace(state, set=state.wanted)
            yield _switch(stream, strokes=state.stroke, fills=state.wanted[1])


def _after(line: bytes, state: _State) -> _State:
    """Return the state after an operator."""
    if line in PAINTS - {b"BT"}:
        return replace(state, ring=False)
    if line in (b"BT", b"ET"):
        return replace(state, letters=line == b"BT")
    if FILL.fullmatch(line):
        return replace(state, fill=bool(BLACK.fullmatch(line)), coloured=True)
    if STROKE.fullmatch(line):
        return replace(state, stroke=bool(BLACK.fullmatch(line)), coloured=True)
    return state


def _switch(stream: Any, *, strokes: bool, fills: bool) -> bytes:
    """Return the operator that sets whether strokes and fills overprint, which leaves the inks that they do not use."""
    name = f"over{strokes:d}{fills:d}"
    entries = {"Type": "/ExtGState", "OP": str(strokes).lower(), "op": str(fills).lower(), "OPM": 1}
    stream._resources["ExtGState"].setdefault(name, Dictionary(entries))
    return f"/{name} gs".encode()


class Finish:
    """A finisher that prepares a PDF for a press. `refused` lists what a print shop would refuse in the last card."""

    def __init__(self, press: Press) -> None:
        self.press, self.inks = press, inks_for(press.profile)
        self.refused: list[str] = []

    def __call__(self, _document: Any, pdf: Any) -> None:
        self.refused = list(dict.fromkeys(self._paint(pdf)))
        for page in [each for each in pdf.objects if isinstance(each, Dictionary) and each.get("Type") == "/Page"]:
            self._cut(pdf, page)
        _name_condition(pdf, self.press)
        _name_by_content(pdf)

    def _paint(self, pdf: Any) -> Iterator[str]:
        """Convert all colours to inks; yield what cannot be converted or is not allowed."""
        transparent = _is_transparent(pdf)
        if transparent and self.press.standard.flat:
            yield "something transparent"
        for each in pdf.objects:
            if isinstance(each, PaintStream):
                if not transparent:  # WeasyPrint makes a group of each text of a drawing, which standards forbid
                    each.extra.pop("Group", None)
                yield from paint_in_inks(each, self.inks)
                each.stream[:] = list(_overprint_black(each))
            elif isinstance(each, Stream) and each.extra.get("ColorSpace") == "/DeviceRGB":
                print_in_inks(each, self.inks)
            elif isinstance(each, Dictionary) and each.get("Shading"):
                yield "a colour that changes gradually"

    def _cut(self, pdf: Any, page: Any) -> None:
        for reference in page.pop("Annots", ()):  # paper has no links, and the standard allows no annotation
            # Emptied and not deleted: WeasyPrint miscounts its objects if one is missing.
            pdf.objects[int(bytes(reference).split()[0])].clear()
        marks = cut_page(page, self.press.bleed, marks=self.press.marks)
        if marks is not None:
            pdf.add_object(marks)
            page["Contents"] = Array([marks.reference, page["Contents"]])
        if self.press.die_line:
            line = draw_die_line(pdf, page, self.press)
            pdf.add_object(line)
            before = page["Contents"]
            page["Contents"] = Array([*(before if isinstance(before, Array) else [before]), line.reference])


UNDATED = "2000-01-01T00:00:00Z"
"""The default date. PDF/X requires a date, and equal sources must give equal bytes."""
DOCUMENT = re.compile(rb"(?<=xmp\.did:)[0-9a-f-]{36}")
"""The random document id that WeasyPrint gives each file."""
INKS = 4
"""The number of colour channels of a CMYK profile."""


def _name_condition(pdf: Any, press: Press) -> None:
    """Name the registered printing condition, and embed the profile of the press if there is one."""
    intent = Dictionary(
        {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFX",
            "OutputConditionIdentifier": PDFString(press.condition),
            "OutputCondition": PDFString(CONDITIONS[press.condition]),
            "RegistryName": PDFString(REGISTRY),
            "Info": PDFString(CONDITIONS[press.condition]),
        }
    )
    if press.profile is not None:
        stream = Stream([press.profile.icc], {"N": INKS}, compress=True)
        pdf.add_object(stream)
        intent["DestOutputProfile"] = stream.reference
    pdf.catalog["OutputIntents"] = Array([intent])


def _name_by_content(pdf: Any) -> None:
    """Replace the random id of the file by a hash of its contents, so that equal pages get equal ids."""
    painted = sha256(b"".join(each.data for each in pdf.objects if isinstance(each, PaintStream)))
    number = str(uuid5(NAMESPACE_URL, painted.hexdigest())).encode()
    for each in pdf.objects:
        if isinstance(each, Stream) and each.extra.get("Type") == "/Metadata":
            each.stream = [DOCUMENT.sub(number, part) if isinstance(part, bytes) else part for part in each.stream]


OPAQUE: dict[str, object] = {"ca": 1, "CA": 1, "BM": "/Normal", "SMask": "/None"}
"""The entries of a graphics state without transparency, and their values; each may be absent."""


def _is_transparent(pdf: Any) -> bool:
    """Return whether any fill, line, mask, blend mode or picture is transparent."""
    if any(isinstance(each, Stream) and "SMask" in each.extra for each in pdf.objects):
        return True
    resources = (each.get("ExtGState") for each in pdf.objects if isinstance(each, Dictionary))
    states = [state for each in resources if isinstance(each, dict) for state in each.values()]
    return any(state.get(key, opaque) != opaque for state in states for key, opaque in OPAQUE.items())

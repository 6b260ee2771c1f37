"""Black letters and lines print over the colours below them.

Else the other inks leave them out, and wherever one ink is slightly out of register, paper shows beside each letter.
Only black ink alone overprints, as letters or as a line: a black area would show what lies below it. The frame round a
box is a line too, although WeasyPrint fills the ring between its edges, and only rings by the even-odd rule.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.render.pdf.engine import Dictionary

NOUGHT, ONE = rb"0(?:\.0*)?", rb"1(?:\.0*)?"
BLACK = re.compile(rb"(?:%b ){3}%b (?:k|K|scn?|SCN?)" % (NOUGHT, ONE))
FILL, STROKE = re.compile(rb".* (?:k|g|rg|scn?|cs)", re.DOTALL), re.compile(rb".* (?:K|G|RG|SCN?|CS)", re.DOTALL)
"""The operators that set a colour."""
RING, PAINTS = b"f*", frozenset((b"f*", b"f", b"B", b"B*", b"S", b"BT", b"Q"))


@dataclass(frozen=True, slots=True)
class _State:
    """What of the graphics state matters here; a `ring` is painted next.

    `set` is which paints overprint, strokes and fills, None if unknown.

    A form begins with the state of whatever paints it, so nothing is known before its first colour.
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


def overprint_black(stream: Any) -> None:
    """Has black letters and lines of a page or a form overprint; each other colour leaves out what it covers."""
    stream.stream[:] = list(_painted(stream))


def _painted(stream: Any) -> Iterator[Any]:
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
                state = replace(state, ring=_next_paint(stream.stream, at) == RING)
        if state.wanted != state.set and (state.set is not None or state.coloured):
            state = replace(state, set=state.wanted)
            yield _switch(stream, strokes=state.stroke, fills=state.wanted[1])


def _next_paint(lines: Sequence[Any], at: int) -> Any:
    """The operator that paints next, or ends what could."""
    return next((lines[each] for each in range(at, len(lines)) if lines[each] in PAINTS), b"")


def _after(line: bytes, state: _State) -> _State:
    """The state after an operator."""
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
    """The operator that sets which paints overprint; the ink that a paint has none of stays as it is."""
    name = f"over{strokes:d}{fills:d}"
    words = {True: "true", False: "false"}
    entries = {"Type": "/ExtGState", "OP": words[strokes], "op": words[fills], "OPM": 1}
    stream._resources["ExtGState"].setdefault(name, Dictionary(entries))
    return f"/{name} gs".encode()

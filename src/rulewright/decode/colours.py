"""Colours: #rrggbb, and beside it the inks that a press is to print it with."""

import re

from rulewright.findings import Finding, Findings
from rulewright.language.entry import Entry, Schema, key
from rulewright.language.kinds import ONE_VALUE, either, node, nodes, ref
from rulewright.model.colour import Cmyk, Tint
from rulewright.source.nodes import Mapping, Node, Scalar

HEX = re.compile(r"#[0-9a-fA-F]{6}")
SHARE = re.compile(r"100|[1-9]?[0-9]")
INKS_HINT = "write the four inks in per cent, each a whole number from 0 to 100: cmyk: [40, 10, 45, 5]"
HEX_SCHEMA: Schema = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
SHARE_SCHEMA: Schema = {"type": "integer", "minimum": 0, "maximum": 100}
COLOUR = either(ONE_VALUE, ref("ColourEntry"))
COLOUR_SCHEMA = either(HEX_SCHEMA, ref("ColourEntry"))
"""What stands under the name of a colour; `read_tint` reads it."""


class ColourEntry(Entry):
    """A colour with the inks that a press prints it with; without inks, `"#rrggbb"` alone is enough."""

    noun = "a colour"
    hex = key(node("#rrggbb, in quotes", HEX_SCHEMA), "The colour on screens", 'hex: "#9cb08a"', required=True)
    cmyk = key(
        nodes("cyan, magenta, yellow and black, each from 0 to 100", SHARE_SCHEMA),
        "The inks of a press in per cent",
        "cmyk: [40, 10, 45, 5]",
        default="worked out from the colour",
    )


def read_tint(name: str, written: Node, faults: Findings) -> Tint | None:
    """`"#9cb08a"` or `{hex: "#9cb08a", cmyk: [40, 10, 45, 5]}`; `name` is what the author calls the colour."""
    if not isinstance(written, Mapping):
        code = _hex(name, written, faults)
        return None if code is None else Tint(code)
    entry = ColourEntry(written, f"the colour {name!r}", faults)
    code = None if entry.hex is None else _hex(name, entry.hex, faults)
    cmyk = _cmyk(name, entry) if entry.has("cmyk") else None
    return None if code is None else Tint(code, cmyk)


def _hex(name: str, written: Node, faults: Findings) -> str | None:
    if isinstance(written, Scalar) and HEX.fullmatch(written.value):
        return written.value.lower()
    hint = 'write it in quotes: "#9cb08a"'
    faults.add(Finding("bad-value", written.span, f"the colour {name!r} is not written #rrggbb", hint))
    return None


def _cmyk(name: str, entry: ColourEntry) -> Cmyk | None:
    shares = [share.value if isinstance(share, Scalar) else "" for share in entry.cmyk]
    wrong = next((share for share in shares if not SHARE.fullmatch(share)), None)
    if wrong is None and len(shares) == 4:
        cyan, magenta, yellow, black = map(int, shares)
        return cyan, magenta, yellow, black
    message = f"{len(shares)} inks are given for the colour {name!r}, not cyan, magenta, yellow and black"
    if wrong is not None:
        message = f"{wrong!r} is not an ink percentage of the colour {name!r}"
    entry.fault("bad-value", entry.place("cmyk"), message, INKS_HINT)
    return None

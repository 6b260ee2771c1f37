"""Colours: #rrggbb, and beside it the inks that a press is to print it with."""

import re

from rulewright.decode.fields import Fields
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.model.colour import Cmyk, Tint
from rulewright.source.nodes import Mapping, Node, Scalar

HEX = re.compile(r"#[0-9a-fA-F]{6}")
SHARE = re.compile(r"100|[1-9]?[0-9]")
INKS_HINT = "write the four inks in per cent, each a whole number from 0 to 100: cmyk: [40, 10, 45, 5]"


def read_tint(name: str, node: Node, faults: Faults) -> Tint | None:
    """`"#9cb08a"` or `{hex: "#9cb08a", cmyk: [40, 10, 45, 5]}`; `name` is what the author calls the colour."""
    if not isinstance(node, Mapping):
        found = _hex(name, node, faults)
        return None if found is None else Tint(found)
    fields = Fields(node, f"the colour {name!r}", ("hex", "cmyk"), faults)
    written = fields.required("hex")
    found = None if written is None else _hex(name, written, faults)
    cmyk = _cmyk(name, fields) if fields.has("cmyk") else None
    return None if found is None else Tint(found, cmyk)


def _hex(name: str, node: Node, faults: Faults) -> str | None:
    if isinstance(node, Scalar) and HEX.fullmatch(node.value):
        return node.value.lower()
    hint = 'write it in quotes: "#9cb08a"'
    faults.add(Diagnostic("bad-value", node.span, f"the colour {name!r} is not written #rrggbb", hint))
    return None


def _cmyk(name: str, fields: Fields) -> Cmyk | None:
    shares = [node.value if isinstance(node, Scalar) else "" for node in fields.list("cmyk")]
    wrong = next((share for share in shares if not SHARE.fullmatch(share)), None)
    if wrong is None and len(shares) == 4:
        cyan, magenta, yellow, black = map(int, shares)
        return cyan, magenta, yellow, black
    message = f"{len(shares)} inks are given for the colour {name!r}, not cyan, magenta, yellow and black"
    if wrong is not None:
        message = f"{wrong!r} is no share of an ink in the colour {name!r}"
    fields.fault("bad-value", fields.place("cmyk"), message, INKS_HINT)
    return None

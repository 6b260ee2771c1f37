"""The look of printed cards for the screen: the stylesheet of the print, scoped, and its lengths made to scale.

So a card on the web follows the one on paper, a project's own stylesheet included. Every length becomes a multiple of
`--mm`, which the page sets to what a millimetre of the card is on this screen.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import tinycss2

from rulewright.render.card_blocks import SMALLER
from rulewright.render.fitting.scale import LENGTH, SPACING

FACE = ".face"
PRINTED, ON_SCREEN = '"Source Sans Pro"', '"Rulewright Card"'
MM_PER = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 96}
SPACED = "var(--scale, 1)"
"""By how much the spacing of a card is larger than here, where its type was left to the tool."""
OF_THE_PAGE = ("body", ".page")
"""What WeasyPrint makes pages of."""


def card_look(stylesheet: str) -> str:
    """The rules of a card's stylesheet for what stands within a `.face`; those about pages and fonts are left out."""
    # Those of the print are packaged; a project's own family stays as it is named.
    rules = tinycss2.parse_stylesheet(
        stylesheet.replace(PRINTED, f"{ON_SCREEN}, {PRINTED}, sans-serif"), skip_comments=True, skip_whitespace=True
    )
    smaller = (f"{FACE} {selector} {{ font-size: {share}em }}" for selector, share in SMALLER.items())
    return "\n".join([*_scoped(rules), *smaller]) + "\n"


def _scoped(rules: list[Any]) -> Iterator[str]:
    for rule in rules:
        if rule.type != "qualified-rule":
            continue
        selectors = [_within(selector) for selector in _selectors(rule.prelude) if _stays(selector)]
        if selectors:
            yield f"{', '.join(selectors)} {{ {to_scale(tinycss2.serialize(rule.content).strip())} }}"


def _selectors(prelude: list[Any]) -> Iterator[str]:
    """A list of selectors, taken apart at its outermost commas."""
    for between, part in groupby(prelude, lambda each: each == ","):
        if not between:
            yield tinycss2.serialize(list(part)).strip()


def _stays(selector: str) -> bool:
    return re.split(r"[\s+>~]", selector)[0] not in OF_THE_PAGE


def _within(selector: str) -> str:
    return FACE if selector == "html" else f"{FACE} {selector}"


def to_scale(declarations: str) -> str:
    """Lengths as multiples of `--mm`; spacing goes with the type."""
    spaced = SPACING.sub(lambda found: LENGTH.sub(lambda each: _multiple(each, f" * {SPACED}"), found[0]), declarations)
    return LENGTH.sub(_multiple, spaced)


def _multiple(length: re.Match[str], more: str = "") -> str:
    return f"calc({float(length[1]) * MM_PER[length[2]]:.4g} * var(--mm){more})"

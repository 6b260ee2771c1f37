"""The look of printed cards on the screen: the stylesheet of the print, scoped, with its lengths to scale.

So a card on the web follows the one on paper, also with a project's own stylesheet. Every length becomes a multiple of
`--mm`, which the page sets to a millimetre of the card on this screen. The design values of a theme stay variables
here: one stylesheet serves the cards of all themes.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import tinycss2

from rulewright.model.product import CARD_STYLE
from rulewright.model.theme import Theme
from rulewright.render.cards.scale import LENGTH, Where, respaced
from rulewright.render.cards.themes import design_values
from rulewright.render.cards.typesetter import SMALLER
from rulewright.render.typesetting.environment import asset
from rulewright.render.typesetting.fonts import VALUE, on_screen
from rulewright.render.web.assets import thin_style
from rulewright.render.web.fonts import card_stack

FACE = ".face"
ON_SCREEN = "face.css"
MM_PER = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 96}
SPACED = "var(--scale, 1)"
"""The factor of the spacing of a card whose type the tool chose."""
TALLER = "var(--above, 1)"
FACTORS = {
    Where.ABOVE: f" * {SPACED} * var(--above, 1)",
    Where.BESIDE: f" * {SPACED} * var(--beside, 1)",
    Where.ELSEWHERE: f" * {SPACED}",
}
"""The factors of lengths that are spacing."""
OF_THE_PAGE = ("body", ".page")
"""Selectors of what WeasyPrint makes pages of."""
ON_PAPER = ("corner-sign", "corner-reach", "foot-indent")
"""Design values of what only pages on paper have."""
FRAMED = ("border", "border-radius", "padding")
"""Properties of the page in print, and of the frame of a card on the web."""


def cards_style(project: Path, themes: Iterable[Theme]) -> str:
    """The stylesheet of pages of cards: the look of the print, then what differs on a screen."""
    return card_look(asset(project, CARD_STYLE), themes) + thin_style(asset(project, f"web/{ON_SCREEN}"))


def card_look(stylesheet: str, themes: Iterable[Theme]) -> str:
    """The rules of a card's stylesheet within a `.face`, which has its theme as a class.

    Without those for fonts, and of those for pages only the frame.
    """
    themes = tuple(themes)
    known = {name for theme in themes for name in design_values(theme, on_screen)}
    named = VALUE.sub(lambda match: f"var(--card-{match[1]})" if match[1] in known else match[0], stylesheet)
    rules = tinycss2.parse_stylesheet(named, skip_comments=True, skip_whitespace=True)
    smaller = (f"{FACE} {selector} {{ font-size: {share}em }}" for selector, share in SMALLER.items())
    return "\n".join([*map(_values, themes), *_scoped(rules), *smaller]) + "\n"


def _values(theme: Theme) -> str:
    """The design values of a theme, with the names of its families on the web.

    A line is never thinner than a dot of the screen, so fine ones are paler instead.
    """
    paler = design_values(replace(theme, greys=True), on_screen)["fine-line"]
    written = {name: multiples(value) for name, value in design_values(theme, on_screen).items()} | {"fine-line": paler}
    for name, family in (("font", theme.font), ("headings", theme.headings)):
        written[name] = card_stack(family)
    values = "; ".join(f"--card-{name}: {value}" for name, value in written.items() if name not in ON_PAPER)
    size = f"font-size: calc({theme.font_scale} * var(--type) * .3528 * var(--mm)); " if theme.font_scale != 1 else ""
    own = f"{size}letter-spacing: {written['letter-spacing']}; background: {written['paper']}"
    return f"{FACE}.{theme.id} {{ {values}; {own} }}"


def _scoped(rules: list[Any]) -> Iterator[str]:
    for rule in rules:
        if rule.type == "at-rule" and rule.lower_at_keyword == "page" and rule.content is not None:
            yield from _frame(rule.content)
        if rule.type != "qualified-rule":
            continue
        selectors = [_within(selector) for selector in _selectors(rule.prelude) if _stays(selector)]
        if selectors:
            content, whole = (tinycss2.serialize(each).strip() for each in (rule.content, rule.prelude))
            yield f"{', '.join(selectors)} {{ {to_scale(content, whole)} }}"


def _frame(content: list[Any]) -> Iterator[str]:
    """The declarations for the frame among those of a rule for pages."""
    content = [each for each in tinycss2.parse_blocks_contents(content) if each.type == "declaration"]
    framed = (f"{each.name}:{multiples(tinycss2.serialize(each.value))}" for each in content if each.name in FRAMED)
    if text := "; ".join(framed):
        yield f"{FACE} .frame {{ {text} }}"


def _selectors(prelude: list[Any]) -> Iterator[str]:
    """The selectors of a list, split at its outermost commas."""
    for between, part in groupby(prelude, lambda each: each == ","):
        if not between:
            yield tinycss2.serialize(list(part)).strip()


def _stays(selector: str) -> bool:
    return re.split(r"[\s+>~]", selector)[0] not in OF_THE_PAGE


def _within(selector: str) -> str:
    return FACE if selector == "html" else f"{FACE} {selector}"


def to_scale(declarations: str, selectors: str = "") -> str:
    """Declarations with their lengths as multiples of `--mm`; spacing goes with the type, and may be closer."""

    def length(found: re.Match[str], where: Where) -> str:
        return multiples(found[0], FACTORS[where])

    return multiples(respaced(declarations, selectors, length, lambda line: f"calc(1 + {line - 1:.3g} * {TALLER})"))


def multiples(text: str, more: str = "") -> str:
    """Lengths as multiples of `--mm`, and of more."""
    return LENGTH.sub(lambda match: f"calc({float(match[1]) * MM_PER[match[2]]:.4g} * var(--mm){more})", text)

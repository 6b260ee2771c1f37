"""The look of printed cards on the screen: the stylesheet of the print, scoped, with its lengths to scale.

So a card on the web looks like the printed card, also with a project's own stylesheet. Every length becomes a multiple
of `--mm`, which the page sets to a millimetre of the card on this screen. Design values of a theme stay variables, so
that one stylesheet serves the cards of all themes.
"""

import re
from collections.abc import Iterable
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
"""The factor of the spacing of a card whose type size the tool chose."""
TALLER = "var(--above, 1)"
FACTORS = {
    Where.ABOVE: f" * {SPACED} * var(--above, 1)",
    Where.BESIDE: f" * {SPACED} * var(--beside, 1)",
    Where.ELSEWHERE: f" * {SPACED}",
}
"""The factors of lengths that are spacing."""
OF_THE_PAGE = ("body", ".page")
"""Selectors of pages in print."""
ON_PAPER = ("corner-sign", "corner-reach", "foot-indent")
"""Design values that only pages on paper use."""
FRAMED = ("border", "border-radius", "padding")
"""Properties of the page in print, and of the frame of a card on the web."""


def cards_style(project: Path, themes: Iterable[Theme]) -> str:
    """The stylesheet of pages of cards: the look of the print, then what differs on a screen."""
    return card_look(asset(project, CARD_STYLE), themes) + thin_style(asset(project, f"web/{ON_SCREEN}"))


def card_look(stylesheet: str, themes: Iterable[Theme]) -> str:
    """The rules of a card's stylesheet for elements in a `.face`, which has its theme as a class.

    Rules for fonts are left out, and rules for pages apply to the frame of the card.
    """
    themes = tuple(themes)
    known = {name for theme in themes for name in design_values(theme, on_screen)}
    renamed = VALUE.sub(lambda match: f"var(--card-{match[1]})" if match[1] in known else match[0], stylesheet)
    rules = tinycss2.parse_stylesheet(renamed, skip_comments=True, skip_whitespace=True)
    smaller = (f"{FACE} {selector} {{ font-size: {share}em }}" for selector, share in SMALLER.items())
    return "\n".join([*map(_values, themes), *filter(None, map(_scoped, rules)), *smaller]) + "\n"


def _values(theme: Theme) -> str:
    """The design values of a theme, with the names of its families on the web.

    A line is never thinner than a pixel of the screen, so fine lines are paler instead.
    """
    paler = design_values(replace(theme, greys=True), on_screen)["fine-line"]
    written = {name: multiples(value) for name, value in design_values(theme, on_screen).items()} | {"fine-line": paler}
    written |= {"font": card_stack(theme.font), "headings": card_stack(theme.headings)}
    values = "; ".join(f"--card-{name}: {value}" for name, value in written.items() if name not in ON_PAPER)
    size = f"font-size: calc({theme.font_scale} * var(--type) * .3528 * var(--mm)); " if theme.font_scale != 1 else ""
    own = f"{size}letter-spacing: {written['letter-spacing']}; background: {written['paper']}"
    return f"{FACE}.{theme.id} {{ {values}; {own} }}"


def _scoped(rule: Any) -> str:
    """A rule for elements of a card, or for its frame; empty for a rule that the web has no use for."""
    if rule.type == "at-rule" and rule.lower_at_keyword == "page" and rule.content is not None:
        parts = (each for each in tinycss2.parse_blocks_contents(rule.content) if each.type == "declaration")
        framed = (f"{each.name}:{multiples(tinycss2.serialize(each.value))}" for each in parts if each.name in FRAMED)
        text = "; ".join(framed)
        return f"{FACE} .frame {{ {text} }}" if text else ""
    if rule.type != "qualified-rule":
        return ""
    groups = (list(part) for comma, part in groupby(rule.prelude, lambda each: each == ",") if not comma)
    selectors = [tinycss2.serialize(group).strip() for group in groups]
    within = [
        FACE if selector == "html" else f"{FACE} {selector}"
        for selector in selectors
        if re.split(r"[\s+>~]", selector)[0] not in OF_THE_PAGE
    ]
    content, whole = (tinycss2.serialize(each).strip() for each in (rule.content, rule.prelude))
    return f"{', '.join(within)} {{ {to_scale(content, whole)} }}" if within else ""


def to_scale(declarations: str, selectors: str = "") -> str:
    """Declarations with lengths as multiples of `--mm`; spacing scales with the type, and may be closer."""

    def length(match: re.Match[str], where: Where) -> str:
        return multiples(match[0], FACTORS[where])

    return multiples(respaced(declarations, selectors, length, lambda line: f"calc(1 + {line - 1:.3g} * {TALLER})"))


def multiples(text: str, more: str = "") -> str:
    """Lengths as multiples of `--mm` and of `more` factors."""
    return LENGTH.sub(lambda match: f"calc({float(match[1]) * MM_PER[match[2]]:.4g} * var(--mm){more})", text)

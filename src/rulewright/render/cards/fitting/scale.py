"""Scales a stylesheet: the spacing within a card goes with its type.

The stylesheet's lengths suit type of 8 pt. A card whose type the tool chooses keeps these proportions: indents,
paddings and the places of turned text are scaled. Lines keep their weight, and the page keeps its size and margins. A
card whose author gives the type looks as the stylesheet says.
"""

import re
from decimal import Decimal

from rulewright.model.card import Card

MEASURE = Decimal(8)
"""Points of the type that the stylesheet's lengths suit."""
LENGTH = re.compile(r"(?<![\w#.-])(-?\d*\.?\d+)(mm|cm|in|pt|px)\b")
SPACING = re.compile(
    r"(?<![\w-])(?:padding|margin|width|height|min-width|min-height|max-width|max-height|line-height|text-indent"
    r"|border-radius|border-spacing|top|right|bottom|left)(?:-(?:left|right|top|bottom))?\s*:[^;{}]*"
)
OF_THE_PAGE = re.compile(r"@(?:page|font-face)\b")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def scaled(stylesheet: str, factor: float) -> str:
    """The rules of a stylesheet with their spacing times a factor, without those on pages and fonts."""
    rules = without_pages(COMMENT.sub("", stylesheet))

    def longer(length: re.Match[str]) -> str:
        return f"{float(length[1]) * factor:.4f}{length[2]}"

    return SPACING.sub(lambda match: LENGTH.sub(longer, match[0]), rules)


def scale_of(source: Card, card: Card) -> float:
    """The factor of the spacing of a card; `source` is the card as its author wrote it."""
    return float(card.font_size / MEASURE) if source.fit is not None else 1.0


def without_pages(stylesheet: str) -> str:
    """The stylesheet without its rules on pages and fonts, and all that is nested in them."""
    parts, position = [], 0
    for match in OF_THE_PAGE.finditer(stylesheet):
        if match.start() >= position:
            parts.append(stylesheet[position : match.start()])
            position = _end(stylesheet, match.end())
    return "".join((*parts, stylesheet[position:]))


def _end(text: str, at: int) -> int:
    """The index after the braces that open after `at`."""
    depth = 0
    for brace in re.finditer("[{}]", text[at:]):
        depth += 1 if brace[0] == "{" else -1
        if depth <= 0:
            return at + brace.end()
    return len(text)

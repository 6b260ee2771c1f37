"""A stylesheet made larger or smaller: the spacing within a card goes with its type.

The stylesheet's lengths go with type of 8 pt. A card whose type is left to the tool keeps these proportions whatever is
found: indents, paddings and the places of turned text are scaled. Rules keep their weight, and so does what belongs to
the page. A card whose author states the type looks as the stylesheet says.
"""

import re
from decimal import Decimal

from rulewright.model.card import Card

MEASURE = Decimal(8)
"""Points of the type that the stylesheet's lengths go with."""
LENGTH = re.compile(r"(?<![\w#.-])(-?\d*\.?\d+)(mm|cm|in|pt|px)\b")
SPACING = re.compile(
    r"(?<![\w-])(?:padding|margin|width|height|min-width|min-height|max-width|max-height|line-height|text-indent"
    r"|border-radius|border-spacing|top|right|bottom|left)(?:-(?:left|right|top|bottom))?\s*:[^;{}]*"
)
OF_THE_PAGE = re.compile(r"@(?:page|font-face)\b")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def scaled(stylesheet: str, factor: float) -> str:
    """The rules of a stylesheet with their spacing times a factor; those on pages and fonts are left out."""
    rules = without_pages(COMMENT.sub("", stylesheet))

    def longer(length: re.Match[str]) -> str:
        return f"{float(length[1]) * factor:.4f}{length[2]}"

    return SPACING.sub(lambda found: LENGTH.sub(longer, found[0]), rules)


def scale_of(stated: Card, card: Card) -> float:
    """By how much the spacing of a card as it is set is larger than that of the stylesheet; `stated` is as written."""
    return float(card.font_size / MEASURE) if stated.fit is not None else 1.0


def without_pages(stylesheet: str) -> str:
    """The stylesheet less its rules on pages and fonts, whatever is nested in them."""
    kept, at = [], 0
    for found in OF_THE_PAGE.finditer(stylesheet):
        if found.start() >= at:
            kept.append(stylesheet[at : found.start()])
            at = _end(stylesheet, found.end())
    return "".join((*kept, stylesheet[at:]))


def _end(text: str, at: int) -> int:
    """The index after the braces that open after `at`."""
    depth = 0
    for brace in re.finditer("[{}]", text[at:]):
        depth += 1 if brace[0] == "{" else -1
        if depth <= 0:
            return at + brace.end()
    return len(text)

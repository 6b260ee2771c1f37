"""A stylesheet made larger or smaller: the spacing within a card goes with its type.

At the size that its author states, a card looks as its stylesheet says. Set larger or smaller, it keeps its
proportions: indents, paddings and the places of turned text are scaled. Rules keep their weight, and so does what
belongs to the page.
"""

import re

from rulewright.model.card import Card

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
    """By how much a card is set larger than its author states."""
    return float(card.type_size / stated.type_size)


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

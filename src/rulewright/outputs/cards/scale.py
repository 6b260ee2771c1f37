"""Scale the spacing in a card's stylesheet with its type, and by the card's own spacing factors.

The stylesheet's lengths suit type of 8 pt. A card whose type the tool chooses keeps these proportions: indents,
paddings and the places of turned text are scaled. Line widths, page size and margins stay. A card whose author sets the
type uses the stylesheet unscaled.

The `spacing` of a card adds two factors for the space between lines and cells: one for padding and margins above and
below and for the line height beyond the type size; another for the padding left and right in a cell. Indents scale with
the type only, and so do boxes of fixed height, in which margins are positions.
"""

import re
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from itertools import cycle

from rulewright.entries.card import NORMAL, Card, Spacing

# Scale a stylesheet

MEASURE = Decimal(8)
"""The type size in points that the stylesheet's lengths suit."""
LENGTH = re.compile(r"(?<![\w#.-])(-?\d*\.?\d+)(mm|cm|in|pt|px)\b")
SPACING = re.compile(
    r"(?<![\w-])(?P<property>padding|margin|width|height|min-width|min-height|max-width|max-height|line-height"
    r"|text-indent|border-radius|border-spacing|top|right|bottom|left)(?P<side>-(?:left|right|top|bottom))?"
    r"\s*:(?P<value>[^;{}]*)"
)
RULE = re.compile(r"(?P<selectors>[^{}]*)\{(?P<declarations>[^{}]*)\}")
CELLS = re.compile(r"(?<![\w.#-])t[dh](?![\w-])")
"""A pattern of selectors of table cells."""
TEXTS = ("html", ".dense")
"""Selectors of the rules that set the line height of all texts."""
LEADING = re.compile(r"(?<![\w-])line-height\s*:\s*(1\.\d+)(?=\s*[;}]|\s*$)")
OF_GIVEN_HEIGHT = re.compile(r"(?<![\w-])height\s*:\s*\d")
OF_THE_PAGE = re.compile(r"@(?:page|font-face)\b")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class Where(Enum):
    """The things that a length separates."""

    ABOVE = "lines and cells from those above and below"
    BESIDE = "the words of a cell from its edges"
    ELSEWHERE = "something else, which goes with the type alone"


Length = Callable[[re.Match[str], Where], str]
"""A function that rewrites a length matched by `LENGTH`."""


def scaled(stylesheet: str, factor: float, spacing: Spacing = NORMAL) -> str:
    """Return the rules of a stylesheet with scaled spacing, without those on pages and fonts."""
    factors = {Where.ABOVE: float(spacing.above), Where.BESIDE: float(spacing.beside), Where.ELSEWHERE: 1.0}

    def longer(length: re.Match[str], where: Where) -> str:
        return f"{float(length[1]) * factor * factors[where]:.4f}{length[2]}"

    def taller(line: float) -> str:
        return f"{1 + (line - 1) * factors[Where.ABOVE]:.4g}"

    def rule(match: re.Match[str]) -> str:
        return f"{match['selectors']}{{{respaced(match['declarations'], match['selectors'], longer, taller)}}}"

    return RULE.sub(rule, without_pages(COMMENT.sub("", stylesheet)))


def respaced(declarations: str, selectors: str, length: Length, line: Callable[[float], str] = "{:g}".format) -> str:
    """Rewrite the lengths of spacing in the declarations of a rule, and the line height of texts."""
    if selectors.strip() in TEXTS:
        declarations = LEADING.sub(lambda match: f"line-height: {line(float(match[1]))}", declarations)
    above = Where.ELSEWHERE if OF_GIVEN_HEIGHT.search(declarations) else Where.ABOVE
    beside = Where.BESIDE if CELLS.search(selectors) else Where.ELSEWHERE

    def declared(found: re.Match[str]) -> str:
        head = found[0].removesuffix(found["value"])
        if found["property"] in ("padding", "margin") and not found["side"] and "(" not in found["value"]:
            return head + _sides(found["value"], (above, beside), length)
        where = above if found["side"] in ("-top", "-bottom") else beside
        where = where if found["property"] in ("padding", "margin") else Where.ELSEWHERE
        return head + LENGTH.sub(lambda each: length(each, where), found["value"])

    return SPACING.sub(declared, declarations)


def _sides(value: str, wheres: tuple[Where, Where], length: Length) -> str:
    """Rewrite a value of one to four sides, alternately vertical and horizontal; one length becomes two."""
    words = value.replace("!important", "").split()
    pairs = zip(words * 2 if len(words) == 1 else words, cycle(wheres), strict=False)
    written = [LENGTH.sub(lambda each: length(each, where), side) for side, where in pairs]  # noqa: B023 - used at once
    return " ".join(("", *written, *(["!important"] if "!important" in value else [])))


def scale_of(source: Card, card: Card) -> float:
    """Return the factor by which a card's spacing is scaled; `source` is the card as its author wrote it."""
    return float(card.font_size / MEASURE) if source.fit is not None else 1.0


def spacing_of(card: Card) -> Spacing:
    """Return the spacing of the lines and cells of a card."""
    return card.spacing or NORMAL


def without_pages(stylesheet: str) -> str:
    """Remove the rules on pages and fonts from a stylesheet, with everything nested in them."""
    parts, position = [], 0
    for match in OF_THE_PAGE.finditer(stylesheet):
        if match.start() >= position:
            parts.append(stylesheet[position : match.start()])
            position = _end(stylesheet, match.end())
    return "".join((*parts, stylesheet[position:]))


def _end(text: str, at: int) -> int:
    """Return the index after the closing brace of the block that opens after `at`."""
    depth = 0
    for brace in re.finditer("[{}]", text[at:]):
        depth += 1 if brace[0] == "{" else -1
        if depth <= 0:
            return at + brace.end()
    return len(text)

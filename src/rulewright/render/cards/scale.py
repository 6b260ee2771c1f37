"""Scale a stylesheet: the spacing within a card goes with its type, and is closer or looser than usual.

The stylesheet's lengths suit type of 8 pt. A card whose type the tool chooses keeps these proportions: indents,
paddings and the places of turned text are scaled. Lines keep their weight, and the page keeps its size and margins. A
card whose author gives the type looks as the stylesheet says.

The `spacing` of a card has two factors beside that, for what parts lines and cells: one for padding and margins above
and below, and for what the lines of texts have beyond their type; another for the padding beside the words of a cell.
Indents keep to the type, and so do boxes whose height is given, in which margins are places.
"""

import re
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from itertools import cycle

from rulewright.model.card import NORMAL, Card, Spacing

# Scale a stylesheet

MEASURE = Decimal(8)
"""Points of the type that the stylesheet's lengths suit."""
LENGTH = re.compile(r"(?<![\w#.-])(-?\d*\.?\d+)(mm|cm|in|pt|px)\b")
SPACING = re.compile(
    r"(?<![\w-])(?P<property>padding|margin|width|height|min-width|min-height|max-width|max-height|line-height"
    r"|text-indent|border-radius|border-spacing|top|right|bottom|left)(?P<side>-(?:left|right|top|bottom))?"
    r"\s*:(?P<value>[^;{}]*)"
)
RULE = re.compile(r"(?P<selectors>[^{}]*)\{(?P<declarations>[^{}]*)\}")
CELLS = re.compile(r"(?<![\w.#-])t[dh](?![\w-])")
"""A selector of the cells of tables."""
TEXTS = ("html", ".dense")
"""The selectors of what gives all texts the height of their lines."""
LEADING = re.compile(r"(?<![\w-])line-height\s*:\s*(1\.\d+)(?=\s*[;}]|\s*$)")
OF_GIVEN_HEIGHT = re.compile(r"(?<![\w-])height\s*:\s*\d")
OF_THE_PAGE = re.compile(r"@(?:page|font-face)\b")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class Where(Enum):
    """The things between which a length of spacing lies."""

    ABOVE = "lines and cells from those above and below"
    BESIDE = "the words of a cell from its edges"
    ELSEWHERE = "something else, which goes with the type alone"


Length = Callable[[re.Match[str], Where], str]
"""A function that writes a length that `LENGTH` matched."""


def scaled(stylesheet: str, factor: float, spacing: Spacing = NORMAL) -> str:
    """The rules of a stylesheet with their spacing times these factors, without those on pages and fonts."""
    factors = {Where.ABOVE: float(spacing.above), Where.BESIDE: float(spacing.beside), Where.ELSEWHERE: 1.0}

    def longer(length: re.Match[str], where: Where) -> str:
        return f"{float(length[1]) * factor * factors[where]:.4f}{length[2]}"

    def taller(line: float) -> str:
        return f"{1 + (line - 1) * factors[Where.ABOVE]:.4g}"

    def rule(match: re.Match[str]) -> str:
        return f"{match['selectors']}{{{respaced(match['declarations'], match['selectors'], longer, taller)}}}"

    return RULE.sub(rule, without_pages(COMMENT.sub("", stylesheet)))


def respaced(declarations: str, selectors: str, length: Length, line: Callable[[float], str] = "{:g}".format) -> str:
    """The declarations of a rule with each length of spacing, and the height of the lines of texts, written anew."""
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
    """The lengths of two to four sides, above or below and beside in turn; one for all becomes two."""
    words = value.replace("!important", "").split()
    pairs = zip(words * 2 if len(words) == 1 else words, cycle(wheres), strict=False)
    written = [LENGTH.sub(lambda each: length(each, where), side) for side, where in pairs]  # noqa: B023 - used at once
    return " ".join(("", *written, *(["!important"] if "!important" in value else [])))


def scale_of(source: Card, card: Card) -> float:
    """The factor of the spacing of a card; `source` is the card as its author wrote it."""
    return float(card.font_size / MEASURE) if source.fit is not None else 1.0


def spacing_of(card: Card) -> Spacing:
    """Return the spacing of the lines and cells of a card."""
    return card.spacing or NORMAL


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

"""Dice as players write them: `2d6`, `d%`, `d66`, `highest of 2d10`, `1d6 + 1d10`, `2d6 × 10`, `1d6 + 0..2`."""

import re
from collections.abc import Iterable, Iterator

from rulewright.decode.figures import NUMBER, whole
from rulewright.model.dice import Dice, Reads, Roll

DICE = re.compile(
    r"\s*+(?P<sign>[-−+])?\s*+(?:(?P<reads>highest|higher|lowest|lower) of\s++)?"
    r"(?P<count>[0-9]{0,3})\s*+d\s*+(?P<faces>[0-9]{1,4}|%)(?:\s*+[×*]\s*+(?P<times>[0-9]{1,3}))?",
    re.IGNORECASE,
)
BONUS = re.compile(rf"\s*([-−+])\s*({NUMBER})(?:\s*\.\.\s*({NUMBER}))?\s*")
READS = {
    "highest": Reads.HIGHEST,
    "higher": Reads.HIGHEST,
    "lowest": Reads.LOWEST,
    "lower": Reads.LOWEST,
}
DIGITS = {"66": 2, "666": 3}
"""Dice of which each is one digit, by how they are written."""

MOST_TIMES = 1_000
"""Scores of dice that are multiplied: each is a key of its own."""


def read_roll(text: str) -> Roll | None:
    """The roll; None where the text is no dice, or none that can be rolled."""
    terms, rest = _terms(text)
    bonus = (0, 0) if not rest.strip() else _bonus(rest)
    dice = tuple(each for each in map(_dice, terms) if each is not None)
    if not dice or len(dice) < len(terms) or bonus is None:
        return None
    return Roll(dice, bonus, "".join(_said(dice, BONUS.fullmatch(rest))))


def _terms(text: str) -> tuple[list[re.Match[str]], str]:
    """The dice one after another, each but the first with a sign before it, and what follows them."""
    found: list[re.Match[str]] = []
    at = 0
    while (match := DICE.match(text, at)) and bool(match["sign"]) == bool(found):
        found.append(match)
        at = match.end()
    return found, text[at:]


def _dice(match: re.Match[str]) -> Dice | None:
    count, faces = int(match["count"] or 1), 100 if match["faces"] == "%" else int(match["faces"])
    times = int(match["times"] or 1)
    if not count * faces * times or (times > 1 and count * faces > MOST_TIMES):
        return None
    sign = -1 if match["sign"] in ("-", "−") else 1
    if match["faces"] in DIGITS:
        odd = count > 1 or match["reads"] or times > 1
        return None if odd else Dice(DIGITS[match["faces"]], 6, Reads.DIGITS, sign)
    return Dice(count, faces, READS[match["reads"].lower()] if match["reads"] else Reads.SUM, times * sign)


def _bonus(text: str) -> tuple[int, int] | None:
    """What is added; None where it is none or its ends are the wrong way round.

    `- 1..3` takes one to three away; `- 1..+1`, with a sign of its own at the second end, adds −1 to 1.
    """
    match = BONUS.fullmatch(text)
    if match is None:
        return None
    least = whole(match[2])
    most = whole(match[3]) if match[3] else least
    if match[1] in ("-", "−"):
        signed = match[3] is not None and not match[3][0].isdecimal()
        least, most = (-least, most) if signed else (-most, -least)
    return None if least > most else (least, most)


def _said(dice: Iterable[Dice], bonus: re.Match[str] | None) -> Iterator[str]:
    """`2D6 + D10 − 1–3`: the dice as they are read, and what is added as it is written."""
    for at, each in enumerate(dice):
        yield f" {'−' if each.times < 0 else '+'} {each}" if at else str(each)
    if bonus is not None:
        to = f"–{bonus[3]}" if bonus[3] else ""
        yield f" {bonus[1]} {bonus[2]}{to}".replace("-", "−")

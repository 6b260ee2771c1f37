"""Parsers of numbers, dice and ranges of numbers."""

import re
from collections.abc import Iterable, Iterator

from rulewright.entries.entry import EntryReader
from rulewright.entries.numbers import DECIMAL, NUMBER, decimal, whole
from rulewright.model.dice import Dice, Reads, Roll
from rulewright.model.table import NumberRange
from rulewright.source.nodes import Scalar

# Dice as players write them: `2d6`, `d%`, `d66`, `highest of 2d10`, `1d6 + 1d10`, `2d6 × 10`, `1d6 + 0..2`

DICE = re.compile(
    r"\s*+(?P<sign>[-−+])?\s*+(?:(?P<reads>highest|higher|lowest|lower) of\s++)?"
    r"(?P<count>[0-9]{0,3})\s*+d\s*+(?P<faces>[0-9]{1,4}|%)(?:\s*+[×*]\s*+(?P<times>[0-9]{1,3}))?",
    re.IGNORECASE,
)
BONUS = re.compile(rf"\s*([-−+])\s*({NUMBER})(?:\s*\.\.\s*({NUMBER}))?\s*")
READS = {"highest": Reads.HIGHEST, "higher": Reads.HIGHEST, "lowest": Reads.LOWEST, "lower": Reads.LOWEST}
DIGITS = {"66": 2, "666": 3}
"""The number of dice in rolls where each die gives one digit, by the number after the d: d66, d666."""

MOST_TIMES = 1_000
"""The most scores of multiplied dice, because each score becomes a key of its own."""


def read_roll(text: str) -> Roll | None:
    """Return the roll, or None if the text does not describe dice that can be rolled."""
    terms, rest = _terms(text)
    bonus = (0, 0) if not rest.strip() else _bonus(rest)
    dice = tuple(each for each in map(_dice, terms) if each is not None)
    if not dice or len(dice) < len(terms) or bonus is None:
        return None
    return Roll(dice, bonus, "".join(_roll_text(dice, BONUS.fullmatch(rest))))


def read_dice(entry: EntryReader, written: Scalar | None, hint: str) -> Roll | None:
    """Return a roll without a bonus from a key of an entry; None if it is missing or, with a finding, wrong."""
    roll = None if written is None else read_roll(written.value)
    if written is not None and (roll is None or roll.bonus != (0, 0)):
        entry.report("bad-value", written.span, f"{written.value!r} is not a dice roll", hint)
        return None
    return roll


def _terms(text: str) -> tuple[list[re.Match[str]], str]:
    """Return the dice at the beginning of a text and the rest. All dice but the first follow a sign."""
    terms: list[re.Match[str]] = []
    at = 0
    while (match := DICE.match(text, at)) and bool(match["sign"]) == bool(terms):
        terms.append(match)
        at = match.end()
    return terms, text[at:]


def _dice(match: re.Match[str]) -> Dice | None:
    """Return the dice of a term; None if they cannot be rolled."""
    count, faces = int(match["count"] or 1), 100 if match["faces"] == "%" else int(match["faces"])
    times = int(match["times"] or 1)
    if not count * faces * times or (times > 1 and count * faces > MOST_TIMES):
        return None
    sign = -1 if match["sign"] in ("-", "−") else 1
    if match["faces"] in DIGITS:
        modified = count > 1 or match["reads"] or times > 1
        return None if modified else Dice(DIGITS[match["faces"]], 6, Reads.DIGITS, sign)
    return Dice(count, faces, READS[match["reads"].lower()] if match["reads"] else Reads.SUM, times * sign)


def _bonus(text: str) -> tuple[int, int] | None:
    """Return the least and the most that is added; None if the text is not a bonus or its ends are reversed.

    `- 1..3` subtracts one to three. `- 1..+1`, with a sign at the second end, adds −1 to 1.
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


def _roll_text(dice: Iterable[Dice], bonus: re.Match[str] | None) -> Iterator[str]:
    """Yield the printed parts of a roll: `2D6 + D10 − 1–3`."""
    for at, each in enumerate(dice):
        yield f" {'−' if each.times < 0 else '+'} {each}" if at else str(each)
    if bonus is not None:
        to = f"–{bonus[3]}" if bonus[3] else ""
        yield f" {bonus[1]} {bonus[2]}{to}".replace("-", "−")


# Ranges before they are fitted to a domain: `10–13`, `≥ 10`, `14+`, `5 or more`, `over 1 to 2`, `up to 12`; and as
# programs write them: `1..5`, `[1..5)`. What only programs write prints as players read it.

RANGE = re.compile(rf"({NUMBER})\s*(?:[-–]|to)\s*({NUMBER})")
BETWEEN = re.compile(rf"between\s+({DECIMAL})\s+and\s+({DECIMAL})")
FROM_TO = re.compile(rf"(over\s+|>\s*)?({DECIMAL})\s*(?:[-–]|to)\s*(under\s+|<\s*)?({DECIMAL})")
UP, DOWN = r"\+|or (?:more|higher|greater|above|over)|and (?:up|above|over)", r"or (?:less|fewer|lower|below|under)"
OPEN_ENDED = re.compile(rf"({DECIMAL})\s*(?:({UP})|{DOWN})")
THRESHOLD = re.compile(
    rf"(>=|≥|<=|≤|>|<|(?:up to|at least|at most|over|under|above|below|(?:more|less|fewer) than|from)\s)\s*({DECIMAL})"
)
FROM, ABOVE, UNTIL = (
    (">=", "≥", "at least", "from"),
    (">", "over", "above", "more than"),
    ("<=", "≤", "up to", "at most"),
)
INTERVAL = re.compile(rf"([\[(])\s*({DECIMAL})\s*\.\.\s*({DECIMAL})\s*([\])])")
"""An interval as in mathematics: a round bracket excludes its end."""
DOTS = re.compile(rf"({DECIMAL})?\s*\.\.\s*({DECIMAL})?")


def range_in_words(part: str) -> str:
    """Return `1..5` as `1 to 5`, `[1..5)` as `1 to under 5`, `5..` as `5 or more`; other texts unchanged."""
    if match := INTERVAL.fullmatch(part):
        least, most = "" if match[1] == "[" else "over ", "" if match[4] == "]" else "under "
        return f"{least}{match[2]} to {most}{match[3]}"
    match = DOTS.fullmatch(part)
    if match is None or (match[1] is None and match[2] is None):
        return part
    if match[1] is None:
        return f"up to {match[2]}"
    return f"{match[1]} or more" if match[2] is None else f"{match[1]} to {match[2]}"


def read_range(part: str, *, measured: bool) -> NumberRange | None:
    """Return the range that a key describes, or None.

    `between 1 and 5` is only read for measures: of whole numbers it is ambiguous.
    """
    if re.fullmatch(DECIMAL, part):
        return NumberRange(decimal(part), decimal(part))
    if measured and (match := BETWEEN.fullmatch(part)):
        return NumberRange(decimal(match[1]), decimal(match[2]), low_in=False, high_in=False)
    if match := FROM_TO.fullmatch(part):
        return NumberRange(decimal(match[2]), decimal(match[4]), not match[1], not match[3])
    if match := OPEN_ENDED.fullmatch(part):
        bound = decimal(match[1])
        return NumberRange(bound) if match[2] else NumberRange(None, bound)
    if match := THRESHOLD.fullmatch(part):
        sign, bound = " ".join(match[1].split()), decimal(match[2])
        if sign in (*FROM, *ABOVE):
            return NumberRange(bound, low_in=sign in FROM)
        return NumberRange(None, bound, high_in=sign in UNTIL)
    return None

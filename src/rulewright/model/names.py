"""Names made comparable: anchors from titles, and the nearest right name to a wrong one."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches


def slug(name: str) -> str:
    """An anchor or file name from a name: lower case, words joined by hyphens, accents dropped, any script."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return re.sub(r"[\W_]+", "-", plain.casefold()).strip("-") or "x"


def did_you_mean(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """A hint that names the nearest known name, or `otherwise`."""
    by_folded = {candidate.casefold(): candidate for candidate in known}
    close = get_close_matches(name.casefold(), by_folded, 1, 0.6)
    return f"did you mean {by_folded[close[0]]!r}?" if close else otherwise


LONGEST_RANGE = 100
"""Rules that one link could mean; a longer range is a slip, and is refused as leading nowhere."""

NUMBER_RANGE = re.compile(r"(.*?)([0-9]{1,9}|[a-z])[-–]([0-9]{1,9}|[a-z])")


def number_range(text: str) -> list[str]:
    """The rule numbers that a range such as `13.1.5–6` or `4.3.1.a–c` stands for; none where it is no range."""
    match = NUMBER_RANGE.fullmatch(text)
    if match is None or match[2].isdigit() != match[3].isdigit():
        return []
    if match[2].isdigit():
        if int(match[3]) - int(match[2]) >= LONGEST_RANGE:
            return []
        return [f"{match[1]}{last}" for last in range(int(match[2]), int(match[3]) + 1)]
    return [f"{match[1]}{chr(last)}" for last in range(ord(match[2]), ord(match[3]) + 1)]


def numeric_order(number: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts rule numbers as readers count: 4.3.2 before 4.3.10, letters after figures, none last."""
    if not number:
        return ((2, 0, ""),)
    parts = re.findall(r"\d+|[^\W\d_]+", number)
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)


def counted(count: int, noun: str) -> str:
    """`1 cell`, `2 cells`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"

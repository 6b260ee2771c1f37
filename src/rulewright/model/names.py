"""Names in comparable form: anchors from titles, and the nearest known name to a wrong one."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches


def slug(name: str) -> str:
    """An anchor or file name from a name: lower case, words joined by hyphens, accents dropped, any script."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return re.sub(r"[\W_]+", "-", plain.casefold()).strip("-") or "x"


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like a wrong one, if any is close."""
    by_folded = {candidate.casefold(): candidate for candidate in known}
    close = get_close_matches(name.casefold(), by_folded, 1, 0.6)
    return by_folded[close[0]] if close else None


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """A hint with the nearest known name; `otherwise` if none is close."""
    meant = nearest(name, known)
    return otherwise if meant is None else f"did you mean {meant!r}?"


def count_text(count: int, noun: str) -> str:
    """`1 cell`, `2 cells`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"

"""Repair texts so that Rulewright accepts them: escape, shorten or divide what would be an error."""

import re
from collections.abc import Callable, Iterator

from rulewright.language.texts import BROKEN_LINK
from rulewright.limits import RUN, TEXT
from rulewright.markup.refused import refusals
from rulewright.source.tree import MOST_DIGITS

LONG = re.compile(rf"\d{{{MOST_DIGITS},}}|\w{{{RUN.most},}}|[^\w\s]{{{RUN.most},}}|\s{{{RUN.most},}}")
"""Longer than any word or number may be."""
TRIES = 5
SIGNS = re.compile(r"[\[\]<>*_`~|!&\\^]+")
FULL = TEXT.most - 500
"""Characters after which a text is divided."""


def shortened(text: str, lost: Callable[[str], None]) -> str:
    """A text without endless words, numbers and lines of signs."""

    def short(match: re.Match[str]) -> str:
        lost(match[0])
        return match[0][: MOST_DIGITS // 2] + "…" if match[0].strip() else " "

    return LONG.sub(short, text)


def repaired(text: str, *, blocks: bool) -> str:
    """Return the text with everything escaped that a check would refuse."""
    source = text
    for _ in range(TRIES):
        text = BROKEN_LINK.sub(lambda match: match[0].replace("[", "\\["), text)
        places = sorted({each.start for each in refusals(text, blocks=blocks)}, reverse=True)
        if not places:
            return text
        for at in places:
            text = f"{text[:at]}\\{text[at:]}"
    return "\n".join(" ".join(each.split()) for each in SIGNS.sub(" ", source).strip().split("\n"))


def divided(parts: list[str]) -> Iterator[str]:
    """Blocks put together to texts that are not too long."""
    text = ""
    for part in (piece for each in parts for piece in _pieces(each)):
        if text and len(text) + len(part) + 2 > FULL:
            yield text
            text = ""
        text = f"{text}\n\n{part}" if text else part
    yield text


def _pieces(block: str) -> Iterator[str]:
    """A block that alone is too long in several, each of whole lines."""
    if len(block) <= FULL:
        yield block
        return
    piece = ""
    for line in block.split("\n"):
        for part in (line[at : at + FULL] for at in range(0, max(len(line), 1), FULL)):
            if piece and len(piece) + len(part) + 1 > FULL:
                yield piece
                piece = ""
            piece = f"{piece}\n{part}" if piece else part
    yield piece

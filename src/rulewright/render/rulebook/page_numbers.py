"""The pages of the things in a book, from its printed pieces."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.render.pdf.pieces.piece import Piece, anchors

OPEN = "\x1a"
"""A page number in the HTML of a part, wherever it is not known yet. No source can write this character."""

USE = "use-"
"""The prefix of anchors that only the index links to."""

ALONE = re.compile(r"(?<![\w-])content:\s*counter\(page\)\s*(?=[;}])")
COUNTED = re.compile(r"counters?\(\s*pages?\b")


@dataclass(frozen=True)
class PageNumbers:
    """The pages of anchors; `uses` are the indexed links to an anchor, by page: the first of each page."""

    anchors: Mapping[str, int] = field(default_factory=dict)
    uses: Mapping[str, Mapping[int, str]] = field(default_factory=dict)


def page_numbers(pieces: Sequence[Piece]) -> PageNumbers:
    """A thing that goes on over pages is on its first."""
    places: dict[str, int] = {}
    for anchor, number in anchors(pieces):
        places.setdefault(anchor, number)
    uses: dict[str, dict[int, str]] = {}
    for number, page in enumerate((page for piece in pieces for page in piece.pages), 1):
        for anchor, link in page.uses.items():
            uses.setdefault(anchor, {})[number] = link
    return PageNumbers(places, uses)


def numbers_alone(style: str) -> bool:
    """Whether each page number that a stylesheet prints is a text by itself, so that it can be written later."""
    return len(COUNTED.findall(style)) == len(ALONE.findall(style))

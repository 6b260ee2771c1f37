"""Which parts of a book follow on from the one before: nothing is left over for a page that is nearly empty.

Each part is printed apart, on pages of its own. From their lengths the parts are divided into runs, each of which fills
its last page well enough, and as short as that allows: for an edit prints its run again. Within a run, a part begins
where the one before it ends. Where a little less space between lines saves the last page, a run is set tight. And where
no run fills its last page, a part shares what it has between its last two.

A run is somewhat shorter or longer than its parts; if its last page turns out nearly empty, the parts are divided
otherwise.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from enum import IntEnum
from typing import NamedTuple

from rulewright.render.pdf.pieces.piece import Piece

LEAST = 0.35
"""The share of its last page that a run must fill."""
EXPECTED = 0.36
"""The same as expected of a run before it is printed."""
TIGHT = 0.955
"""The length of a run that is set tight, as a share."""
ATTEMPTS = 4
FAULT = 1e9
"""What a page that is nearly empty costs: more than any length of runs."""
SHARED = 0.42
"""The share of its last page that a part fills which is set even."""
BODY = re.compile(r"(<body[^>]*>)(.*)(?=</body>)", re.DOTALL)
EVENED = "@page :nth(%d) { padding-bottom: %.1fmm }\n"
"""A page whose text ends higher."""

Parts = Mapping[str, str]
"""Documents of HTML by their names."""
PrintAll = Callable[[Parts], list[Piece]]


class Setting(IntEnum):
    """How a run is set; its number is what that costs, beside the square of its length."""

    PLAIN = 0
    TIGHT = 1
    EVEN = 8


class Run(NamedTuple):
    """The parts from `begin` up to `end`."""

    begin: int
    end: int
    setting: Setting = Setting.PLAIN

    @property
    def single(self) -> bool:
        return self.end == self.begin + 1


def body(html: str) -> str:
    """What is in the body of a document."""
    found = BODY.search(html)
    return found[2] if found else ""


def with_body(html: str, contents: str) -> str:
    """The document with other contents."""
    return BODY.sub(lambda found: found[1] + contents, html)


def printed_runs(parts: Parts, print_all: PrintAll, height: float) -> list[Piece]:
    """The pieces of a book, each a run of parts; `height` is that of the paper, in millimetres."""
    alone = print_all(parts)
    lengths = [len(piece.pages) - 1 + piece.filled[-1] for piece in alone]
    known = {Run(at, at + 1): piece for at, piece in enumerate(alone)}
    for _ in range(ATTEMPTS):
        runs = divided(lengths, {run for run, piece in known.items() if piece.filled[-1] < LEAST})
        new = [run for run in runs if run not in known]
        made = dict(_document(parts, run, alone[run.begin], height) for run in new)
        known |= zip(new, print_all(made), strict=True)
        if all(known[run].filled[-1] >= LEAST for run in new):
            break
    return [known[run] for run in runs]


def _document(parts: Parts, run: Run, first: Piece, height: float) -> tuple[str, str]:
    """A run as one document, with the name of its first part, which is printed already."""
    names = [*parts][run.begin : run.end]
    html = with_body(parts[names[0]], "".join(body(parts[name]) for name in names))
    if run.setting is Setting.TIGHT:
        html = html.replace("<body ", "<body data-tight ", 1)
    elif run.setting is Setting.EVEN:
        rest = (1 - SHARED + first.filled[-1]) * height
        html = html.replace("</style>", EVENED % (len(first.pages) - 1, height - rest) + "</style>", 1)
    return names[0], html


def divided(lengths: Sequence[float], refused: Set[Run] = frozenset()) -> list[Run]:
    """Parts of these lengths, in pages, as runs: those with the least sum of squares that are none of the `refused`."""
    best: list[tuple[float, list[Run]]] = [(0.0, [])]

    def cost(run: Run) -> float:
        length = sum(lengths[run.begin : run.end])
        return length**2 + run.setting + FAULT * (run in refused or not _is_expected(run, length))

    for end in range(1, len(lengths) + 1):
        runs = (Run(begin, end, setting) for begin in range(end) for setting in Setting)
        best.append(min((best[run.begin][0] + cost(run), [*best[run.begin][1], run]) for run in runs))
    return best[-1][1]


def _is_expected(run: Run, length: float) -> bool:
    """Whether it is expected to fill its last page well enough."""
    match run.setting:
        case Setting.PLAIN:
            return run.single or length % 1 >= EXPECTED
        case Setting.TIGHT:
            return length * TIGHT % 1 >= EXPECTED
        case Setting.EVEN:
            return run.single and length > 1

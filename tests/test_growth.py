"""The time of checks grows with the size of a grid and the number of tables, and not much faster."""

import sys
from collections.abc import Callable, Iterable
from math import log2
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from rulewright.base.findings import Finding
from rulewright.book.book import Book
from rulewright.checks import check, check_tables
from rulewright.pipeline.stages import examine

MOST = 1.1
"""The exponent: twice the size takes at most 2.14 times the steps."""
COLUMNS = 4
HEAD = 'game: {title: Growth, language: en}\nrules: {base: {number: "1", title: Base, text: "See %s."}}\n'


def grid(rows: int, columns: int = COLUMNS) -> str:
    keys = ", ".join(map(str, range(1, columns + 1)))
    cells = (", ".join(str((row * at * 7 + row // 3) % 10) for at in range(columns)) for row in range(rows))
    lines = "".join(f"      {row}: [{each}]\n" for row, each in enumerate(cells, start=1))
    table = "title: Grid, rule: base, values: 0..9, rows: score, columns: column"
    return HEAD % "[[table:grid]]" + (
        f"domains: {{score: 1..{rows}, column: 1..{columns}}}\n"
        f"tables:\n  grid: {{{table}, keys: [{keys}], cells: {{\n{lines.replace(']', '],')}  }}}}\n"
    )


def tables(count: int) -> str:
    links = " ".join(f"[[table:t{at}]]" for at in range(count))
    each = "rule: base, values: 0..9, rows: score, columns: side, cells: {1-3: [%d, 2], 4-5: [3, %d], 6: [4, 4]}"
    lines = (f'  t{at}: {{title: "Losses {at}", {each % (at % 7, at % 5)}}}\n' for at in range(count))
    return HEAD % links + "domains: {score: 1..6, side: [attacker, defender]}\ntables:\n" + "".join(lines)


Checks = Callable[[Book], Iterable[Finding]]


def steps(source: str, checks: Checks, folder: Path) -> int:
    """The instructions that checks run; the machine's load does not change them."""
    path = folder / "content/growth/game.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, "utf-8")
    book = examine(folder, "growth", None).book
    assert book is not None
    count = 0

    def step(frame: FrameType, event: str, _argument: Any) -> Callable[..., Any]:
        nonlocal count
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        count += event == "opcode"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        list(checks(book))
    finally:
        sys.settrace(before)
    return count


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "checks", "size"),
    [
        (grid, check_tables, 60),
        (tables, check, 10),
    ],
)
def test_growth(source: Callable[[int], str], checks: Checks, size: int, tmp_path: Path) -> None:
    small, large = (steps(source(each), checks, tmp_path) for each in (size, 2 * size))
    assert log2(large / small) <= MOST

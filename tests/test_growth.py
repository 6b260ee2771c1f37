"""The time of checks grows with the size of a grid, and with the numbers of tables and of links, and not much faster."""

import sys
from collections.abc import Callable, Iterable
from itertools import islice
from math import log2
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from rulewright.checks import check, check_tables, doubtful_link, exchanged_names, misspelt_term
from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book
from rulewright.pipeline import examine

MOST = 1.1
"""The exponent: twice the size takes at most 2.14 times the steps."""
COLUMNS = 4
RULES = "game: {title: Growth, language: en}\nrules:\n"
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


def linked_terms(count: int) -> str:
    facts = "".join(f"  distance-{at}: {{value: {at % 9}, unit: hexes}}\n" for at in range(count))
    text = "Side %d counts its losses by [[pace%d]], but at most [[fact:distance-%d]] hexes."
    terms = "".join(f'  pace{at}: {{text: "{text % (at, (at + 1) % count, at)}"}}\n' for at in range(count))
    return HEAD % "See." + f"facts:\n{facts}terms:\n{terms}"


def terms(count: int) -> str:
    """Names of several syllables, and rules that write others in capitals."""
    firsts = ("Babe", "Cile", "Dofu", "Gamo", "Hipe", "Jura", "Kelo", "Lumi")
    every = (first + middle + last for first in firsts for middle in SYLLABLES for last in SYLLABLES)
    names = list(islice(every, count))
    lines = "".join(f"  {name}: {{text: A thing.}}\n" for name in names)
    rules = "".join(
        f'  r{at}: {{number: "{at + 1}", title: Rule, text: Of {name}x.}}\n' for at, name in enumerate(names)
    )
    return RULES + rules + "terms:\n" + lines


def titles(count: int) -> str:
    """Rules of which each has the title that the id of another one is."""
    words = [f"{first}{second}" for first in ["lamp", "tree", "rock", "fish"] for second in SYLLABLES]
    pairs = zip(words[:count], [*words[1:count], words[0]], strict=True)
    rules = "".join(
        f'  {own}: {{number: "{at}", title: {other}, text: A.}}\n' for at, (own, other) in enumerate(pairs, 1)
    )
    return RULES + rules


def citing(count: int) -> str:
    """Rules with common and rare words, each of which cites the rule that has the same rare word."""
    rules = "".join(
        f'  r{at}: {{number: "{at + 1}", title: Rule {at}, text: "A unit moves w{at // 2}. See [[rule:r{at ^ 1}]] of w{at // 2}."}}\n'
        for at in range(count)
    )
    return RULES + rules


SYLLABLES = [first + vowel + last for first in "bdkl" for vowel in "aeo" for last in "mnr"]
Checks = Callable[[Book], Iterable[Diagnostic]]


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
        (linked_terms, doubtful_link.check, 110),
        (terms, misspelt_term.check, 60),
        (titles, exchanged_names.check, 60),
        (citing, doubtful_link.check, 100),
    ],
)
def test_growth(source: Callable[[int], str], checks: Checks, size: int, tmp_path: Path) -> None:
    small, large = (steps(source(each), checks, tmp_path) for each in (size, 2 * size))
    assert log2(large / small) <= MOST

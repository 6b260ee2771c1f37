"""Grades of proof: a copy of a table is one in whatever form, what is calculated is none, and readers see the grades."""

import ast
import json
import re
import tempfile
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.store import Store
from rulewright.book.book import Book
from rulewright.entries.numbers import Plain
from rulewright.pipeline.stages import examine
from rulewright.proof.executor import ResultCache
from rulewright.proof.grades.grading import Grading
from rulewright.proof.grades.trace import CodeSyntax, Tracer
from rulewright.proof.grades.traced import Traced
from rulewright.proof.report import Grade
from rulewright.proof.rules_syntax import parameters
from tests.conftest import Project
from tests.test_proof_formats import drill  # noqa: F401 - a fixture

COVERS, WEAPONS = ("open", "woods", "town", "swamp"), ("rifle", "mg", "mortar", "gun")
HEAD = """\
from bisect import bisect
from enum import Enum

class Cover(Enum):
    OPEN = "open"
    WOODS = "woods"
    TOWN = "town"
    SWAMP = "swamp"

class Weapon(Enum):
    RIFLE = "rifle"
    MG = "mg"
    MORTAR = "mortar"
    GUN = "gun"

"""
SIGNATURE = "def score(cover: Cover, weapon: Weapon) -> int:\n"
Values = Sequence[Sequence[int]]


def nested_ifs(values: Values) -> str:
    rows = ""
    for cover, row in zip(COVERS, values, strict=True):
        rows += f"    if cover is Cover.{cover.upper()}:\n"
        for weapon, value in zip(WEAPONS, row, strict=True):
            rows += f"        if weapon is Weapon.{weapon.upper()}:\n            return {value}\n"
    return SIGNATURE + rows + "    raise ValueError\n"


def conditional_expressions(values: Values) -> str:
    rows = []
    for row in values:
        *first, last = zip(WEAPONS, row, strict=True)
        rows.append(" else ".join([*(f"{v} if weapon is Weapon.{w.upper()}" for w, v in first), str(last[1])]))
    cases = "".join(
        f"    if cover is Cover.{c.upper()}:\n        return {r}\n" for c, r in zip(COVERS, rows, strict=True)
    )
    return SIGNATURE + cases + "    raise ValueError\n"


def match_statement(values: Values) -> str:
    cases = "".join(
        f"        case Cover.{COVERS[y].upper()}, Weapon.{WEAPONS[x].upper()}:\n            return {value}\n"
        for y, row in enumerate(values)
        for x, value in enumerate(row)
    )
    return f"{SIGNATURE}    match cover, weapon:\n{cases}    raise ValueError\n"


def bisected_lists(values: Values) -> str:
    rows = [list(row) for row in values]
    return (
        f"ROWS = {rows}\nBOUNDS = [1, 2, 3]\n{SIGNATURE}"
        "    row = ROWS[list(Cover).index(cover)]\n    return row[bisect(BOUNDS, list(Weapon).index(weapon))]\n"
    )


def dict_of_dicts(values: Values) -> str:
    rows = {cover: dict(zip(WEAPONS, row, strict=True)) for cover, row in zip(COVERS, values, strict=True)}
    return f"TABLE = {rows}\n{SIGNATURE}    return TABLE[cover.value][weapon.value]\n"


def dict_by_tuple(values: Values) -> str:
    entries = (
        f"(Cover.{COVERS[y].upper()}, Weapon.{WEAPONS[x].upper()}): {value}"
        for y, row in enumerate(values)
        for x, value in enumerate(row)
    )
    return f"TABLE = {{{', '.join(entries)}}}\n{SIGNATURE}    return TABLE[cover, weapon]\n"


def enum_rows(values: Values) -> str:
    rows = "".join(f"    {cover.upper()} = {tuple(row)}\n" for cover, row in zip(COVERS, values, strict=True))
    return f"class Row(Enum):\n{rows}\n{SIGNATURE}    return Row[cover.name].value[list(Weapon).index(weapon)]\n"


def packed_digits(values: Values) -> str:
    number = "1" + "".join(str(value) for row in reversed(values) for value in reversed(row))
    at = "4 * list(Cover).index(cover) + list(Weapon).index(weapon)"
    return f"TABLE = {number}\n{SIGNATURE}    return TABLE // 10 ** ({at}) % 10\n"


def packed_bits(values: Values) -> str:
    number = sum(value << 4 * at for at, value in enumerate(v for row in values for v in row))
    at = "4 * (4 * list(Cover).index(cover) + list(Weapon).index(weapon))"
    return f"TABLE = {hex(number | 1 << 70)}\n{SIGNATURE}    return TABLE >> {at} & 15\n"


def text_of_digits(values: Values) -> str:
    digits = "".join(str(value) for row in values for value in row)
    return f"{SIGNATURE}    return int({digits!r}[4 * list(Cover).index(cover) + list(Weapon).index(weapon)])\n"


def rows_in_a_loop(values: Values) -> str:
    rows = tuple((y, x, value) for y, row in enumerate(values) for x, value in enumerate(row))
    return (
        f"ROWS = {rows}\n{SIGNATURE}    here = list(Cover).index(cover), list(Weapon).index(weapon)\n"
        "    for y, x, value in ROWS:\n        if (y, x) == here:\n            return value\n    raise ValueError\n"
    )


def in_a_helper(values: Values) -> str:
    return (
        nested_ifs(values).replace("def score", "def _read")
        + f"{SIGNATURE}    found = _read(cover, weapon)\n    return found\n"
    )


def clamped(values: Values) -> str:
    return dict_of_dicts(values).replace("return TABLE", "return max(0, min(9, TABLE").rstrip() + "))\n"


def with_offsets_that_cancel(values: Values) -> str:
    code = dict_of_dicts(values).replace("return TABLE", "shifted = 1 * TABLE").rstrip()
    return f"{code} - 3\n    return abs(+(shifted + 3))\n"


FORMS: Sequence[Callable[[Values], str]] = (
    nested_ifs,
    conditional_expressions,
    match_statement,
    bisected_lists,
    dict_of_dicts,
    dict_by_tuple,
    enum_rows,
    packed_digits,
    packed_bits,
    text_of_digits,
    rows_in_a_loop,
    in_a_helper,
    clamped,
    with_offsets_that_cancel,
)
"""The natural forms of a copy, and some that are less so."""


def source(values: Values) -> str:
    cells = ", ".join(f"{cover}: {list(row)}" for cover, row in zip(COVERS, values, strict=True))
    return (
        "game: {title: Copies, language: en}\n"
        f"domains: {{cover: [{', '.join(COVERS)}], weapon: [{', '.join(WEAPONS)}]}}\n"
        'rules: {fire: {number: "1", title: Fire, text: "See [[table:hits]]."}}\n'
        "tables: {hits: {title: Hits, rule: fire, values: {numbers: 0..9}, rows: cover, columns: weapon, "
        f"cells: {{{cells}}}, proof: 'score(cover, weapon)'}}}}\n"
    )


def book_of(text: str) -> Book:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "content/copies/game.yaml")
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
        examined = examine(Path(folder), "copies", None)
    assert examined.book is not None, examined.findings.items
    return examined.book


numbers = st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=4, max_size=4)


def grades_of(values: Values, code: str) -> list[Grade]:
    """The grades of the cells, row by row; the code must be sound and must say what the table says."""
    names: dict[str, object] = {}
    exec(HEAD + code, names)  # the oracle: the trace runs nothing
    cover, weapon, score = names["Cover"], names["Weapon"], names["score"]
    got = [score(cover(y), weapon(x)) for y, x in product(COVERS, WEAPONS)]  # type: ignore[operator]
    assert got == [value for row in values for value in row]
    book = book_of(source(values))
    ((table, evidence),) = Grading(book, HEAD + code, ResultCache(Store(), code)).tables
    return [evidence[at].grade for at in range(len(table.cases))]


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
@given(values=numbers)
def test_a_copy_is_repeated_in_every_form(form: Callable[[Values], str], values: Values) -> None:
    assert set(grades_of(values, form(values))) == {Grade.REPEATED}


def test_a_large_copy_is_a_copy_too() -> None:
    rows, columns = [f"r{at}" for at in range(60)], [f"c{at}" for at in range(40)]
    values = {row: {column: y * x % 10 for x, column in enumerate(columns)} for y, row in enumerate(rows)}
    cells = "".join(f"      {row}: {list(entries.values())}\n" for row, entries in values.items())
    text = source([[0] * 4] * 4).split("tables:")[0].replace("domains: {", f"domains: {{y: {rows}, x: {columns}, ")
    text += "tables:\n  hits:\n    title: Hits\n    rule: fire\n    values: {numbers: 0..9}\n    rows: y\n"
    text += f"    columns: x\n    cells:\n{cells}    proof: score(y, x)\n"
    code = f"def score(y: str, x: str) -> int:\n    table = {values}\n    return table[y][x]\n"
    ((_, evidence),) = Grading(book_of(text), code, ResultCache(Store(), code)).tables
    assert {each.grade for each in evidence.values()} == {Grade.REPEATED}


@given(st.lists(st.integers(0, 4), min_size=4, max_size=4), st.lists(st.integers(0, 4), min_size=4, max_size=4))
def test_a_sum_of_what_each_input_is_worth_is_derived(covers: list[int], weapons: list[int]) -> None:
    values = [[cover + weapon for weapon in weapons] for cover in covers]
    code = (
        f"COVERS = {dict(zip(COVERS, covers, strict=True))}\nWEAPONS = {dict(zip(WEAPONS, weapons, strict=True))}\n"
        f"{SIGNATURE}    return COVERS[cover.value] + WEAPONS[weapon.value]\n"
    )
    assert set(grades_of(values, code)) == {Grade.DERIVED}


def test_an_entry_with_another_number_added_is_derived() -> None:
    values = [[1, 2, 3, 4], [5, 6, 7, 8], [2, 4, 6, 8], [9, 3, 1, 7]]
    less = [[value - 1 for value in row] for row in values]
    code = dict_of_dicts(less).replace("return TABLE", "return 1 + TABLE")
    assert set(grades_of(values, code)) == {Grade.DERIVED}


@given(st.lists(st.integers(0, 9), min_size=4, max_size=4))
def test_one_value_for_a_whole_row_is_restated(rows: list[int]) -> None:
    values = [[value] * 4 for value in rows]
    code = f"ROWS = {dict(zip(COVERS, rows, strict=True))}\n{SIGNATURE}    return ROWS[cover.value]\n"
    assert set(grades_of(values, code)) == {Grade.RESTATED}


@given(values=numbers, bound=st.integers(0, 3))
def test_a_copy_of_some_rows_is_repeated_there_only(values: list[list[int]], bound: int) -> None:
    """The other rows follow from the first by arithmetic."""
    values = [row if y <= bound else [(value + y) % 10 for value in values[0]] for y, row in enumerate(values)]
    table = {
        cover: dict(zip(WEAPONS, row, strict=True)) for cover, row in zip(COVERS, values[: bound + 1], strict=False)
    }
    code = (
        f"TABLE = {table}\n{SIGNATURE}    y = list(Cover).index(cover)\n    if y <= {bound}:\n"
        "        return TABLE[cover.value][weapon.value]\n"
        "    return (TABLE['open'][weapon.value] + y) % 10\n"
    )
    wanted = [Grade.REPEATED if y <= bound else Grade.DERIVED for y in range(4) for _ in range(4)]
    assert grades_of(values, code) == wanted


def test_json_has_the_grades(drill: Project) -> None:  # noqa: F811
    found = json.loads(drill.run("check", "--format", "json").out)
    assert found["grades"] == {"cells": {"restated": 2}, "claims": {"repeated": 1}, "facts": {"repeated": 1}}
    assert [each["grade"] for each in found["statements"]] == ["restated", "restated", "repeated", "repeated", None]


def test_the_report_has_the_grades_as_its_headline(drill: Project) -> None:  # noqa: F811
    page = drill.run("check", "--format", "html").out
    figures = re.sub(r"<[^>]+>|\s+", " ", page[page.index('<dl class="figures"') : page.index("</dl>")])
    assert re.search(r"2 cells\s+2\s+restated", figures), figures
    assert re.search(r"1 fact\s+1\s+repeated", figures), figures
    assert "2 of 2" not in figures


def test_a_fact_without_a_proof_is_stated_and_no_gap(drill: Project) -> None:  # noqa: F811
    drill.replace("content/drill/game.yaml", ", proof: best()", "")
    found = json.loads(drill.run("check", "--format", "json").out)
    assert found["findings"] == []
    assert (found["coverage"]["facts"], found["coverage"]["facts_proved"]) == (0, 0)
    assert found["grades"]["facts"] == {"stated": 1}
    assert "not proved" not in drill.run("check", "--format", "html").out.partition('<section id="statements">')[2]


def site(project: Project) -> str:
    """The pages of the web for editors, one after the other."""
    project.replace("content/drill/game.yaml", "language: en", "language: en, readers: editors")
    files = project.made("web/*", game="drill", prove=True).files
    return "".join(text.decode() for name, text in files.items() if name.endswith(".html"))


def test_a_table_that_is_only_repeated_says_so_on_its_page(drill: Project) -> None:  # noqa: F811
    drill.replace("content/drill/rules.py", "return 1 if score >= 4 else 0", "return (0, 0, 0, 1, 1, 1)[score - 1]")
    page = site(drill)
    assert "a second entry of the same values" in page


def test_a_derived_table_says_from_which_rule(drill: Project) -> None:  # noqa: F811
    drill.replace(
        "content/drill/game.yaml",
        "rules: {",
        'rules: {reach: {number: "2.1", title: Reach, text: "It is [[fact:reach]]."}, ',
    )
    drill.replace("content/drill/game.yaml", "facts: {", "facts: {reach: {value: 3, rule: reach, proof: reach()}, ")
    drill.replace("content/drill/rules.py", "return 1 if score >= 4 else 0", "return 1 if score >= reach() + 1 else 0")
    rules = drill.read("content/drill/rules.py")
    drill.write("content/drill/rules.py", rules + "\n\ndef reach() -> int:\n    return 3\n")
    page = site(drill)
    assert "The code derives the values from rule 2.1." in page


ODD_CODE = sorted(Path(ast.__file__).parent.glob("[a-m]*.py"))[:60]
"""Modules of Python itself: no rules code, but every kind of statement and expression."""


ODD_VALUES: Sequence[Plain | frozenset[str]] = (0, True, 2.5, "open", frozenset({"x"}), 10**9)


@pytest.mark.parametrize("module", ODD_CODE, ids=lambda path: path.stem)
def test_no_code_breaks_the_trace(module: Path) -> None:
    code = CodeSyntax(module.read_text("utf-8"))
    for (name, function), value in product(code.functions.items(), ODD_VALUES):
        for sums in (False, True):
            tracer = Tracer(code, [name], sums=sums)
            tracer.share_steps(1000)
            answers = tracer.answers(name, {each.arg: (each.arg, value) for each in parameters(function)})
            assert all(isinstance(answer, Traced) for answer in answers)

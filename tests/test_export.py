"""Tables and books for other programs; what was exported imports again to the same tables."""

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Findings
from rulewright.book.book import Book
from rulewright.book.link import link
from rulewright.book.reading import decode
from rulewright.importing.readers import read_all
from rulewright.importing.sources import SourceFile
from rulewright.outputs.export.forms import FORMS, TableRows, plain_words, rows_of
from rulewright.outputs.products import PRODUCTS
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.tree import parse
from tests.conftest import Project
from tests.unit.test_import_grids import plain, sections

GAME = """\
game: {title: Skirmish, edition: Second, language: en}
domains: {cover: {names: {open: In the open, wood: In a wood}, title: Cover}, weapon: {rifle: Rifle, mortar: Mortar}}
terms: {squad: {text: Ten men.}}
rules:
  fire: {number: "4", title: Fire, text: Units *fire*.}
  hits:
    number: "4.1"
    title: Hits
    text: "Each [[squad]] rolls as [[table:hits]] says, and [[rule:fire]]."
    exceptions: [Not at night.]
    questions: [Do trees stop it?]
tables:
  hits: {title: Score to hit, rule: hits, values: 1..6, rows: cover, columns: weapon, headers: [Cover], cells: {open: [3, 4], wood: [5, nothing]}}
  gear: {title: Gear | found, rows: 1d6, list: {1-3: Rope, 4-6: "A **lamp**, or [[squad]]"}, note: Once a day.}
references:
  turn: {title: A turn, items: [Fire., Move.]}
errata:
  wood: {where: table:hits, printed: "6", now: "5", class: slip, why: A slip.}
"""

MARKDOWN = """\
# Skirmish

Second

## 4 Fire

Units *fire*.

### 4.1 Hits

Each squad rolls as Score to hit says, and 4.

- Not at night.

**Score to hit**

| Cover | Rifle | Mortar |
| --- | --- | --- |
| In the open | 3 | 4 |
| In a wood | 5 | – |

> Open question: Do trees stop it?

## Further tables

### Gear | found

| D6 |  |
| --- | --- |
| 1–3 | Rope |
| 4–6 | A **lamp**, or squad |

Once a day.

## Quick references

### A turn

- Fire.
- Move.

## Glossary

squad
: Ten men.

## Errata

- ~~6~~ 5 (A slip.)
"""


def book_of(text: str) -> Book:
    """A game of one file."""
    findings = Findings()
    tree = parse(text, "content/g/game.yaml", findings)
    assert isinstance(tree, Tree), findings.items
    book = link(decode(Sources("g", (tree,), (), None, "rules.py", {}, {}, {}), PRODUCTS, findings), findings)
    assert not findings.fatal, (text, [str(each) for each in findings.items])
    return book


@pytest.fixture
def exported(project: Project) -> Project:
    project.write("content/small/game.yaml", GAME)
    return project


def test_the_book_as_markdown(exported: Project) -> None:
    said = exported.run("export")
    assert said.status == 0
    assert said.out == "small: 1 file in " + str(exported.root / "build/export/markdown/small") + "\n"
    assert exported.read("build/export/markdown/small/small.md") == MARKDOWN


def test_each_line_of_a_quotation_is_quoted(exported: Project) -> None:
    exported.replace(
        "content/small/game.yaml", "    exceptions:", '    notes: ["First.\\n\\nSecond."]\n    exceptions:'
    )
    example = 'examples: {shot: {title: A shot, rule: hits, text: "Aim.\\n\\nThen roll."}}\nerrata:'
    exported.replace("content/small/game.yaml", "errata:", example)
    assert exported.run("export").status == 0
    written = exported.read("build/export/markdown/small/small.md")
    assert "> First.\n>\n> Second.\n" in written
    assert "> **A shot** Aim.\n>\n> Then roll.\n" in written


def test_tables_as_csv(exported: Project) -> None:
    said = exported.run("export", "small", "--format", "csv")
    assert said.out.splitlines()[1:] == [
        "small: tables only: 2 rules are not in it",
        "small: cells only: the notes are not in it of the tables gear",
    ]
    with (exported.root / "build/export/csv/small/gear.csv").open(encoding="utf-8-sig", newline="") as file:
        assert list(csv.reader(file)) == [["D6", ""], ["1–3", "Rope"], ["4–6", "A lamp, or squad"]]


def test_tables_as_a_workbook(exported: Project) -> None:
    from openpyxl import load_workbook

    exported.run("export", "--format", "xlsx")
    book = load_workbook(exported.root / "build/export/xlsx/small/small.xlsx")
    assert book.sheetnames == ["Score to hit", "Gear | found"]
    assert [[cell.value for cell in row] for row in book["Score to hit"].rows] == [
        ["Cover", "Rifle", "Mortar"],
        ["In the open", 3, 4],
        ["In a wood", 5, "–"],
    ]
    assert book["Gear | found"]["A2"].number_format == "@", "a spreadsheet makes no date of 1–3"


def test_lists_to_roll_on_as_datasworn(exported: Project) -> None:
    said = exported.run("export", "--format", "datasworn")
    assert "small: not in Datasworn, which has oracles only: the rules, and the tables hits" in said.out
    made = json.loads(exported.read("build/export/datasworn/small/small.json"))
    oracle = made["oracles"]["small"]["contents"]["gear"]
    assert (oracle["name"], oracle["dice"], oracle["oracle_type"]) == ("Gear | found", "1d6", "table_text")
    assert [(row["roll"], row["text"]) for row in oracle["rows"]] == [
        ({"min": 1, "max": 3}, "Rope"),
        ({"min": 4, "max": 6}, "A **lamp**, or squad"),
    ]


@pytest.mark.parametrize("form", ["csv", "xlsx", "markdown"])
def test_a_table_that_would_come_back_otherwise_is_named(exported: Project, form: str) -> None:
    exported.replace("content/small/game.yaml", "wood: In a wood", "wood: In the open")
    said = exported.run("export", "--format", form)
    assert "small: imported again, these tables would have other cells: hits\n" in said.out


def test_a_game_with_errors_is_not_exported(exported: Project) -> None:
    exported.replace("content/small/game.yaml", "wood: [5, nothing]", "woods: [5, nothing]")
    said = exported.run("export")
    assert said.status == 1
    assert "rulewright: small is not exported: fix its errors first" in said.err
    assert not (exported.root / "build/export/markdown/small").exists()


def test_each_language_is_exported(exported: Project) -> None:
    exported.replace("content/small/game.yaml", "language: en", "language: en, translations: [fr]")
    assert exported.run("translate", "small", "fr").status == 0
    for english, french in {"Fire": "Tir", "Units *fire*.": "Les unités *tirent*."}.items():
        exported.replace("content/small/fr.po", f'"{english}"\nmsgstr ""', f'"{english}"\nmsgstr "{french}"')
    exported.run("export")
    assert "## 4 Tir\n\nLes unités *tirent*." in exported.read("build/export/markdown/small/fr/small.md")


# Round trips


WORDS = st.sampled_from(["Rope", "Lamp", "Ten candles", "A map", "Öl", "Bell", "Two dogs", "Fog"])
NUMBERS = st.integers(1, 6).map(str)


def names(least: int, most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(
        st.sampled_from(["Open", "Wood", "Hill", "Town", "Rock", "Marsh"]), min_size=least, max_size=most, unique=True
    )


@st.composite
def lookups(draw: st.DrawFn) -> dict[str, object]:
    rows, columns = (
        draw(names(2, 4)),
        draw(st.sampled_from([["Rifle", "Mortar"], ["Rifle", "MG", "Gun"], ["Day", "Night"]])),
    )
    cells = {row.lower(): [draw(NUMBERS) for _ in columns] for row in rows}
    domains = {"cover": {row.lower(): row for row in rows}, "weapon": {each.lower(): each for each in columns}}
    return {"domains": domains, "table": {"rows": "cover", "columns": "weapon", "headers": ["Cover"], "cells": cells}}


@st.composite
def lists(draw: st.DrawFn) -> dict[str, object]:
    faces = draw(st.sampled_from([4, 6, 10, 20]))
    ends = sorted(draw(st.sets(st.integers(1, faces - 1), min_size=1, max_size=3)) | {faces})
    starts = [1, *(end + 1 for end in ends[:-1])]
    keys = [f"{low}-{high}" if low < high else str(low) for low, high in zip(starts, ends, strict=True)]
    return {
        "table": {"rows": f"1d{faces}", "headers": [f"D{faces}", "Found"], "list": {key: draw(WORDS) for key in keys}}
    }


@st.composite
def priced(draw: st.DrawFn) -> dict[str, object]:
    rows = {name: [f"{draw(NUMBERS)} gp", draw(WORDS)] for name in draw(names(2, 4))}
    outputs = {"price": {"title": "Price"}, "notes": {"title": "Notes"}}
    return {"table": {"headers": ["Thing"], "outputs": outputs, "records": rows}}


@st.composite
def modifiers(draw: st.DrawFn) -> dict[str, object]:
    """Some by a number that another input is, or with several values; some with a remark."""
    near: list[object] = [{"axis": "skill"}, {"axis": "skill", "clamp": "-2..2"}]
    near.append([{"value": -1, "when": {"side": "ours"}}, {"value": 1, "when": {"side": "theirs"}}])
    numbers = st.sampled_from(["-3", "-1", "1", "2"])
    labels = draw(names(3, 5))
    values = [draw(numbers), draw(numbers), *(draw(numbers | st.sampled_from(near)) for _ in labels[2:])]
    lines = [{"label": name, "value": value} for name, value in zip(labels, values, strict=True)]
    headers = ["DRM", "Condition"]
    if draw(st.booleans()):
        lines[0]["remark"], headers = draw(WORDS), [*headers, "Remark"]
    domains = {"skill": {"numbers": "..", "test-range": "-3..3"}, "side": {"ours": "Ours", "theirs": "Theirs"}}
    return {"domains": domains, "table": {"headers": headers, "values": {"numbers": ".."}, "modifiers": lines}}


@st.composite
def two_keys(draw: st.DrawFn) -> dict[str, object]:
    outer, inner = draw(names(2, 3)), ["Day", "Night"]
    domains = {"cover": {each.lower(): each for each in outer}, "light": {each.lower(): each for each in inner}}
    cells = {each.lower(): {other.lower(): draw(NUMBERS) for other in inner} for each in outer}
    return {
        "domains": domains,
        "table": {"rows": ["cover", "light"], "headers": ["Cover", "Light", "Score"], "cells": cells},
    }


@st.composite
def three_keys(draw: st.DrawFn) -> dict[str, object]:
    """Decisions, of which some are an open question, and some hold in any light."""
    outer, words = draw(names(2, 3)), st.sampled_from(["yes", "no", "as a wood"])
    domains = {
        name: {each.lower(): each for each in made}
        for name, made in {"cover": outer, "light": ["Day", "Night"], "unit": ["Squad", "Tank"]}.items()
    }
    cells, questions = {}, []
    for each in map(str.lower, outer):
        lights = draw(st.sampled_from([["any"], ["day", "night"]]))
        cells[each] = {light: {unit: [draw(NUMBERS), draw(words)] for unit in ("squad", "tank")} for light in lights}
        if draw(st.booleans()):
            cells[each][lights[0]]["tank"][1] = "unknown"
            where = {"cover": each, "unit": "tank", "output": "acts"} | ({} if lights == ["any"] else {"light": "day"})
            questions.append({"when": where, "question": "Who knows?"})
    outputs = {"score": {"title": "Score"}, "acts": {"title": "Acts"}}
    table = {"rows": ["cover", "light", "unit"], "headers": ["Cover", "Light", "Unit"], "outputs": outputs}
    return {"domains": domains, "table": {**table, "cells": cells, **({"questions": questions} if questions else {})}}


@st.composite
def unheaded(draw: st.DrawFn) -> dict[str, object]:
    cells = {"1-3": draw(WORDS), "4-6": draw(WORDS)}
    return {"table": {"rows": {"score": "1d6"}, "cells": cells}}


TABLES = st.one_of(lookups(), lists(), priced(), modifiers(), two_keys(), three_keys(), unheaded())


def printed(book: Book) -> list[TableRows]:
    return [rows_of(table, plain_words(book)) for table in book.game.tables]


@given(made=lists())
def test_lists_to_roll_on_come_back_from_datasworn(made: dict[str, object]) -> None:
    table = {"title": "Things", **made["table"]}  # type: ignore[dict-item]
    before = book_of(json.dumps({"game": {"title": "G", "language": "en"}, "tables": {"things": table}}))
    assert printed(imported(FORMS["datasworn"](before))) == printed(before)


def imported(files: Mapping[str, bytes]) -> Book:
    with TemporaryDirectory() as folder:
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        draft = read_all([SourceFile(Path(folder) / name, name) for name in files])
    game = {"title": "G", "language": "en"} | {key: plain(value) for key, value in draft.game.items()}
    return book_of(json.dumps({"game": game, **sections(draft)}))


@pytest.mark.parametrize("form", ["csv", "xlsx", "markdown"])
@given(made=TABLES)
def test_what_was_exported_imports_again_to_the_same_tables(form: str, made: dict[str, object]) -> None:
    table = {"title": "Things", **made["table"]}  # type: ignore[dict-item]
    game = {"game": {"title": "G", "language": "en"}, "domains": made.get("domains", {}), "tables": {"things": table}}
    before = book_of(json.dumps(game))
    after = imported(FORMS[form](before))
    assert printed(after) == printed(before)
    assert [table.title.source for table in after.game.tables] == ["Things"]


def test_a_game_without_tables_has_no_workbook(project: Project) -> None:
    rules = 'rules: {base: {number: "0", title: Base, text: Roll a die.}}\n'
    project.write("content/small/game.yaml", f"game: {{title: A, language: en}}\n{rules}")
    answer = project.run("export", "--format", "xlsx")
    assert (answer.status, answer.out[:16]) == (0, "small: 0 files i")

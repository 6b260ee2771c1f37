"""Records: prices and other lists of things, by column, unit, order and group."""

import json

from rulewright.book.grid import grid
from rulewright.entries.table import Table
from rulewright.pipeline.stages import examine
from tests.conftest import Project

GAME = """\
game: {title: Shop, language: en}
domains: {coins: {numbers: 0.., unit: gp}}
rules: {base: {number: "1", title: Base, text: "See [[table:t]]."}}
tables:
  t:
    title: Arms
    rule: base
    headers: [Weapon]
    outputs: {kind: {title: Kind}, price: {title: Price, values: coins}, load: {title: Load}, note: {title: Note}}
%s    records:
      Dagger: [Blade, 2 gp, 0.5, Thrown]
      Sword, long: [Blade, 15, 3, nothing]
      Club: [Blunt, 0, 2, 12]
"""


def _table(project: Project, order: str = "") -> Table:
    project.write("content/small/game.yaml", GAME % order)
    found = examine(project.root, "small", None)
    assert found.book is not None, found.findings.items
    assert found.findings.items == []
    return found.book.tables["t"]


def _printed(table: Table) -> list[list[str]]:
    printed = grid(table)
    return [
        ["/".join(part.text.source for part in cell.parts) for cell in row.cells]
        for row in (*printed.head, *printed.body)
    ]


def test_columns_have_their_units_in_the_order_of_the_source(project: Project) -> None:
    assert _printed(_table(project)) == [
        ["Weapon", "Kind", "Price (gp)", "Load", "Note"],
        ["Dagger", "Blade", "2", "0.5", "Thrown"],
        ["Sword, long", "Blade", "15", "3", "–"],
        ["Club", "Blunt", "0", "2", "12"],
    ]


def test_no_row_of_headings_where_all_are_empty(project: Project) -> None:
    outputs = "kind: {title: Kind}, price: {title: Price, values: coins}, load: {title: Load}, note: {title: Note}"
    empty = 'kind: {title: ""}, price: {title: ""}, load: {title: ""}, note: {title: ""}'
    bare = GAME.replace("    headers: [Weapon]\n", "").replace(outputs, empty)
    project.write("content/small/game.yaml", bare % "")
    book = examine(project.root, "small", None).book
    assert book is not None
    assert _printed(book.tables["t"])[0] == ["Dagger", "Blade", "2 gp", "0.5", "Thrown"]


def test_they_are_sorted_by_a_column_or_by_name(project: Project) -> None:
    assert [row[0] for row in _printed(_table(project, "    sort-by: price\n"))[1:]] == [
        "Club",
        "Dagger",
        "Sword, long",
    ]
    assert [row[0] for row in _printed(_table(project, "    sort-by: name\n"))[1:]] == ["Club", "Dagger", "Sword, long"]
    assert [row[0] for row in _printed(_table(project, "    sort-by: note\n"))[1:]] == ["Club", "Dagger", "Sword, long"]


def test_a_column_that_groups_heads_the_rows_alike_in_it(project: Project) -> None:
    assert _printed(_table(project, "    group-by: kind\n    sort-by: load\n")) == [
        ["Kind", "Weapon", "Price (gp)", "Load", "Note"],
        ["Blade", "Dagger", "2", "0.5", "Thrown"],
        ["Sword, long", "15", "3", "–"],
        ["Blunt", "Club", "0", "2", "12"],
    ]


def test_what_looks_like_numbers_throughout_a_column_is_numbers(project: Project) -> None:
    project.write("content/small/game.yaml", GAME % "")
    data = json.loads(project.made("rules.json").files["rules.json"])
    cases = data["tables"][0]["cases"]
    assert [case["value"] for case in cases if case["keys"]["output"] == "load"] == [0.5, 3, 2]
    assert [case["value"] for case in cases if case["keys"]["output"] == "note"] == ["Thrown", None, "12"]
    assert data["tables"][0]["kind"] == "records"


def test_figures_line_up_at_the_right_and_words_at_the_left(project: Project) -> None:
    row = grid(_table(project)).body[0]
    assert [cell.holds for cell in row.cells] == ["", "words", "figures", "figures", "words"]


def test_nothing_is_to_be_proved(project: Project) -> None:
    _table(project)
    assert all(line.endswith("(a list)") for line in project.run("tables").out.splitlines())


def test_prints_with_groups_read_back(project: Project) -> None:
    project.write("content/small/game.yaml", GAME % "    group-by: kind\n")
    project.write("cards/small/t.yaml", "title: Arms\nsize: 100 × 60 mm\nblocks:\n  - table: t\n")
    made = project.made("cards/t.pdf", "web/*")
    assert [finding.message for finding in made.findings.items] == []
    page = made.files["web/base.html"].decode()
    assert '<th class="row lead words" scope="row" rowspan="2"><span class="part">Blade</span></th>' in page
    assert '<button type="button" class="use"' not in page


def test_a_link_in_a_name_leads_somewhere(project: Project) -> None:
    project.write("content/small/game.yaml", (GAME % "").replace("Club:", '"[[Cub]]":'))
    assert "there is no term 'Cub'" in project.run("check").out


def test_a_unit_beside_the_values_is_told_where_it_belongs(project: Project) -> None:
    project.write("content/small/game.yaml", (GAME % "").replace("values: coins}", "values: 0.., unit: gp}"))
    assert "help: a unit belongs to the values: values: {numbers: 0.., unit: cm}" in project.run("check").out

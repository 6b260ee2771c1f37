"""Modifiers by column: what prints, and what is proved of it."""

from collections.abc import Iterator

import pytest

from rulewright.book.book import Book
from rulewright.book.grid import Grid, grid
from rulewright.pipeline.stages import Examination
from rulewright.proof.report import State
from tests.conftest import Project

SOURCE = """\
game: {title: Fire, language: en}
domains:
  fire: {rifle: Rifles, gun: Guns, mortar: Mortars, flame: Flamethrowers}
  moved: {yes: moved, no: stood}
  markers: {title: Markers, numbers: 0.., test-range: 0..3}
rules: {hit: {number: "1", title: To hit, text: "Add up [[table:to-hit]]."}}
tables:
  to-hit:
    title: To hit
    rule: hit
    values: -9..9
    columns: fire
    keys: [rifle, "gun, mortar", flame]
    headers: [Modifier, Note]
    modifiers:
      - {label: each marker, value: {each: markers, adds: -2}}
      - {label: moved, when: {moved: yes}, cells: [-1, nothing, -3], remark: not on rails}
    questions: [{when: {fire: flame}, question: Does a flamethrower aim?}]
    proof: drm(fire, moved, markers)
"""
CODE = '''\
from typing import Literal


def drm(fire: Literal["rifle", "gun", "mortar", "flame"], moved: bool, markers: int) -> int:
    """Markers shake every hand, moving only that of a rifleman (rule 1)."""
    return -2 * markers - (moved and fire == "rifle")
'''
CARD = "{title: To hit, size: 110 × 60 mm, blocks: [{table: to-hit}]}\n"


@pytest.fixture
def fire(project: Project) -> Project:
    project.write("content/fire/game.yaml", SOURCE)
    project.write("content/fire/rules.py", CODE)
    project.write("cards/fire/to-hit.yaml", CARD)
    return project


def examined(project: Project) -> Examination:
    return project.examined("fire")


def table(book: Book | None) -> Grid:
    assert book is not None
    return grid(book.tables["to-hit"])


def lines(printed: Grid) -> Iterator[list[tuple[str, str, int]]]:
    for row in (*printed.head, *printed.body):
        yield [(cell.role, "".join(part.text.source for part in cell.parts), cell.columns) for cell in row.cells]


def test_names_come_first_then_the_columns_then_the_remark(fire: Project) -> None:
    assert list(lines(table(examined(fire).book))) == [
        [
            ("corner", "Modifier", 1),
            ("column", "Rifles", 1),
            ("column", "Guns, Mortars", 1),
            ("column", "Flamethrowers", 1),
            ("column", "Note", 1),
        ],
        [("row", "each marker", 1), ("value", "−2", 3), ("note", "", 1)],
        [("row", "moved", 1), ("value", "−1", 1), ("value", "–", 1), ("value", "−3", 1), ("note", "not on rails", 1)],
    ]


def test_a_cell_for_an_open_question_is_not_called_proved(fire: Project) -> None:
    found = examined(fire)
    assert not found.findings.fatal
    cells = {statement.text: statement for statement in found.proof.statements}
    assert [cells[text].state for text in ("−2", "−1", "–")] == [State.PROVED] * 3
    assert cells["−3"].state is State.UNPROVED
    assert cells["−3"].reason == "it applies in none of the combinations compared"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("adds: -2", "adds: -1", "adds −1 for fire rifle, moved no, markers 1, which makes −1, drm() answers −2"),
        ("cells: [-1,", "cells: [-2,", "adds −2 (here 0) and −2 for fire rifle, moved yes, markers 0"),
        ("nothing, -3", "-1, -3", "adds −2 (here 0) and −1 for fire gun, moved yes, markers 0"),
        ("[-1, nothing", "[nothing, nothing", "adds −2 (here 0) for fire rifle, moved yes, markers 0, which makes 0"),
    ],
)
def test_an_altered_cell_is_blamed_in_words(fire: Project, old: str, new: str, told: str) -> None:
    fire.replace("content/fire/game.yaml", old, new)
    said = fire.run("check")
    assert said.status == 1
    assert f"table 'to-hit' {told}" in said.out


def test_the_web_heads_every_column(fire: Project) -> None:
    assert fire.run("build").status == 0
    page = fire.read("build/fire/web/hit.html")
    for words in ("Modifier", "Rifles", "Guns, Mortars", "Flamethrowers", "Note"):
        assert f'scope="col"><span class="part">{words}</span></th>' in page
    assert '<td class="value" colspan="3"><span class="part"><span class="negative">−2</span></span></td>' in page

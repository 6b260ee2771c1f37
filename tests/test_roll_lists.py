"""A list to roll on has nothing to prove; a table of numbers or of few results has, though nobody has declared its values."""

import pytest

from tests.conftest import Project

GAME = """\
game: {title: Lists, language: en}
rules: {base: {number: "1", title: Base, text: "See [[table:t]]."}}
tables:
  t: {title: Things, rule: base, rows: {score: 1d6}, cells: %s}
"""
TABLES = {
    "gear": ("{1: Rope, 2: Lantern, 3: Crowbar, 4: Sextant, 5: Tinderbox, 6: Candles}", "(a list)"),
    "numbers": ("{1: 10, 2: 20, 3: 30, 4: 40, 5: 50, 6: 60}", "(not proved)"),
    "few results": ("{1-2: No effect, 3-4: pinned and gone, 5-6: routed and gone}", "(not proved)"),
    "one result twice": ("{1: rope, 2: lamp, 3: bar, 4: saw, 5: rope, 6: wick}", "(not proved)"),
}


@pytest.mark.parametrize("name", TABLES)
def test_what_is_a_list_to_roll_on(name: str, project: Project) -> None:
    cells, said = TABLES[name]
    project.write("content/lists/game.yaml", GAME % cells)
    lines = project.run("tables").out.splitlines()
    assert lines
    assert all(line.endswith(said) for line in lines)


def test_a_list_does_not_count_among_the_cells(project: Project) -> None:
    source = (
        GAME % TABLES["gear"][0]
        + "  u: {title: Hits, rule: base, values: 0..1, rows: {score: 1d6}, proof: hits(score), cells: {1-3: 0, 4-6: 1}}\n"
    )
    project.write("content/lists/game.yaml", source.replace("[[table:t]]", "[[table:t]] and [[table:u]]"))
    project.write("content/lists/rules.py", "def hits(score: int) -> int:\n    return score // 4\n")
    assert "; 2 cells: 2 derived; " in project.run("check").out

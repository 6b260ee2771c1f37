"""Defects of printed games, built again: each is found unaided, and tables that look as odd and are sound are not."""

from tests.conftest import Project

HEAD = "game: {title: Defects, language: en}\n"
RULE = 'rules: {fire: {number: "1", title: Fire, text: "Throw as [[table:fire]] tells."}}\n'

COMBAT = (
    HEAD
    + RULE
    + """\
domains: {odds: {one: 1-1, two: 2-1, three: 3-1, four: 4-1}, loss: 0..12}
tables:
  fire:
    title: Combat
    rule: fire
    values: loss
    rows: {score: 1d6}
    columns: odds
    cells:
      1: [0, 1, 2, 3]
      2: [1, 2, 3, 4]
      3: [2, 3, 4, 5]
      4: [4, 5, 6, 7]
      5: [4, 5, 6, 7]
      6: [5, 6, 7, 8]
    proof: losses(score, odds)
"""
)
COMBAT_RULES = '''\
from enum import Enum


class Odds(Enum):
    ONE = "one"
    TWO = "two"
    THREE = "three"
    FOUR = "four"


def losses(score: int, odds: Odds) -> int:
    """One more for each step of odds and each point of the die (rule 1)."""
    return score - 1 + list(Odds).index(odds)
'''


def found(project: Project, game: str, rules: str = "", card: str = "") -> list[str]:
    """The findings of a game as `name: message` and their hints."""
    project.write("content/defects/game.yaml", game)
    if rules:
        project.write("content/defects/rules.py", rules)
    if card:
        project.write("cards/defects/card.yaml", card)
    return project.run("check").out.split("\n")


def names(lines: list[str]) -> set[str]:
    return {line.partition("[")[2].partition("]")[0] for line in lines if ": error[" in line or ": warning[" in line}


def test_a_combat_table_read_one_column_off(project: Project) -> None:
    """Row 4 was copied from the column to the right of each of its cells."""
    said = found(project, COMBAT, COMBAT_RULES)
    assert names(said) == {"disagreement"}
    assert [line for line in said if "error[disagreement]" in line] == [
        "content/defects/game.yaml:15:11: error[disagreement]: the row '4' of table 'fire' is one column too far left: "
        "it prints 4, 5, 6, 7, but the code answers 3, 4, 5, 6"
    ]


def test_two_columns_that_changed_places_in_the_source(project: Project) -> None:
    game = COMBAT.replace("4: [4, 5, 6, 7]", "4: [3, 4, 5, 6]")
    for score in range(6):
        row = [score, score + 1, score + 2, score + 3]
        game = game.replace(f"{score + 1}: {row}", f"{score + 1}: {[row[0], row[2], row[1], row[3]]}")
    said = found(project, game, COMBAT_RULES)
    assert sum("the columns 'two' and 'three' seem to be swapped" in line for line in said) == 12


def test_three_or_more_printed_beside_rows_for_five_and_six(project: Project) -> None:
    game = (
        HEAD
        + RULE
        + "tables: {fire: {title: Fire, rule: fire, rows: {score: 1d6}, cells: {1-2: no effect, 3+: one, 5: two, 6: three}}}\n"
    )
    said = found(project, game)
    assert names(said) == {"overlap"}
    assert any("two cells of table 'fire' hold for score 5: one and two" in line for line in said)


def test_six_or_more_on_one_die_without_a_modifier(project: Project) -> None:
    game = (
        HEAD
        + RULE
        + "tables: {fire: {title: Fire, rule: fire, rows: {score: 1d6}, cells: {1-3: no effect, 4-5: one hit, 6+: two hits}}}\n"
    )
    said = found(project, game)
    assert names(said) == {"needless-open-end"}
    assert any("'6+' of table 'fire' can only be 6: nothing higher comes up on D6" in line for line in said)


def test_a_row_that_equals_the_range_beside_it(project: Project) -> None:
    game = (
        HEAD
        + RULE
        + "tables: {fire: {title: Fire, rule: fire, rows: {score: 2d6}, cells: {2-6: none, 7: two hits, 8-9: two hits, 10-12: three hits}}}\n"
    )
    said = found(project, game)
    assert names(said) == {"mergeable-rows"}
    assert any("the rows '7' and '8-9' of table 'fire' say the same everywhere" in line for line in said)


SOUND = """\
  levels:
    {title: Levels, rule: fire, policy: first, rows: {strength: 0..}, cells: {≥ 9: 4, ≥ 7: 3, ≥ 5: 2, ≥ 3: 1, any: 0}}
  steps: {title: Steps, rule: fire, rows: {strength: 0..}, cells: {0-2: 0, 3-4: 1, 5-6: 2, 7-8: 3, 9-19: 4, 20+: 5}}
  events: {title: Events, rule: fire, rows: {roll: d66}, cells: {11-16: rain, 21-36: fog, 41-66: sun}}
  rare: {title: Rare events, rule: fire, rows: {roll: d666}, cells: {111-366: rain, 411-665: fog, 666: sun}}
  beyond: {title: Modified, rule: fire, rows: {score: 1d6 - 1..2}, cells: {"-1 - 1": none, 2-4: one, 5-7: two, 8+: three}}
  scores: {title: One line for each, rule: fire, rows: {score: 1d6}, cells: {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2}}
  order:
    title: A priority list
    rule: fire
    policy: first
    cases:
      - {when: {unit: tank, light: night}, value: 2}
      - {when: {unit: tank}, value: 10}
      - {when: {light: night}, value: 1}
      - {value: 3}
"""


def test_tables_that_look_odd_and_are_sound_are_silent(project: Project) -> None:
    """Thresholds 3, 5, 7, 9; d66 and d666; open ends; rolls beyond the die; a list of which the first decides."""
    sound = SOUND.replace("1d6 - 1..2", "1d6 - 2..+2")
    game = HEAD + "domains: {unit: [foot, tank], light: [day, night]}\n"
    game += 'rules: {fire: {number: "1", title: Fire, text: Fire.}}\ntables:\n' + sound
    assert names(found(project, game)) == set()

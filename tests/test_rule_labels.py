"""Both readings of a disagreement: the code's docstring and the rule's text, side by side in every format."""

import json

import pytest

from tests.conftest import Project

GAME = """\
game: {title: A game that disagrees, language: en}
domains:
  cover: {open: In the open, wood: In a wood}
  moved: [yes, no]
facts: {limit: {value: 7, rule: sight, proof: limit()}}
rules:
  hits:
    number: "1"
    title: Hits
    text: |
      - Trees stop *bullets*, not bombs: see [[table:hits]]. This second sentence is needed to make enough of it.
      - What comes later is left out.
  sight: {number: "2", title: Sight, text: "Men see as far as [[fact:limit]] hexes."}
  drm: {parent: hits, title: Modifiers, text: "Whoever moves shoots worse."}
  far: {number: "9", title: Ranges, external: the advanced rules}
tables:
  hits: {title: Score to hit, rule: hits, rows: cover, cells: {open: 3, wood: 4}, values: {numbers: 1..6}, proof: score(cover)}
  drm: {title: Modifiers, rule: drm, values: {numbers: ..}, modifiers: [{label: moved, value: -1, when: {moved: yes}}], proof: drm(moved)}
  ranges: {title: Ranges, rule: far, rows: cover, cells: {open: 9, wood: 9}, values: {numbers: 1..9}, proof: score(cover)}
references:
  fire:
    title: Fire
    rule: hits
    items:
      - {text: "trees stop it", claim: cover is open, proof: stops(cover)}
      - {text: "as far as men see [[2]]", claim: cover is open, proof: stops(cover)}
examples:
  shot: {rule: sight, title: A shot, text: A man looks., steps: [{text: How far?, ask: limit(), result: 7}]}
"""

RULES = '''\
from typing import Literal


def score(cover: Literal["open", "wood"]) -> int:
    """Trees stop bullets, not bombs (rule 1)."""
    return 3 if cover == "open" else 5


def stops(cover: Literal["open", "wood"]) -> bool:
    """Trees stop bullets (rule 1)."""
    return cover == "wood"


def drm(moved: bool) -> int:
    """Moving men aim badly (rule 1)."""
    return -2 if moved else 0


def limit() -> int:
    """How far men see (rule 2)."""
    return 8
'''

HITS = "rule 1 says: Trees stop bullets, not bombs: see Score to hit. This second sentence is needed to make enough of it. …"
SIGHT = "rule 2 says: Men see as far as 7 hexes."


@pytest.fixture
def labels(project: Project) -> dict[str, list[str]]:
    """The labels of each disagreement, by the line of the source that it stands at."""
    project.write("content/odd/odd.yaml", GAME)
    project.write("content/odd/rules.py", RULES)
    found = json.loads(project.run("check", "--format", "json").out)["findings"]
    lines = GAME.split("\n")
    return {
        lines[each["line"] - 1].strip(): [label["message"] for label in each["labels"]]
        for each in found
        if each["name"] in ("disagreement", "example-differs")
    }


@pytest.mark.parametrize(
    ("begins", "said"),
    [
        ("hits:", ["the code says: Trees stop bullets, not bombs (rule 1).", HITS]),
        (
            "drm:",
            ["the code says: Moving men aim badly (rule 1).", "the rule 'Modifiers' says: Whoever moves shoots worse."],
        ),
        ("ranges:", ["the code says: Trees stop bullets, not bombs (rule 1)."]),
        ('- {text: "trees', ["the code says: Trees stop bullets (rule 1).", HITS]),
        ('- {text: "as far', ["the code says: Trees stop bullets (rule 1).", SIGHT]),
        ("facts:", ["the code says: How far men see (rule 2).", SIGHT]),
        ("shot:", ["the code says: How far men see (rule 2).", SIGHT]),
    ],
    ids=["table", "modifier", "external rule", "claim", "claim that cites a rule", "fact", "example"],
)
def test_the_rule_stands_beside_the_code(begins: str, said: list[str], labels: dict[str, list[str]]) -> None:
    (found,) = [each for line, each in labels.items() if line.startswith(begins)]
    assert found == said


def test_the_text_of_the_rule_is_shown_at_its_place(project: Project) -> None:
    project.write("content/odd/odd.yaml", GAME)
    project.write("content/odd/rules.py", RULES)
    said = project.run("check").out
    place = next(at for at, line in enumerate(GAME.split("\n"), 1) if "Trees stop *bullets*" in line)
    assert f"  content/odd/odd.yaml:{place}:7: {HITS}\n  {place} |       - Trees stop *bullets*" in said

"""A modifier that counts only where the rules leave the sum open has been compared with nothing."""

import json

from tests.conftest import Project

SOURCE = """\
game: {title: Skirmish, language: en}
domains:
  fire: {rifle: Rifles, flame: Flamethrowers}
  shaken: {yes: shaken, no: steady}
rules: {hits: {number: "1", title: Hits, text: "See [[table:drm]]."}}
tables:
  drm:
    {title: Modifiers, rule: hits, values: -9..9, columns: fire, proof: "drm(fire, shaken)",
     modifiers: [{label: shaken, when: {shaken: yes}, cells: [-1, -7]}],
     questions: [{when: {fire: flame}, question: Do they shake?}]}
"""
RULES = '''\
from typing import Literal


def drm(fire: Literal["rifle", "flame"], shaken: bool) -> int:
    """Riflemen can be shaken (rule 1)."""
    return -1 if shaken and fire == "rifle" else 0
'''


def test_it_is_not_counted_as_proved(project: Project) -> None:
    project.write("content/skirmish/game.yaml", SOURCE)
    project.write("content/skirmish/rules.py", RULES)
    said = json.loads(project.run("check", "--format", "json").out)
    assert said["findings"] == []
    assert (said["coverage"]["cells"], said["coverage"]["proved"], said["coverage"]["open"]) == (2, 1, 2)

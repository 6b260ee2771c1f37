"""`check --mutants --words`: which alterations of printed words the checks notice, by kind."""

import json
from dataclasses import replace

import pytest

from rulewright.alterations.altered_game import TextHolders
from rulewright.alterations.counts import KindCount
from rulewright.alterations.kinds import KINDS, MOST_OF_A_KIND, sample
from rulewright.alterations.noticing import alter_words
from rulewright.checks import check
from rulewright.model.book import Book, texts
from tests.conftest import GAME, GAMES, Project, examined

SMALL = """\
domains:
  weapon: {title: Weapon, names: {mortar: mortar, gun: gun, tank: tank}}
  distance: {title: Distance, numbers: 1.., unit: hexes, test-range: 1..12}
  flank: {title: Flank, names: {yes: on a flank, no: not on a flank}}
facts: {reach: {value: 6, unit: hexes, rule: fire}}
terms:
  Fire: {rule: fire, text: An attack from a distance.}
  Ford: {rule: moving, text: A shallow place in a river.}
rules:
  fire:
    number: "1"
    title: Fire
    text: "An attack on a flank adds 2. [[Fire|fire]] reaches [[fact:reach]] hexes, which is a distance of six hexes."
  moving: {number: "2", title: Moving, text: "A squad stops in a [[Ford|ford]]."}
tables:
  fire-modifiers:
    title: Modifiers of fire
    rule: fire
    values: 0..3
    modifiers:
      - {label: attack on a flank, when: {flank: yes}, value: 2}
      - {label: with a gun, when: {weapon: gun}, value: 1}
references:
  fire:
    title: Fire
    rule: fire
    items:
      - {text: up to 6 hexes away, claim: distance <= 6, unproved: An example.}
      - {text: "with a mortar, at least two hexes away", claim: weapon is mortar and distance >= 2, unproved: An example.}
errata:
  reach: {where: "reference:fire", printed: 5 hexes, now: 6 hexes, why: A misprint.}
"""


def counts(words: tuple[KindCount, ...]) -> dict[str, tuple[int, int]]:
    return {each.kind: (each.noticed, each.tried) for each in words if each.tried}


def test_each_kind_of_a_small_game(small: Project) -> None:
    small.write("content/words/game.yaml", "game: {title: Words, language: en, colours: {fire: '#cc0000'}}\n" + SMALL)
    card = "{title: Fire, size: 90 × 90 mm, blocks: [{table: fire-modifiers, title: Modifiers of fire}]}\n"
    small.write("cards/words/fire.yaml", card)
    said = json.loads(small.run("check", "--mutants", "--words", "--format", "json", "words").out)
    assert [each["name"] for each in said["findings"] if each["severity"] != "note"] == []
    shares = {each["kind"]: (each["noticed"], each["tried"]) for each in said["words"]["kinds"] if each["tried"]}
    assert shares == {}

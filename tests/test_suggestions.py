"""Every finding about a name that is not known proposes the right one: one slip of the pen each, in a sound game."""

import pytest

from rulewright.base.findings import Finding
from tests.conftest import Project

GAME = """\
game:
  title: A game with everything
  language: en
  colours: {crimson: "#b3202c"}
  marks: {star: {sign: "*", colour: "#000000", legend: Not at night}}
  notations: {squad: {fields: {firepower: 0..9, morale: 0..9}}, crew: {fields: {range: 10..20, morale: 0..9}}}
domains:
  cover: {names: {open: In the open, woods: In woods}, groups: {anywhere: [open, woods]}}
  weapon: {rifle: Rifle, mortar: Mortar}
  distance: 0..20
facts: {sight-limit: {value: 12, rule: fire, proof: sight_limit()}}
terms: {Squad: {text: "Ten men, see [[12.1]].", rule: fire}}
rules:
  fire:
    number: "12.1"
    title: Fire
    text: |
      A [[Squad]] fires as in [[table:hits]], [[cell:hits(open, rifle)]] in the open, [[fact:sight-limit]] far[[mark:star]].
      So does a [[unit:squad 4-7]]; see [[reference:firing]] and [[example:first-shot]].
tables:
  hits:
    title: Score to hit
    rule: fire
    values: {numbers: 1..6}
    rows: cover
    columns: weapon
    cells: {open: [3, 4], woods: [5, 4]}
    proof: score(cover, weapon=weapon)
  shelter: {title: Shelter, rule: fire, values: weapon, rows: cover, cells: {anywhere: rifle}}
references:
  firing:
    title: Firing
    rule: fire
    items:
      - text: "a [[Squad]] fires near by"
        claim: distance <= sight-limit and weapon is rifle
        proof: near(distance, weapon)
examples:
  first-shot:
    rule: fire
    title: The first shot
    text: "Over [[given:gap]] hexes."
    given: {gap: 5, shooter: 4-7}
    steps: [{text: A shot., ask: 'near(distance=gap, weapon=rifle)', result: yes}]
"""

RULES = '''\
from enum import Enum


class Cover(Enum):
    OPEN = "open"
    WOODS = "woods"


class Weapon(Enum):
    RIFLE = "rifle"
    MORTAR = "mortar"


def score(cover: Cover, weapon: Weapon) -> int:
    """Trees stop bullets, not bombs (rule 12.1)."""
    if weapon is Weapon.MORTAR:
        return 4
    return 3 if cover is Cover.OPEN else 5


def sight_limit() -> int:
    """How far men see (rule 12.1)."""
    return 12


def near(distance: int, weapon: Weapon) -> bool:
    """Only bullets are aimed (rule 12.1)."""
    return distance <= sight_limit() and weapon is Weapon.RIFLE
'''

CARD = """\
title: Firing
size: A6
blocks:
  - {band: fire, colour: crimson}
  - bullets: firing
  - columns: {blocks: [[{table: hits}, {table: shelter}], [legend]]}
"""

SHEET = "kind: sheet\ntitle: All\npaper: A4\ncards: [card]\n"

SLIPS = [
    ("a term", "[[Squad]] fires as", "[[Sqaud]] fires as", "'Squad'"),
    ("a rule by its number", "[[12.1]]", "[[12.11]]", "'12.1'"),
    ("a rule by its id", "rule: fire\n    values", "rule: fier\n    values", "'fire'"),
    ("a rule without its kind", "A [[Squad]] fires as", "A [[firing]] fires as", "[[reference:firing]]"),
    (
        "a name that is nearly something else's",
        "A [[Squad]] fires as",
        "A [[sihgt-limit]] fires as",
        "[[fact:sight-limit]]",
    ),
    ("the kind of a link", "[[table:hits]]", "[[tabel:hits]]", "[[table:hits]]"),
    ("a table", "[[table:hits]]", "[[table:hist]]", "'hits'"),
    ("the table of a cell", "[[cell:hits(", "[[cell:hist(", "'hits'"),
    ("the key of a cell", "(open, rifle)]]", "(open, riffle)]]", "'rifle'"),
    ("a fact", "[[fact:sight-limit]]", "[[fact:sihgt-limit]]", "'sight-limit'"),
    ("a mark", "[[mark:star]]", "[[mark:start]]", "'star'"),
    ("a quick reference", "[[reference:firing]]", "[[reference:fring]]", "'firing'"),
    ("an example", "[[example:first-shot]]", "[[example:first-shoot]]", "'first-shot'"),
    ("a notation", "[[unit:squad 4-7]]", "[[unit:sqaud 4-7]]", "squad 4-7"),
    ("a value given", "[[given:gap]]", "[[given:gab]]", "'gap'"),
    ("a domain on an axis", "rows: cover\n    columns", "rows: covr\n    columns", "'cover'"),
    ("a domain of values", "values: weapon", "values: weapom", "'weapon'"),
    ("a key of a row", "cells: {open:", "cells: {opne:", "'open'"),
    ("a value of a cell", "{anywhere: rifle}", "{anywhere: riffle}", "'rifle'"),
    ("a member of a group", "anywhere: [open, woods]", "anywhere: [open, wods]", "'woods'"),
    ("a section of the source", "\nfacts:", "\nfatcs:", "'facts'"),
    ("a key of an entry", "    columns: weapon", "    colums: weapon", "'columns'"),
    ("a function", "proof: score(", "proof: scoer(", "'score'"),
    ("an axis", "score(cover,", "score(covr,", "'cover'"),
    ("a parameter", "weapon=weapon", "waepon=weapon", "'weapon'"),
    ("a domain in a claim", "claim: distance", "claim: distence", "'distance'"),
    ("a fact in a claim", "<= sight-limit and", "<= sihgt-limit and", "'sight-limit'"),
    ("a value in a claim", "weapon is rifle", "weapon is riffle", "'rifle'"),
    ("a value of a question", "weapon=rifle)'", "weapon=riffle)'", "'rifle'"),
    ("the number of a counter", "distance=gap", "distance=shooter.moral", "'shooter.morale'"),
    ("a block of a card", "  - bullets: firing", "  - bulets: firing", "'bullets'"),
    ("a block that stands alone", "[legend]", "[legnd]", "'legend'"),
    ("the reference of a block", "bullets: firing", "bullets: firng", "'firing'"),
    ("the table of a block", "{table: hits}", "{table: hist}", "'hits'"),
    ("the rule of a band", "{band: fire,", "{band: fier,", "'fire'"),
    ("a colour", "colour: crimson}", "colour: crimsom}", "'crimson'"),
    ("a format", "size: A6", "size: A66", "'A6'"),
    ("a paper", "paper: A4", "paper: A44", "'A4'"),
    ("a card of a sheet", "cards: [card]", "cards: [crad]", "'card'"),
    ("a value that the code has in another spelling", 'MORTAR = "mortar"', 'MORTAR = "morter"', "'mortar'"),
]


@pytest.fixture
def everything(project: Project) -> Project:
    """A sound game with a name of every kind."""
    project.write("content/all/all.yaml", GAME)
    project.write("content/all/rules.py", RULES)
    project.write("cards/all/card.yaml", CARD)
    project.write("cards/all/sheet.yaml", SHEET)
    return project


def findings_of(project: Project) -> list[Finding]:
    return project.examined("all").findings.items


def test_the_game_is_sound(everything: Project) -> None:
    assert [f"{each.span}: {each.name}: {each.message}" for each in findings_of(everything)] == []


@pytest.mark.parametrize(("right", "wrong", "proposed"), [slip[1:] for slip in SLIPS], ids=[slip[0] for slip in SLIPS])
def test_the_right_name_is_proposed(right: str, wrong: str, proposed: str, everything: Project) -> None:
    files = [path for path in everything.root.rglob("*.*") if right in path.read_text("utf-8")]
    (file,) = files
    everything.replace(str(file.relative_to(everything.root)), right, wrong)
    found = findings_of(everything)
    hints = [each.hint for each in found if each.hint.startswith(("did you mean", "is ", "to link"))]
    assert any(proposed in hint for hint in hints), [f"{each.message} ({each.hint})" for each in found]


def test_a_game_on_the_command_line(everything: Project) -> None:
    said = everything.run("check", "alll")
    assert (said.status, "did you mean 'all'?" in said.out + said.err) == (2, True)

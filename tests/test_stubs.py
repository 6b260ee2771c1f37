"""`rulewright stubs`: rules.py follows the domains and the proofs, and keeps what its author wrote."""

import pytest

from tests.conftest import Project

GAME, CODE = "content/small/game.yaml", "content/small/rules.py"
SOURCE = """\
game: {title: Small, language: en}
domains:
  cover: {open: In the open, wood: In a wood}
  state: {sets: [moving, hidden]}
  loss: {none: none, lost: lost}
  near: boolean
  reach: {measure: 0..12, unit: ″}
facts: {pace: {value: 3, rule: hits, proof: pace()}}
rules: {hits: {number: "4.1", title: Hits, text: "See [[table:hits]], [[table:losses]] and [[fact:pace]]."}}
tables:
  hits: {title: Score to hit, rule: hits, values: 1d6, rows: cover, cells: {open: 3, wood: 5}, proof: score(cover)}
  losses: {title: Losses, rule: hits, values: loss, rows: 1d6, cells: {1-3: lost, 4-6: none}, proof: loss(roll)}
references:
  aim:
    title: Aim
    rule: hits
    items:
      - {text: those in a wood are near, claim: cover is wood, proof: "is_near(cover, near, distance=reach)"}
      - {text: those out of sight hide, claim: state has hidden, proof: hides(state)}
"""
WRITTEN = '''\
"""The rules as code: from the rules, not from the tables."""

from enum import Enum


class Cover(Enum):
    OPEN = "open"
    WOOD = "wood"


class Loss(Enum):
    NONE = "none"
    LOST = "lost"


class State(Enum):
    MOVING = "moving"
    HIDDEN = "hidden"


def score(cover: Cover) -> int:
    """Score to hit (rule 4.1): say why it is so."""
    raise NotImplementedError


def loss(roll: int) -> Loss:
    """Losses (rule 4.1): say why it is so."""
    raise NotImplementedError


def is_near(cover: Cover, near: bool, distance: float) -> bool:
    """Aim (rule 4.1): say why it is so."""
    raise NotImplementedError


def hides(state: frozenset[State]) -> bool:
    """Aim (rule 4.1): say why it is so."""
    raise NotImplementedError


def pace() -> int:
    """pace (rule 4.1): say why it is so."""
    raise NotImplementedError
'''
OWN = '''\
# My own words.
from enum import Enum, auto


class Ground(Enum):
    OPEN = "open"
    WOOD = "wood"  # trees

    @property
    def dark(self):
        return self is Ground.WOOD


def score(cover: Ground) -> int:
    """My reason (4.1)."""
    return 5 if cover.dark else 3
'''
SMALL = """\
game: {title: Small, language: en}
domains: {cover: {open: In the open, wood: In a wood}, weapon: {rifle: Rifle, mortar: Mortar}}
rules: {hits: {number: "1", title: Hits, text: "See [[table:hits]]."}}
tables:
  hits: {title: Hits, rule: hits, values: 1d6, rows: cover, cells: {open: 3, wood: 5}, proof: score(cover)}
"""


@pytest.fixture
def small(project: Project) -> Project:
    project.write(GAME, SMALL)
    return project


def test_a_game_without_rules_code_gets_all_of_it(project: Project) -> None:
    project.write(GAME, SOURCE)
    said = project.run("stubs")
    assert (said.status, said.out, said.err) == (
        0,
        f"small: {CODE} now has the enum Cover, the enum Loss, the enum State, score(), loss(), is_near(), hides(), pace()\n",
        "",
    )
    assert project.read(CODE) == WRITTEN
    check = project.run("check")
    assert "error[rules-raised]: score() is not written yet" in check.out
    assert "help: write in its place what the rule says, and return the answer" in check.out
    assert "domain-differs" not in check.out, "every type fits its domain"
    assert "unprovable-parameter" not in check.out


EXAMPLE = """\
examples:
  shot:
    title: A shot
    rule: hits
    text: A shot.
    steps: [{text: "First [[result]].", ask: score(wood), result: 5}, {text: "Then [[result]].", ask: score(open), result: 3}]
"""


def test_what_is_not_written_yet_is_said_once_for_each_function(project: Project) -> None:
    project.write(GAME, SOURCE + EXAMPLE)
    project.write(CODE, WRITTEN)
    assert project.run("check").out.count("score() is not written yet") == 1


def test_written_again_it_stays_as_it_is(project: Project) -> None:
    project.write(GAME, SOURCE)
    project.write(CODE, WRITTEN)
    assert project.run("stubs").out == f"small: {CODE} has all that the proofs ask for\n"
    assert project.run("stubs", "--check").status == 0
    assert project.read(CODE) == WRITTEN


def test_a_new_value_goes_into_the_enum_that_the_function_takes(small: Project) -> None:
    small.write(CODE, OWN)
    small.replace(GAME, "wood: In a wood}, weapon", "wood: In a wood, tall-grass: In grass}, weapon")
    small.replace(GAME, "wood: 5}", "wood: 5, tall-grass: 4}")
    check = small.run("stubs", "--check")
    assert (check.status, check.out) == (
        1,
        f"small: {CODE} needs Ground.TALL_GRASS; run `rulewright stubs`\n",
    )
    assert small.read(CODE) == OWN
    assert small.run("stubs").status == 0
    assert small.read(CODE) == OWN.replace("# trees\n", '# trees\n    TALL_GRASS = "tall-grass"\n')


def test_a_new_column_becomes_a_parameter_and_an_enum(small: Project) -> None:
    small.write(CODE, OWN)
    small.replace(
        GAME,
        "cells: {open: 3, wood: 5}, proof: score(cover)",
        'columns: weapon, cells: {open: [3, 4], wood: [5, 4]}, proof: "score(cover, weapon)"',
    )
    assert small.run("stubs").out == f"small: {CODE} now has the enum Weapon, weapon of score()\n"
    written = small.read(CODE)
    assert (
        'class Weapon(Enum):\n    RIFLE = "rifle"\n    MORTAR = "mortar"\n\n\ndef score(cover: Ground, weapon: Weapon) -> int:\n'
        in written
    )
    assert written.startswith(OWN[: OWN.index("def score")])
    assert written.endswith('    """My reason (4.1)."""\n    return 5 if cover.dark else 3\n')


def test_a_value_that_is_gone_goes_unless_the_code_needs_it(small: Project) -> None:
    small.replace(GAME, "open: In the open, wood: In a wood", "open: In the open, hill: On a hill")
    small.replace(GAME, "wood: 5}", "hill: 5}")
    code = OWN.replace('    OPEN = "open"\n', '    OPEN = "open"\n    ROAD = "road"\n')
    small.write(CODE, code)
    said = small.run("stubs")
    assert said.out == (
        f"small: {CODE} keeps Ground.WOOD, which its domain no longer has: line 12 uses it\n"
        f"small: {CODE} now has Ground.HILL, no Ground.ROAD\n"
    )
    assert small.read(CODE) == OWN.replace("# trees\n", '# trees\n    HILL = "hill"\n')


def test_a_missing_import_comes_after_the_docstring(small: Project) -> None:
    small.write(CODE, '"""Ours."""\n\nTALLEST = 3\n')
    small.run("stubs")
    assert small.read(CODE).startswith('"""Ours."""\n\nfrom enum import Enum\n\nTALLEST = 3\n\n\nclass Cover(Enum):\n')


def test_a_new_member_stays_in_its_enum_above_a_new_enum(small: Project) -> None:
    tight = OWN.replace(
        "  # trees\n\n    @property\n    def dark(self):\n        return self is Ground.WOOD\n\n\n", "\n"
    )
    small.write(CODE, tight.replace("if cover.dark", "if cover is Ground.WOOD"))
    small.replace(GAME, "{cover: {open: In the open, wood", "{cover: {open: In the open, grass: In grass, wood")
    cells = 'columns: weapon, cells: {open: [3, 4], grass: [3, 4], wood: [5, 4]}, proof: "score(weapon, cover)"'
    small.replace(GAME, "cells: {open: 3, wood: 5}, proof: score(cover)", cells)
    small.run("stubs")
    assert '    GRASS = "grass"\nclass Weapon(Enum):\n    RIFLE' in small.read(CODE)


def test_a_module_may_have_the_name_of_a_function_or_an_enum(small: Project) -> None:
    code = "import enum as Cover\nimport score.main\n"
    small.write(CODE, code)
    said = small.run("stubs").out
    assert said.startswith(f"small: {CODE} keeps Cover, which is not a class with a member for each of open, wood\n")
    assert small.read(CODE) == code


def test_ends_of_lines_stay(small: Project) -> None:
    small.write(CODE, OWN.replace("\n", "\r\n").replace("    WOOD", "    HIGH"))
    small.run("stubs")
    data = (small.root / CODE).read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            'from enum import Enum\nCover = Enum("Cover", {"OPEN": "open", "WOOD": "wood"})\nscore = lambda cover: 3\n',
            f"small: {CODE} keeps Cover, which is not a class with a member for each of open, wood\n",
        ),
        (
            "class Cover:\n    pass\n\n\ndef score(cover: Cover) -> int:\n    return 3\n",
            f"small: {CODE} keeps Cover, which gives no texts: write a member for each of open, wood\n",
        ),
    ],
)
def test_what_is_made_in_another_way_is_not_made_again(code: str, said: str, small: Project) -> None:
    small.write(CODE, code)
    assert small.run("stubs").out == said + f"small: {CODE} has all that the proofs ask for\n"
    assert small.read(CODE) == code


@pytest.mark.parametrize(
    ("file", "text", "status", "said"),
    [
        (CODE, "def score(:\n", 2, f"rulewright: small: {CODE}:1: not valid Python (invalid syntax): fix it first\n"),
        (
            GAME,
            "rules: {a: {number: '1', title: A, text: '[[b]]'}}\ngame: {title: S, language: en}\n",
            1,
            f"rulewright: {CODE} is unchanged: fix the errors above first\n",
        ),
    ],
)
def test_what_cannot_be_read_is_said(file: str, text: str, status: int, said: str, small: Project) -> None:
    small.write(CODE, OWN)
    small.write(file, text)
    answer = small.run("stubs")
    assert (answer.status, answer.err) == (status, said)


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        (None, "'rulewright stubs' begins it"),
        (WRITTEN.replace("def score", "def points"), "'rulewright stubs' adds the others"),
        (WRITTEN.replace('    WOOD = "wood"\n', ""), "as 'rulewright stubs' does for enums"),
        (WRITTEN.replace("    WOOD", '    TOWN = "town"\n    WOOD'), "'rulewright stubs' removes what nothing uses"),
    ],
)
def test_what_the_rules_code_lacks_names_the_command_that_writes_it(
    project: Project, code: str | None, hint: str
) -> None:
    project.write(GAME, SOURCE)
    if code is not None:
        project.write(CODE, code)
    assert hint in project.run("check").out


def test_a_call_in_quotes_is_underlined_within_them(project: Project) -> None:
    project.write(GAME, SOURCE.replace("proof: score(cover)", 'proof: "scor(cover)"'))
    project.write(CODE, WRITTEN)
    line, _, column = SOURCE.partition("proof: score")[0].rpartition("\n")
    assert f"{GAME}:{line.count(chr(10)) + 2}:{len(column) + 9}: error[unknown-function]" in project.run("check").out

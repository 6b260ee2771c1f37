"""Games over a game: the author's layer in, and the findings, the pages, the differences and the prints of both out."""

import json
from pathlib import Path

import pytest

from rulewright.app.commands.build_again import _games_of
from rulewright.app.commands.watching import _folders, _with_bases
from rulewright.base.cache import BuildCache
from rulewright.base.findings import Findings
from rulewright.base.game_folders import game_folders
from rulewright.book.layers.merging import code_of, joined_code, text_of
from rulewright.book.layers.reading import games_below, read_layers
from rulewright.pipeline.stages import examine, linked_book, read_game
from rulewright.proof.prove import ProofOptions
from tests.conftest import LAYERS, ROOT, SMALL_CARD, SMALL_GAME, SMALL_RULES, Made, Project, examined
from tests.sharing import store

CLUB = """\
game: {title: A small game at our club, extends: small, because: Our mortars are better.}
tables:
  hits:
    cells: {wood: {mortar: 3}, open: {mortar: 3}}
"""
CLUB_RULES = '''\
from small import Cover, Weapon
from small import score as score_before


def score(cover: Cover, weapon: Weapon) -> int:
    """A better bomb (rule 1)."""
    return score_before(cover, weapon) - (weapon is Weapon.MORTAR)
'''


@pytest.fixture
def club(project: Project) -> Project:
    project.write("content/small/game.yaml", SMALL_GAME)
    project.write("content/small/rules.py", SMALL_RULES)
    project.write("cards/small/hits.yaml", SMALL_CARD)
    project.write("content/club/game.yaml", CLUB)
    project.write("content/club/rules.py", CLUB_RULES)
    return project


# The source


def test_a_layer_is_a_game_with_what_the_game_below_has(club: Project) -> None:
    said = club.run("check")
    assert said.status == 0, said.out
    assert "club: no errors, no warnings" in said.out
    assert "4 cells: 4 derived" in said.out.split("club: ")[1].split("small: ")[0]
    cells = json.loads(club.run("tables", "club", "--format", "json").out)
    assert [(each["text"], each["file"]) for each in cells] == [
        ("3", "content/small/game.yaml"),
        ("3", "content/club/game.yaml"),
        ("5", "content/small/game.yaml"),
        ("3", "content/club/game.yaml"),
    ]


def test_what_the_rules_code_of_the_layer_contradicts_is_found_at_its_place_below(club: Project) -> None:
    club.write("content/club/game.yaml", "game: {title: Our club, extends: small}\n")
    said = club.run("check", "club")
    assert said.status == 1
    assert "content/small/game.yaml:18:17: error[disagreement]" in said.out
    assert "score() answers 3 (in 'club')" in said.out
    assert "content/club/rules.py:5:1: the code says: A better bomb" in said.out
    assert club.run("check", "small").status == 0


def test_a_fault_of_the_rules_code_has_the_line_of_its_file(club: Project) -> None:
    club.replace("content/small/rules.py", "        return 4\n", "        return 4 // 0\n")
    assert "content/small/rules.py:17:" in club.run("check", "club").out
    club.replace("content/club/rules.py", "    return score_before", "    import os\n    return score_before")
    assert "content/club/rules.py:7:5: error[rules-import]" in club.run("check", "club").out


def test_what_the_game_below_has_of_findings_is_not_said_again(club: Project) -> None:
    club.write("content/small/more.yaml", "terms:\n  Smoke: {text: It hides.}\n")
    assert "[unused-term]" in club.run("check", "small").out
    assert "[unused-term]" not in club.run("check", "club").out


def test_a_finding_below_that_only_the_layer_has_says_so(club: Project) -> None:
    head = "game: {title: Our club, extends: small, because: So.}\n"
    club.write("content/club/game.yaml", f"{head}tables: {{hits: {{struck: yes}}}}\n")
    said = club.run("check", "club")
    assert said.status == 1
    assert "cards/small/hits.yaml:4:12: error[dangling-link]: there is no table 'hits' (in 'club')" in said.out


def test_a_struck_rule_keeps_its_place_and_says_why(club: Project) -> None:
    rules = 'rules:\n  smoke: {number: "2", title: Smoke, text: It hides.}\n  wind: {number: "2.1", title: Wind, text: It drifts.}\n'
    club.write("content/small/more.yaml", rules + '  fog: {number: "3", title: Fog, text: "As [[rule:wind]]."}\n')
    club.write("content/club/more.yaml", "rules:\n  smoke: {struck: yes, because: Smoke takes too long.}\n")
    found = examine(club.root, "club", ProofOptions(), store=store())
    assert found.book is not None, found.findings.items
    text = {rule.id: rule.text.source for rule in found.book.game.rules if rule.text}
    assert text["smoke"] == "*Not used here.* Smoke takes too long."
    assert text["wind"] == "*Not used here.*"
    assert text["fog"] == "As [[rule:wind]]."
    assert [rule.number for rule in found.book.rules_in_order] == ["1", "2", "2.1", "3"]


@pytest.mark.parametrize(
    ("extends", "message"),
    [
        ("smal", "there is no game 'smal' to extend"),
        ("club", "club extends itself: club → club"),
        ("third", "club extends itself: club → third → club"),
    ],
)
def test_what_cannot_be_extended(club: Project, extends: str, message: str) -> None:
    club.write("content/third/game.yaml", "game: {title: Third, extends: club}\n")
    club.write("content/club/game.yaml", f"game: {{title: Our club, extends: {extends}}}\n")
    said = club.run("check", "club")
    assert said.status == 1
    assert f"error[bad-value]: {message}" in said.out
    assert "did you mean 'small'?" in said.out or extends != "smal"


def test_nothing_of_a_layer_is_lost_in_silence(club: Project) -> None:
    club.write("content/club/more.yaml", "tables:\n  hits: {title: Our hits}\n")
    said = club.run("check", "club")
    assert "content/club/more.yaml:2:3: error[duplicate-id]: 'hits' is given twice under 'tables'" in said.out
    assert "content/club/game.yaml:3:3: first given here" in said.out


def test_what_one_layer_strikes_another_has_changed(club: Project) -> None:
    head = "game: {title: Without, extends: small, because: So.}\n"
    club.write(
        "content/without/game.yaml", f"{head}tables: {{hits: {{struck: yes}}}}\nrules: {{hits: {{text: Roll.}}}}\n"
    )
    club.write("cards/without/hits.yaml", "struck: yes\n")
    club.write("content/group/game.yaml", "game: {title: Our evening, extends: [club, without]}\n")
    said = club.run("check", "group")
    assert "content/without/game.yaml:2:10: warning[two-layers]: club changes this too" in said.out


def test_struck_is_yes_or_no(club: Project) -> None:
    club.write("content/club/more.yaml", "rules:\n  hits: {struck: We play without., because: So.}\n")
    said = club.run("check", "club")
    assert "content/club/more.yaml:2:18: error[bad-value]: 'struck' is yes or no, not 'We play without.'" in said.out
    assert "write struck: yes, and the reason under because:" in said.out


def test_too_many_layers_are_refused(club: Project) -> None:
    for number in range(60):
        below = f"layer-{number - 1}" if number else "small"
        club.write(f"content/layer-{number}/game.yaml", f"game: {{title: Layer, extends: {below}}}\n")
    said = club.run("check", "layer-59")
    assert said.status == 2
    assert "error[over-limit]" in said.out
    assert club.run("check", "layer-20", "--no-prove").status == 0


def test_no_folder_outside_of_content_is_read(club: Project, tmp_path: Path) -> None:
    club.write("secret/game.yaml", SMALL_GAME)
    for name in ("../../secret", str(tmp_path / "secret"), "small/../../secret", "."):
        club.write("content/club/game.yaml", f"game: {{title: Our club, extends: {json.dumps(name)}}}\n")
        assert "to extend" in club.run("check", "club").out
    club.write("content/club/game.yaml", CLUB.replace("extends: small", "extends: ../small"))
    assert club.run("check", "club").status == 0


def test_a_group_picks_optional_rules(club: Project) -> None:
    """Each is a layer; what a group has not picked is in no rulebook and on no card of it."""
    club.write(
        "content/woods/game.yaml",
        "game: {title: Thin woods, extends: small, because: It is winter.}\n"
        "tables: {hits: {cells: {wood: {rifle: 4}}}}\n",
    )
    club.write(
        "content/woods/rules.py",
        "from small import *\nfrom small import score as score_in_summer\n\n\n"
        "def score(cover: Cover, weapon: Weapon) -> int:\n    return min(4, score_in_summer(cover, weapon))\n",
    )
    for extends, cells in {"club": "3353", "woods": "3444", "[club, woods]": "3343", "[woods, club]": "3343"}.items():
        club.write("content/group/game.yaml", f"game: {{title: Our evening, extends: {extends}}}\n")
        found = json.loads(club.run("tables", "group", "--format", "json").out)
        assert "".join(each["text"] for each in found) == cells, extends
        assert club.run("check", "group").status == 0


def test_a_shared_folder_gives_what_a_game_uses(club: Project) -> None:
    words = ('Smoke: {text: "It hides in [[Fog]]."}', "Fog: {text: It is wet.}", "Rain: {text: It falls.}")
    club.write("content/_words/terms.yaml", "\n  ".join(("terms:", *words)))
    club.replace("content/small/game.yaml", "language: en}", "language: en, extends: _words}")
    club.replace("content/small/game.yaml", "tells.", "tells, in [[Smoke]].")
    said = club.run("check")
    assert said.status == 0, said.out
    assert "no warnings" in said.out
    assert "_words" not in said.out
    for game in ("small", "club"):
        book = read_game(club.root, game).book
        assert book is not None
        assert [term.name for term in book.game.terms] == ["Smoke", "Fog"]


def test_pictures_and_cards_come_from_below(club: Project) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    club.write("content/small/pictures/hill.svg", drawing)
    club.write(
        "content/club/more.yaml",
        'rules:\n  hits: {text: "![A hill](pictures/hill.svg)\\n\\nAs [[table:hits]] tells."}\n',
    )
    club.write("cards/club/hits.yaml", "title: Our hits\n")
    club.write("cards/club/second.yaml", SMALL_CARD)
    found = examine(club.root, "club", ProofOptions(), store=store())
    assert found.book is not None, found.findings.items
    assert {card.id: card.title.source for card in found.book.game.cards} == {"hits": "Our hits", "second": "Hits"}
    club.write("cards/club/hits.yaml", "struck: yes\n")
    found = examine(club.root, "club", ProofOptions(), store=store())
    assert found.book is not None, found.findings.items
    assert [card.id for card in found.book.game.cards] == ["second"]


# The rules code

BELOW = """\
from enum import Enum


class Cover(Enum):
    OPEN = "open"


BASE = 3
TWICE = 2 * BASE


def score(cover: Cover) -> int:
    return BASE + extra(cover)


def extra(cover: Cover) -> int:
    return 0
"""


def joined(own: str) -> str:
    return text_of(joined_code(code_of(BELOW, "below.py"), code_of(own, "own.py"), ["my-game"]))


def result(own: str, expression: str) -> object:
    namespace: dict[str, object] = {}
    exec(joined(own), namespace)
    return eval(expression, namespace)


@pytest.mark.parametrize(
    ("own", "expression", "expected"),
    [
        ("", "score(Cover.OPEN)", 3),
        ("def extra(cover: Cover) -> int:\n    return 1\n", "score(Cover.OPEN)", 4),
        (
            "from my_game import Cover, extra as before\n\n\ndef extra(cover: Cover) -> int:\n    return before(cover) + 2",
            "score(Cover.OPEN)",
            5,
        ),
        (
            "from my_game import score as before\n\n\ndef twice(cover: Cover) -> int:\n    return 2 * before(cover)\n",
            "twice(Cover.OPEN)",
            6,
        ),
        ("BASE = 4\n", "TWICE", 8),
        ("BASE: int = 4\n", "score(Cover.OPEN) + TWICE", 12),
        ("from my_game import (\n    BASE,\n    score,\n)\n\nMORE = BASE + 1\n", "MORE", 4),
        ("class Cover(Enum):\n    OPEN = 'open'\n    WOOD = 'wood'\n", "len(Cover)", 2),
    ],
)
def test_the_code_of_both_is_one_module(own: str, expression: str, expected: object) -> None:
    assert result(own, expression) == expected


def test_each_line_of_the_joined_code_knows_where_it_stands() -> None:
    own = "from my_game import extra as before\n\n\ndef extra(cover: Cover) -> int:\n    return before(cover)\n"
    files = {"below.py": BELOW.split("\n"), "own.py": own.split("\n")}
    lines = joined_code(code_of(BELOW, "below.py"), code_of(own, "own.py"), ["my-game"])
    for line in lines:
        file, number = line.origin
        assert line.text.rstrip("\n").replace("before", "extra") == files[file][number - 1].replace("before", "extra")
    assert {file for file, _ in (line.origin for line in lines)} == {"below.py", "own.py"}


def test_code_that_is_no_python_is_found_where_it_stands(club: Project) -> None:
    club.write("content/club/rules.py", "def score(:\n")
    assert "content/club/rules.py:1:" in club.run("check", "club").out


# The commands


def test_the_difference_of_two_games_is_told_with_the_reasons(club: Project) -> None:
    said = club.run("diff", "club")
    assert said.status == 0
    lines = said.out.splitlines()
    assert lines[0] == "from A small game to A small game at our club"
    assert "why: Our mortars are better." in lines
    assert "    value: 4 → 3" in lines
    assert "Cards that are different" in lines
    assert club.run("diff", "small", "club").out == said.out
    found = json.loads(club.run("diff", "small", "club", "--format", "json").out)
    assert (found["from"]["game"], found["to"]["game"], found["level"]) == ("small", "club", "minor")
    assert "What changed" in club.run("diff", "club", "--format", "html").out
    assert club.run("diff", "small", "club", "1.0").status == 2


def test_a_layer_with_each_language_its_own_is_compared_with_the_last(club: Project) -> None:
    assert club.run("edition", "1.0", "club").status == 0
    assert "from edition 1.0" in club.run("diff", "club").out


def test_fmt_and_stubs_leave_the_game_below_alone(club: Project) -> None:
    below = {name: club.read(f"content/small/{name}") for name in ("game.yaml", "rules.py")}
    club.write(
        "content/club/more.yaml",
        "facts:\n  pace: {proof: pace(), rule: hits, value: 3}\nrules:\n"
        '  march: {number: "2", title: March, text: "[[fact:pace]] hexes."}\n',
    )
    assert club.run("fmt", "club").status == 0
    assert "pace: {value: 3, rule: hits, proof: pace()}" in club.read("content/club/more.yaml")
    said = club.run("stubs", "club")
    assert (said.status, said.out) == (0, "club: content/club/rules.py now has pace()\n")
    assert club.read("content/club/rules.py").startswith(CLUB_RULES.rstrip())
    assert "def pace() -> int:" in club.read("content/club/rules.py")
    assert {name: club.read(f"content/small/{name}") for name in below} == below


def test_rename_gives_own_things_another_name_and_names_the_game_of_others(club: Project) -> None:
    club.write(
        "content/club/more.yaml",
        'rules:\n  march: {number: "2", title: March, text: "As [[rule:hits]]."}\n'
        '  rest: {number: "3", title: Rest, text: "After [[rule:march]]."}\n',
    )
    assert club.run("rename", "rule:march", "marching", "club").status == 0
    assert "After [[rule:marching]]." in club.read("content/club/more.yaml")
    for thing in ("rule:hits", "table:hits", "cover:wood", "card:hits"):
        said = club.run("rename", thing, "other", "club")
        assert (said.status, f"{thing} belongs to small: rename it there" in said.err) == (2, True), said


def test_a_change_below_is_a_change_of_the_layer(club: Project) -> None:
    """A build with nothing to do knows the folders of the games below, and watching looks at them."""
    assert games_below(club.root, "club") == ("small",)
    assert games_below(club.root, "small") == ()
    assert club.run("build", "--no-prove", "club").status == 0
    assert "nothing has changed" in club.run("build", "--no-prove", "club").out
    club.replace("content/small/game.yaml", "Roll as", "Throw as")
    assert BuildCache(str(club.root), "club", prove=False).findings_if_fresh() is None
    said = club.run("build", "--no-prove", "club")
    assert "files in" in said.out


def test_watching_sees_the_games_below(club: Project) -> None:
    folders = _folders(club.root, _with_bases(club.root, ["club"]))
    assert (club.root / "content" / "small").absolute() in folders
    for changed, games in {"small": ["club", "small"], "club": ["club"]}.items():
        paths = {Path(f"content/{changed}/game.yaml")}
        assert list(_games_of(club.root, paths, ["club", "small"])) == games


def test_a_layer_is_translated_in_its_own_folder(club: Project) -> None:
    club.replace("content/club/game.yaml", "because:", "translations: [fr], because:")
    assert club.run("translate", "club", "fr").status == 0
    assert not (club.root / "content/small/fr.po").exists()
    file = "content/club/fr.po"
    assert "Roll as" in club.read(file)
    club.replace(file, 'msgid "Score to hit"\nmsgstr ""', 'msgid "Score to hit"\nmsgstr "Touches"')
    assert "1 of " in club.run("check", "club").out
    assert "unknown-translation" not in club.run("check", "club").out


def test_a_layer_has_the_translations_of_the_game_below(club: Project) -> None:
    club.replace("content/small/game.yaml", "language: en", "language: en, translations: [fr]")
    club.replace("content/club/game.yaml", "because:", "translations: [fr], because:")
    club.run("translate", "small", "fr")
    club.replace("content/small/fr.po", 'msgid "Score to hit"\nmsgstr ""', 'msgid "Score to hit"\nmsgstr "Touches"')
    said = club.run("translate", "club", "fr").out
    assert "fr: 1 of " in said
    assert "Score to hit" not in club.read("content/club/fr.po")
    club.replace("content/small/game.yaml", "Score to hit", "Scores to hit")
    club.run("translate", "club", "fr")
    assert '#, fuzzy\n#| msgid "Score to hit"\n' in club.read("content/club/fr.po")
    assert 'msgid "Scores to hit"\nmsgstr "Touches"\n' in club.read("content/club/fr.po")


# What several games share

COMMON = "content/_common/terms.yaml"
TERMS = """\
terms:
  hex: {text: A space of the map.}
  squad: {text: "Ten men in one [[hex]]."}
  tank: {text: An armoured vehicle.}
"""
BEFORE, _, AFTER = SMALL_GAME.partition("rules:\n")
TABLES = f"{BEFORE.partition(chr(10))[2]}tables:\n{AFTER.partition('tables:' + chr(10))[2]}"
"""The domains and the table of a small game."""
SHARING = """\
game: {title: TITLE, language: en, extends: _common}
rules:
  hits: {number: "1", title: Hits, text: "A [[squad]] rolls as [[table:hits]] tells."}
"""


@pytest.fixture
def two(project: Project) -> Project:
    """Two games with a rule each, which share terms, and a table that both prove."""
    project.write(COMMON, TERMS)
    project.write("content/_common/tables.yaml", TABLES)
    for game in ("east", "west"):
        project.write(f"content/{game}/game.yaml", SHARING.replace("TITLE", game.title()))
        project.write(f"content/{game}/rules.py", SMALL_RULES)
    return project


def test_each_game_proves_what_it_shares_with_its_own_code(two: Project) -> None:
    said = two.run("check")
    assert said.status == 0, said.out
    assert said.out.count("4 cells: 2 restated, 2 repeated; 4 cases compared") == 2
    two.replace("content/west/rules.py", "return 4", "return 5")
    said = two.run("check")
    assert "content/_common/tables.yaml:12:17: error[disagreement]: table 'hits' prints 4" in said.out
    assert "east: no errors" in said.out
    assert "west: no errors" not in said.out


def test_a_finding_in_a_shared_file_is_at_its_place(two: Project) -> None:
    two.replace(COMMON, "[[hex]]", "[[hax]]")
    assert f"{COMMON}:3:33: error[dangling-link]" in two.run("check", "east").out


def test_a_change_of_a_shared_file_builds_the_games_that_use_it(two: Project) -> None:
    two.write("content/other/game.yaml", SMALL_GAME)
    two.write("content/other/rules.py", SMALL_RULES)
    fresh = [f"{game}: nothing has changed" for game in ("east", "other", "west")]

    def unchanged() -> list[bool]:
        said = two.run("build", "--no-prove")
        assert said.status == 0, said.out
        return [line in said.out for line in fresh]

    unchanged()
    assert unchanged() == [True, True, True]
    two.write("content/_unread/terms.yaml", "terms: {}\n")
    assert unchanged() == [True, True, True]
    two.replace(COMMON, "Ten men", "Nine men")
    assert unchanged() == [False, True, False]
    assert "Nine men" in two.read("build/west/web/glossary.html")
    assert unchanged() == [True, True, True]


def test_fmt_brings_shared_files_into_order_too(two: Project) -> None:
    two.write(COMMON, "terms: {hex: {text: A space of the map.}, squad: {text: Ten men.}}\n")
    said = two.run("fmt")
    assert said.status == 0
    assert said.out.count(COMMON) == 1
    assert two.run("fmt", "--check").status == 0


@pytest.mark.parametrize(("old", "new"), [("term:hex", "space"), ("table:hits", "scores"), ("rule:hits", "hitting")])
def test_rename_refuses_what_a_shared_file_names(two: Project, old: str, new: str) -> None:
    """The rule is the game's own, but the shared table names it, and the other game has it too."""
    before = {path: path.read_bytes() for path in two.root.rglob("*.yaml")}
    said = two.run("rename", old, new, "east")
    assert said.status == 2
    assert "rulewright check then names each place that is left" in said.err
    assert {path: path.read_bytes() for path in two.root.rglob("*.yaml")} == before


def test_rename_works_on_what_is_the_games_own(two: Project) -> None:
    two.write("content/east/terms.yaml", "terms: {river: {text: 'Water. A [[squad]] needs a bridge.'}}\n")
    two.replace("content/east/game.yaml", "rolls as", "at a [[river]] rolls as")
    assert two.run("rename", "term:river", "stream", "east").status == 0
    assert "[[stream]]" in two.read("content/east/game.yaml")
    assert two.read(COMMON) == TERMS


def test_stubs_writes_what_a_shared_table_asks_for(two: Project) -> None:
    (two.root / "content/east/rules.py").unlink()
    assert two.run("stubs", "east").status == 0
    code = two.read("content/east/rules.py")
    assert "from enum import Enum" in code
    assert code.index("class Cover(Enum):") < code.index("def score(cover: Cover, weapon: Weapon) -> int:")
    compile(code, "rules.py", "exec")


def test_tables_and_editions_have_what_is_shared(two: Project) -> None:
    assert "content/_common/tables.yaml" in two.run("tables", "east").out
    assert two.run("edition", "1.0", "east").status == 0
    two.replace(COMMON, "Ten men", "Nine men")
    assert "squad" in two.run("diff", "east").out


# The outputs


def test_pages_tell_what_is_different_and_why(club: Project) -> None:
    files = club.made("web/*.html", game="club", prove=True).files
    page = files["web/differences.html"].decode()
    assert "<h1>What is different from A small game</h1>" in page
    assert "Why: Our mortars are better." in page
    assert 'id="cell-hits(wood,_mortar)"' in page
    rule = files["web/hits.html"].decode()
    assert 'href="differences.html#cell-hits(open,_mortar)">from A small game</a>' in rule
    assert "Our mortars are better." in rule
    assert "differences.html" in files["web/index.html"].decode()
    below = club.made("web/*.html", game="small", prove=True).files
    assert "web/differences.html" not in below
    assert not any(b"differences.html" in data for data in below.values())


def test_both_print_their_own_figures_from_one_source(club: Project) -> None:
    for game, expected in {"small": "3 4 5 4", "club": "3 3 5 3"}.items():
        made: Made = club.made("cards/hits.pdf", game=game, prove=True)
        assert made.findings.status == 0, made.findings.items
        book = examine(club.root, game, ProofOptions(), store=store()).book
        assert book is not None
        printed = [case.value.plain for table in book.game.tables for case in table.cases]
        assert " ".join(map(str, printed)) == expected


# The layers of the repository


@pytest.mark.long
@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_of_the_repository_is_clean_and_proved(layer: str) -> None:
    found = examine(ROOT, layer, ProofOptions(), store=store())
    assert found.findings.items == []
    assert found.book is not None
    assert found.book.base is not None
    below = examined(found.book.base.game.id)
    assert found.proof.ran
    assert {each.state for each in found.proof.statements} <= {each.state for each in below.proof.statements}


@pytest.mark.long
def test_the_printed_cut_offs_stand_beside_ours(capsys: pytest.CaptureFixture[str]) -> None:
    said = Project(ROOT, capsys).run("diff", "iron-cross", "iron-cross-printed-cut-offs")
    for change in ("value: 11 → 9", "value: 13 → 11", "true for: 48 of 58 → 44 of 58", "value: 4% → 0%"):
        assert f"    {change}" in said.out.splitlines()


@pytest.mark.long
def test_who_goes_through_a_cut_off_shot_throws_no_dice() -> None:
    """The procedure ends where the layer says that nobody throws, before its first die."""
    book = read_game(ROOT, "iron-cross-printed-cut-offs").book
    assert book is not None
    procedure = book.rules["armour-penetration"].procedure
    assert procedure is not None
    assert [step.name for step in procedure.steps][:3] == ["d10s", "worth", "drm"]
    assert [word.name for word, _ in procedure.steps[1].stop] == ["hopeless"]


def test_an_edit_of_a_layer_leaves_the_entries_below_it_the_same_objects(club: Project) -> None:
    """So a preview does not read them again."""
    sources = read_layers(club.root, "club", Findings(), in_parts=True)
    book = linked_book(sources, Findings())
    club.write("content/club/more.yaml", "terms:\n  Smoke: {text: It hides.}\n")
    more = linked_book(read_layers(club.root, "club", Findings(), in_parts=True), Findings())
    assert book is not None
    assert more is not None
    assert all(one is other for one, other in zip(book.game.rules, more.game.rules, strict=True))


def test_a_build_knows_that_a_shared_folder_is_no_game(club: Project) -> None:
    club.write("content/_words/terms.yaml", "terms:\n  Smoke: {text: It hides.}\n")
    assert game_folders(club.root) == ["club", "small"]
    assert "there is no game '_words'" in club.run("check", "_words").out

"""`rulewright rename`: a new name everywhere, in the author's own layout, or nothing."""

from pathlib import Path

import pytest

from rulewright.editing.renaming import replace_files
from rulewright.source.edits import Edit, edited
from tests.conftest import Project

GAME, CARD, CODE = "content/small/game.yaml", "cards/small/aid.yaml", "content/small/rules.py"
FILES = {
    GAME: """\
game: {title: Small, language: en, colours: {fire: "#d15447"}}   # our own layout
domains:
  cover:  {open: In the open, wood: In a wood}   # two only
terms:
  Hidden: {rule: fire, text: Out of sight.}
rules:
  fire: {number: "1", title: Fire, text: "See [[table:hits]], [[cell:hits(wood)]] and [[hidden]] wood."}
  move:   # a rule in lines
    number: "2"
    title: Move
    former-ids: [going]
    text: "As in [[rule:fire]], unless [[Hidden|hid]]."
tables:
  hits:
    {title: Hits, rule: fire, values: 1d6, rows: cover, cells: {open: 3, wood: 5}, proof: "score(cover)"}
references:
  fire:
    title: Fire
    rule: fire
    items: [{text: trees stop bullets, claim: cover is wood, proof: stops(cover)}]
examples:
  shot:
    {title: A shot, rule: fire, text: "At a unit [[given:cover]].", given: {cover: wood},
     steps: [{text: "It needs [[result]].", ask: score(cover), result: 5}]}
""",
    CODE: """\
from enum import Enum


class Cover(Enum):
    OPEN = "open"
    WOOD = "wood"  # trees


def score(cover: Cover) -> int:
    \"\"\"Trees stop bullets (1).\"\"\"
    return 5 if stops(cover) else 3


def stops(cover: Cover) -> bool:
    \"\"\"A wood does (1).\"\"\"
    return cover is Cover.WOOD
""",
    CARD: "title: Aid\nsize: 88 × 63 mm\nblocks:\n  - band: fire\n    colour: fire\n  - bullets: fire\n  - table: hits\n",
}


@pytest.fixture
def small(project: Project) -> Project:
    for name, text in FILES.items():
        project.write(name, text)
    return project


def lines(project: Project) -> set[tuple[str, str]]:
    """The lines of all files that are not as they were."""
    old = {(name, line) for name, text in FILES.items() for line in text.split("\n")}
    names = [path for path in project.root.rglob("*") if path.is_file()]
    return {
        (name.relative_to(project.root).as_posix(), line)
        for name in names
        for line in name.read_text("utf-8").split("\n")
    } - old


RENAMED = [
    (
        "hits",
        "to-hit",
        {
            (
                GAME,
                '  fire: {number: "1", title: Fire, text: "See [[table:to-hit]], [[cell:to-hit(wood)]] and [[hidden]] wood."}',
            ),
            (GAME, "  to-hit:"),
            (CARD, "  - table: to-hit"),
        },
    ),
    (
        "wood",
        "forest",
        {
            (GAME, "  cover:  {open: In the open, forest: In a wood}   # two only"),
            (
                GAME,
                '  fire: {number: "1", title: Fire, text: "See [[table:hits]], [[cell:hits(forest)]] and [[hidden]] wood."}',
            ),
            (
                GAME,
                '    {title: Hits, rule: fire, values: 1d6, rows: cover, cells: {open: 3, forest: 5}, proof: "score(cover)"}',
            ),
            (GAME, "    items: [{text: trees stop bullets, claim: cover is forest, proof: stops(cover)}]"),
            (GAME, '    {title: A shot, rule: fire, text: "At a unit [[given:cover]].", given: {cover: forest},'),
            (CODE, '    FOREST = "forest"  # trees'),
            (CODE, "    return cover is Cover.FOREST"),
        },
    ),
    (
        "Hidden",
        "Unseen",
        {
            (GAME, "  Unseen: {rule: fire, text: Out of sight.}"),
            (
                GAME,
                '  fire: {number: "1", title: Fire, text: "See [[table:hits]], [[cell:hits(wood)]] and [[unseen]] wood."}',
            ),
            (GAME, '    text: "As in [[rule:fire]], unless [[Unseen|hid]]."'),
        },
    ),
    (
        "cover",
        "place",
        {
            (GAME, "  place:  {open: In the open, wood: In a wood}   # two only"),
            (
                GAME,
                '    {title: Hits, rule: fire, values: 1d6, rows: place, cells: {open: 3, wood: 5}, proof: "score(place)"}',
            ),
            (GAME, "    items: [{text: trees stop bullets, claim: place is wood, proof: stops(place)}]"),
            (GAME, '    {title: A shot, rule: fire, text: "At a unit [[given:place]].", given: {place: wood},'),
            (GAME, '     steps: [{text: "It needs [[result]].", ask: score(place), result: 5}]}'),
        },
    ),
    (
        "score",
        "hit_score",
        {
            (
                GAME,
                '    {title: Hits, rule: fire, values: 1d6, rows: cover, cells: {open: 3, wood: 5}, proof: "hit_score(cover)"}',
            ),
            (GAME, '     steps: [{text: "It needs [[result]].", ask: hit_score(cover), result: 5}]}'),
            (CODE, "def hit_score(cover: Cover) -> int:"),
        },
    ),
    (
        "colour:fire",
        "flame",
        {
            (GAME, 'game: {title: Small, language: en, colours: {flame: "#d15447"}}   # our own layout'),
            (CARD, "    colour: flame"),
        },
    ),
    ("move", "moving", {(GAME, "  moving:   # a rule in lines"), (GAME, "    former-ids: [move, going]")}),
]


@pytest.mark.parametrize(("old", "new", "changed"), RENAMED)
def test_a_name_changes_where_it_is_meant_and_nothing_else(
    old: str, new: str, changed: set[tuple[str, str]], small: Project
) -> None:
    said = small.run("rename", old, new)
    assert (said.status, said.err) == (0, "")
    assert lines(small) == changed


def test_it_says_each_place(small: Project) -> None:
    assert small.run("rename", "hits", "to-hit").out == (
        "small: table:hits is now 'to-hit', in 4 places\n"
        f"  {CARD}:7:12: hits → to-hit\n"
        f"  {GAME}:7:55: hits → to-hit\n"
        f"  {GAME}:7:70: hits → to-hit\n"
        f"  {GAME}:14:3: hits → to-hit\n"
    )


def test_a_rule_keeps_its_former_id(small: Project) -> None:
    small.run("rename", "rule:fire", "firing")
    assert 'firing: {former-ids: [fire], number: "1",' in small.read(GAME)
    assert "  - band: firing\n    colour: fire\n  - bullets: fire\n" in small.read(CARD)
    assert small.run("check", "--no-prove").status == 0


def test_a_card_is_a_file(small: Project) -> None:
    small.write("cards/small/home.yaml", "kind: sheet\ntitle: Home\npaper: A4\ncards: [aid]\n")
    said = small.run("rename", "aid", "player-aid")
    assert said.out.endswith(f"  cards/small/home.yaml:4:9: aid → player-aid\n  {CARD} → player-aid.yaml\n")
    assert not (small.root / CARD).exists()
    assert small.read("cards/small/player-aid.yaml") == FILES[CARD]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("fire", "x", "'fire' is a colour, a rule or a reference: write colour:fire, rule:fire or reference:fire"),
        ("hit", "x", "nothing is called 'hit': did you mean 'hits'?"),
        ("wood", "open", f"'open' is a value of the domain 'cover' already, at {GAME}:3:12: choose another name"),
        ("hits", "To Hit", "'To Hit' cannot be an id: write 'to-hit': lower-case letters a to z, digits and hyphens"),
        ("hits", "hits", "table:hits is called 'hits' already"),
        ("score", "to-hit", "'to-hit' cannot be the name of a function: write letters, digits and underscores"),
        ("Hidden", "a|b", "'a|b' cannot be a term: write words without brackets, bars or colons"),
    ],
)
def test_it_refuses_what_cannot_be(old: str, new: str, said: str, small: Project) -> None:
    answer = small.run("rename", old, new)
    assert (answer.status, answer.err) == (2, f"rulewright: {said}\n")
    assert lines(small) == set()


def test_nothing_is_written_if_something_would_be_wrong(small: Project) -> None:
    """The code compares with the text of a value, which no edit of ours reaches."""
    small.replace(CODE, "cover is Cover.WOOD", 'Cover(cover.value) is Cover("wood")')
    before = {name: small.read(name) for name in FILES}
    said = small.run("rename", "wood", "forest")
    assert said.status == 1
    assert said.err == "rulewright: cover:wood keeps its name: the new one would cause these errors\n"
    assert "error[" in said.out
    assert {name: small.read(name) for name in FILES} == before


def test_rules_code_that_is_no_python_is_not_edited(small: Project) -> None:
    small.write(CODE, "def score(:")
    said = small.run("rename", "wood", "forest")
    assert said.status == 2
    assert "not valid Python (invalid syntax): fix it first" in said.err
    assert small.read(CODE) == "def score(:"


def test_errors_of_the_source_come_first(small: Project) -> None:
    small.replace(GAME, "rows: cover", "rows: cofer")
    said = small.run("rename", "hits", "to-hit")
    assert said.status == 2
    assert said.err == "rulewright: small has errors, so not every use of the name can be found: fix them first\n"


def test_edits_keep_the_ends_of_lines_and_the_byte_order_mark() -> None:
    text = "\ufeffa: b\r\nb: [b, b]\r"
    edits = [Edit("f", 1, 4, "b", "see"), Edit("f", 2, 5, "b", "x"), Edit("f", 2, 8, "b", "longer")]
    assert edited(text, edits) == "\ufeffa: see\r\nb: [x, longer]\r"


def test_all_files_are_replaced_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project, copy = tmp_path / "project", tmp_path / "copy"
    for root, text in ((project, "old"), (copy, "new")):
        (root / "content").mkdir(parents=True)
        for name in "abc":
            (root / "content" / name).write_text(text)
    replace = Path.replace

    def fails(self: Path, target: Path) -> Path:
        if target.name == "b":
            raise PermissionError(13, "no", str(target))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(PermissionError):
        replace_files(project, copy, ["content"])
    assert {path.name: path.read_text() for path in (project / "content").iterdir()} == dict.fromkeys("abc", "old")

"""Procedures in a small game without rules code: the panel's data follow from its tables, and print is a list."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from rulewright.book.procedure_plan import Possible, make_plan, roll_results, sum_results
from rulewright.entries.dice import Dice, Roll
from tests.conftest import Project
from tests.page_data import page_data

GO_THROUGH = ">Go through it</button>"
GAME = """\
game: {title: Shots, language: en}
domains:
  gun: {light: light gun, heavy: heavy gun}
  hidden: {yes: hidden, no: in the open}
  hits: {none: no hit, one: one hit, two: two hits}
  harm: {shaken: shaken, lost: lost}
facts: {to-hit: {value: 6, rule: fire}}
rules:
  fire:
    number: "1"
    title: Firing
    text: Throw for hits, then for damage.
    procedure:
      title: A shot
      steps:
        shots: {table: dice, asks: gun}
        drm: {table: modifiers, asks: hidden}
        hits: {title: Hits, roll: 1d10, times: shots, add: drm, at-least: to-hit, results: {0: none, 1: one, 2: two}, stop: {none: missed}}
        harm: {table: damage, text: Look at the hits.}
  hiding: {number: "2", title: Hiding, text: Crouch.}
tables:
  dice: {title: Dice, rule: fire, values: 1..2, rows: gun, cells: {light: 1, heavy: 2}}
  modifiers:
    title: Modifiers
    rule: fire
    values: {numbers: -9..9}
    modifiers: [{label: hidden, value: -2, when: {hidden: yes}, rule: hiding}, {label: heavy gun, value: 1, when: {gun: heavy}}]
  damage:
    title: Damage
    rule: fire
    values: harm
    rows: hits
    columns: {score: 1d6}
    keys: [1-3, 4-6]
    cells: {one: [shaken, lost], two: lost}
    not-applicable: [{when: {hits: none}, because: nothing is hit}]
"""


@pytest.fixture
def shots(project: Project) -> Project:
    project.write("content/small/game.yaml", GAME)
    return project


def told(files: Mapping[str, bytes]) -> Any:
    """What the scripts of the page are told of its procedures."""
    return page_data(files, "web/fire.html")["procedures"]


def made(project: Project) -> Mapping[str, bytes]:
    return project.made("web/*").files


def page_of(files: Mapping[str, bytes]) -> str:
    return files["web/fire.html"].decode()


def test_the_panel_needs_no_rules_code(shots: Project) -> None:
    files = made(shots)
    assert page_of(files).count(GO_THROUGH) == 1
    data = told(files)["fire"]
    assert [step["name"] for step in data["steps"]] == ["shots", "drm", "hits", "harm"]
    assert [each["name"] for each in data["asked"]] == ["gun", "hidden"]
    hits, harm = data["steps"][2:]
    assert (hits["times"], hits["add"], hits["least"], hits["stop"]) == ("shots", ["drm"], 6, {"none": "missed"})
    assert harm["inputs"] == [{"from": "hits"}, {"roll": "score"}]
    assert harm["labels"] == {"harm": {"shaken": "shaken", "lost": "lost"}}
    assert data["tables"]["damage"]["results"] == ["shaken", "lost", "lost"]


def test_a_modifier_names_its_own_rule_or_that_of_its_table(shots: Project) -> None:
    lines = told(made(shots))["fire"]["tables"]["modifiers"]["lines"]
    assert [(line["label"], line["rule"], line["href"]) for line in lines] == [
        ("hidden", "2", "hiding.html#hiding"),
        ("heavy gun", "1", "fire.html#fire"),
    ]


def test_each_table_leads_to_the_procedure_that_reads_it(shots: Project) -> None:
    links = re.findall(r'<a class="to-procedure" href="([^"]*)">([^<]*)</a>', page_of(made(shots)))
    assert links == [("fire.html#procedure-fire", "A shot")] * 3


def test_the_steps_are_a_list_for_readers_without_scripts(shots: Project) -> None:
    page = page_of(made(shots))
    procedure = page[page.index('id="procedure-fire"') : page.index("</ol>", page.index('id="procedure-fire"'))]
    words = [
        " ".join(re.sub("<[^>]*>", " ", each).split()) for each in re.findall("<li>(.*?)</li>", procedure, re.DOTALL)
    ]
    assert words == ["Dice", "Modifiers", "Hits D10 May end here: missed", "Damage . Look at the hits."]


def test_a_rulebook_prints_the_list_and_is_read_back(shots: Project) -> None:
    shots.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Shots\n")
    found = shots.made("rulebook.pdf")
    assert [each.name for each in found.findings.items if each.severity.value == "error"] == []
    from pypdfium2 import PdfDocument

    said = "".join(page.get_textpage().get_text_range() for page in PdfDocument(found.files["rulebook.pdf"]))
    assert "May end here: missed" in said


def test_text_of_the_source_cannot_end_the_data(shots: Project) -> None:
    shots.replace("content/small/game.yaml", "{none: missed}", "{none: '\\</script>''); \\<b>missed'}")
    files = made(shots)
    assert "</script>'" not in page_of(files)
    assert told(files)["fire"]["steps"][2]["stop"]["none"] == "</script>'); <b>missed"


def test_a_procedure_at_fault_has_no_panel_where_its_author_waives_that(shots: Project) -> None:
    shots.replace("content/small/game.yaml", ", asks: gun}", "}")
    errors = [each for each in shots.examined(prove=False).findings.items if each.severity.value == "error"]
    assert {each.name for each in errors} == {"missing-input"}
    shots.write(
        "content/small/waived.yaml",
        "waivers:\n" + "".join(f"  {json.dumps(each.id)}: It says so.\n" for each in errors),
    )
    files = made(shots)
    assert told(files) == {}
    assert 'id="procedure-fire"' in page_of(files)
    assert GO_THROUGH not in page_of(files)


def test_dice_beyond_what_a_browser_counts_exactly_have_no_panel(shots: Project) -> None:
    shots.replace("content/small/game.yaml", "roll: 1d10", "roll: 30d100")
    files = made(shots)
    assert told(files) == {}
    assert "30D100" in page_of(files)
    assert GO_THROUGH not in page_of(files)


def test_a_draft_goes_on_without_a_table_that_cannot_be_read(shots: Project) -> None:
    shots.replace(
        "content/small/game.yaml",
        "dice: {title: Dice, rule: fire, values: 1..2, rows: gun,",
        "dice: {title: Dice, rule: fire, values: 1..2, rows: gum,",
    )
    said = shots.run("build", "small", "--draft")
    assert "Traceback" not in said.err
    files = {
        f"web/{name}": shots.read(f"build/draft/small/web/{name}").encode() for name in ("fire.html", "use-fire.js")
    }
    assert told(files) == {}
    assert 'id="procedure-fire"' in page_of(files)


def test_a_wrong_procedure_is_told_with_its_place(shots: Project) -> None:
    shots.replace("content/small/game.yaml", "add: drm", "add: drn")
    said = shots.run("check", "--no-prove")
    assert said.status == 1
    assert "dangling-link" in said.err + said.out
    assert "there is no fact 'drn'" in said.err + said.out


@pytest.mark.parametrize(
    ("times", "added", "counted", "ends"),
    [((1, 2), [], True, (0, 2)), ((2, 2), [(-3, 1)], False, (-1, 13)), ((0, 1), [], False, (0, 6))],
)
def test_rolls_end_where_their_dice_do(
    times: tuple[int, int], added: list[tuple[int, int]], counted: bool, ends: tuple[int, int]
) -> None:
    found = roll_results(
        Roll((Dice(1, 6),)), Possible.between(*times), [Possible.between(*each) for each in added], counted=counted
    )
    assert found.ends == ends


def test_sums_reach_from_all_that_is_low_to_all_that_is_high() -> None:
    assert sum_results([Possible.between(1, 6), Possible.between(-4, 4), Possible.of([2])]).ends == (-1, 12)


def test_what_a_plan_says_of_results_is_what_the_tables_give(shots: Project) -> None:
    book = shots.examined(prove=False).book
    assert book is not None
    procedure = book.rules["fire"].procedure
    assert procedure is not None
    gives = {name: set(found) for step in make_plan(procedure, book).steps for name, found in step.gives.items()}
    assert gives == {"shots": {1, 2}, "drm": {-2, -1, 0, 1}, "hits": {"none", "one", "two"}, "harm": {"shaken", "lost"}}

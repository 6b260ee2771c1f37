"""A finding can be waived by its id with a reason; it then weighs nothing and is told all the same."""

import json
from xml.etree import ElementTree as ET

from tests.conftest import Project

GAP = """\
game: {title: Waived, language: en}
rules: {base: {number: "1", title: Damage, text: "See [[table:damage]]."}}
tables:
  damage: {title: Damage, rule: base, rows: {score: 1d6 + 0..1}, cells: {1-3: one marker, 4-6: two markers}}
"""
WAIVER = 'waivers: {"%s": The source says nothing of a 7.}\n'


def gap_id(project: Project) -> str:
    """The id that an editor copies from the findings in JSON."""
    project.write("content/waived/game.yaml", GAP)
    return str(json.loads(project.run("check", "--format", "json").out)["findings"][0]["id"])


def waived(project: Project) -> None:
    id_ = gap_id(project)
    project.write("content/waived/waivers.yaml", WAIVER % id_)


def test_a_waived_error_no_longer_refuses(project: Project) -> None:
    assert gap_id(project).startswith("gap-in-table/damage")
    assert project.run("check").status == 1
    waived(project)
    said = project.run("check")
    assert said.status == 0
    assert said.out == "waived: no errors, no warnings, 1 waived\n"


def test_the_id_holds_when_lines_move(project: Project) -> None:
    waived(project)
    project.write("content/waived/game.yaml", "# a remark\n\n" + GAP)
    assert project.run("check").status == 0


def test_another_gap_is_not_waived(project: Project) -> None:
    waived(project)
    project.write("content/waived/game.yaml", GAP.replace("4-6: two markers", "4-5: two markers"))
    said = project.run("check")
    assert said.status == 1
    assert "error[gap-in-table]" in said.out
    assert "warning[stale-waiver]" in said.out


def test_a_waiver_of_the_proof_is_not_stale_where_nothing_is_proved(project: Project) -> None:
    project.write("content/waived/game.yaml", GAP.replace("4-6:", "4+:") + "waivers: {disagreement/damage: Known.}\n")
    assert "stale-waiver" not in project.run("check", "--no-prove").out
    assert "stale-waiver" in project.run("check").out


def test_every_format_tells_what_is_waived(project: Project) -> None:
    waived(project)
    found = json.loads(project.run("check", "--format", "json").out)
    assert found["findings"] == []
    assert [(w["name"], w["reason"], w["waived_at"]["file"]) for w in found["waived"]] == [
        ("gap-in-table", "The source says nothing of a 7.", "content/waived/waivers.yaml")
    ]
    sarif = json.loads(project.run("check", "--format", "sarif").out)["runs"][0]
    result = sarif["results"][0]
    assert result["suppressions"][0]["justification"] == "The source says nothing of a 7."
    assert result["partialFingerprints"]["findingId/v1"] == found["waived"][0]["id"]
    assert sarif["tool"]["driver"]["rules"][0]["help"]["markdown"].startswith("# gap-in-table")
    junit = ET.fromstring(project.run("check", "--format", "junit").out)
    skipped = [case.find("skipped") for case in junit.iter("testcase") if case.get("classname") == "gap-in-table"]
    assert [each.get("message") for each in skipped if each is not None] == ["waived: The source says nothing of a 7."]
    assert "The source says nothing of a 7." in project.run("check", "--format", "html").out


def test_text_shows_what_waives_a_finding(project: Project) -> None:
    id_ = gap_id(project)
    lines = project.run("check").out.split("\n")
    assert f'  waivers: {{"{id_}": why it may stay}}' in lines
    project.write(
        "content/waived/waivers.yaml", 'waivers: {"gap-in-table/damage: *": The source says nothing of a 7.}\n'
    )
    assert project.run("check").out == "waived: no errors, no warnings, 1 waived\n"


def test_text_offers_no_waiver_of_what_cannot_be_waived(project: Project) -> None:
    project.write("content/waived/game.yaml", GAP.replace("table:damage", "table:damages").replace("4-6:", "4-7:"))
    assert "waivers:" not in project.run("check").out

"""After an error the rest of a game is checked: each fault is told once, and nothing that only follows from another."""

import json

import pytest

from tests.conftest import Project

GAME = """\
game: {title: Errors, language: en}
rules:
  base: {number: "1", title: Base, text: "See [[table:hits]], [[table:losses]] and [[Cover]]: 4 [[fact:limit]]."}
"""
GAP = "  losses: {title: Losses, rule: base, rows: {score: 1d6}, cells: {1-3: one, 4-5: two}}\n"
FOUND = ("gap-in-table", "losses: score 6")


def found(project: Project) -> list[tuple[str, str]]:
    said = project.run("check", "--format", "json")
    assert said.status
    return [(each["name"], each["id"].partition("/")[2]) for each in json.loads(said.out)["findings"]]


REST = {
    "a table": ("", "  hits: {title: Hits, rule: base, rows: {score: 1d6}, cells: {one: a}}\n", "bad-key"),
    "a table whose row is lost": (
        "",
        "  hits: {title: Hits, rule: base, rows: {score: 1d6}, cells: {1-3: a, 1-3: b}}\n",
        "duplicate-key",
    ),
    "a domain": (
        "domains: {cover: {names: {any: Any}}}\n",
        "  hits: {title: Hits, rule: base, values: cover, rows: cover, cells: {wood: a}}\n",
        "bad-name",
    ),
    "a waiver": (
        "waivers: {unused-tern/Cover: Kept.}\n",
        "  hits: {title: Hits, rule: base, rows: {score: 1d6}, cells: {1-6: a}}\n",
        "unknown-finding",
    ),
    "a link": (
        "",
        '  hits: {title: Hits, rule: base, rows: {score: 1d6}, cells: {1-6: "[[Wood]]"}}\n',
        "dangling-link",
    ),
}
TERMS = "terms: {Cover: {text: Trees., rule: base}, Rout: {text: Nothing links it., rule: base}}\nfacts: {limit: 4}\n"


@pytest.mark.parametrize("part", REST)
def test_one_part_in_error(part: str, project: Project) -> None:
    before, table, fault = REST[part]
    project.write("content/errors/game.yaml", GAME + before + TERMS + "tables:\n" + table + GAP)
    names = found(project)
    assert FOUND in names
    assert [name for name, _ in names if name != FOUND[0]] == [fault]


def test_a_fact_and_a_claim_over_a_domain_in_error(project: Project) -> None:
    source = (
        GAME.replace("[[table:hits]], ", "")
        + TERMS.replace("limit: 4", "limit: [4]")
        + "domains: {cover: {names: {any: Any}}}\n"
    )
    source += "references: {r: {title: R, rule: base, items: [{text: cover, claim: cover is wood}]}}\ntables:\n" + GAP
    project.write("content/errors/game.yaml", source)
    assert sorted(name for name, _ in found(project)) == ["bad-name", "gap-in-table", "wrong-type"]


def test_a_file_that_cannot_be_read(project: Project) -> None:
    """What the file held is unknown, so that nothing else is missing."""
    project.write(
        "content/errors/game.yaml", 'terms: {Squad: {text: "Such as [[unit:4-6-7]].", rule: base}}\ntables:\n' + GAP
    )
    project.write("content/errors/more.yaml", GAME + TERMS + "tables: {hits: [\n")
    names = found(project)
    assert FOUND in names
    assert [name for name, _ in names if name != FOUND[0]] == ["invalid-yaml"]


def test_a_card_in_error(project: Project) -> None:
    project.write("content/errors/game.yaml", GAME.replace("[[table:hits]], ", "") + TERMS + "tables:\n" + GAP)
    project.write("cards/errors/fire.yaml", "size: A5\ntitle: Fire\nblocks: [{tabel: losses}]\n")
    names = found(project)
    assert FOUND in names
    assert [name for name, _ in names if name != FOUND[0]] == ["bad-block"]


def test_a_waived_finding_stays_waived(project: Project) -> None:
    waiver = 'waivers: {"gap-in-table/losses: score 6": The source breaks off.}\n'
    project.write("content/errors/game.yaml", GAME + TERMS + waiver + "tables:\n" + GAP)
    assert found(project) == [("dangling-link", "base")]


def test_sentences_are_checked_after_an_error(project: Project) -> None:
    text = "A squad may may hide in its' [[Cover]]: [[table:losses]], [[fact:limit]]. Each counter lose a man /"
    rules = f'rules: {{base: {{number: "1", title: Base, text: "{text}"}}}}\n'
    before, table, fault = REST["a table"]
    head = GAME.partition("rules:")[0]
    terms = TERMS.replace("Rout: {text: Nothing links it.", "Rout: {text: Nothing nothing links it.")
    project.write("content/errors/game.yaml", head + rules + before + terms + "tables:\n" + table + GAP)
    names = sorted(name for name, _ in found(project))
    assert names == sorted(
        [
            FOUND[0],
            fault,
            "repeated-word",
            "repeated-word",
            "unfinished-text",
        ]
    )

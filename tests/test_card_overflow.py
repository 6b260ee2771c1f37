"""What does not fit is told at its block, however the style sheet hides it: nothing is clipped or pushed out in silence."""

import pytest

from rulewright.base.findings import Finding
from tests.conftest import ROOT, Project

STYLE = (ROOT / "templates" / "card" / "card.css").read_text("utf-8")
REFERENCES = """\
references:
  few: {title: Few, items: [{text: Indistinguishability is one word, unproved: A test.}]}
  more: {title: More, items: [{text: Shoot first, unproved: A test.}, {text: Ask later, unproved: A test.}]}
"""
CARD = """\
title: Hits
size: 60 × 60 mm
blocks:
  - bullets: few
  - table: hits
"""


@pytest.fixture
def lists(small: Project) -> Project:
    small.write("content/small/references.yaml", REFERENCES)
    small.write("cards/small/hits.yaml", CARD)
    return small


def overflows(project: Project, css: str = "") -> list[Finding]:
    if css:
        project.write("templates/card/card.css", f"{STYLE}\n{css}\n")
    return [each for each in project.made("cards/*.pdf").findings.sorted() if each.name == "card-overflow"]


def test_as_it_is_it_fits(lists: Project) -> None:
    assert overflows(lists) == []


@pytest.mark.parametrize(
    ("css", "line", "beyond"),
    [
        ("li { position: absolute; left: 50mm; width: 30mm }", 4, "mm too wide"),
        ("li { position: absolute; top: 56mm }", 4, "mm too long"),
        ("li { position: relative; left: -9mm }", 4, "mm too wide"),
        ("li { display: inline-block; width: 12mm }", 4, "mm too wide"),
        ("li { width: 12mm; overflow: hidden }", 4, "mm too wide"),
        ("li { height: 1.5mm; overflow: hidden }", 4, "mm too long"),
        ("ul { height: 1.5mm }", 4, "mm too long"),
        ("li { margin-top: 55mm }", 5, "mm too long"),
        ("li { white-space: nowrap; letter-spacing: 1mm }", 4, "mm too wide"),
        ("table { table-layout: fixed; width: 25mm }", 5, "mm too wide"),
        ("table { width: 70mm }", 5, "mm too wide"),
        ("td.value { transform: translateX(30mm) }", 5, "mm too wide"),
        ("tbody th .part { display: block; transform: rotate(90deg) }", 5, "mm too long"),
        ("section + section { width: 20mm }", 5, "mm too wide"),
    ],
)
def test_nothing_hides_it(lists: Project, css: str, line: int, beyond: str) -> None:
    """The finding stands at the line of the block, and names it."""
    found = {each.span.line: each.message for each in overflows(lists, css)}
    assert line in found
    assert beyond in found[line]
    assert ("bullets few" if line == 4 else "table hits") in found[line]


@pytest.mark.parametrize(
    ("sides", "beyond"), [("70mm 5mm", ["wide"]), ("9mm 70mm", ["long"]), ("70mm 70mm", ["long", "wide"])]
)
def test_a_picture_that_is_too_large_is_found(lists: Project, sides: str, beyond: list[str]) -> None:
    lists.replace(
        "content/small/game.yaml",
        "{title: A small game, language: en}",
        "{title: A small game, language: en, marks: {guard: {badge: G, colour: '#b3202c', name: Guard, legend: guards}}}",
    )
    lists.replace("content/small/references.yaml", "Indistinguishability is one word", '"[[mark:guard]] is one"')
    width, height = sides.split()
    first, *_ = overflows(lists, f".mark {{ width: {width} !important; height: {height} !important }}")
    assert (first.span.line, [side for side in ("long", "wide") if f"mm too {side}" in first.message]) == (4, beyond)


def test_each_block_has_a_finding_of_its_own_at_its_line(lists: Project) -> None:
    """Those that are called the same on one page are told together, at the first that does not fit."""
    lists.write(
        "cards/small/hits.yaml",
        "title: Hits\nsize: 60 × 30 mm\nblocks:\n"
        "  - table: hits\n  - table: hits\n  - bullets: more\n  - page\n  - bullets: more\n" + "  - table: hits\n" * 4,
    )
    told = [(each.span.line, each.message, each.id) for each in overflows(lists)]
    assert [(line, message.split(" is ")[0], id_) for line, message, id_ in told] == [
        (5, "card 'hits': the block 'table hits' of page 1", "card-overflow/card hits: table hits of page 1"),
        (6, "card 'hits': the block 'bullets more' of page 1", "card-overflow/card hits: bullets more of page 1"),
        (9, "card 'hits': the block 'table hits' of page 2", "card-overflow/card hits: table hits of page 2"),
    ]


def test_a_block_in_a_column_is_told_with_it(lists: Project) -> None:
    lists.write(
        "cards/small/hits.yaml",
        "title: Hits\nsize: 70 × 60 mm\nblocks:\n  - columns:\n      ratio: [3, 1]\n      blocks:\n"
        "        - [bullets: more]\n        - - bullets: more\n          - table: hits\n",
    )
    (found,) = overflows(lists)
    assert found.message.startswith("card 'hits': the block 'table hits' of column 2 is ")
    assert found.message.endswith(" mm too wide for its place")
    assert (found.span.line, found.id) == (9, "card-overflow/card hits: table hits of column 2")
    assert (
        found.hint
        == "shorten it, use a smaller font-size than 8pt (fit: shrink finds it), or a card larger than 70mm by 60mm"
    )


def test_a_waiver_by_its_id_holds_when_other_blocks_do_not_fit(lists: Project) -> None:
    lists.replace("cards/small/hits.yaml", "60 × 60 mm", "30 × 60 mm")
    ids = [each.id for each in overflows(lists)]
    assert ids == [f"card-overflow/card hits: {block}" for block in ("bullets few", "table hits")]
    lists.write(
        "content/small/waivers.yaml", "waivers: {'card-overflow/card hits: table hits': 'It is folded there.'}\n"
    )
    assert [each.id for each in overflows(lists)] == [each for each in ids if "table" not in each]

"""Rulings on cards: each place that a ruling concerns has the sign, each card that has it explains it, nothing else has."""

import re
from io import BytesIO

import pdfplumber
import pytest
from pypdf import PdfReader

from rulewright.book.book import Book
from rulewright.entries.blocks.contents import Legend
from rulewright.entries.colour import contrast
from tests.conftest import ROOT, Made, Project

RULED = """\
game:
  title: A small game
  language: en
domains:
  cover: {open: In the open, wood: In a wood}
  weapon: {rifle: Rifle, mortar: Mortar}
  score: {title: Score, numbers: 1..6}
rules:
  hits: {number: "1", title: Hits, text: "Roll as [[table:hits]] tells; [[table:drm]] and [[table:effect]] help."}
  range: {number: "2", title: Range, text: Rifles reach far.}
tables:
  hits: {title: To hit, rule: hits, values: 1..6, rows: cover, columns: weapon, cells: {open: [3, 4], wood: [5, 6]}}
  drm:
    title: Modifiers
    rule: hits
    modifiers: [{label: In a wood, value: -1, errata: DRM}, {label: Moved, value: -2}]
  effect:
    title: Effect
    rule: hits
    rows: score
    outputs: {result: {title: Result, values: [miss, hit], errata: OUTPUT}, loss: {title: Loss, values: 0..2}}
    cells: {1-3: {result: miss, loss: 0}, 4-6: {result: hit, loss: 1}}
references:
  fire:
    title: Fire
    rule: hits
    items: [Roll one die., {text: Aim well., errata: BULLET}, "Rifles reach far [[rule:range]]."]
errata:
  cell: {where: "cell:hits(wood, rifle)", class: CELL, printed: "4", now: "5", why: We say so.}
  drm: {where: "table:drm", class: DRM, printed: "0", now: "-1", why: We say so.}
  output: {where: "table:effect", class: OUTPUT, printed: nothing, now: a result, why: We say so.}
  bullet: {where: "rule:hits", class: BULLET, printed: Aim., now: Aim well., why: We say so.}
  rule: {where: "rule:range", class: RULE, printed: near, now: far, why: We say so.}
  whole: {where: "table:hits", class: WHOLE, printed: no table, now: a table, why: We say so.}
  list: {where: "reference:fire", class: LIST, printed: no list, now: a list, why: We say so.}
"""
CARD = "title: Hits\nsize: A6\nblocks: [{bullets: fire}, {table: hits}, {table: drm}, {table: effect}]\n"
PLACES = ("CELL", "DRM", "OUTPUT", "BULLET", "RULE", "WHOLE", "LIST")


def ruled(project: Project, *rulings: str, card: str = CARD) -> Project:
    """The game with those errata as rulings and all others as slips."""
    text = RULED
    for name in PLACES:
        text = text.replace(f"class: {name}", f"class: {'ruling' if name in rulings else 'slip'}")
        text = text.replace(f"errata: {name}", f"errata: {name.lower()}")
    project.write("content/small/game.yaml", text)
    project.write("cards/small/hits.yaml", card)
    return project


def book(project: Project) -> Book:
    examined = project.examined(prove=False)
    assert examined.book is not None, examined.findings.items
    return examined.book


def words(made: Made) -> str:
    assert made.findings.status == 0, made.findings.items
    with pdfplumber.open(BytesIO(made.files["cards/hits.pdf"])) as pdf:
        return " ".join(" ".join(page.extract_text().split()) for page in pdf.pages)


SIGNED = [
    ("CELL", "In a wood 5§ 6"),
    ("DRM", "In a wood§"),
    ("OUTPUT", "Result§"),
    ("BULLET", "Aim well.§"),
    ("RULE", "[2]§"),
]


@pytest.mark.parametrize(("ruling", "printed"), SIGNED)
def test_what_a_ruling_concerns_has_the_sign_and_the_card_a_legend(project: Project, ruling: str, printed: str) -> None:
    shown = words(ruled(project, ruling).made("cards/*.pdf"))
    assert printed in shown
    assert shown.count("§") == 2
    assert "§ our ruling: see the errata" in shown


def test_a_table_that_is_a_ruling_has_the_sign_below_it_with_its_meaning(project: Project) -> None:
    shown = words(ruled(project, "WHOLE").made("cards/*.pdf"))
    assert "In a wood 5 6 § our ruling: see the errata" in shown
    assert shown.count("§") == 1


def test_every_outermost_bullet_of_a_ruled_list_has_the_sign(project: Project) -> None:
    shown = words(ruled(project, "LIST").made("cards/*.pdf"))
    assert [part in shown for part in ("Roll one die.§", "Aim well.§", "Rifles reach far [2].§")] == [True] * 3


def test_slips_and_clarifications_have_no_sign_and_no_legend(project: Project) -> None:
    made = ruled(project).made("cards/*.pdf")
    assert "§" not in words(made)
    assert not any(mark.id == "ruling" for mark in book(project).game.marks)


def test_a_legend_that_the_card_has_is_not_doubled(project: Project) -> None:
    shown = words(ruled(project, "CELL", card=f"{CARD[:-2]}, legend]\n").made("cards/*.pdf"))
    assert shown.count("our ruling") == 1


def test_the_legend_is_added_to_each_page_with_a_sign_only(project: Project) -> None:
    pages = "title: Hits\nsize: A6\nblocks: [{table: hits}, page, {table: effect}, page, {table: drm}]\n"
    project = ruled(project, "CELL", "DRM", card=pages)
    project.write("cards/small/other.yaml", "title: Other\nsize: A6\nblocks: [{table: drm}]\n")
    legends = {
        card.id: [[isinstance(block, Legend) for block in page] for page in card.pages]
        for card in book(project).game.cards
    }
    assert legends == {"hits": [[False, True], [False], [False, True]], "other": [[False, True]]}


def test_the_sign_is_one_that_no_mark_of_the_game_uses(project: Project) -> None:
    ruled(project, "CELL")
    project.replace(
        "content/small/game.yaml",
        "  language: en\n",
        '  language: en\n  marks: {section: {sign: "§", colour: "#000000", legend: a section}}\n',
    )
    project.replace("content/small/game.yaml", "Roll one die.", '"Roll one die [[mark:section]]."')
    assert [(mark.id, mark.letter) for mark in book(project).game.marks] == [("section", "§"), ("ruling", "‡")]


def test_a_game_may_have_a_sign_and_a_legend_of_its_own(project: Project) -> None:
    ruled(project, "CELL")
    project.replace(
        "content/small/game.yaml",
        "  language: en\n",
        '  language: en\n  marks: {ruling: {sign: "¤", colour: "#b3202c", legend: the house decides}}\n',
    )
    shown = words(project.made("cards/*.pdf"))
    assert "In a wood 5¤ 6" in shown
    assert "¤ the house decides" in shown


LOST = "{{ (WORDS | string | replace('our ruling', '')) | safe }}"
"""A template that takes the words of the sign from what a screen reader says."""


@pytest.mark.parametrize(
    ("ruling", "template", "words_of", "message"),
    [
        ("CELL", "typesetting/table.html.j2", "part.text", "gives screen readers"),
        ("BULLET", "card/parts.html.j2", "item.text", "does not print 'Aim well.§' as it is written"),
    ],
)
def test_a_sign_that_gets_lost_on_its_way_to_print_is_found(
    project: Project, ruling: str, template: str, words_of: str, message: str
) -> None:
    text = (ROOT / "templates" / template).read_text("utf-8")
    lost = LOST if ruling == "CELL" else "{{ WORDS | striptags }}"
    assert f"{{{{ {words_of} }}}}" in text
    project.write(f"templates/{template}", text.replace(f"{{{{ {words_of} }}}}", lost.replace("WORDS", words_of)))
    found = [each.message for each in ruled(project, ruling).made("cards/*.pdf").findings.items]
    assert any(message in each for each in found), found


def test_the_web_the_rulebook_and_charts_have_the_sign_too(project: Project) -> None:
    project = ruled(project, *PLACES)
    project.write("cards/small/book.yaml", "kind: rulebook\ntitle: Book\npaper: A5\nreaders: editors\n")
    project.write("cards/small/online.yaml", "kind: online\ntitle: Online\nwidths: [400]\n")
    made = project.made("web/*.html", "book.pdf", "online/*")
    assert made.findings.status == 0, made.findings.items
    page, references = made.files["web/hits.html"].decode(), made.files["web/references.html"].decode()
    assert page.count('aria-label="our ruling"') >= 5  # three places and the legends of their tables
    assert 'Aim well.<a class="sign"' in references
    assert made.files["online/hits.html"].decode().count('alt="our ruling"') >= 6
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(made.files["book.pdf"])).pages)
    assert "Ruling." in text
    assert "Slip." not in text


def test_the_page_of_errata_tells_the_classes_apart(project: Project) -> None:
    made = ruled(project, "CELL").made("web/*.html")
    errata, rule = made.files["web/errata.html"].decode(), made.files["web/hits.html"].decode()
    assert "<dt>6 slips</dt> <dd>the form was wrong" in errata
    assert "<dt>1 ruling</dt> <dd>the source says nothing" in errata
    assert errata.index('<p class="label ruling">Ruling</p>') < errata.index("<dt>Printed</dt><dd>4 ")
    assert '<a class="label" href="errata.html#cell">Our ruling</a> <del>4</del> <ins>5</ins>' in rule
    assert '<a class="label" href="errata.html#drm">Corrected</a>' in rule


def test_the_legend_of_one_page_explains_only_the_marks_there(project: Project) -> None:
    pages = 'title: Hits\nsize: A6\nblocks: [{table: hits}, page, {table: effect}, {note: "[[mark:guard]]"}]\n'
    project = ruled(project, "CELL", "OUTPUT", card=pages)
    project.replace(
        "content/small/game.yaml",
        "  language: en\n",
        '  language: en\n  marks: {guard: {badge: G, colour: "#000000", name: Guard, legend: guards}}\n',
    )
    with pdfplumber.open(BytesIO(project.made("cards/*.pdf").files["cards/hits.pdf"])) as pdf:
        shown = [" ".join(page.extract_text().split()) for page in pdf.pages]
    assert "In a wood 5§ 6 § our ruling: see the errata Hits" in shown[0]
    assert "guards" in shown[1]
    assert "§ our ruling: see the errata" in shown[1]


def test_the_sign_is_readable_on_dark_pages() -> None:
    """A sign has no ground of its own; the darkest one is black, and CSS filters work on its channels."""
    sheet = (ROOT / "templates/web/dark.css").read_text("utf-8")
    found = re.search(r"\.mark\.sign \{ filter: contrast\(([.\d]+)\) brightness\(([.\d]+)\); \}", sheet)
    assert found is not None
    flat, bright = map(float, found.groups())
    level = round(255 * min(1, (0.5 - 0.5 * flat) * bright))
    grounds = re.findall(r"--(?:paper|panel|sand): (#\w{6});", sheet)
    assert len(grounds) == 3
    assert min(contrast(f"#{level:02x}{level:02x}{level:02x}", ground) for ground in grounds) >= 4.5

"""`build --draft`: what can be made in spite of errors, each in red at its place, and DRAFT on every page."""

import re
from html import unescape
from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader

from rulewright.base.findings import Finding, Findings, Severity, Span
from rulewright.base.messages.catalogues import ENGLISH
from rulewright.base.messages.messages import Message
from rulewright.editing.draft import marked_book, stamped
from rulewright.pipeline.stages import draft_book, linked_book
from rulewright.source.files import read
from tests.conftest import Project

MORE = """\
  gear: {title: Gear, rule: hits, outputs: {kind: {title: Kind, values: quality}}, records: {Rope: ok, Oil: ok}}
  weapons: {title: Weapons, rule: hits, rows: 1d2, list: [A bow, A sling]}
errata:
  ropes: {where: table:gear, class: slip, printed: Ropes, now: Rope, why: There is one.}
  wood: {where: table:hits, class: slip, printed: 5 in a wood, now: 4 in a wood, why: It was wrong.}
"""
DRAFT = "build/draft/small"
FILES = {
    "content/small/game.yaml": """\
game: {title: A small game, language: en}
domains: {cover: {open: In the open, wood: In a wood}}
facts: {pace: {value: 4, rule: hits, proof: pace()}}
rules:
  hits: {number: "1", title: Hits, text: "Move [[fact:pace]] and look at [[table:hits]] and [[Nobody]]."}
tables:
  hits: {title: Score to hit, rule: hits, values: 1d6, rows: cover, cells: {open: 3, wood: 4}, proof: score(cover)}
""",
    "content/small/rules.py": '''\
from enum import Enum


class Cover(Enum):
    OPEN = "open"
    WOOD = "wood"


def score(cover: Cover) -> int:
    """Trees stop bullets (1)."""
    return 3 if cover is Cover.OPEN else 5


def pace() -> int:
    """A walk (1)."""
    return 4
''',
    "cards/small/hits.yaml": "title: Hits\nsize: 60 × 30 mm\nfont-size: 20pt\nblocks:\n  - table: hits\n    title: The score\n  - table: losses\n",
}


def small(project: Project, *changes: tuple[str, str, str]) -> Project:
    """The game of this test with some of its text changed."""
    for name, text in FILES.items():
        project.write(name, text)
    for change in changes:
        project.replace(*change)
    return project


GAME, CARD = "content/small/game.yaml", "cards/small/hits.yaml"
LINKED = (GAME, " and [[Nobody]]", "")
WHOLE_CARD = (CARD, "  - table: losses\n", "")


def text_of(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def words(project: Project, page: str) -> str:
    """The words of a web page of the draft."""
    text = project.read(f"{DRAFT}/web/{page}")
    return " ".join(unescape(re.sub("<[^>]*>", " ", text[text.index("<body") :])).split())


def test_a_draft_shows_what_check_finds_and_what_does_not_fit(project: Project) -> None:
    """A wrong cell with both values, a block that is too long, and the exit status of the errors."""
    small(project, LINKED, WHOLE_CARD)
    said = project.run("build", "--draft")
    assert said.status == 1
    assert "error[disagreement]: table 'hits' prints 4 for cover wood, score() answers 5\n" in said.out
    assert "error[card-overflow]: card 'hits': the block 'table hits' is " in said.out
    assert re.search(
        rf"\nsmall: a draft of \d+ files in {project.root / DRAFT}; build/small is unchanged\n$", said.out
    ), said.out
    page = words(project, "hits.html")
    assert page.startswith("DRAFT ")
    assert "In a wood 4 score() answers 5" in page
    card = text_of((project.root / DRAFT / "cards/hits.pdf").read_bytes())
    assert all("DRAFT" in side for side in card)
    assert "4 score() answers 5" in " ".join("".join(card).split())
    assert re.search(r"\d\.\d mm too long", "".join(card))
    assert "DRAFT" in project.read(f"{DRAFT}/report.html")


def test_what_a_link_or_a_block_names_and_nobody_has_is_in_its_place_with_two_question_marks(project: Project) -> None:
    said = small(project).run("build", "--draft", "--no-prove")
    assert said.status == 1
    assert "look at Score to hit and Nobody ?? . there is no term 'Nobody'" in words(project, "hits.html")
    card = " ".join("".join(text_of((project.root / DRAFT / "cards/hits.pdf").read_bytes())).split())
    assert "losses ??" in card


def test_a_draft_keeps_a_sound_table_before_one_with_errors(project: Project) -> None:
    small(
        project,
        (
            GAME,
            "tables:\n",
            "tables:\n  first: {title: First, rows: cover, values: 1d6, cells: {open: 1, wood: 2}}\n  second: {title: Second, rows: 2d6, values: lss, cells: {2-12: lost}}\n",
        ),
    )
    assert project.run("build", "--draft", "--no-prove").status == 1
    page = words(project, "all-tables.html")
    assert "First" in page
    assert "Second" not in page


@pytest.mark.parametrize("change", [("values: quality", "values: qualities"), ("Oil: ok", "Oil: '[[Nobody]]'")])
def test_a_table_that_cannot_be_shown_leaves_the_rest(change: tuple[str, str], project: Project) -> None:
    """Others cite it, cards are made of its records, and errata correct it."""
    small(project, LINKED, WHOLE_CARD, (GAME, "domains: {", "domains: {quality: [ok, bad], "))
    project.write(GAME, project.read(GAME) + MORE)
    project.write(
        "cards/small/gear.yaml",
        'title: "[[record:name]]"\ndeck: gear\nsize: 63 × 88 mm\nblocks: [note: "[[record:kind]]"]\n',
    )
    project.write("cards/small/book.yaml", "kind: rulebook\ntitle: Book\npaper: A5\n")
    project.write("cards/small/sheet.yaml", "kind: contact-sheet\ntitle: All\npaper: A4\n")
    assert project.run("check", "--no-prove").status == 0
    project.replace(GAME, *change)
    said = project.run("build", "--draft", "--no-prove")
    assert said.status == 1, said.err
    assert "a draft of" in said.out
    assert "not in the draft" not in said.out
    assert "Weapons" in words(project, "hits.html")


def test_the_good_output_is_not_touched(project: Project) -> None:
    small(project, LINKED, WHOLE_CARD, (GAME, "wood: 4", "wood: 5"), (CARD, "30 mm", "60 mm"))
    assert project.run("build").status == 0
    good = {path: path.read_bytes() for path in (project.root / "build/small").rglob("*") if path.is_file()}
    project.replace(GAME, "wood: 5", "wood: 4")
    assert project.run("build", "--draft").status == 1
    assert {path: path.read_bytes() for path in (project.root / "build/small").rglob("*") if path.is_file()} == good
    assert project.run("build").status == 1
    assert (project.root / DRAFT / "web/hits.html").exists(), "a build leaves the draft alone"


def test_a_sound_game_has_a_draft_too(project: Project) -> None:
    small(project, LINKED, WHOLE_CARD, (GAME, "wood: 4", "wood: 5"), (CARD, "30 mm", "60 mm"))
    assert project.run("build", "--draft").status == 0
    assert words(project, "hits.html").startswith("DRAFT ")


def test_a_file_that_cannot_be_read_allows_no_draft(project: Project) -> None:
    small(project).write("content/small/more.yaml", "rules: [")
    said = project.run("build", "--draft")
    assert said.status == 2
    assert said.err == "rulewright: small has no draft: a file cannot be read, so too much is missing\n"
    assert not (project.root / DRAFT).exists()


def test_a_draft_goes_with_no_part_and_does_not_watch(project: Project) -> None:
    said = small(project).run("build", "--draft", "--only", "web")
    assert said.status == 2
    assert "--draft cannot go with --only or --watch; to watch a draft, use preview" in said.err


@pytest.mark.parametrize(
    ("change", "slip"),
    [
        ((GAME, "wood: 4}, proof", "wood: 4}, poof"), "table 'hits' has no key 'poof'"),
        ((GAME, "[[Nobody]]", "[[rule:nothing]]"), "there is no rule nothing"),
    ],
)
def test_an_error_without_words_of_its_own_stands_at_the_text_or_the_title(
    change: tuple[str, str, str], slip: str, project: Project
) -> None:
    small(project, change)
    findings = Findings()
    sources = read(project.root, "small", findings)
    assert linked_book(sources, findings) is None
    book = draft_book(sources)
    assert book is not None
    marked = marked_book(book, findings.items)
    assert slip in marked.draft_errors.values()


def test_the_slips_are_of_errors_alone(project: Project) -> None:
    small(project, LINKED, WHOLE_CARD)
    book = linked_book(read(project.root, "small", Findings()), Findings())
    assert book is not None
    fact = book.facts["pace"]
    note = Finding("doubtful", fact.span, Message("is it so?"), severity=Severity.WARNING)
    error = Finding(
        "disagreement", fact.span, Message("the fact is 4, pace() answers 3"), other=Message("pace() answers 3")
    )
    elsewhere = Finding("wrong", Span(GAME, 4, 1), Message("something else"))
    assert marked_book(book, [note]).draft_errors == {}
    assert marked_book(book, [note, error]).draft_errors == {fact.span: "pace() answers 3"}
    assert list(marked_book(book, [elsewhere]).draft_errors.values()) == ["something else"]


def test_a_picture_and_data_of_a_draft() -> None:
    plain = BytesIO()
    Image.new("RGB", (120, 120), "white").save(plain, "PNG")
    with Image.open(BytesIO(stamped("web/card.png", plain.getvalue(), ENGLISH))) as made:
        assert made.size == (120, 120)
        assert made.convert("RGB").tobytes()[:3] == bytes((163, 19, 31)), "a red corner"
    assert stamped("rules.json", b"{}", ENGLISH) == b"{}"


def test_an_erratum_that_does_not_say_where_is_drafted(project: Project) -> None:
    errata = "errata:\n  dice: {zz: rule:hits, class: ruling, printed: dice, now: one die, why: So it is.}\n"
    made = small(project)
    made.write("content/small/more.yaml", errata)
    answer = made.run("build", "--no-prove", "--draft")
    assert answer.status == 1
    assert "erratum 'dice' needs 'where'" in answer.out


def test_a_product_without_a_correct_width_is_left_out_of_a_draft(project: Project) -> None:
    made = small(project)
    made.write("cards/small/table.yaml", "kind: online\nwidths: {alt: 500}\n")
    answer = made.run("build", "--no-prove", "--draft")
    assert answer.status == 1
    assert "a draft of" in answer.out

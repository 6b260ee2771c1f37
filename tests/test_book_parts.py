"""The parts of a rulebook are printed apart: what an edit does not touch is kept, and the bytes are those of a build from nothing."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from rulewright.entries.rulebooks import Rulebook
from rulewright.outputs.rulebook import layout
from rulewright.outputs.rulebook.layout import PartToPrint
from rulewright.outputs.rulebook.page_numbers import numbers_alone
from rulewright.outputs.rulebook.parts import RulebookPages
from rulewright.pdf.pieces import joining
from rulewright.pdf.pieces.piece import OpenNumber
from rulewright.proof.prove import unproved
from tests.conftest import ROOT, Project

RULES = "rules:\n" + "".join(
    f'  r{at}: {{number: "{at + 2}", title: Rule {at}, text: "{"Many words of a rule. " * 70} See [[{(at + 1) % 3 + 2}]]."}}\n'
    for at in range(3)
)


@pytest.fixture
def parted(small: Project) -> Project:
    """A rulebook of several parts, each with a reference to another."""
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\n")
    small.write("content/small/more.yaml", RULES)
    return small


@pytest.fixture
def printed_parts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the parts that were printed, where no other process prints them."""
    names: list[str] = []
    print_part = PartToPrint.print

    def named(part: PartToPrint, printer: object) -> object:
        names.append(part.name)
        return print_part(part, printer)  # type: ignore[arg-type]

    monkeypatch.setattr(PartToPrint, "print", named)
    monkeypatch.setattr("rulewright.base.pool.processors", lambda: 1)
    return names


@pytest.mark.long
def test_an_edit_prints_its_part_only_and_makes_the_bytes_of_a_build_from_nothing(
    parted: Project, printed_parts: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("store")))
    book = parted.root / "build/small/rulebook.pdf"
    assert parted.run("build").status == 0
    assert {"front", "rule-r0", "rule-r1", "rule-r2"} <= set(printed_parts)
    printed_parts.clear()
    parted.replace("content/small/more.yaml", "See [[4]].", "Look at [[4]].")
    assert parted.run("build").status == 0
    assert printed_parts == ["rule-r1"]
    after_edit = book.read_bytes()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("empty")))
    book.unlink()
    assert parted.run("build").status == 0
    assert book.read_bytes() == after_edit


def test_references_name_the_page_in_words_too(parted: Project) -> None:
    parted.make("*.pdf")
    reader = PdfReader(BytesIO((parted.root / "build/small/rulebook.pdf").read_bytes()))
    page = reader.get_destination_page_number(reader.named_destinations["rule-r1"])
    assert page is not None
    links = [each.get_object() for page in reader.pages for each in page.get("/Annots", ())]
    told = {str(link["/Contents"]) for link in links if link["/Dest"] == "rule-r1"}
    assert f"3 (p. {page + 1})" in told


def test_page_numbers_that_a_stylesheet_puts_into_words_are_right(parted: Project) -> None:
    style = (ROOT / "templates/rulebook/rulebook.css").read_text("utf-8")
    parted.write(
        "templates/rulebook/rulebook.css", style.replace("content: counter(page);", 'content: "Page " counter(page);')
    )
    parted.make("*.pdf")
    reader = PdfReader(BytesIO((parted.root / "build/small/rulebook.pdf").read_bytes()))
    for number, page in enumerate(reader.pages[1:], 2):
        assert f"Page {number}" in page.extract_text()


def test_what_pieces_need_is_there() -> None:
    assert joining.pieces_work()


@pytest.mark.long
def test_a_weasyprint_without_what_pieces_need_prints_the_book_as_a_whole(
    parted: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The build reads it back."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "store"))
    for user in (joining, layout):
        monkeypatch.setattr(user, "print_piece", None)
    parted.write("content/small/terms.yaml", "terms:\n  die: {text: A cube.}\n")
    parted.replace("content/small/more.yaml", "See [[4]].", "See [[4]] and [[die]].")
    assert parted.run("build", "--only", "rulebook").status == 0
    reader = PdfReader(BytesIO((parted.root / "build/small/rulebook.pdf").read_bytes()))
    texts = [" ".join(page.extract_text().split()) for page in reader.pages]
    page = next(number for number, text in enumerate(texts, 1) if number > 2 and "4 Rule 2" in text)
    before = next(text for text in texts if "3 Rule 1" in text and "See" in text)
    assert f"4 (p. {page})" in before
    assert f"die {texts.index(before) + 1}" in texts[-1]


@pytest.mark.parametrize(
    ("style", "alone"),
    [
        ("@page { @bottom-right { content: counter(page); color: red } }", True),
        ('@page { @bottom-right { content: "Page " counter(page) } }', False),
        ("@page { @bottom-right { content: counter(page, lower-roman) } }", False),
        ("@page { @bottom-right { content: counter(page) } @top-left { content: counter(pages) } }", False),
        ("ol { content: counter(item) }", True),
    ],
)
def test_whether_page_numbers_are_texts_by_themselves(style: str, alone: bool) -> None:
    assert numbers_alone(style) is alone


def test_a_number_with_fewer_digits_keeps_its_room() -> None:
    number = OpenNumber("rule-a", "<0001", ">", [f"00{digit}0" for digit in range(10)], 500, 2)
    assert number.painted(42) == b"[<000100400020>] TJ"
    assert number.painted(7) == b"[-250 <0001>-250<0070>] TJ"


@pytest.mark.parametrize(
    ("words", "key", "pages"),
    [
        ((300, 300, 20), "", [["a"], ["b", "c"]]),
        ((300, 20, 20), "", [["a", "b", "c"]]),
        ((300, 300, 300), "chapters: run-on", [["a", "b", "c"]]),
        ((300, 20, 20), "chapters: new-page", [["a"], ["b"], ["c"]]),
    ],
)
def test_short_chapters_follow_on_unless_the_book_says_otherwise(
    project: Project, words: tuple[int, ...], key: str, pages: list[list[str]]
) -> None:
    rules = "".join(
        f"  {id_}: {{title: Rule, text: {'go ' * many}.}}\n" for id_, many in zip("abc", words, strict=True)
    )
    terms = "terms: {Boat: {rule: a, text: It floats.}}\n"
    project.write(
        "content/small/game.yaml", f"game: {{title: Small, language: en, numbering: auto}}\nrules:\n{rules}{terms}"
    )
    project.write("cards/small/rulebook.yaml", f"kind: rulebook\ntitle: Rules\n{key}\n")
    book = project.examined(prove=False).book
    assert book is not None
    html = RulebookPages(book.game.requests(Rulebook)[0], book, project.root).parts(unproved(book, ""))
    found = {name: re.findall('id="rule-(.)"', part) for name, part in html.items()}
    assert [rules for rules in found.values() if rules] == pages
    assert "Glossary" in [*html.values()][-1], "a short glossary follows on"

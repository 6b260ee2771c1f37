"""Booklets: printed on both sides, folded and stapled, the pages of the book follow one another. Read in the PDF."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from io import BytesIO
from typing import Any

import pdfplumber
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdfplumber.page import Page
from pypdf import PdfReader

from rulewright.entries.paper import A4, A5, HALF_LETTER, LETTER, Millimetres, Paper
from rulewright.entries.rulebooks import Booklet, Rulebook
from rulewright.imposition.pages import LEAF, Spread, impose_booklet, spreads
from rulewright.pdf.placed_cards import CardPages
from rulewright.pdf.placing import place_cards
from tests.conftest import Project
from tests.test_sheets import MM, text

HALVES = {"A4": (A5, A4), "Letter": (HALF_LETTER, LETTER)}


def book(project: Project, lines: str) -> None:
    project.write("cards/small/rulebook.yaml", f"kind: rulebook\ntitle: Rules\n{lines}")


def chapters(project: Project, number: int) -> None:
    """So many chapters, each on a page of its own, for it is long."""
    words = "Nobody moves before the other has moved. " * 40
    rules = "".join(
        f'  chapter-{at}: {{number: "{at}", title: Chapter {at}, text: {words}}}\n' for at in range(2, number + 2)
    )
    project.write("content/small/chapters.yaml", f"rules:\n{rules}")


def read(project: Project, file: str) -> list[Page]:
    return pdfplumber.open(BytesIO((project.root / f"build/small/{file}.pdf").read_bytes())).pages


def texts(data: bytes, parts: int) -> list[list[str]]:
    """What stands on each page, in so many parts from left to right."""
    return [[*_parts(page, parts)] for page in pypdfium2.PdfDocument(data)]


def _parts(page: pypdfium2.PdfPage, parts: int) -> Iterator[str]:
    text, (width, height) = page.get_textpage(), page.get_size()
    for at in range(parts):
        yield text.get_text_bounded(width * at / parts, 0, width * (at + 1) / parts, height).strip()


def folded(sides: Sequence[Sequence[str]]) -> list[str]:
    """The text of every page in the order of the finished booklet: halves of paper, folded into one another."""
    fronts, backs = sides[::2], sides[1::2]
    before = [page for front, back in zip(fronts, backs, strict=True) for page in (front[1], back[0])]
    behind = [page for front, back in zip(fronts, backs, strict=True) for page in (front[0], back[1])]
    return before + behind[::-1]


@pytest.mark.long
@pytest.mark.parametrize("paper", HALVES)
def test_folded_the_pages_follow_one_another(small: Project, paper: str) -> None:
    half, whole = HALVES[paper]
    chapters(small, 9)
    book(small, f"paper: {half.name}\nbooklet: {paper}\n")
    small.make("*.pdf")
    alone = [page for (page,) in texts((small.root / "build/small/rulebook.pdf").read_bytes(), 1)]
    booklet = (small.root / f"build/small/rulebook-booklet-{paper.lower()}.pdf").read_bytes()
    for side in pypdfium2.PdfDocument(booklet):
        size = float(whole.turned.size.width.value), float(whole.turned.size.height.value)
        assert [each * MM for each in side.get_size()] == pytest.approx(size)
    assert len(alone) > 8
    bound = folded(texts(booklet, 2))
    assert len(bound) == len(alone) + -len(alone) % LEAF
    assert bound[: len(alone)] == alone
    assert not any(bound[len(alone) :])


def test_pages_keep_their_size_and_meet_at_the_fold(small: Project) -> None:
    chapters(small, 3)
    book(small, "paper: A5\nbooklet: A4\n")
    small.make("*.pdf")
    alone, sides = read(small, "rulebook"), read(small, "rulebook-booklet-a4")
    (first, second), front = alone[:2], sides[0]
    for shift, page, side in ((297 / 2, first, front), (297 / 2 - 148, second, sides[1])):
        letters = [char for char in page.chars if char["text"].strip()]
        placed = {(char["text"], round(char["x0"] * MM, 2), round(char["top"] * MM, 2)) for char in side.chars}
        assert letters
        assert {
            (char["text"], round(char["x0"] * MM + shift, 2), round(char["top"] * MM, 2)) for char in letters
        } <= placed


def test_how_to_print_it_is_told(small: Project) -> None:
    book(small, "paper: A5\nbooklet: A4\n")
    small.make("*.pdf", "web/*")
    reader = PdfReader(small.root / "build/small/rulebook-booklet-a4.pdf")
    how = "print on both sides, flip on the short edge, fold and staple"
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.subject) == (
        "A small game: Rules",
        f"A small game: booklet on A4, {how}",
    )
    root: Any = reader.root_object
    assert (root["/ViewerPreferences"]["/Duplex"], root["/ViewerPreferences"]["/PrintScaling"]) == (
        "/DuplexFlipShortEdge",
        "/None",
    )
    index = small.read("build/small/web/index.html")
    assert '<a href="../rulebook-booklet-a4.pdf" type="application/pdf">Rules, A4 booklet</a>' in index
    assert how in index


def test_the_fold_is_marked_inside(small: Project) -> None:
    book(small, "paper: A5\nbooklet: A4\n")
    small.make("*.pdf")
    for at, side in enumerate(read(small, "rulebook-booklet-a4")):
        dashed = [line for line in side.lines if (line.get("dash") or [[]])[0]]
        assert [round(line["x0"] * MM, 1) for line in dashed] == ([148.5, 148.5] if at % 2 else [])


@pytest.mark.parametrize(
    ("pages", "section", "expected"),
    [
        (1, None, [(0, (None, 0), (None, None))]),
        (3, None, [(0, (None, 0), (1, 2))]),
        (8, None, [(0, (7, 0), (1, 6)), (1, (5, 2), (3, 4))]),
        (8, 4, [(0, (3, 0), (1, 2)), (0, (7, 4), (5, 6))]),
        (9, 8, [(0, (7, 0), (1, 6)), (1, (5, 2), (3, 4)), (0, (None, 8), (None, None))]),
    ],
)
def test_the_order_of_pages(pages: int, section: int | None, expected: list[tuple[int, Spread, Spread]]) -> None:
    assert list(spreads(pages, section)) == expected


@given(st.integers(1, 120), st.sampled_from([None, 4, 8, 16, 32]))
def test_any_book_reads_in_order(pages: int, section: int | None) -> None:
    sheets = list(spreads(pages, section))
    assert len(sheets) == -(-pages // LEAF)
    read: list[int | None] = []
    while sheets:  # section by section
        inside = next((at for at, (depth, *_) in enumerate(sheets) if at and not depth), len(sheets))
        part, sheets = sheets[:inside], sheets[inside:]
        assert [depth for depth, *_ in part] == list(range(len(part)))
        assert section is None or len(part) <= section // LEAF
        read += [page for _, front, back in part for page in (front[1], back[0])]
        read += [page for _, front, back in part[::-1] for page in (back[1], front[0])]
    assert read == [*range(pages), *[None] * (-pages % LEAF)]


@pytest.mark.parametrize("page", [A5, HALF_LETTER])
def test_inner_sheets_creep_towards_the_fold(page: Paper) -> None:
    paper = A4 if page is A5 else LETTER
    rulebook = Rulebook(id="rules", title=text("Rules"), paper=page)
    booklet = Booklet(paper=paper, creep=Millimetres(Decimal("0.1")))
    middle = paper.size.height.value / 2
    for at, side in enumerate(impose_booklet(rulebook, booklet, 40)):
        inwards = Decimal("0.1") * (at // 2)
        for placed in side.cards:
            assert placed.box.width == page.size.width.value
            left = placed.box.left < middle - 60
            assert (placed.box.right - middle if left else middle - placed.box.left) == inwards


def test_forty_pages_are_placed_where_they_belong(small: Project) -> None:
    """The finished PDF of a long book, of pages that say nothing but their number."""
    pages = "".join(f'<p style="break-after: page">page {at}.</p>' for at in range(1, 40)) + "<p>page 40.</p>"
    from rulewright.pdf.printer import Printer

    printer = Printer("@page { size: 148mm 210mm } html { font-family: serif }")
    whole = printer.print(pages, standard="").pdf
    paper = Printer("@page { size: 297mm 210mm }").print('<p style="break-after: page"></p>' * 19 + "<p></p>", "").pdf
    rulebook = Rulebook(id="rules", title=text("Rules"), paper=A5)
    sides = impose_booklet(rulebook, Booklet(paper=A4), 40)
    data = place_cards(paper, sides, CardPages({"rules": whole}))
    assert folded(texts(data, 2)) == [f"page {at}." for at in range(1, 41)]


# Findings

FAULTS = [
    (
        "booklet: A4\n",
        "3:10 bad-value: a page of A4 is not half of A4, and pages are not scaled (for a booklet on A4 write paper: A5)",
    ),
    (
        "paper: A5\nbooklet: Letter\n",
        "4:10 bad-value: a page of A5 is not half of Letter, and pages are not scaled "
        "(for a booklet on Letter write paper: half-letter)",
    ),
    ("paper: A5\nbooklet: A3\n", "4:10 bad-value: there is no paper 'A3' (the papers are: A4, Letter)"),
    ("paper: A5\nbooklet: {creep: 0.1mm}\n", "4:10 missing-key: 'booklet' needs 'paper' (as in paper: A4)"),
    (
        "paper: A5\nbooklet: {paper: A4, staple: 2}\n",
        "4:22 unknown-key: 'booklet' has no key 'staple' (the keys of 'booklet' are: paper, creep, signature)",
    ),
    (
        "paper: A5\nbooklet: {paper: A4, creep: 2mm}\n",
        "4:29 bad-value: '2mm' is not a thickness of paper (write it in millimetres or inches, 0 to 1 mm: 0.1mm)",
    ),
    (
        "paper: A5\nbooklet: {paper: A4, signature: 10}\n",
        "4:33 bad-value: '10' pages cannot be folded into one another "
        "(a folded sheet has four pages: write 4, 8, 12, 16 or more, up to 96)",
    ),
]


@pytest.mark.parametrize(("lines", "finding"), FAULTS)
def test_a_fault_is_told_at_its_place(small: Project, lines: str, finding: str) -> None:
    book(small, lines)
    found = small.examined(prove=False).findings.sorted()
    told = [f"{each.span.line}:{each.span.column} {each.name}: {each.message} ({each.hint})" for each in found]
    assert told == [finding]


def test_a_booklet_and_a_rulebook_of_one_name(small: Project) -> None:
    book(small, "paper: A5\nbooklet: A4\n")
    small.write("cards/small/rulebook-booklet-a4.yaml", "kind: rulebook\ntitle: The other\n")
    found = small.examined(prove=False).findings.sorted()
    assert [(each.name, each.message) for each in found] == [
        ("duplicate-file", "two things print to 'rulebook-booklet-a4.pdf'"),
    ]

"""Sheets: what is cut out is exactly the card. Everything is measured in the finished PDF."""

from dataclasses import replace
from decimal import Decimal
from io import BytesIO
from itertools import combinations

import pdfplumber
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdfplumber.page import Page

from rulewright.book.book import Book
from rulewright.book.game import Game
from rulewright.entries.card import Card
from rulewright.entries.paper import PAPERS, Millimetres, Paper, Size
from rulewright.entries.sheets import MARK_OFFSET, Copies, Gap, Sheet, narrowest_gap
from rulewright.entries.text import Target, Text
from rulewright.imposition.pages import SHELF_TURNS, excess, impose, packed_on_shelves
from rulewright.imposition.pieces import Box, Seam, pieces_on
from rulewright.imposition.space import MARK_LENGTH, card_area
from tests.conftest import GAME, SMALL_CARD, Project

MM = 25.4 / 72
FRAME = 2.2
"""Millimetres from the trimmed edge of a card to its frame, by card.css."""
A4, LETTER = (210, 297), (215.9, 279.4)

Rectangle = tuple[float, float, float, float]
"""Left, top, right and bottom in millimetres from the top left corner of the page."""


def sheet(project: Project, text: str) -> None:
    project.write("cards/small/sheet.yaml", text)


def card(project: Project, name: str, size: str) -> None:
    project.write(f"cards/small/{name}.yaml", SMALL_CARD.replace("60 × 60 mm", f"{size}\nfooter: no"))


def pages(project: Project, file: str, game: str = "small") -> list[Page]:
    data = (project.root / f"build/{game}/cards/{file}.pdf").read_bytes()
    return pdfplumber.open(BytesIO(data)).pages


def rectangle(found: dict[str, float]) -> Rectangle:
    return found["x0"] * MM, found["top"] * MM, found["x1"] * MM, found["bottom"] * MM


def inside(inner: Rectangle, outer: Rectangle, by: float = 0) -> bool:
    """Whether a rectangle keeps at least `by` from the edges of another it lies in."""
    towards = all(a >= b + by - 1e-3 for a, b in zip(inner[:2], outer[:2], strict=True))
    return towards and all(a <= b - by + 1e-3 for a, b in zip(inner[2:], outer[2:], strict=True))


def apart(one: Rectangle, other: Rectangle) -> float:
    """The distance of two rectangles along the axis that keeps them apart; negative where they overlap."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def trimmed(page: Page) -> list[Rectangle]:
    """The edges to cut at, from the frames that the cards themselves print."""
    curves = [rectangle(curve) for curve in page.curves if min(curve["width"], curve["height"]) * MM > 20]
    frames = [one for one in curves if not any(inside(one, other, 0.1) for other in curves)]
    return [(left - FRAME, top - FRAME, right + FRAME, bottom + FRAME) for left, top, right, bottom in frames]


def marks(page: Page) -> list[Rectangle]:
    """The cut marks: nothing else on a sheet is as thin."""
    return [rectangle(line) for line in page.lines if line["linewidth"] == pytest.approx(0.25, abs=1e-4)]


def sides(box: Rectangle) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def about(*lengths: float) -> object:
    return pytest.approx(lengths, abs=0.1)


LAYOUTS = [
    ("60 × 60 mm", "gap: 6mm\n", {"A4": [12], "Letter": [9, 3]}),
    ("107 × 143 mm", "", {"A4": [2] * 6, "Letter": [2] * 6}),
    ("63 × 88 mm", "", {"A4": [8, 4], "Letter": [6, 6]}),
    ("63 × 88 mm", "gap: 0mm\n", {"A4": [9, 3], "Letter": [6, 6]}),
    ("63 × 88 mm", "gap: 2.5mm\nmargin: 4 mm\n", {"A4": [9, 3], "Letter": [6, 6]}),
    ("190 × 100 mm", "margin: 7mm\n", {"A4": [2] * 6, "Letter": [2] * 6}),
]


@pytest.mark.parametrize(("size", "lengths", "expected"), LAYOUTS)
def test_cards_lie_on_the_page_at_full_size(
    small: Project, size: str, lengths: str, expected: dict[str, list[int]]
) -> None:
    card(small, "hits", size)
    sheet(small, f"kind: sheet\ntitle: All\npaper: [A4, Letter]\ncards: [{{hits: 12}}]\n{lengths}")
    small.make("*.pdf")
    width, height = (float(side) for side in size.removesuffix(" mm").split(" × "))
    margin = next((float(m) for m in ("4", "7") if f"margin: {m}" in lengths), 6.0)
    gap = next((float(g) for g in ("0", "2.5") if f"gap: {g}mm" in lengths), 6.0)
    for paper, (wide, high) in {"A4": A4, "Letter": LETTER}.items():
        found = pages(small, f"sheet-{paper.lower()}")
        assert [len(trimmed(page)) for page in found] == expected[paper]
        for page in found:
            assert (page.width * MM, page.height * MM) == about(wide, high)
            cards = trimmed(page)
            for one in cards:
                assert sides(one) in (about(width, height), about(height, width))
                assert inside(one, (0, 0, wide, high), margin)
            assert all(apart(one, other) >= gap - 1e-3 for one, other in combinations(cards, 2))


@pytest.mark.parametrize(("size", "lengths", "_"), LAYOUTS)
def test_cut_marks_stand_outside_of_every_card(small: Project, size: str, lengths: str, _: object) -> None:
    card(small, "hits", size)
    sheet(small, f"kind: sheet\ntitle: All\npaper: A4\ncards: [{{hits: 12}}]\n{lengths}")
    small.make("*.pdf")
    margin = next((float(m) for m in ("4", "7") if f"margin: {m}" in lengths), 6.0)
    for page in pages(small, "sheet-a4"):
        cards, found = trimmed(page), marks(page)
        edges = [{round(one[at], 2) for one in cards} | {round(one[at + 2], 2) for one in cards} for at in (0, 1)]
        for mark in found:
            assert 1.5 - 1e-3 <= max(sides(mark)) <= 4 + 1e-3
            assert min(sides(mark)) == pytest.approx(0, abs=1e-3)
            assert inside(mark, (0, 0, *A4), margin)
            assert all(apart(mark, one) >= 0.5 - 1e-3 for one in cards)
            upright = sides(mark)[0] < 1e-3
            assert any(abs(mark[0 if upright else 1] - edge) < 0.02 for edge in edges[0 if upright else 1])
        for at in (0, 1):  # every edge can be cut along: it has a mark at both ends
            along = {round(mark[at], 1) for mark in found if sides(mark)[at] < 1e-3}
            assert {round(edge, 1) for edge in edges[at]} <= along


def test_every_corner_has_its_two_marks(small: Project) -> None:
    sheet(small, "kind: sheet\ntitle: One\npaper: A4\ncards: [hits]\n")
    small.make("*.pdf")
    small.make("cards/*.pdf")
    (page,) = pages(small, "sheet-a4")
    (left, top, right, bottom) = trimmed(page)[0]
    assert (left + right, top + bottom) == about(*A4)  # in the middle
    wanted = {(x, y, x + 4, y) for x in (left - 5.5, right + 1.5) for y in (top, bottom)}
    wanted |= {(x, y, x, y + 4) for y in (top - 5.5, bottom + 1.5) for x in (left, right)}
    assert sorted(marks(page)) == [pytest.approx(mark, abs=0.02) for mark in sorted(wanted)]


def test_the_foot_tells_how_to_print_and_how_to_check_it(small: Project) -> None:
    sheet(small, "kind: sheet\ntitle: Every [[table:hits|score]]\npaper: Letter\ncards: [{hits: 12}]\nmargin: 8mm\n")
    small.make("*.pdf")
    found = pages(small, "sheet-letter")
    for number, page in enumerate(found, 1):
        foot = page.crop((0, page.height - 15 / MM, page.width, page.height))
        title, told = "A small game · Every score · Letter", "Print at 100 %: this bar is 50 mm long"
        assert foot.extract_text() == f"{title} · {number} of {len(found)} {told}"
        ruler = [rectangle(each) for each in foot.rects]
        assert (max(r[2] for r in ruler) - min(r[0] for r in ruler)) == pytest.approx(50, abs=0.05)
        for part in [*ruler, *(rectangle(char) for char in foot.chars if char["text"].strip())]:
            assert inside(part, (0, 0, *LETTER), 8 - 0.05)


def test_the_foot_has_room_for_longer_languages(small: Project) -> None:
    small.replace("content/small/game.yaml", "language: en", "language: de")
    sheet(small, "kind: sheet\ntitle: For the table\npaper: A4\ncards: [hits]")
    small.make("cards/*.pdf")
    (page,) = pages(small, "sheet-a4")
    assert "Mit 100 % drucken: dieser Balken ist 50 mm lang" in page.extract_text()


def test_cards_keep_their_order_and_go_on_over_pages(small: Project) -> None:
    for name in ("alpha", "beta", "gamma"):
        card(small, name, "90 × 130 mm")
        small.replace(f"cards/small/{name}.yaml", "blocks:\n", "blocks:\n  - bullets: " + name + "\n")
    items = "".join(f"  {name}: {{title: {name}, items: [{{text: {name}}}]}}\n" for name in ("alpha", "beta", "gamma"))
    small.write("content/small/references.yaml", f"references:\n{items}")
    sheet(small, "kind: sheet\ntitle: All\npaper: A4\ncards: [{gamma: 3}, alpha, {beta: 2}]\n")
    small.make("*.pdf")
    words = [page.extract_text() for page in pages(small, "sheet-a4")]
    assert [[word for word in text.split() if word in ("alpha", "beta", "gamma")] for text in words] == [
        ["gamma", "gamma", "gamma", "alpha"],
        ["beta", "beta"],
    ]


@pytest.mark.long
def test_the_real_card_is_turned_so_that_two_fit_and_keeps_its_links(hundred_yards: Project) -> None:
    hundred_yards.write(f"cards/{GAME}/two.yaml", "kind: sheet\ntitle: Two\npaper: A4\ncards: [{concealment: 2}]\n")
    hundred_yards.make("cards/two-a4.pdf", "cards/concealment.pdf", game=GAME)
    (page,) = pages(hundred_yards, "two-a4", GAME)
    cards = trimmed(page)
    assert [sides(one) for one in cards] == [about(140.2, 107)] * 2  # without the footer below the frame
    (alone,) = pages(hundred_yards, "concealment", GAME)
    assert len(page.chars) > 2 * len(alone.chars)
    assert sorted(link["uri"] for link in page.annots) == sorted([link["uri"] for link in alone.annots] * 2)
    for link in page.annots:
        assert any(inside(rectangle(link), one) for one in cards)
        within = page.crop((link["x0"] - 1, link["top"] - 1, link["x1"] + 1, link["bottom"] + 1))
        assert any(char["text"] in "[0123456789]" for char in within.chars)


def test_title_language_and_date(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    small.replace("content/small/game.yaml", "language: en", "language: de")
    sheet(small, "kind: sheet\ntitle: Zum Ausschneiden\npaper: A4\ncards: [hits]\n")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert small.run("build").status == 0
    with pdfplumber.open(small.root / "build/small/cards/sheet-a4.pdf") as pdf:
        assert (pdf.metadata["Title"], pdf.metadata["Author"]) == ("Zum Ausschneiden", "A small game")
        assert pdf.metadata["CreationDate"].startswith("D:19700102")
        assert pdf.doc.catalog["Lang"] == b"de"
        assert "StructTreeRoot" in pdf.doc.catalog


def test_the_index_lists_sheets_beside_the_cards(small: Project) -> None:
    sheet(small, "kind: sheet\ntitle: All cards\npaper: [A4, Letter]\ncards: [hits]\n")
    small.make("web/*")
    index = small.read("build/small/web/index.html")
    for paper in ("A4", "Letter"):
        assert f'<a href="../cards/sheet-{paper.lower()}.pdf" type="application/pdf">All cards, {paper}</a>' in index


def test_prose_may_link_a_card(small: Project) -> None:
    small.replace("content/small/game.yaml", "as [[table:hits]] tells", "as [[table:hits]] and [[card:hits]] tell")
    small.make("web/*")
    assert '<a class="card" href="card-hits.html">Hits</a>' in small.read("build/small/web/hits.html")


# Findings


def findings_of(project: Project) -> list[str]:
    """What is found in sheet.yaml, with its hint."""
    found = project.examined(prove=False).findings.sorted()
    return [
        f"{each.span.line}:{each.span.column} {each.name}: {each.message} ({each.hint})"
        for each in found
        if each.span.file == "cards/small/sheet.yaml"
    ]


HEAD = "kind: sheet\ntitle: All\npaper: A4\n"
FAULTS = [
    (HEAD + "cards: [hits, hist]\n", "4:15 dangling-link: there is no card 'hist' (did you mean 'hits'?)"),
    (HEAD + "cards: [{hist: 2}]\n", "4:10 dangling-link: there is no card 'hist' (did you mean 'hits'?)"),
    (HEAD + "cards: [map]\n", "4:9 dangling-link: there is no card 'map' (the cards are: hits)"),
    (
        "kind: sheet\ntitle: All\npaper: [A4, letter]\ncards: [hits]\n",
        "3:13 bad-value: there is no paper 'letter' (did you mean 'Letter'?)",
    ),
    (
        "kind: sheet\ntitle: All\npaper: B5\ncards: [hits]\n",
        "3:8 bad-value: there is no paper 'B5' (the papers are: A4, Letter)",
    ),
    ("kind: sheet\ntitle: All\npaper: [A4, A4]\ncards: [hits]\n", "3:13 bad-value: 'A4' is given twice (remove one)"),
    (
        "kind: sheet\ntitle: All\npaper: []\ncards: [hits]\n",
        "3:8 missing-key: sheet 'sheet' has nothing under 'paper' (list at least one, such as paper: [A4])",
    ),
    (
        HEAD + "cards: []\n",
        "4:8 missing-key: sheet 'sheet' has nothing under 'cards' (list at least one, such as cards: [concealment])",
    ),
    (HEAD, "1:1 missing-key: sheet 'sheet' needs 'cards' (as in cards: [fire, {moving: 3}])"),
    (
        "kind: sheet\npaper: A4\ncards: [hits]\n",
        "1:1 missing-key: sheet 'sheet' needs 'title' (as in title: For the table)",
    ),
    (
        "sheet: All cards\npaper: A4\ncards: [hits]\n",
        "1:1 unknown-key: 'sheet' does not say what kind of file this is (write kind: sheet and title: All cards)",
    ),
    (
        "kind: shet\ntitle: All cards\npaper: A4\ncards: [hits]\n",
        "1:7 bad-value: there is no kind of file 'shet' (did you mean 'sheet'?)",
    ),
    (HEAD + "cards: hits\n", "4:8 wrong-type: 'cards' is a list, not text (as in cards: [fire, {moving: 3}])"),
    (
        HEAD + "cards: [{}]\n",
        "4:9 wrong-type: 'cards' lists names of cards, not a mapping of keys to values (as in cards: [fire, {moving: 3}])",
    ),
    (
        HEAD + "cards: [{hits: 0}]\n",
        "4:16 bad-value: '0' is not a number of copies (write how many copies, 1 to 999: {concealment: 2})",
    ),
    (
        HEAD + "cards: [{hits: [2]}]\n",
        "4:16 wrong-type: how many copies of a card is a number, not a list (as in cards: [fire, {moving: 3}])",
    ),
    (
        HEAD + "cards: [hits]\nmargin: 8\n",
        "5:9 bad-value: '8' is not a width of a margin (write it in millimetres or inches, 0 to 30 mm: 4mm, ¼ in)",
    ),
    (
        HEAD + "cards: [hits]\ngap: 31mm\n",
        "5:6 bad-value: '31mm' is not a width of a gap (write it in millimetres or inches, 0 to 30 mm: 6mm; or across and down: 4 × 6 mm)",
    ),
    (
        HEAD + "cards: [hits]\nmargins: 8mm\n",
        "5:1 unknown-key: sheet 'sheet' has no key 'margins' (did you mean 'margin'?)",
    ),
]


@pytest.mark.parametrize(("text", "finding"), FAULTS)
def test_a_fault_is_told_at_its_place(small: Project, text: str, finding: str) -> None:
    sheet(small, text)
    assert findings_of(small) == [finding]


def test_a_card_too_large_for_the_paper(small: Project) -> None:
    card(small, "chart", "194 × 250 mm")
    sheet(small, "kind: sheet\ntitle: All\npaper: [A4, Letter]\ncards:\n  - hits\n  - {chart: 2}\n")
    assert findings_of(small) == [
        "6:6 sheet-overflow: card 'chart' is 2 mm too large for A4 "
        "(a margin of 6mm leaves 192 × 273 mm for cards: make the margin narrower, or remove the card)"
    ]
    assert small.run("build").status == 1
    assert not (small.root / "build/small").exists()
    small.replace("cards/small/sheet.yaml", "paper: [A4, Letter]", "paper: [A4, Letter]\nmargin: 5mm")
    assert findings_of(small) == []


def test_a_card_that_fits_only_turned_is_not_too_large(small: Project) -> None:
    card(small, "hits", "270 × 190 mm")
    sheet(small, HEAD + "cards: [hits]\n")
    assert findings_of(small) == []


def test_an_edge_that_no_mark_can_show(small: Project) -> None:
    """Where cards of two sizes touch, the mark of one would stand on the other."""
    card(small, "chart", "88 × 40 mm")
    sheet(small, HEAD + "gap: 0mm\ncards: [{chart: 2}, {hits: 3}, {chart: 2}]\n")
    assert findings_of(small) == [
        "1:1 edge-without-mark: on A4 some edges of these cards have no cut mark: hits "
        "(a gap of 3.5mm leaves room for marks; another order of the cards may help too)"
    ]
    small.replace("cards/small/sheet.yaml", "gap: 0mm", "gap: 3.5mm")
    assert findings_of(small) == []


def test_a_card_and_a_sheet_of_one_name(small: Project) -> None:
    card(small, "sheet-a4", "60 × 60 mm")
    sheet(small, HEAD + "cards: [hits]\n")
    assert findings_of(small) == [
        "1:1 duplicate-file: two things print to 'cards/sheet-a4.pdf' (rename one of the two files)"
    ]


# Geometry, for any cards


def text(source: str) -> Text:
    return Text(source, (), None)  # type: ignore[arg-type]  # no place is needed


LENGTHS = st.decimals(30, 200, places=1)
SHEETS = st.builds(
    Sheet,
    id=st.just("sheet"),
    title=st.just(text("All")),
    papers=st.just(PAPERS),
    cards=st.just(()),
    margin=st.builds(Millimetres, st.decimals(0, 30, places=1)),
    gap=st.decimals(0, 30, places=1).map(lambda width: Gap(Millimetres(width), Millimetres(width))),
)


@given(st.lists(st.tuples(LENGTHS, LENGTHS), min_size=1, max_size=12), SHEETS, st.sampled_from(PAPERS))
def test_any_cards_keep_apart_and_their_order(sizes: list[tuple[Decimal, Decimal]], empty: Sheet, paper: Paper) -> None:
    space, gap = card_area(empty, paper), empty.gap.across.value
    cards = [
        Card(id=f"card-{at}", title=text(""), size=Size(Millimetres(width), Millimetres(height)), pages=((),))
        for at, (width, height) in enumerate(sizes)
    ]
    cards = [each for each in cards if not excess(each, empty, paper, Bound(cards))]
    if not cards:
        return
    book = Bound(cards)
    filled = replace(empty, cards=tuple(Copies(card=text(each.id), number=1) for each in cards))
    laid = impose(filled, paper, book)

    shown = [placed.card for page in laid for placed in page.cards]
    assert sorted(shown) == sorted(each.id for each in cards)
    assert shown == [each.id for each in cards] or len(laid) < _in_order(filled, paper, book)
    for page in laid:
        for placed in page.cards:
            size = book.cards[placed.card].size
            upright = (size.width.value, size.height.value)
            assert (placed.box.width, placed.box.height) == (upright[::-1] if placed.turn else upright)
            assert inside(_floats(placed.box), _floats(space))
        for one, other in combinations(page.cards, 2):
            assert apart(_floats(one.box), _floats(other.box)) >= float(gap) - 1e-6
        assert not page.unmarked or gap < narrowest_gap(Decimal(0))
        for cut in page.cuts:
            assert max(cut.width, cut.height) <= MARK_LENGTH
            assert all(apart(_floats(cut), _floats(placed.box)) >= 0.5 - 1e-6 for placed in page.cards)
            assert min(apart(_floats(cut), _floats(placed.box)) for placed in page.cards) <= float(MARK_OFFSET) + 1e-6


def _in_order(sheet_: Sheet, paper: Paper, book: Book) -> int:
    """The pages that the cards take in the order of the author."""
    cut_out, space = pieces_on(sheet_, book, Seam.BESIDE), card_area(sheet_, paper)
    return min(len(pages) for ways in SHELF_TURNS if (pages := packed_on_shelves(cut_out, space, sheet_.gap, ways)))


class Bound(Book):
    """A book of nothing but cards, each found by its bare id."""

    def __init__(self, cards: list[Card]) -> None:
        game = Game(id="small", title="", cards=tuple(cards))
        super().__init__(game, {}, (), ())

    def target_of(self, text: Text | None):
        assert text is not None
        return Target("card", text.source)


def _floats(box: Box) -> Rectangle:
    return float(box.left), float(box.top), float(box.right), float(box.bottom)

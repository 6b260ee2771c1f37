"""Backs: what is cut out has its back behind it, as the paper turns. Everything is measured in the finished PDF."""

from dataclasses import replace
from decimal import Decimal
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdfplumber.page import Page
from pypdf import PdfReader

from rulewright.entries.card import Card
from rulewright.entries.paper import A4, LETTER, Millimetres, Paper, Size
from rulewright.entries.sheets import Copies, Sheet, Sides
from rulewright.imposition.pages import SheetPage, excess, impose
from rulewright.imposition.pieces import Box, behind
from tests.conftest import FEW, Project, examples
from tests.test_sheets import (
    LENGTHS,
    MM,
    SHEETS,
    Bound,
    Rectangle,
    findings_of,
    inside,
    marks,
    pages,
    sheet,
    text,
    trimmed,
)

ALIGNED = 0.2
"""Millimetres by which a back may miss its front."""
FOOT = 2.8
"""Millimetres that the foot of a page adds to the margin of a card, by card.py."""
PAPERS = {"A4": A4, "Letter": LETTER}


def card(project: Project, name: str, size: str, *words: str) -> None:
    """A card with a page for each word, which stands on it."""
    blocks = "  - page\n".join(f"  - bullets: {word}\n" for word in words)
    project.write(f"cards/small/{name}.yaml", f"title: {name}\nsize: {size}\nblocks:\n{blocks}")
    items = "".join(f"  {word}: {{title: {word}, items: [{{text: {word}}}]}}\n" for word in words)
    project.write(f"content/small/{name}.yaml", f"references:\n{items}")


def located(page: Page, foot: float = FOOT) -> list[tuple[str, Rectangle, tuple[int, int]]]:
    """The word on every face of a page, the edges to cut at, and which way is up, from left to right and downwards.

    Below its frame, a card of several pages has a foot.
    """
    found = []
    for edges in trimmed(page):
        chars = [char for char in page.chars if inside(_place(char), edges) and char["text"].isalpha()]
        _, _, c, d, *_ = chars[0]["matrix"]
        up = round(c / max(abs(c), abs(d))), -round(d / max(abs(c), abs(d)))
        left, top, right, bottom = (edge - foot * way for edge, way in zip(edges, (*up, *up), strict=True))
        whole = min(edges[0], left), min(edges[1], top), max(edges[2], right), max(edges[3], bottom)
        found.append(("".join(char["text"] for char in chars if char["size"] >= 7.5), whole, up))
    return found


def _place(found: dict[str, float]) -> Rectangle:
    return found["x0"] * MM, found["top"] * MM, found["x1"] * MM, found["bottom"] * MM


def through_the_paper(edges: Rectangle, paper: Paper, *, across: bool) -> Rectangle:
    """Where a place on the back is when seen through the front."""
    wide, high = float(paper.size.width.value), float(paper.size.height.value)
    left, top, right, bottom = edges
    return (wide - right, top, wide - left, bottom) if across else (left, high - bottom, right, high - top)


SIZES = ("63 × 88 mm", "107 × 143 mm", "90 × 37.5 mm")
SHEETS_OF = [*product(SIZES, ("long-edge", "short-edge"), ("portrait", "landscape"))]


@pytest.mark.hypothesis  # so that `make test-long` tries all; `make test` has each two of the three together
@pytest.mark.parametrize(
    ("size", "edge", "orientation"), SHEETS_OF if examples() > FEW else [SHEETS_OF[at] for at in (0, 3, 5, 6, 8, 11)]
)
def test_backs_lie_behind_their_fronts(small: Project, size: str, edge: str, orientation: str) -> None:
    card(small, "alpha", size, "alphafront", "alphaback")
    card(small, "beta", "41 × 67 mm", "betafront", "betaback")
    sheet(
        small,
        f"kind: sheet\ntitle: Deck\npaper: [A4, Letter]\norientation: {orientation}\nduplex: {edge}\n"
        "cards: [{alpha: 3}, {beta: 2}]\n",
    )
    small.make("*.pdf")
    across = (edge == "long-edge") == (orientation == "portrait")
    for name, paper in PAPERS.items():
        turned = paper.turned if orientation == "landscape" else paper
        sides = pages(small, f"sheet-{name.lower()}")
        assert len(sides) % 2 == 0
        seen = 0
        for front, back in zip(sides[::2], sides[1::2], strict=True):
            fronts = {edges: (word, up) for word, edges, up in located(front)}
            backs = {through_the_paper(edges, turned, across=across): (word, up) for word, edges, up in located(back)}
            assert len(fronts) == len(backs)
            seen += len(fronts)
            for edges, (word, up) in fronts.items():
                (match,) = [each for each in backs if each == pytest.approx(edges, abs=ALIGNED)]
                other, way = backs[match]
                assert other == word.replace("front", "back")
                assert way == ((-up[0], up[1]) if across else (up[0], -up[1]))  # up is up on both sides
        assert seen == 5


def test_paper_that_turns_along_its_short_edge_keeps_the_foot_free_on_both_sides(small: Project) -> None:
    card(small, "alpha", "180 × 257 mm", "alphafront", "alphaback")
    sheet(small, "kind: sheet\ntitle: Deck\npaper: A4\nduplex: short-edge\ncards: [alpha]\n")
    small.make("*.pdf")
    for page in pages(small, "sheet-a4"):
        ((_, (left, top, right, bottom), _),) = located(page)
        assert (left + right, top + bottom) == pytest.approx((210, 297), abs=0.1)
        foot = [char for char in page.chars if char["top"] * MM > bottom]
        assert "Print at 100 %" in "".join(char["text"] for char in foot)
    small.replace("cards/small/alpha.yaml", "180 × 257", "180 × 268")
    assert findings_of(small) == [
        "5:9 sheet-overflow: card 'alpha' is 1 mm too large for A4 "
        "(a margin of 6mm leaves 192 × 267 mm for cards: make the margin narrower, or remove the card)"
    ]
    small.replace("cards/small/sheet.yaml", "short-edge", "long-edge")
    assert findings_of(small) == []


def test_pages_pair_up_and_what_has_no_back_leaves_its_place_empty(small: Project) -> None:
    card(small, "alpha", "60 × 90 mm", "one", "two", "three")
    card(small, "beta", "60 × 90 mm", "single")
    sheet(small, "kind: sheet\ntitle: Deck\npaper: A4\nduplex: long-edge\ncards: [alpha, beta]\n")
    small.make("*.pdf")
    front, back = pages(small, "sheet-a4")
    assert [word for word, *_ in located(front)] == ["one", "three", "single"]
    assert [word for word, *_ in located(back)] == ["two"]


def test_a_deck_has_one_back(small: Project) -> None:
    card(small, "alpha", "60 × 90 mm", "alpha")
    card(small, "beta", "60 × 90 mm", "beta", "betaback")
    card(small, "emblem", "60 × 90 mm", "emblem")
    sheet(small, "kind: sheet\ntitle: Deck\npaper: A4\nduplex: long-edge\nback: emblem\ncards: [{alpha: 2}, beta]\n")
    small.make("*.pdf")
    front, back = pages(small, "sheet-a4")
    assert [word for word, *_ in located(front)] == ["alpha", "alpha", "beta"]
    assert sorted(word for word, *_ in located(back)) == ["betaback", "emblem", "emblem"]


def test_crosses_of_both_sides_meet_and_cut_marks_are_on_the_front(small: Project) -> None:
    card(small, "alpha", "60 × 90 mm", "front", "back")
    for edge, across in (("long-edge", True), ("short-edge", False)):
        sheet(small, f"kind: sheet\ntitle: Deck\npaper: A4\nduplex: {edge}\ncards: [alpha]\n")
        small.make("*.pdf")
        front, back = ({_rounded(mark) for mark in marks(page)} for page in pages(small, "sheet-a4"))
        assert len(back) == 8
        assert {_rounded(through_the_paper(each, A4, across=across)) for each in back} <= front
        assert len(front - back) == 8  # two at every corner of the card
        for page in pages(small, "sheet-a4"):
            told = f"Print on both sides, flip on the {edge.replace('-', ' ')}. Hold the paper against the light: the crosses"
            assert told in page.extract_text()


def _rounded(box: Rectangle) -> Rectangle:
    left, top, right, bottom = (round(each, 1) + 0.0 for each in box)
    return left, top, right, bottom


def test_the_foot_counts_sheets_of_paper(small: Project) -> None:
    card(small, "alpha", "90 × 120 mm", "front", "back")
    sheet(small, "kind: sheet\ntitle: Deck\npaper: A4\nduplex: long-edge\ncards: [{alpha: 5}]\n")
    small.make("*.pdf")
    told = [page.extract_text().partition("A4 · ")[2].partition(" Print")[0] for page in pages(small, "sheet-a4")]
    assert told == ["front, 1 of 2", "back, 1 of 2", "front, 2 of 2", "back, 2 of 2"]


@pytest.mark.parametrize(
    ("keys", "duplex"),
    [
        ("", None),
        ("duplex: long-edge\n", "/DuplexFlipLongEdge"),
        ("duplex: short-edge\n", "/DuplexFlipShortEdge"),
    ],
)
def test_viewers_are_told_how_to_print(small: Project, keys: str, duplex: str | None) -> None:
    card(small, "alpha", "60 × 90 mm", "front", "back")
    sheet(small, f"kind: sheet\ntitle: Deck\npaper: A4\n{keys}cards: [alpha]\n")
    small.make("*.pdf")
    root: Any = PdfReader(small.root / "build/small/cards/sheet-a4.pdf").root_object
    told = root["/ViewerPreferences"]
    assert (told["/PrintScaling"], told.get("/Duplex")) == ("/None", duplex)


# Folded cards


def test_a_folded_card_has_its_back_beside_it(small: Project) -> None:
    card(small, "alpha", "60 × 90 mm", "front", "back")
    sheet(small, "kind: sheet\ntitle: Fold\npaper: A4\nfold: yes\ncards: [alpha]\n")
    small.make("*.pdf")
    (page,) = pages(small, "sheet-a4")
    (_, front, up), (_, back, way) = sorted(located(page), key=lambda each: each[0], reverse=True)
    assert (front[2], front[1], front[3]) == pytest.approx((back[0], back[1], back[3]), abs=0.05)  # joined at the fold
    assert up == way == (0, -1)
    assert [line for line in folds(page) if abs(line[0] - front[2]) < 0.05]
    outline = (front[0], front[1], back[2], back[3])
    for mark in marks(page):
        assert not any(inside(mark, each) for each in (front, back))
    assert {round(mark[0], 1) for mark in marks(page) if mark[2] - mark[0] < 0.01} >= {
        round(outline[0], 1),
        round(outline[2], 1),
    }


def folds(page: Page) -> list[Rectangle]:
    """The dashed lines."""
    return [_place(line) for line in page.lines if (line.get("dash") or [[]])[0]]


def test_a_card_that_is_too_broad_beside_itself_is_folded_at_its_foot(small: Project) -> None:
    card(small, "alpha", "148 × 105 mm", "front", "back")
    sheet(small, "kind: sheet\ntitle: Fold\npaper: A4\nfold: yes\ncards: [alpha]\n")
    small.make("*.pdf")
    (page,) = pages(small, "sheet-a4")
    (_, front, up), (_, back, way) = sorted(located(page), key=lambda each: each[0], reverse=True)
    assert (front[0], front[2], front[3]) == pytest.approx((back[0], back[2], back[1]), abs=0.05)
    assert (up, way) == ((0, -1), (0, 1))  # upside down, for it is folded over


# Grids, bleed and marks


def test_a_grid_holds_so_many_and_keeps_its_place(small: Project) -> None:
    card(small, "alpha", "60 × 80 mm", "front")
    sheet(small, "kind: sheet\ntitle: Grid\npaper: A4\ngrid: 3 × 2\ngap: 4 × 10 mm\ncards: [{alpha: 8}]\n")
    small.make("*.pdf")
    first, second = ([edges for _, edges, _ in located(page, foot=0)] for page in pages(small, "sheet-a4"))
    assert (len(first), len(second)) == (6, 2)
    assert second == [pytest.approx(each, abs=0.01) for each in first[:2]]
    (one, two, _), (below, *_) = first[:3], first[3:]
    assert (two[0] - one[2], below[1] - one[3]) == pytest.approx((4, 10), abs=0.05)


def test_a_grid_too_large_for_its_paper(small: Project) -> None:
    card(small, "alpha", "63 × 88 mm", "front")
    sheet(small, "kind: sheet\ntitle: Grid\npaper: [A4, Letter]\ngrid: 3 × 3\ngap: 6mm\ncards: [{alpha: 9}]\n")
    hint = "use fewer cards in the grid, or a narrower margin or gap"
    assert findings_of(small) == [
        f"1:1 sheet-overflow: a grid of 3 × 3 cards is 9 mm too wide and 3 mm too high for A4 "
        f"(a margin of 6mm leaves 192 × 273 mm for cards: {hint})",
        f"1:1 sheet-overflow: a grid of 3 × 3 cards is 3.1 mm too wide and 20.6 mm too high for Letter "
        f"(a margin of 6mm leaves 197.9 × 255.4 mm for cards: {hint})",
    ]
    small.replace("cards/small/sheet.yaml", "gap: 6mm", "gap: 1mm")
    small.replace("cards/small/sheet.yaml", "[A4, Letter]", "A4")
    assert findings_of(small) == []


def test_cards_without_marks_fill_the_paper(small: Project) -> None:
    card(small, "alpha", "A6", "front", "back")
    sheet(
        small,
        "kind: sheet\ntitle: Four\npaper: A4\nduplex: long-edge\nmarks: none\nmargin: 0mm\ngap: 0mm\ncards: [{alpha: 4}]\n",
    )
    assert findings_of(small) == []
    small.make("*.pdf")
    for page in pages(small, "sheet-a4"):
        found = [edges for _, edges, _ in located(page)]
        assert len(found) == 4
        assert (min(each[0] for each in found), max(each[3] for each in found)) == pytest.approx((0, 296), abs=0.6)
        assert not marks(page)
        assert "100 %" not in page.extract_text()


FAULTS = [
    ("duplex: long\n", "5:9 bad-value: 'duplex' is long-edge or short-edge, not 'long' (did you mean 'long-edge'?)"),
    (
        "duplex: long-edge\nfold: yes\n",
        "5:9 bad-value: a card that is folded has both its sides on one side of the paper "
        "(remove either 'duplex' or 'fold')",
    ),
    (
        "back: alpha\n",
        "5:7 bad-value: no card of this sheet has anything printed behind it "
        "(write 'duplex: long-edge' to print it behind the cards, or 'fold: yes' to fold it behind them)",
    ),
    ("duplex: long-edge\nback: alfa\n", "6:7 dangling-link: there is no card 'alfa' (did you mean 'alpha'?)"),
    (
        "bleed: 3.5mm\n",
        "5:8 bad-value: the bleeds of two neighbours meet: twice 3.5mm is more than the gap of 6mm "
        "(make the gap 7.0mm or wider, or the bleed narrower)",
    ),
    (
        "grid: 3\n",
        "5:7 bad-value: '3' is not a grid of cards "
        "(write how many cards stand side by side, and how many one above the other: 3 × 3)",
    ),
    ("marks: corners\n", "5:8 bad-value: 'marks' is crop or none, not 'corners' (as in marks: none)"),
]


@pytest.mark.parametrize(("keys", "finding"), FAULTS)
def test_a_fault_is_told_at_its_place(small: Project, keys: str, finding: str) -> None:
    card(small, "alpha", "60 × 90 mm", "front", "back")
    sheet(small, f"kind: sheet\ntitle: All\npaper: A4\ncards: [alpha]\n{keys}")
    assert findings_of(small) == [finding]


# Geometry, for any cards


CARDS = st.lists(st.tuples(LENGTHS, LENGTHS, st.integers(1, 4)), min_size=1, max_size=8)


@given(CARDS, SHEETS, st.sampled_from([A4, LETTER, A4.turned, LETTER.turned]), st.sampled_from(Sides))
def test_any_back_is_behind_its_front(
    drawn: list[tuple[Decimal, Decimal, int]], empty: Sheet, paper: Paper, sides: Sides
) -> None:
    cards = [
        Card(id=f"card-{at}", title=text(""), size=Size(Millimetres(width), Millimetres(height)), pages=((),) * count)
        for at, (width, height, count) in enumerate(drawn)
    ]
    book, sheet_ = Bound(cards), replace(empty, sides=sides)
    fitting = [each for each in cards if not excess(each, sheet_, paper, book)]
    if not fitting or (sides is Sides.FOLD and any(len(each.pages) > 2 for each in fitting)):
        return
    laid = impose(replace(sheet_, cards=tuple(Copies(card=text(each.id), number=1) for each in fitting)), paper, book)

    faces = [(each.card, each.page) for page in laid for each in page.cards]
    assert sorted(faces) == sorted((each.id, page) for each in fitting for page in range(len(each.pages)))
    whole = Box(Decimal(0), Decimal(0), paper.size.width.value, paper.size.height.value)
    for page in laid:
        for each in page.cards:
            assert whole.left <= each.box.left < each.box.right <= whole.right
            assert whole.top <= each.box.top < each.box.bottom <= whole.bottom
    if sides.duplex:
        for front, back in zip(laid[::2], laid[1::2], strict=True):
            _backs_match(front, back, sides, paper)
    if sides is Sides.FOLD:
        _folds_join(laid)


def _backs_match(front: SheetPage, back: SheetPage, sides: Sides, paper: Paper) -> None:
    assert (front.behind, back.behind) == (False, True)
    fronts = {(each.card, each.page): each for each in front.cards}
    for each in back.cards:
        other = fronts[each.card, each.page - 1]
        expected = behind(other, sides, paper)
        assert (each.box, each.turn) == (expected.box, expected.turn)
        seen = behind(each, sides, paper)  # turned over once more, it is where it was
        assert (seen.box, seen.turn) == (other.box, other.turn)


def _folds_join(laid: tuple[SheetPage, ...]) -> None:
    for page in laid:
        for one, other in pairwise(page.cards):
            if one.card == other.card and other.page == one.page + 1:
                shared = {one.box.left, one.box.right, one.box.top, one.box.bottom} & {
                    other.box.left,
                    other.box.right,
                    other.box.top,
                    other.box.bottom,
                }
                assert len(shared) == 3  # an edge in common, and two in line
                assert (other.turn - one.turn) % 360 in (0, 180)

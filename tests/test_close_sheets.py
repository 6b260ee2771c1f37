"""Sheets whose gap the tool chooses: nine poker cards on A4 and on Letter, edge to edge, with marks for every cut."""

from decimal import Decimal
from itertools import combinations

import pytest

from rulewright.entries.paper import NO_LENGTH
from rulewright.entries.sheets import NO_GAP, Gap
from rulewright.imposition.pages import packed_freely
from rulewright.imposition.pieces import ZERO, Box, Piece
from tests.conftest import Project
from tests.test_duplex import PAPERS, card, located
from tests.test_sheets import A4, LETTER, MM, about, apart, inside, marks, pages, rectangle, sheet, sides, trimmed

POKER = 63.5, 88.9
HEAD = "kind: sheet\ntitle: Nine\npaper: [A4, Letter]\n"


@pytest.fixture
def poker(small: Project) -> Project:
    card(small, "alpha", "poker", "front", "back")
    small.replace("cards/small/alpha.yaml", "title: alpha", "title: alpha\nfooter: no")
    return small


@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_nine_poker_cards_lie_edge_to_edge(poker: Project, paper: str, size: tuple[float, float]) -> None:
    sheet(poker, HEAD + "duplex: long-edge\ncards: [{alpha: 27}]\n")
    poker.make("cards/*.pdf")
    found = pages(poker, f"sheet-{paper}")
    assert [len(trimmed(page)) for page in found] == [9] * 6
    for page in found:
        cards = trimmed(page)
        left, top = min(one[0] for one in cards), min(one[1] for one in cards)
        assert (left, top) == about((size[0] - 3 * POKER[0]) / 2, top)
        assert all(sides(one) == about(*POKER) for one in cards)
        assert all(inside(one, (0, 0, *size), 6) for one in cards)
        places = sorted((round((one[0] - left) / POKER[0], 2), round((one[1] - top) / POKER[1], 2)) for one in cards)
        assert places == [pytest.approx((x, y), abs=0.1 / 63.5) for x in range(3) for y in range(3)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_cut_has_a_mark_at_both_ends(poker: Project, paper: str) -> None:
    sheet(poker, HEAD + "cards: [{alpha: 27}]\n")
    poker.make("cards/*.pdf")
    wide, high = A4 if paper == "a4" else LETTER
    for page in pages(poker, f"sheet-{paper}"):
        cards, found = trimmed(page), marks(page)
        for at, middle in ((0, high / 2), (1, wide / 2)):
            lines = [mark for mark in found if sides(mark)[at] < 1e-3]
            for half in ([m for m in lines if m[1 - at] < middle], [m for m in lines if m[1 - at] > middle]):
                for edge in (edge for one in cards for edge in (one[at], one[at + 2])):
                    assert min(abs(mark[at] - edge) for mark in half) < 0.1
        assert all(inside(mark, (0, 0, wide, high), 2) for mark in found)
        assert all(apart(mark, one) >= 0.5 for mark in found for one in cards)


def test_backs_lie_behind_their_fronts(poker: Project) -> None:
    sheet(poker, HEAD + "duplex: long-edge\ncards: [{alpha: 9}]\n")
    poker.make("cards/*.pdf")
    for name, paper in PAPERS.items():
        front, back = pages(poker, f"sheet-{name.lower()}")
        wide = float(paper.size.width.value)
        seen = sorted((wide - box[2], box[1]) for _, box, _ in located(back, 0))
        assert sorted((box[0], box[1]) for _, box, _ in located(front, 0)) == [
            pytest.approx(each, abs=0.1) for each in seen
        ]
        crosses = [
            {(round(c[0], 1), round(c[1], 1)) for c in marks(page) if about(2.4, 0) == sides(c)}
            for page in (front, back)
        ]
        assert len(crosses[0]) == 4
        assert {(round(wide - x - 2.4, 1), y) for x, y in crosses[0]} == crosses[1]


def test_the_ruler_is_at_the_right_edge_where_there_is_no_room_below(poker: Project) -> None:
    sheet(poker, HEAD + "duplex: long-edge\ncards: [{alpha: 9}]\n")
    poker.make("cards/*.pdf")
    for page in pages(poker, "sheet-letter"):
        beside = page.crop((page.width - 9.2 / MM, 0, page.width, page.height))
        ruler = [rectangle(each) for each in beside.rects]
        assert max(each[3] for each in ruler) - min(each[1] for each in ruler) == pytest.approx(50, abs=0.05)
        words = "".join(char["text"] for char in beside.chars)
        assert "Print at 100 %: this bar is 50 mm long" in words
        assert "A small game · Nine · Letter" in words
        for char in beside.chars:
            assert inside(rectangle(char), (0, 0, *LETTER), 6 - 0.05)
            assert all(apart(rectangle(char), mark) > 0 for mark in marks(page))


def test_a_stated_gap_or_margin_is_kept(poker: Project) -> None:
    for stated in ("gap: 6mm", "margin: 6mm"):
        sheet(poker, HEAD + f"{stated}\ncards: [{{alpha: 9}}]\n")
        poker.make("cards/*.pdf")
        cards = trimmed(pages(poker, "sheet-a4")[0])
        assert min(apart(one, other) for one, other in combinations(cards, 2)) == pytest.approx(6, abs=0.01)


def test_cards_that_fit_as_they_are_keep_their_distance(poker: Project) -> None:
    sheet(poker, HEAD + "cards: [{alpha: 2}]\n")
    poker.make("cards/*.pdf")
    cards = trimmed(pages(poker, "sheet-letter")[0])
    assert min(apart(one, other) for one, other in combinations(cards, 2)) == pytest.approx(6, abs=0.01)


def test_more_cards_than_a_box_holds_are_an_error(poker: Project) -> None:
    poker.replace("cards/small/alpha.yaml", "title: alpha", "count: 999\ntitle: alpha")
    sheet(poker, HEAD + "cards: [{alpha: 999}]\n")
    (found,) = (each for each in poker.examined(prove=False).findings.items if each.name == "over-limit")
    assert found.message == "sheet 'sheet' has 998,001 cards, and the limit is 20,000"


def _piece(width: int, height: int) -> Piece:
    return Piece(Box(ZERO, ZERO, Decimal(width), Decimal(height)), ())


def test_pieces_of_several_sizes_are_packed_in_another_order() -> None:
    """The shelves leave the strip beside the large card empty."""
    cut_out = [_piece(60, 90), _piece(140, 200), _piece(50, 90), _piece(50, 90)]
    space, gap = Box(ZERO, ZERO, Decimal(200), Decimal(300)), Gap(NO_LENGTH, NO_LENGTH)
    (page,) = packed_freely(cut_out, space, gap)
    boxes = [piece.box for piece in page.pieces]
    assert len(boxes) == 4
    for one, other in combinations(boxes, 2):
        assert one.right <= other.left or other.right <= one.left or one.bottom <= other.top or other.bottom <= one.top
    assert all(box.right <= 200 and box.bottom <= 300 for box in boxes)
    assert packed_freely([_piece(250, 310)], space, NO_GAP) == []

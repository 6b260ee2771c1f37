"""What matches an element is found once, and a stylesheet with other values takes the place of the first."""

from typing import Any

import pytest
from cssselect2 import Matcher

from rulewright.pipeline import examine
from rulewright.render.cards.fitting.scale import scaled
from rulewright.render.cards.paper import card_html, card_style
from rulewright.render.pdf import corrections, known_matches
from rulewright.render.pdf.engine import CSS, HTML
from rulewright.render.pdf.known_matches import in_place_of, remember_matches
from rulewright.render.pdf.printer import Printer
from tests.benchmarks.timing import ROOT

STYLE = "p.told > b:first-child {{ width: {0}px }} p {{ margin: {0}px; & u {{ height: {0}px }} }} @page {{ size: 9cm }}"
PAGE = "<style>u { color: red }</style><p class=told><b>One</b> <b>two</b> <u lang=la>three</u>"


def boxes(document: Any) -> list[tuple[Any, ...]]:
    """All boxes and where they lie."""
    return [
        (type(box).__name__, box.element_tag, box.position_x, box.position_y, box.width, box.height)
        for page in document.pages
        for box in page._page_box.descendants()
    ]


def laid(value: int, source: Any, *more: Any) -> list[tuple[Any, ...]]:
    return boxes(source.render(stylesheets=[CSS(string=STYLE.format(value)), *more]))


def test_what_matched_is_not_sought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    source = HTML(string=PAGE)
    remember_matches(source)
    own = [laid(1, source)]
    monkeypatch.setattr(Matcher, "add_relevant_selectors", None)
    own += [laid(30, source), laid(1, source)]
    monkeypatch.undo()
    assert own == [laid(value, HTML(string=PAGE)) for value in (1, 30, 1)]
    assert own[0] != own[1]


def test_other_selectors_are_sought() -> None:
    """Also ones that look the same to a test by their number only."""
    source = HTML(string=PAGE)
    remember_matches(source)
    for style in ("b { margin: 9px }", "u { margin: 9px }", ".told { margin: 9px }", "b, u { margin: 9px }"):
        found = laid(1, source, CSS(string=style))
        assert found == laid(1, HTML(string=PAGE), CSS(string=style))
        assert found != laid(1, source)


def test_a_sheet_that_grows_after_it_matched_is_looked_at_again() -> None:
    matcher = Matcher()
    CSS(string="b { margin: 1px }", matcher=matcher)
    source = HTML(string=PAGE)
    remember_matches(source)
    (first, *_) = [each for each in source.wrapper_element.iter_subtree() if each.local_name == "b"]
    assert len(matcher.match(first)) == 1
    CSS(string="b { padding: 1px }", matcher=matcher)
    assert len(matcher.match(first)) == 2


def test_a_sheet_takes_the_place_of_one_with_the_same_selectors() -> None:
    first, second, other = (CSS(string=style) for style in (STYLE.format(1), STYLE.format(2), "i { margin: 1px }"))
    of_pages, own = in_place_of(first, second)
    assert own is second
    assert not of_pages.matcher.match(HTML(string=PAGE).wrapper_element)
    assert of_pages.page_rules is first.page_rules
    assert in_place_of(first, other) == (first, other)


@pytest.mark.long
@pytest.mark.parametrize("game", ["last-hundred-yards", "advanced-squad-leader"])
def test_a_card_lies_the_same_in_a_sheet_that_takes_the_place_of_another(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it did with both, one after the other."""
    book = examine(ROOT, game, None).book
    assert book is not None
    card = book.game.cards[0]
    style = card_style(card, book, ROOT)
    printer, html = Printer(style), card_html(card, book, ROOT)
    altered = scaled(style, 1.1)
    once = boxes(printer.lay_out_parsed(printer.parsed(html), altered=altered))
    monkeypatch.setattr("rulewright.render.pdf.printer.in_place_of", lambda *sheets: sheets)
    assert boxes(printer.lay_out_parsed(printer.parsed(html), altered=altered)) == once
    assert boxes(printer.lay_out(html)) != once


def test_with_another_version_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Matcher.match.__wrapped__
    monkeypatch.setattr(Matcher, "match", plain)
    monkeypatch.setattr("cssselect2.__version__", "99.0")
    corrections.correct()
    assert Matcher.match is plain
    source = HTML(string=PAGE)
    known_matches.remember_matches(source)
    assert "iter_subtree" not in vars(source.wrapper_element)
    sheets = CSS(string=STYLE.format(1)), CSS(string=STYLE.format(2))
    assert in_place_of(*sheets) == sheets

"""No line of a card of the games holds a single short word, as "3", "D6" or "[3.6]", below another line."""

from collections.abc import Iterator
from typing import Any

import pytest

from rulewright.entries.card import apply_setting
from rulewright.html.bound_words import LONELY, NO_BREAK
from rulewright.outputs.cards.arranging import CardLayouts
from rulewright.outputs.cards.paper import PLAIN, Variant, card_html, card_style
from rulewright.outputs.cards.printer import CardPrinter
from rulewright.pdf.engine import TextBox
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pdf.printer import Printer
from tests.conftest import GAMES, ROOT, Project, built, examined

PICTURE = "@"
"""What stands for a mark in a line."""


def lone_words(document: Any) -> Iterator[str]:
    """The short words that have a line to themselves, in texts of more than two words."""
    for page in document.pages:
        for box in page._page_box.descendants():
            lines = [_letters(line) for line in getattr(box, "children", ()) if type(line).__name__ == "LineBox"]
            if len(" ".join(lines).split()) > 2:
                yield from (line for line in lines[1:] if 0 < len(line) <= LONELY and " " not in line)


def _letters(line: Any) -> str:
    inner = (
        box.text if isinstance(box, TextBox) else PICTURE if box.element_tag == "img" else ""
        for box in line.descendants()
    )
    return "".join(inner).replace(NO_BREAK, " ").strip()


@pytest.mark.parametrize("game", GAMES)
def test_no_line_of_a_card_holds_a_single_short_word(game: str) -> None:
    book = examined(game).book
    assert book is not None
    finished = FinishedFiles(built(game))
    for card in book.game.cards:
        setting = finished.setting(card)
        style = card_style(card, book, ROOT)
        layouts = CardLayouts(
            card, card_html(card, book, ROOT), lambda each: card_html(each, book, ROOT), style, Printer(style)
        )
        document = layouts.lay_out(apply_setting(card, setting) if setting else card)
        assert list(lone_words(document)) == [], card.id


def test_they_are_seen_where_words_are_not_bound(small: Project) -> None:
    """The same words print a lone number without what binds them."""
    items = ", ".join(f"A unit that sees no enemy {'m' * length} falls back at least 3" for length in range(2, 20))
    small.write("cards/small/hits.yaml", f"title: Hits\nsize: 60 × 90 mm\nblocks: [{{bullets: [{items}]}}]\n")
    book = small.examined(prove=False).book
    assert book is not None
    (card,) = book.game.cards
    printer = Printer(card_style(card, book, small.root))
    for binds in (True, False):
        html = card_html(card, book, small.root, variant=Variant(binds=binds))
        assert ("3" in lone_words(printer.lay_out(html))) != binds


def test_words_part_where_a_column_has_no_room_for_them(small: Project) -> None:
    """A card that is too wide with bound words is set without."""
    small.write(
        "cards/small/hits.yaml",
        "title: Hits\nsize: 63 × 88 mm\nfont-size: 11pt\nblocks: [{columns: {ratio: [2, 5], blocks: "
        "[[{bullets: [go back at least 3]}], [{bullets: [none]}]]}}]\n",
    )
    book = small.examined(prove=False).book
    assert book is not None
    (card,) = book.game.cards
    with CardPrinter(book, small.root)._trial(card, PLAIN, None) as (trial, *_):
        assert trial.overflows == ()
        assert "3" in lone_words(trial.document)

"""Decks: one layout and a table of records make a card each, in every language, with its own picture."""

from collections import Counter

import pytest

from rulewright.base.findings import Findings
from rulewright.entries.card import Card
from rulewright.entries.card_files import Decks
from rulewright.entries.paper import A4
from rulewright.entries.press import Press
from rulewright.entries.sheets import Sheet
from rulewright.imposition.pages import impose
from rulewright.pipeline.stages import linked_book
from rulewright.source.files import read
from tests.conftest import Project
from tests.po_files import po

GAME = """\
game: {title: Small, language: en, translations: [fr]}
rules: {base: {number: "1", title: Base, text: "Draw a card of [[table:events]]."}}
tables:
  events:
    title: Events
    rule: base
    outputs: {text: {title: Text}, picture: {title: Picture}}
    records:
      Fair wind: {text: "Sail, at once.", picture: wind.svg}
      Becalmed, again: {text: nothing, picture: calm.svg}
"""
DECK = """\
title: "[[record:name]]"
size: poker
deck: events
blocks:
  - {image: "[[record:picture]]", alt: "[[record:name]]"}
  - note: "[[record:text]]"
  - {band: base, title: "[[record:name]]", note: Now}
"""
SHEET = "kind: sheet\ntitle: All\npaper: A4\ncards: [%s]\n"
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 20 L20 2 L40 20 Z"/></svg>'


@pytest.fixture
def deck(project: Project) -> Project:
    project.write("content/small/game.yaml", GAME)
    project.write("cards/small/events.yaml", DECK)
    for picture in ("wind", "calm"):
        project.write(f"cards/small/{picture}.svg", DRAWING)
    return project


def texts(card: Card) -> list[str]:
    return [text.source for block in card.all_blocks() for text in block.texts()]


def sheet(project: Project, cards: str) -> list[tuple[str, int]]:
    project.write("cards/small/all.yaml", SHEET % cards)
    book = project.examined().book
    assert book is not None
    (request,) = (product.request for product in book.products if isinstance(product.request, Sheet))
    return [(each.card.name, each.number) for each in request.cards]


def said(project: Project) -> list[str]:
    return [f"{each.span}: {each.name}" for each in project.examined().findings.items if "translation" not in each.name]


def test_each_record_has_a_card_with_its_cells(deck: Project) -> None:
    book = deck.examined().book
    assert book is not None
    wind, calm = book.game.cards
    assert (wind.id, wind.title.source, calm.id) == ("events-fair-wind", "Fair wind", "events-becalmed-again")
    assert "[[cell:events(Fair wind, text)]]" in texts(wind)


def test_a_block_with_nothing_to_print_is_left_out(deck: Project) -> None:
    book = deck.examined().book
    assert book is not None
    assert [len(card.pages[0]) for card in book.game.cards] == [3, 2]


def test_an_empty_cell_beside_others_prints_as_in_the_table(deck: Project) -> None:
    deck.replace(
        "cards/small/events.yaml", 'note: "[[record:text]]"', '{note: "[[record:text]]", title: "[[record:name]]"}'
    )
    book = deck.examined().book
    assert book is not None
    assert texts(book.game.cards[1])[-5:-3] == ["–", "Becalmed, again"]


def test_a_card_without_a_picture_has_no_block_for_it(deck: Project) -> None:
    deck.replace("content/small/game.yaml", "calm.svg", "nothing")
    book = deck.examined().book
    assert book is not None
    assert [len(card.pages[0]) for card in book.game.cards] == [3, 1]


def test_a_slip_in_the_name_of_the_table_is_one_error(deck: Project) -> None:
    deck.replace("cards/small/events.yaml", "deck: events", "deck: event")
    assert said(deck) == ["cards/small/events.yaml:3:7: dangling-link"]
    assert "a draft of" in deck.run("build", "--draft", "--no-prove").out


def test_a_sheet_that_lists_the_deck_has_all_its_cards(deck: Project) -> None:
    assert sheet(deck, "events") == [("events-fair-wind", 1), ("events-becalmed-again", 1)]
    assert sheet(deck, "{events: 3}") == [("events-fair-wind", 3), ("events-becalmed-again", 3)]
    assert sheet(deck, "events-fair-wind") == [("events-fair-wind", 1)]


def test_a_deck_of_several_sizes_and_numbers_is_packed_on_one_sheet(deck: Project) -> None:
    deck.replace(
        "content/small/game.yaml",
        "picture: {title: Picture}",
        "picture: {title: Picture}, size: {title: Size}, number: {title: Number}",
    )
    deck.replace("content/small/game.yaml", "wind.svg}", "wind.svg, size: poker, number: 4}")
    deck.replace("content/small/game.yaml", "calm.svg}", "calm.svg, size: 44 × 68 mm, number: 6}")
    deck.replace("cards/small/events.yaml", "size: poker", 'size: "[[record:size]]"\ncount: "[[record:number]]"')
    deck.write("cards/small/all.yaml", SHEET % "events")
    book = deck.examined().book
    assert book is not None
    assert [(card.count, float(card.size.width.value)) for card in book.game.cards] == [(4, 63.5), (6, 44)]
    (request,) = (product.request for product in book.products if isinstance(product.request, Sheet))
    (page,) = impose(request, A4, book)
    assert Counter(placed.card for placed in page.cards) == {"events-fair-wind": 4, "events-becalmed-again": 6}
    assert page.unmarked == ()


def test_a_sheet_of_the_press_has_as_many_cards_as_the_game(deck: Project) -> None:
    deck.replace("cards/small/events.yaml", "size: poker", "size: poker\ncount: 3")
    shop = "kind: press\ntitle: Shop\nsheet: 320 × 450 mm\ncards: [events]\ncopies: {events: 2}\n"
    deck.write("cards/small/shop.yaml", shop)
    book = deck.examined().book
    assert book is not None
    (press,) = book.game.requests(Press)
    assert press.paper is not None
    pages = impose(press.sheet(card.id for card in book.chosen(press.cards)), press.paper, book)
    shown = Counter(placed.card for page in pages for placed in page.cards)
    assert shown == {"events-fair-wind": 6, "events-becalmed-again": 6}


def test_all_cards_of_a_deck_are_asked_for_by_its_name(deck: Project) -> None:
    assert deck.run("build", "--only", "card:events", "--no-prove").status == 0
    made = {path.name for path in (deck.root / "build/small/cards").glob("*.pdf")}
    assert made == {"events-fair-wind.pdf", "events-becalmed-again.pdf"}


def test_the_picture_of_a_record_must_be_there(deck: Project) -> None:
    assert said(deck) == []
    (deck.root / "cards/small/calm.svg").unlink()
    assert said(deck) == ["cards/small/events.yaml:5:13: missing-picture"]


def test_the_cards_print_what_the_table_says(deck: Project) -> None:
    made = deck.made("cards/events-*.pdf")
    assert made.findings.status == 0, made.findings.items
    assert sorted(made.files) == ["cards/events-becalmed-again.pdf", "cards/events-fair-wind.pdf"]


def test_in_another_language_they_have_its_words_and_the_same_files(deck: Project) -> None:
    deck.write(
        "content/small/fr.po",
        po(
            ("tables: events: records", "Fair wind", "Bon vent"),
            ("tables: events: records", "Sail, at once.", "Voguez, vite."),
        ),
    )
    (french,) = deck.examined().translations
    assert french.book is not None
    wind = french.book.game.cards[0]
    assert (wind.id, wind.title.source) == ("events-fair-wind", "Bon vent")


def test_a_deck_and_its_table_can_be_renamed(deck: Project) -> None:
    deck.write("cards/small/all.yaml", SHEET % "events")
    assert deck.run("rename", "table:events", "happenings").status == 0
    assert deck.run("rename", "card:events", "fate").status == 0
    assert sheet(deck, "fate") == [("fate-fair-wind", 1), ("fate-becalmed-again", 1)]
    assert said(deck) == []


def test_a_deck_beyond_the_limit(deck: Project) -> None:
    records = "".join(f"      R{at}: {{text: Text., picture: wind.svg}}\n" for at in range(501))
    deck.write("content/small/game.yaml", GAME.partition("      Fair wind")[0] + records)
    findings = Findings()
    sources = read(deck.root, "small", findings)
    cards = list(Decks(sources.content, findings).cards(sources.cards))
    assert (len(cards), [each.name for each in findings.items]) == (500, ["over-limit"])


def test_a_record_that_changes_changes_its_card_in_a_preview(deck: Project) -> None:
    for name in ("Fair wind", "Storm"):
        book = linked_book(read(deck.root, "small", Findings()), Findings())
        assert book is not None
        assert book.game.cards[0].title.source == name
        if name == "Fair wind":
            deck.replace("content/small/game.yaml", "Fair wind", "Storm")

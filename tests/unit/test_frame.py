"""The frame around the words of a game: an edit of words leaves it, and then only what shows these is made again."""

from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.base.findings import Findings
from rulewright.book.book import Book
from rulewright.book.frame import attach_frame, frame_of
from rulewright.book.layers.reading import read_layers
from rulewright.outputs.web import site_files
from rulewright.outputs.web.site import Site
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pipeline.stages import linked_book, read_game
from rulewright.proof.prove import unproved
from rulewright.proof.report import ProofReport
from rulewright.source.files import Sources

GAME = """\
game: {title: Marsh, language: en, readers: editors}
domains:
  fish: {trout: Trout, eel: Eel}
facts:
  turns: {value: 3, rule: ferry}
terms:
  Raft: {text: A boat of logs., rule: ferry}
rules:
  ferry:
    number: "1"
    title: Ferry
    text: A [[Raft]] needs [[fact:turns]] turns. See [[rule:net]].
    notes: [The river is slow.]
  net:
    number: "1.1"
    title: Nets
    text: Throw a net and look at [[table:catch]].
  weir:
    number: "1.2"
    title: Weirs
    text: A weir stops a [[Raft]].
tables:
  catch: {title: Catch, rule: net, values: {numbers: 1..9}, rows: fish, cells: {trout: 4, eel: 3}}
references:
  marsh: {title: Marsh, rule: ferry, items: [a net is thrown once]}
errata:
  ferry: {class: slip, where: 'rule:ferry', printed: A raft needs two turns., now: A raft needs three turns., why: A slip.}
"""
CARD = """\
title: Catch
size: 60 × 60 mm
blocks: [{table: catch}, {bullets: marsh}, {note: Good luck.}]
"""
SOURCE = "content/marsh/game.yaml"


class Author:
    """Reads the game after each edit, as the preview does."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for path, text in ((SOURCE, GAME), ("cards/marsh/catch.yaml", CARD)):
            (root / path).parent.mkdir(parents=True)
            (root / path).write_text(text, "utf-8")
        self.sources: Sources | None = None
        self.last: Book | None = None

    def book(self, old: str = "", new: str = "") -> Book:
        for file in self.root.rglob("*.yaml"):
            file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
        findings = Findings()
        self.sources = read_layers(self.root, "marsh", findings, in_parts=True)
        book = linked_book(self.sources, findings)
        assert book is not None, [each.message for each in findings.items]
        attach_frame(book, self.last)
        self.last = book
        return book

    def site(self, book: Book, proof: ProofReport | None = None) -> Site:
        return Site(book, proof or unproved(book, "nobody asked"), self.root, FinishedFiles({}))


@pytest.fixture
def author(tmp_path: Path) -> Author:
    return Author(tmp_path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("needs", "takes"),
        ("The river is slow", "The river is fast"),
        ("of logs", "of beams"),
        ("is thrown", "is cast"),
        ("Good luck", "Much luck"),
        ("60 × 60", "70 × 60"),
        ("[[table:catch]]", "[[table:catch|it]]"),
    ],
)
def test_words_leave_the_frame_as_it_is(author: Author, old: str, new: str) -> None:
    before = author.book()
    after = author.book(old, new)
    assert after is not before
    assert frame_of(after) is frame_of(before)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("title: Nets", "title: Net"),
        ('"1.2"', '"1.3"'),
        ("  weir:", "  dam:"),
        ("eel: 3", "eel: 4"),
        ("value: 3", "value: 4"),
        ("title: Catch, rule", "title: Fish, rule"),
        ("[[rule:net]]", "[[rule:weir]]"),
        ("A weir stops", "A weir ([[rule:net]]) stops"),
        ("A slip", "An error"),
        ("title: Marsh, rule", "title: Bog, rule"),
        ("Raft: {text", "Raft: {also: [Float], text"),
        ("title: Marsh, language", "title: Fen, language"),
        ("rules:\n", "\nrules:\n"),
        ("A weir stops a [[Raft]]", "A weir stops a raft"),
        ("title: Catch\nsize", "title: Fish\nsize"),
    ],
)
def test_what_shows_elsewhere_makes_another_frame(author: Author, old: str, new: str) -> None:
    before = author.book()
    assert old in GAME + CARD
    assert frame_of(author.book(old, new)) is not frame_of(before)


def test_a_page_is_what_a_build_writes(author: Author) -> None:
    """After words and after more than words: the kept parts are those that a book without a frame makes."""
    for old, new in (("", ""), ("needs", "takes"), ("Nets", "Netting"), ("of logs", "of beams"), ("eel: 3", "eel: 5")):
        book = author.book(old, new)
        alone = read_game(author.root, "marsh").book
        assert alone is not None
        assert frame_of(alone) is None
        assert texts(author.site(book)) == texts(author.site(alone))


def texts(site: Site) -> dict[str, str]:
    pages = (file for file in site_files(site) if file.has_data or file.name == "glossary.html")
    return {name: text for file in pages for name, text in file.texts().items()}


def test_a_draft_shares_no_frame(author: Author) -> None:
    book = author.book()
    shown = replace(book, draft_errors={book.game.rules[0].title.span: "no"})
    assert frame_of(shown) is None
    attach_frame(shown, book)
    assert frame_of(shown) is not frame_of(book)

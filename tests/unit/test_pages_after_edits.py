"""Pages of a game that is read again after each edit."""

from pathlib import Path

from rulewright.base.findings import Findings
from rulewright.book.book import Book
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

    def book(self, old: str = "", new: str = "") -> Book:
        for file in self.root.rglob("*.yaml"):
            file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
        findings = Findings()
        self.sources = read_layers(self.root, "marsh", findings, in_parts=True)
        book = linked_book(self.sources, findings)
        assert book is not None, [each.message for each in findings.items]
        return book

    def site(self, book: Book, proof: ProofReport | None = None) -> Site:
        return Site(book, proof or unproved(book, "nobody asked"), self.root, FinishedFiles({}))


def test_a_page_is_what_a_build_writes(tmp_path: Path) -> None:
    author = Author(tmp_path)
    for old, new in (("", ""), ("needs", "takes"), ("Nets", "Netting"), ("of logs", "of beams"), ("eel: 3", "eel: 5")):
        book = author.book(old, new)
        alone = read_game(author.root, "marsh").book
        assert alone is not None
        assert texts(author.site(book)) == texts(author.site(alone))


def texts(site: Site) -> dict[str, str]:
    pages = (file for file in site_files(site) if file.has_data or file.name == "glossary.html")
    return {name: text for file in pages for name, text in file.texts().items()}

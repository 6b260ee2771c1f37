"""The web rulebook: a page for each chapter, the glossary, and an overview that leads to all of it."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from rulewright.model.book import Book
from rulewright.proof.report import ProofReport
from rulewright.render.environment import asset
from rulewright.render.prints import Prints
from rulewright.render.web.card_look import card_look
from rulewright.render.web.cards import web_card_pages
from rulewright.render.web.chapters import chapter_pages
from rulewright.render.web.errata import errata_pages
from rulewright.render.web.glossary import glossary_pages
from rulewright.render.web.overview import overview_pages
from rulewright.render.web.references import reference_pages
from rulewright.render.web.site import Site

Pages = Callable[[Site], Iterator[tuple[str, str]]]
PAGES: tuple[Pages, ...] = (
    chapter_pages,
    overview_pages,
    glossary_pages,
    reference_pages,
    errata_pages,
    web_card_pages,
)
ASSETS = ("rulewright.css", "rulewright.js", "cards.css", "cards.js", "publish.css", "publish.js")


def web_pages(book: Book, proof: ProofReport, project: Path, prints: Prints) -> Mapping[str, str]:
    """Every text of the web folder by its file's name."""
    site = Site(book, proof, project, prints)
    files = {name: text for pages in PAGES for name, text in pages(site)}
    if book.game.cards:
        files["card-look.css"] = card_look(asset(project, "card/card.css"))
    return files | {name: asset(project, f"web/{name}") for name in ASSETS}

"""The web rulebook: a page for each chapter, the glossary, and an overview that leads to all of it."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from rulewright.model.book import Book
from rulewright.proof.report import ProofReport
from rulewright.render.environment import asset
from rulewright.render.web.chapters import chapter_pages
from rulewright.render.web.errata import errata_pages
from rulewright.render.web.glossary import glossary_pages
from rulewright.render.web.overview import overview_pages
from rulewright.render.web.references import reference_pages
from rulewright.render.web.search_index import search_pages
from rulewright.render.web.site import Site

Pages = Callable[[Site], Iterator[tuple[str, str]]]
PAGES: tuple[Pages, ...] = (chapter_pages, overview_pages, glossary_pages, reference_pages, errata_pages, search_pages)
ASSETS = (
    "rulewright.css", "rulewright.js",
    "search.css", "search.js", "search-engine.js", "search-page.js",
    "use.css", "use.js", "lookups.js", "sums.js",
)  # fmt: skip


def web_pages(book: Book, proof: ProofReport, project: Path) -> Mapping[str, str]:
    """Every file of the web folder by name."""
    site = Site(book, proof, project)
    files = {name: text for pages in PAGES for name, text in pages(site)}
    return files | {name: asset(project, f"web/{name}") for name in ASSETS}

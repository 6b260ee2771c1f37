"""The web pages: rules, glossary, cards and search, with links to the files of all other products."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING

from rulewright.model.book import Book
from rulewright.model.paper import is_home_paper
from rulewright.model.product import HtmlPage, ProductFile
from rulewright.products.product import Finished, ForEveryGame, GameProduct, Plan, Wish
from rulewright.render.paths import card_path, picture_paths, thumbnail_path

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun
    from rulewright.render.web import Render
    from rulewright.render.web.site import SiteFile


FIRST = 2
"""The overview, and a page of rules: what their templates and contents need is there for all processes."""
CHUNK = 100
"""Pages that a process makes at a time: about a quarter of a second."""


@dataclass(frozen=True)
class WebProduct(GameProduct):
    """The folder web/."""

    kind = "web"

    def files(self, book: Book) -> Iterator[ProductFile]:
        yield from self._pages_of_cards(book)
        yield HtmlPage(path="web/*.html", span=book.game.span, name="the web rulebook", about="web")
        yield ProductFile(path="web/*", span=book.game.span)

    def _pages_of_cards(self, book: Book) -> Iterator[HtmlPage]:
        """A page for each card; a whole sheet has one for each of its sides."""
        for card in book.game.cards:
            pictures = picture_paths(card, book.game)
            for picture in pictures if is_home_paper(card.size) else pictures[:1]:
                path = f"web/card-{PurePath(picture).stem}.html"
                name = f"the page of the card {card.id!r}"
                yield HtmlPage(path=path, span=card.span, name=name, about=f"web card {card.id}", card=card)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        offered = {file.path for product in run.book.products for file in product.files(run.book) if file.offer}
        of_cards = {path for card in run.book.game.cards for path in (card_path(card), thumbnail_path(card))}
        yield Plan(here=partial(_make, run), mentions=frozenset(offered | of_cards))


def _make(run: "PrintRun", finished: Finished, wish: Wish) -> Finished:
    """Single pages can be built without the fonts, which depend on all pages."""
    from rulewright.render.pdf.finished_files import FinishedFiles
    from rulewright.render.publication.brand import brand_pictures
    from rulewright.render.web import web_files, web_pages

    run.progress("the pages for the web", 0, 0)
    files = FinishedFiles(finished, run.store)
    if not wish("web/fonts.css"):
        return web_pages(run.book, run.proof, run.project, files, run.store, wish)
    web = web_files(run.book, run.proof, run.project, files, run.store, partial(_spread, run))
    return {**web, **brand_pictures(run.book.game, run.project, files, run.store)}


def _spread(run: "PrintRun", render: "Render", files: "Sequence[SiteFile]") -> dict[str, bytes]:
    """Several processes share many pages. The first are made before them, with what all pages have in common."""
    from rulewright.pool import Job, run_jobs

    chunks = [files[:FIRST], *(files[at : at + CHUNK] for at in range(FIRST, len(files), CHUNK))]
    made = render(chunks.pop(0))
    jobs = [
        Job(
            f"{chunk[0].name} and {len(chunk) - 1} more",
            len(chunk),
            partial(render, chunk),
        )
        for chunk in chunks
    ]
    for pages in run_jobs(jobs, run.progress):
        made |= pages
    return made


WEB = ForEveryGame(WebProduct())

"""Products that every game has: cards, web pages, rules as data, and the files at the top of the folder."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from rulewright.book.book import Book
from rulewright.entries.paper import is_home_paper
from rulewright.entries.product import HtmlPage, ProductFile
from rulewright.html.paths import RULES_FILE, RULES_SCHEMA, card_path, picture_paths, thumbnail_path
from rulewright.outputs.products.product import Buildable, Finished, Plan, Wish, card_print

if TYPE_CHECKING:
    from rulewright.outputs.products.run import PrintRun
    from rulewright.outputs.web.site import SiteFile


@dataclass(frozen=True)
class CardsProduct(Buildable):
    """A PDF and pictures of every card."""

    kind = "cards"

    def files(self, book: Book) -> Iterator[ProductFile]:
        for card in book.game.cards:
            name, about = f"the card {card.id!r}", f"card {card.id}"
            yield card_print(card, book, path=card_path(card), span=card.span, name=name, about=about)
            for path in (*picture_paths(card, book.game), thumbnail_path(card)):
                yield ProductFile(path=path, span=card.span)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.outputs.cards.printer import CardPrinter
        from rulewright.outputs.products.print_cards import card_file, card_picture_files

        printer = CardPrinter(run.book, run.project, run.created, run.printers)
        for card in run.book.game.cards:
            pdf, game = frozenset({card_path(card)}), run.book.game
            pictures = frozenset((*picture_paths(card, game), thumbnail_path(card)))
            yield Plan(outputs=partial(card_file, printer, card), makes=pdf)
            yield Plan(pdf, partial(card_picture_files, card, game), makes=pictures)


FIRST = 2
"""Pages to make before the others: the caches that they fill are shared with all processes."""
CHUNK = 100
"""The number of pages that a process makes at a time, in about a quarter of a second."""


@dataclass(frozen=True)
class WebProduct(Buildable):
    """The folder web/."""

    kind = "web"

    def files(self, book: Book) -> Iterator[ProductFile]:
        yield from self._pages_of_cards(book)
        yield HtmlPage(path="web/*.html", span=book.game.span, name="the web rulebook", about="web")
        yield ProductFile(path="web/*", span=book.game.span)

    def _pages_of_cards(self, book: Book) -> Iterator[HtmlPage]:
        """Yield a page for each card; a whole sheet has a page for each side."""
        for card in book.game.cards:
            pictures = picture_paths(card, book.game)
            for picture in pictures if is_home_paper(card.size) else pictures[:1]:
                path = f"web/card-{PurePath(picture).stem}.html"
                name = f"the page of the card {card.id!r}"
                yield HtmlPage(path=path, span=card.span, name=name, about=f"web card {card.id}", card=card)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        offered = {file.path for product in run.book.products for file in product.files(run.book) if file.offer}
        of_cards = {path for card in run.book.game.cards for path in (card_path(card), thumbnail_path(card))}
        yield Plan(here=partial(_make_web, run), mentions=frozenset(offered | of_cards))


def _make_web(run: "PrintRun", finished: Finished, wish: Wish) -> Finished:
    """Make all pages, or single wished ones without the fonts, which depend on all pages."""
    from rulewright.outputs.publication import brand_pictures
    from rulewright.outputs.web import web_files, web_pages
    from rulewright.pdf.finished_files import FinishedFiles

    run.progress("the pages for the web", 0, 0)
    files = FinishedFiles(finished, run.store)
    if not wish("web/fonts.css"):
        return web_pages(run.book, run.proof, run.project, files, wish)
    web = web_files(run.book, run.proof, run.project, files, run.store, partial(_spread, run))
    return {**web, **brand_pictures(run.book.game, run.project, files, run.store)}


def _spread(run: "PrintRun", files: "Sequence[SiteFile]") -> dict[str, bytes]:
    """Divide many pages among processes. The first pages are made before, to fill the caches that all pages need."""
    from rulewright.base.pool import Job, run_jobs
    from rulewright.outputs.web.site import render_all

    chunks = [files[:FIRST], *(files[at : at + CHUNK] for at in range(FIRST, len(files), CHUNK))]
    made = render_all(chunks.pop(0))
    jobs = [Job(f"{each[0].name} and {len(each) - 1} more", len(each), partial(render_all, each)) for each in chunks]
    for pages in run_jobs(jobs, run.progress):
        made |= pages
    return made


@dataclass(frozen=True)
class RulesDataProduct(Buildable):
    """`rules.json`: what a game says and how far it is proved, for other programs; and the schema of that file."""

    kind = "rules data"

    def files(self, book: Book) -> Iterator[ProductFile]:
        yield from (ProductFile(path=path, span=book.game.span) for path in (RULES_FILE, RULES_SCHEMA))

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        yield Plan(here=lambda *_: _make_rules_data(run))


def _make_rules_data(run: "PrintRun") -> Finished:
    from rulewright.editions.data import rules_schema
    from rulewright.html.environment import asset
    from rulewright.outputs.export import rules_json

    schema = rules_schema(asset(run.project, f"publication/{RULES_SCHEMA}"))
    return {RULES_FILE: rules_json(run.book, run.proof, run.store), RULES_SCHEMA: schema}


@dataclass(frozen=True)
class PublicationProduct(Buildable):
    """The files at the top of a published folder, for hosts, browsers and other programs; made last.

    They include the service worker, which keeps the folder readable without a network.
    """

    kind = "publication"

    def files(self, book: Book) -> Iterator[ProductFile]:
        names = ["index.html", "404.html", "_headers", ".nojekyll", "manifest.webmanifest", "offline.json", "sw.js"]
        if book.game.address:
            names += ["sitemap.xml"] + ["robots.txt"] * (urlsplit(book.game.address).path == "/")
        yield from (ProductFile(path=name, span=book.game.span) for name in names)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.outputs.publication import REPORTS

        others = (product for product in run.book.products if product is not self)
        paths = {file.path for product in others for file in product.files(run.book) if "*" not in file.path}
        mentions = frozenset(paths | {"web/index.html"})
        own = {*REPORTS, *(file.path for file in self.files(run.book))}
        yield Plan(here=lambda files, _: _make_publication(run, files, own), mentions=mentions)


def _make_publication(run: "PrintRun", finished: Finished, own: Collection[str]) -> Finished:
    """Make the files at the top of the folder; earlier versions of them (`own`) in `finished` are ignored."""
    from rulewright.outputs.publication import publication_files

    others = {path: data for path, data in finished.items() if path not in own}
    return publication_files(run.book, run.project, others, run.created)

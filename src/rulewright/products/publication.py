"""What hosts, browsers and other programs look for at the top of a published folder, made last."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from rulewright.model.book import Book
from rulewright.model.product import ProductFile
from rulewright.products.product import Finished, ForEveryGame, GameProduct, Plan

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


@dataclass(frozen=True)
class PublicationProduct(GameProduct):
    """The entrances to the folder, and what keeps it readable without a network."""

    kind = "publication"

    def files(self, book: Book) -> Iterator[ProductFile]:
        names = ["index.html", "404.html", "_headers", ".nojekyll", "manifest.webmanifest", "offline.json", "sw.js"]
        if book.game.address:
            names += ["sitemap.xml"] + ["robots.txt"] * (urlsplit(book.game.address).path == "/")
        yield from (ProductFile(path=name, span=book.game.span) for name in names)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.render.publication.offline import REPORTS

        others = (product for product in run.book.products if product is not self)
        paths = {file.path for product in others for file in product.files(run.book) if "*" not in file.path}
        mentions = frozenset(paths | {"web/index.html"})
        own = {*REPORTS, *(file.path for file in self.files(run.book))}
        yield Plan(here=lambda files, _: _make(run, files, own), mentions=mentions)


def _make(run: "PrintRun", finished: Finished, own: Collection[str]) -> Finished:
    """The files of an earlier build may have our own among them."""
    from rulewright.render.publication import publication_files

    others = {path: data for path, data in finished.items() if path not in own}
    return publication_files(run.book, run.project, others, run.created)


PUBLICATION = ForEveryGame(PublicationProduct())

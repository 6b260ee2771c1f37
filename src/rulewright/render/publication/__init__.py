"""All of one game as a folder that any host can serve, under any path, or that is opened as it lies.

The folder is build/GAME. Its pages lie in web/ and link the prints beside it; at its top stand what hosts, browsers
and other programs look for there.
"""

from collections.abc import Mapping
from pathlib import Path

from rulewright.cache import PrintCache
from rulewright.model.book import Book
from rulewright.proof.report import ProofReport
from rulewright.render.export import SCHEMA, rules_json
from rulewright.render.pdf.page_images import Prints
from rulewright.render.publication.brand import brand_pictures
from rulewright.render.publication.entrances import entrances
from rulewright.render.publication.offline import manifest_json, worker_script
from rulewright.render.typesetting.environment import asset
from rulewright.render.web import web_pages
from rulewright.render.web.downloads import thumbnail

DATA = "rules.json"


def published(
    book: Book, proof: ProofReport, project: Path, printed: Mapping[str, bytes], cache: PrintCache
) -> dict[str, bytes]:
    """Every file by its path below build/GAME; `printed` are the PDFs and pictures that are finished already."""
    prints = Prints(printed)
    web = web_pages(book, proof, project, prints, cache)
    texts = dict(entrances(book.game, project, web))
    texts |= {DATA: rules_json(book, proof), SCHEMA: asset(project, f"publication/{SCHEMA}")}
    texts["manifest.webmanifest"] = manifest_json(book.game)
    pictures = {**brand_pictures(book.game, project, prints, cache), **_thumbnails(book, prints)}
    pages = {f"web/{name}": data for name, data in web.items()}
    files = {**printed, **pages, **{name: text.encode() for name, text in texts.items()}, **pictures}
    # Last, for it tells every other file by its content.
    return {**files, "sw.js": worker_script(files, book.game, project).encode()}


def _thumbnails(book: Book, prints: Prints) -> dict[str, bytes]:
    return {f"web/{thumbnail(card)}": prints.thumbnail(card).png for card in book.game.cards}

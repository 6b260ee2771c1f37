"""All of one game as a folder that any host can serve, under any path, or that opens from the file system.

The folder is build/GAME. Its pages lie in web/ and link the prints beside it; at its top are the files that hosts,
browsers and other programs look for.
"""

from collections.abc import Mapping
from pathlib import Path

from rulewright.cache import PrintCache
from rulewright.model.book import Book
from rulewright.proof.report import ProofReport
from rulewright.render.export import SCHEMA, rules_json
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.publication.brand import brand_pictures
from rulewright.render.publication.entrances import entrance_files
from rulewright.render.publication.offline import manifest_json, worker_script
from rulewright.render.typesetting.environment import asset
from rulewright.render.web import web_pages
from rulewright.render.web.downloads import thumbnail

DATA = "rules.json"


def publication_files(
    book: Book, proof: ProofReport, project: Path, prints: Mapping[str, bytes], cache: PrintCache
) -> dict[str, bytes]:
    """Every file by its path below build/GAME; `prints` are the finished PDFs and pictures."""
    finished = FinishedFiles(prints)
    web = web_pages(book, proof, project, finished, cache)
    texts = dict(entrance_files(book.game, project, web))
    texts |= {DATA: rules_json(book, proof), SCHEMA: asset(project, f"publication/{SCHEMA}")}
    texts["manifest.webmanifest"] = manifest_json(book.game)
    pictures = {**brand_pictures(book.game, project, finished, cache), **_thumbnails(book, finished)}
    pages = {f"web/{name}": data for name, data in web.items()}
    files = {**prints, **pages, **{name: text.encode() for name, text in texts.items()}, **pictures}
    # Last, because it holds a hash of every other file.
    return {**files, "sw.js": worker_script(files, book.game, project).encode()}


def _thumbnails(book: Book, finished: FinishedFiles) -> dict[str, bytes]:
    return {f"web/{thumbnail(card)}": finished.thumbnail(card).png for card in book.game.cards}

"""All of one game as a folder that any host can serve, under any path, or that opens from the file system.

The folder is build/GAME. Its pages lie in web/ and link the prints beside it; at its top are the files that hosts,
browsers and other programs look for.

- The service worker is at the top because its scope must contain the cards. It and its listing are made last, from
  the hashes of all other files but the report.
- `404.html` contains its style and script, because a host sends it from any depth.
- Each page says itself what it may load and run; `_headers` says it again to hosts that send it with each page.
- A script adds the link to the manifest, because browsers report it as an error on pages from the file system.
"""

from collections.abc import Mapping
from pathlib import Path

from rulewright.model.book import Book
from rulewright.render.publication.entrances import entrance_files
from rulewright.render.publication.offline import LISTING, kept_files, listing_json, manifest_json, worker_script


def publication_files(book: Book, project: Path, finished: Mapping[str, bytes], created: str) -> dict[str, bytes]:
    """The files at the top of the folder; `finished` are all others by their paths below it, and `created` when."""
    game = book.game
    texts = dict(entrance_files(book, project, finished, created)) | {"manifest.webmanifest": manifest_json(game)}
    files = {name: text.encode() for name, text in texts.items()}
    kept = kept_files({**finished, **files}, game)
    return {**files, LISTING: listing_json(kept).encode(), "sw.js": worker_script(kept, game, project).encode()}

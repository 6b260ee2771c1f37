"""Pages by the values that they show. An edit changes few of these, and the other pages are taken from the store.

To make the values of a page takes half of its time. Many pages share an entry of the store: a file for each would cost
more than it saves.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rulewright.listing import contents, digest, listing
from rulewright.render.templating.faults import FOLDER
from rulewright.render.web.site import Page, SiteFile
from rulewright.store import Store


def render_all(store: Store, templates: str, files: Sequence[SiteFile]) -> dict[str, bytes]:
    """The files by their names, as bytes: these need less memory than texts.

    `templates` is the digest of the project's own; the store knows the others.
    """
    made = {file.name: file.make() for file in files}
    pages = {name: page for name, page in made.items() if isinstance(page, Page)}
    key = store.key("pages of the web", templates, *map(repr, pages.items()))
    kept = store.find(key)
    if kept is None:
        texts = [page.text().encode() for page in pages.values()]
        store.keep(key, _packed(texts))
    else:
        texts = list(_unpacked(kept))
    found = dict(zip(pages, texts, strict=True))
    return {name: data for file, one in made.items() for name, data in _files(file, one, found)}


def _files(name: str, made: Page | str | Mapping[str, str], pages: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """One file, a page with its data, or a family."""
    if isinstance(made, str):
        yield name, made.encode()
        return
    if isinstance(made, Page):
        yield name, pages[name]
    others = made.data.files if isinstance(made, Page) else made
    yield from ((each, text.encode()) for each, text in others.items())


def own_templates(project: Path) -> str:
    """The digest of all files of which a project's templates may be made."""
    return digest(json.dumps(contents(listing(str(project / FOLDER))), sort_keys=True))


def _packed(texts: Sequence[bytes]) -> bytes:
    return json.dumps([*map(len, texts)]).encode() + b"\n" + b"".join(texts)


def _unpacked(data: bytes) -> Iterator[bytes]:
    at = data.index(b"\n") + 1
    for length in json.loads(data[:at]):
        yield data[at : at + length]
        at += length

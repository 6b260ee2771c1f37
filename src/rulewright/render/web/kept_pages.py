"""The store keeps pages by their values, so that after an edit only pages with new values are rendered.

Computing the values of a page takes half of its time. Many pages share an entry of the store: a file for each page
would cost more than it saves.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from rulewright.listing import contents, digest, listing
from rulewright.render.templating.faults import FOLDER
from rulewright.render.web.site import Page, SiteFile
from rulewright.store import Store


def render_all(store: Store, templates: str, files: Sequence[SiteFile]) -> dict[str, bytes]:
    """The files by their names, as bytes, which need less memory than texts.

    `templates` is the digest of the project's own templates; the store knows the templates of the tool.
    """
    made = {file.name: file.make() for file in files}
    pages = {name: page for name, page in made.items() if isinstance(page, Page)}
    key = store.key("pages of the web", templates, *map(repr, pages.items()))
    packed = store.find(key)
    if packed is None:
        texts = [page.text().encode() for page in pages.values()]
        store.keep(key, json.dumps([*map(len, texts)]).encode() + b"\n" + b"".join(texts))
    else:
        texts = _unpacked(packed)
    rendered = dict(zip(pages, texts, strict=True))
    written: dict[str, bytes] = {}
    for name, one in made.items():
        others: Mapping[str, str]
        if isinstance(one, Page):
            written[name] = rendered[name]
            others = one.data.files
        else:
            others = {name: one} if isinstance(one, str) else one
        written |= {each: text.encode() for each, text in others.items()}
    return written


def own_templates(project: Path) -> str:
    """The digest of all files that a project's templates may read."""
    return digest(json.dumps(contents(listing(str(project / FOLDER))), sort_keys=True))


def _unpacked(data: bytes) -> list[bytes]:
    """The texts in an entry of the store, which starts with a line of their lengths."""
    at, texts = data.index(b"\n") + 1, []
    for length in json.loads(data[:at]):
        texts.append(data[at : at + length])
        at += length
    return texts

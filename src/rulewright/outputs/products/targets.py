"""The names by which an author asks for some of the outputs: `build --only card:assault`.

- A product with all its files: `cards`, `rulebook`, `web`; or one that a file of cards/ asks for: `sheet:home`.
- A card, or all cards of a deck: `card:assault`. A page of the web: `page:glossary`.
- Any file, by its path below build/GAME: `cards/assault.pdf`.
- Each of these in another language of the game: `fr/card:assault`; or everything in that language: `fr`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from rulewright.book.book import Book
from rulewright.entries.names import did_you_mean
from rulewright.html.paths import card_path, picture_paths
from rulewright.outputs.products.product import Wish
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.proof.report import ProofReport

WORDS = {"rules data": "data", "publication": "web"}
"""The names of products whose name is not their kind."""

Targets = Mapping[str, Collection[str]]
"""The paths below build/GAME that each name stands for; in them `*` matches any name."""


def targets(book: Book, project: Path, names: Iterable[str] | None = None) -> Targets:
    """Return all targets but single files. Web pages are included only if one of `names` is a page."""
    named: defaultdict[str, list[str]] = defaultdict(list)
    for product in book.products:
        paths = [file.path for file in product.files(book)]
        named[WORDS.get(product.kind, product.kind)] += paths
        if product.request:
            named[f"{product.kind}:{product.request.id}"] += paths
    for card in book.game.cards:
        own = [card_path(card), *picture_paths(card, book.game)]
        for name in filter(None, (card.id, card.deck)):
            named[f"card:{name}"] += own
    if names is not None and all(paths_of(name, named) for name in names):
        return named
    return {**named, **_pages(book, project)}


def with_translations(by_name: Targets, languages: Iterable[str]) -> Targets:
    """Add the targets of translations, which have the same names in a folder of their own."""
    own = {f"{code}/{name}": [f"{code}/{path}" for path in by_name[name]] for code in languages for name in by_name}
    return {**by_name, **own, **{code: [f"{code}/*"] for code in languages}}


def _pages(book: Book, project: Path) -> Targets:
    """Return the pages of the web, each with its data."""
    from rulewright.outputs.web import site_files
    from rulewright.outputs.web.site import Site

    site = Site(book, ProofReport(), project, FinishedFiles({}))
    pages = (file for file in site_files(site) if file.name.endswith(".html"))
    return {f"page:{PurePosixPath(page.name).stem}": [f"web/{name}" for name in page.names] for page in pages}


def paths_of(name: str, by_name: Targets) -> Collection[str]:
    """Return the paths that a name stands for, or the path that the name is; empty if there is neither."""
    every = {path for paths in by_name.values() for path in paths if "*" not in path}
    return by_name.get(name) or [path for path in (name,) if path in every]


def unknown_target(name: str, by_name: Targets) -> str:
    """Return a message about an unknown name."""
    several = ", ".join(each for each in by_name if "page:" not in each)
    none = f"--only {name!r}: there is no such output"
    there = f"there are {several}; page:NAME for a page of the web; and every path below build/GAME"
    return "; ".join(filter(None, (none, did_you_mean(name, by_name, ""), there)))


def wish_for(paths: Collection[str]) -> Wish:
    """Return a wish for these files. It includes a path with `*` that may match one of them."""
    return lambda path: any(_matches(path, wanted) or _matches(wanted, path) for wanted in paths)


def _matches(path: str, pattern: str) -> bool:
    """Match with `*` only, because brackets in a path hold a number of copies."""
    return fnmatchcase(path, pattern.replace("[", "[[]"))

"""The web rulebook: a page for each chapter, the glossary, and an overview that leads to all pages.

- A chapter that is too long for one page is divided into a page for each section (`places.py`).
- The pages must also work from the file system, where browsers load neither modules nor data with `fetch`. Search
  libraries for static sites need these, and do not know rule numbers, abbreviations and errata. So the search is our
  own (`search_index.py`).
- Stylesheets and scripts are combined, so that a page requests few files (`assets.py`). `dark.css` holds the dark
  colours; an attribute of the page stores the reader's choice.
- The scripts and data for tables and procedures load when a reader first uses a table (`use.py`).
- The fonts are embedded in a stylesheet that does not delay a page (`fonts.py`).
- Cards use their print stylesheet, scoped to an element (`cards.py`).
- `404.html` and the service worker are above this folder: see `outputs/publication.py`.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rulewright.base.game_folders import are_several
from rulewright.base.store import Store
from rulewright.book.book import Book
from rulewright.html.environment import unchanging
from rulewright.html.figures import FIGURES, diagrams
from rulewright.html.web_look import web_theme
from rulewright.outputs.web.assets import ASSETS, web_asset
from rulewright.outputs.web.cards import cards_style, deck_pages, web_card_pages
from rulewright.outputs.web.changes import change_pages, layer_pages
from rulewright.outputs.web.chapters import chapter_pages
from rulewright.outputs.web.code import code_pages
from rulewright.outputs.web.fonts import font_files
from rulewright.outputs.web.lists import (
    errata_pages,
    further_table_pages,
    glossary_pages,
    list_pages,
    number_pages,
    reference_pages,
)
from rulewright.outputs.web.overview import library_pages, overview_pages
from rulewright.outputs.web.search_index import search_pages
from rulewright.outputs.web.site import Site, SiteFile, render_all
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.proof.report import ProofReport

Pages = Callable[[Site], Iterator[SiteFile]]
Spread = Callable[[Sequence[SiteFile]], dict[str, bytes]]
PAGES: tuple[Pages, ...] = (
    overview_pages,  # first: it makes parts of the contents that other pages share
    chapter_pages,
    further_table_pages,
    glossary_pages,
    reference_pages,
    errata_pages,
    list_pages,
    change_pages,
    layer_pages,
    code_pages,
    number_pages,
    search_pages,
    web_card_pages,
    deck_pages,
    library_pages,
)


def site_files(site: Site) -> Iterator[SiteFile]:
    """Return the pages and their data. Each is a `SiteFile`, which renders only when asked."""
    return (file for pages in PAGES for file in pages(site))


def web_pages(
    book: Book, proof: ProofReport, project: Path, files: FinishedFiles, wish: Callable[[str], bool]
) -> dict[str, bytes]:
    """Render the pages whose paths `wish` accepts."""
    with unchanging(project):
        site = Site(book, proof, project, files, in_library=are_several(project))
        wanted = [file for file in site_files(site) if any(wish(f"web/{name}") for name in file.names)]
        return {f"web/{name}": page for name, page in render_all(wanted).items()}


def web_files(
    book: Book, proof: ProofReport, project: Path, files: FinishedFiles, store: Store, spread: Spread = render_all
) -> dict[str, bytes]:
    """Render every file of the web folder except pictures; `spread` may render in several processes."""
    site = Site(book, proof, project, files, in_library=are_several(project))
    with unchanging(project):
        pages = spread(list(site_files(site)))
    themes = [theme for theme in book.game.themes if theme.id in {card.theme for card in book.game.cards}]
    assets = {name: web_asset(project, name, book.game) for name in ASSETS}
    if book.game.cards:
        assets["card-look.css"] = cards_style(project, themes)
    families = dict.fromkeys(family for theme in themes for family in (theme.font, theme.headings))
    texts = [*pages.values(), *(text.encode() for text in assets.values())]
    fonts = font_files(texts, store, web_theme(book), families)
    figures = {FIGURES + name: picture.data for name, picture in book.game.content_pictures.items()}
    figures |= {picture.name: picture.data for picture in diagrams(book.game)}
    data = pages | {name: text.encode() for name, text in assets.items()} | fonts | figures
    return {f"web/{name}": content for name, content in data.items()}

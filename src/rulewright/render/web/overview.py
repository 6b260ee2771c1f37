"""The front page: cover, ways to what one needs at the table, contents, cards to print, and who made the game."""

from collections.abc import Iterator
from functools import partial

from rulewright.render.typesetting.about import about_facts
from rulewright.render.web.downloads import online_downloads, overview_links, print_downloads
from rulewright.render.web.references import reference_links
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.translation.messages import tell

FOLDED = 30
"""Contents of so many rules show their chapters alone, until one is opened."""


def overview_pages(site: Site) -> Iterator[SiteFile]:
    """The page that links all others."""
    yield SiteFile("index.html", partial(_page, site))


def _page(site: Site) -> Page:
    typesetter = site.typesetter()
    references = tuple(reference_links(site))
    about = site.book.game.about
    return site.page(
        "index.html",
        "index",
        typesetter,
        tell("Contents"),
        description=_description(site),
        own={"folded": len(site.book.game.rules) >= FOLDED},
        references=references,
        cards=tuple(overview_links(site, typesetter)),
        print_downloads=tuple(print_downloads(site, typesetter)),
        online_downloads=tuple(online_downloads(site, typesetter)),
        cover=None if about.cover is None else typesetter.block(about.cover, "cover", 2),
        about=tuple(about_facts(site.book.game, typesetter)),
        credits=None if about.credits is None else typesetter.block(about.credits, "credits", 2),
    )


def _description(site: Site) -> str:
    game = site.book.game
    name = f"{game.title}: {game.subtitle}" if game.subtitle else game.title
    return tell("{game}. Rules, tables, cards and glossary, to read at the table.", game=name)

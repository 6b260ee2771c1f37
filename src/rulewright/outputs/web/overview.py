"""Make the front page (cover, quick references, contents, cards, credits) and the entry of the game in the library."""

import json
from collections.abc import Iterator
from functools import partial

from rulewright.base.messages.messages import tell
from rulewright.editions.edition import read
from rulewright.editions.folder import UnreadableEdition, recorded
from rulewright.html.proof_words import proved_cells
from rulewright.html.web_look import colours_of
from rulewright.outputs.web.cards import Download, online_downloads, overview_links, print_downloads
from rulewright.outputs.web.changes import CHANGES
from rulewright.outputs.web.contents import languages
from rulewright.outputs.web.history import DIFFERENCES, day_of
from rulewright.outputs.web.site import Page, Site, SiteFile

FOLDED = 30
"""In a game with at least this many rules, the contents show only the chapters until a reader opens one."""


def overview_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the front page, which links to all others."""
    yield SiteFile("index.html", partial(_page, site))


def _page(site: Site) -> Page:
    typesetter, game = site.typesetter(), site.book.game
    name = f"{game.title}: {game.subtitle}" if game.subtitle else game.title
    return site.page(
        "index.html",
        "index",
        typesetter,
        tell("Contents"),
        description=tell("{game}. Rules, tables, cards and glossary, to read at the table.", game=name),
        own={"folded": len(game.rules) >= FOLDED},
        references=site.places.references,
        cards=tuple(overview_links(site, typesetter)),
        print_downloads=tuple(print_downloads(site, typesetter)),
        online_downloads=tuple(online_downloads(site, typesetter)),
        cover=None if game.cover is None else typesetter.block(game.cover, "cover", 2),
        about=tuple(typesetter.about_facts()),
        credits=None if game.credits is None else typesetter.block(game.credits, "credits", 2),
    )


# The library is the page over all games of a project. Its entry for this game is a JSON file beside the pages, with all
# words in the language of the game. So the library page does not read the source of a game, and still shows the game
# when the source has errors.

ENTRY = "library.json"
FORM = 1
"""The format version of a library entry. For an entry of another version the library only lists the game."""
MOST_CARDS = 6
"""The most pictures of cards in the library; a link leads to the other cards."""


def library_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the entry of the game in the library; nothing for a translation or for the only game of a project."""
    if site.in_library and not site.book.game.is_translation:
        yield SiteFile(ENTRY, partial(_entry, site))


def _entry(site: Site) -> str:
    game, said = site.book.game, site.catalogue.said
    cards, changes = list(overview_links(site, site.quiet)), None
    if site.history.steps:
        step = site.history.steps[0]
        title = tell("What changed in edition {number}", number=step.edition)
        changes = [CHANGES, said(title), day_of(step.difference.after, game.language), said(step.counts)]
    entry = {
        "form": FORM,
        "language": game.language,
        "title": game.title,
        "subtitle": game.subtitle,
        "by": game.byline,
        "imprint": said(game.imprint),
        "published": _published(site),
        "proved": said(proved_cells(site.proof)),
        "colours": dict(colours_of(game)),
        "languages": [[href, name, code] for code, name, href in languages("index.html", game)],
        "ways": [[href, said(label)] for href, label in _ways(site)],
        "cards": [
            {
                "href": card.href,
                "label": card.label.striptags(),
                "copies": said(card.copies),
                "picture": [card.picture, card.width, card.height],
                "file": None if card.pdf is None else _download(site, card.pdf),
            }
            for card in cards[:MOST_CARDS]
        ],
        "more_cards": max(0, len(cards) - MOST_CARDS),
        "prints": [_download(site, each) for each in print_downloads(site, site.quiet)],
        "changes": changes,
    }
    return json.dumps(entry, ensure_ascii=False, indent=0) + "\n"


def _published(site: Site) -> str:
    """Return the last recorded edition and its day; "" if none is recorded or readable."""
    try:
        for last in recorded(site.project, site.book.game.id)[-1:]:
            edition = read(last)
            day = day_of(edition, site.book.game.language)
            return site.catalogue.said(tell("published as {number} on {day}", number=edition.number, day=day))
    except (UnreadableEdition, ValueError):
        pass
    return ""


def _ways(site: Site) -> Iterator[tuple[str, str]]:
    """Yield the pages where a player looks things up during play."""
    game = site.book.game
    yield "index.html", tell("Rules")
    yield "search.html", tell("Search")
    if game.tables:
        yield "all-tables.html", tell("Tables")
    if game.references:
        yield "references.html", tell("Quick references")
    yield "glossary.html", tell("Glossary")
    if site.layer:
        yield DIFFERENCES, tell("What is different from {game}", game=site.layer.difference.before.title)


def _download(site: Site, file: Download) -> list[str]:
    label = file.label.striptags() if hasattr(file.label, "striptags") else file.label
    return [file.href, label, site.catalogue.said(file.details)]

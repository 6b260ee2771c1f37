"""The front page: cover, ways to what one needs at the table, contents, cards to print, and who made the game."""

import json
from collections.abc import Iterator
from datetime import date
from functools import partial
from itertools import islice

from rulewright.editions.folder import UnreadableEdition, recorded
from rulewright.editions.view import counted
from rulewright.render.typesetting.about import about_facts
from rulewright.render.typesetting.proof_words import proved_cells
from rulewright.render.typesetting.web_look import colours_of
from rulewright.render.web.cards import online_downloads, overview_links, print_downloads
from rulewright.render.web.changes import CHANGES
from rulewright.render.web.contents import languages
from rulewright.render.web.history import DIFFERENCES, day_of
from rulewright.render.web.lists import reference_links
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.views import CardLinkView, Download
from rulewright.translation.catalogues import spoken_day
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


# What the page over all games of a project says of this one

ENTRY = "library.json"
FORM = 1
"""Of the data: a library page shows of an entry of another form only that the game is there."""
MOST_CARDS = 6
"""The pictures for which a library has room; a link leads to the others."""


def library_pages(site: Site) -> Iterator[SiteFile]:
    """None for the only game of a project, nor for a translation: a game has one entry."""
    if site.in_library and not site.book.game.is_translation:
        yield SiteFile(ENTRY, partial(_entry, site))


def _entry(site: Site) -> str:
    game, said = site.book.game, site.catalogue.said
    cards = list(overview_links(site, site.quiet))
    entry = {
        "form": FORM,
        "language": game.language,
        "title": game.title,
        "subtitle": game.subtitle,
        "by": game.about.by,
        "imprint": said(game.imprint),
        "published": _published(site),
        "proved": said(proved_cells(site.proof)),
        "colours": dict(colours_of(game)),
        "languages": [[each.href, each.name, each.code] for each in languages("index.html", game)],
        "ways": [[href, said(label)] for href, label in _ways(site)],
        "cards": [_card(site, each) for each in cards[:MOST_CARDS]],
        "more_cards": max(0, len(cards) - MOST_CARDS),
        "prints": [_download(site, each) for each in print_downloads(site, site.quiet)],
        "changes": _changes(site),
    }
    return json.dumps(entry, ensure_ascii=False, indent=0) + "\n"


def _ways(site: Site) -> Iterator[tuple[str, str]]:
    """Into the rules, where a player looks at the table."""
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


def _card(site: Site, card: CardLinkView) -> dict[str, object]:
    """A card or a deck; a deck has no file."""
    picture = [card.picture, card.width, card.height]
    file = None if card.pdf is None else _download(site, card.pdf)
    label, copies = card.label.striptags(), site.catalogue.said(card.copies)
    return {"href": card.href, "label": label, "copies": copies, "picture": picture, "file": file}


def _download(site: Site, file: Download) -> list[str]:
    label = file.label.striptags() if hasattr(file.label, "striptags") else file.label
    return [file.href, label, site.catalogue.said(file.details)]


def _published(site: Site) -> str:
    """The last recorded edition and its day; empty where none is recorded, or it cannot be read."""
    try:
        for last in islice(reversed(recorded(site.project, site.book.game.id)), 1):
            edition = last.read()
            day = spoken_day(date.fromisoformat(edition.date), site.book.game.language)
            return site.catalogue.said(tell("published as {number} on {day}", number=edition.edition, day=day))
    except (UnreadableEdition, ValueError):
        pass  # a finding tells it
    return ""


def _changes(site: Site) -> list[str] | None:
    """What the last recorded edition changed: a link, its words, the day and what the changes mean."""
    if not site.history.steps:
        return None
    step, said = site.history.steps[0], site.catalogue.said
    title = tell("What changed in edition {number}", number=step.edition)
    return [CHANGES, said(title), day_of(step, site.book.game.language), said(counted(step.difference))]

"""What each published edition changed: a page for each, one that lists them, a feed, and lines beside what changed."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rulewright.editions.as_text import counted
from rulewright.editions.history import Step
from rulewright.editions.snapshot import Key, whole_of
from rulewright.render.typesetting.change_views import changes_view
from rulewright.render.typesetting.environment import rendered
from rulewright.render.web.history import changes_file, day_of
from rulewright.render.web.old_editions import now_at, old_edition_pages
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.views import EditionView
from rulewright.translation.messages import tell

CHANGES, FEED = "changes.html", "changes.xml"


def change_pages(site: Site) -> Iterator[SiteFile]:
    """None where fewer than two editions are recorded; a feed needs the address of the game."""
    steps = site.history.steps
    if not steps:
        return
    yield SiteFile(CHANGES, partial(_list, site))
    yield from (SiteFile(changes_file(step), partial(_edition, site, step)) for step in steps)
    if site.book.game.address:
        yield SiteFile(FEED, partial(_feed, site))
    yield from old_edition_pages(site)


def _list(site: Site) -> Page:
    editions = tuple(_view(site, step) for step in site.history.steps)
    title = tell("What changed")
    return site.page(CHANGES, "changes", site.typesetter(), title, own={"editions": editions})


def _edition(site: Site, step: Step) -> Page:
    title = tell("What changed in edition {number}", number=step.edition)
    changed = replace(changes_view(step.view, partial(_address, site, step)), pages=())
    own = {"edition": _view(site, step), "changed": changed}
    return site.page(changes_file(step), "edition", site.typesetter(), title, own=own)


def _view(site: Site, step: Step) -> EditionView:
    day = day_of(step, site.book.game.language)
    changes = changes_view(step.view)
    named = tuple(each.name for section in changes.sections for each in section.changes)
    return EditionView(step.edition, day, step.date, changes_file(step), counted(step.difference), named)


def _address(site: Site, step: Step, key: Key) -> str:
    """Where the site shows a thing of an edition, or the whole that it is a part of."""
    return now_at(site, whole_of(key), step.edition)


def _feed(site: Site) -> str:
    game = site.book.game
    editions = [_view(site, step) for step in site.history.steps]
    values = {"game": game, "author": game.about.by or game.title, "editions": editions}
    return rendered(site.project, "web/changes.xml.j2", game.language, **values) + "\n"

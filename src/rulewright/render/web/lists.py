"""Pages that list what one looks for: tables, open questions, rulings, and what is there without a network."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.table import Table
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import LinkListView, LinkView
from rulewright.translation.messages import tell

TABLES, QUESTIONS, RULINGS = "all-tables.html", "questions.html", "rulings.html"
OFFLINE = "offline.html"
BREAKS_OFF = Markup('<span class="label">{}</span> {}')


def list_pages(site: Site) -> Iterator[SiteFile]:
    """The first two only if there is something on them; a script fills the third."""
    if site.book.game.tables:
        yield SiteFile(TABLES, partial(_tables_page, site))
    if site.book.game.readers.parts(rule for rule in site.book.game.rules if rule.incomplete or rule.questions):
        yield SiteFile(QUESTIONS, partial(_questions_page, site))
    if site.book.game.rulings:
        yield SiteFile(RULINGS, partial(_rulings_page, site))
    yield SiteFile(OFFLINE, partial(_offline_page, site))


def _offline_page(site: Site) -> Page:
    return site.page(OFFLINE, "offline", site.typesetter(), tell("Not on this device"))


def _tables_page(site: Site) -> Page:
    typesetter = site.typesetter()
    chapters = groupby(site.book.game.tables, lambda table: _chapter(site, table))
    lists = tuple(LinkListView(title, tuple(_link(site, table) for table in tables)) for title, tables in chapters)
    return site.page(TABLES, "all-tables", typesetter, tell("Tables"), lists=lists)


def _chapter(site: Site, table: Table) -> Markup:
    """The title of the chapter that a table is in; nothing for one that belongs to no rule."""
    rule = site.book.rule_of(table.rule)
    if rule is None:
        return Markup("")
    return site.quiet.inline((*site.places.above(rule), rule)[0].title)


def _link(site: Site, table: Table) -> LinkView:
    return LinkView(site.places.href(Target("table", table.id)), site.quiet.inline(table.title), "table")


def _questions_page(site: Site) -> Page:
    typesetter = site.typesetter()
    questions = tuple(_questions(site, typesetter))
    return site.page(QUESTIONS, "questions", typesetter, tell("Open questions"), questions=questions)


def _rulings_page(site: Site) -> Page:
    """The rulings in the order of the source, those that no longer hold too."""
    typesetter = site.typesetter()
    rulings = tuple(site.rulings.view(ruling, typesetter) for ruling in site.book.game.rulings)
    return site.page(RULINGS, "rulings", typesetter, tell("Rulings"), rulings=rulings)


def _questions(site: Site, typesetter: WebTypesetter) -> Iterator[tuple[LinkView, Markup]]:
    for rule in site.book.game.rules:
        if rule.incomplete is not None:
            yield (
                site.names.rule(rule),
                BREAKS_OFF.format(typesetter.said(tell("The source breaks off:")), typesetter.inline(rule.incomplete)),
            )
        for text in rule.questions:
            yield site.names.rule(rule), typesetter.inline(text)

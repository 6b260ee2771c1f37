"""The front page: contents, cards to print, quick references, and what the sources leave open."""

from collections.abc import Iterator

from markupsafe import Markup

from rulewright.render.views import LinkView
from rulewright.render.web.references import reference_links
from rulewright.render.web.site import Site
from rulewright.render.web.text import WebTypesetter

BREAKS_OFF = Markup('<span class="label">The source breaks off:</span> {}')


def overview_pages(site: Site) -> Iterator[tuple[str, str]]:
    """The one page that leads to all others."""
    typesetter = site.typesetter()
    references = tuple(reference_links(site))
    printed = (*_cards(site), *_sheets(site), *_rulebooks(site))
    questions = tuple(_questions(site, typesetter))
    yield "index.html", site.page(
        "index.html", "index", typesetter, "Contents", references=references, cards=printed, questions=questions
    )


def _cards(site: Site) -> Iterator[LinkView]:
    for card in site.book.game.cards:
        yield LinkView(f"../cards/{card.id}.pdf", site.quiet.inline(card.title), "card")


def _sheets(site: Site) -> Iterator[LinkView]:
    for sheet in site.book.game.sheets:
        for paper in sheet.papers:
            label = Markup("{}, {}").format(site.quiet.inline(sheet.title), paper.name)
            yield LinkView(f"../cards/{sheet.file(paper)}", label, "sheet")


def _rulebooks(site: Site) -> Iterator[LinkView]:
    for rulebook in site.book.game.rulebooks:
        yield LinkView(f"../{rulebook.file}", site.quiet.inline(rulebook.title), "rulebook")


def _questions(site: Site, typesetter: WebTypesetter) -> Iterator[tuple[LinkView, Markup]]:
    for rule in site.book.game.rules:
        if rule.incomplete is not None:
            yield site.names.rule(rule), BREAKS_OFF.format(typesetter.inline(rule.incomplete))
        for text in rule.open:
            yield site.names.rule(rule), typesetter.inline(text)

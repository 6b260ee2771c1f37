"""The pages of quick references: one for all, or one for each chapter if there are many."""

from collections.abc import Iterator
from functools import partial

from rulewright.model.book import Target
from rulewright.model.game import Reference
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import LinkView, ReferenceView
from rulewright.translation.messages import tell

FIRST = "references.html"


def reference_pages(site: Site) -> Iterator[SiteFile]:
    """None if there are no quick references; of several pages, the first lists all quick references."""
    places = site.places.reference_pages
    for name in dict.fromkeys((FIRST, *places.values())) if places else ():
        yield SiteFile(name, partial(_page, site, name), has_data=True)


def _page(site: Site, name: str) -> Page:
    places, typesetter = site.places.reference_pages, site.typesetter()
    of_chapter = {f"references-{chapter.rule.id}.html": chapter.rule for chapter in site.places.chapters}
    shown = [reference for reference in site.places.references if places[reference.id] == name]
    lists_all = name == FIRST and len(shown) < len(places)
    return site.page(
        name,
        "references",
        typesetter,
        site.names.heading(of_chapter[name]) if name in of_chapter else tell("Quick references"),
        references=tuple(reference_links(site)) if lists_all else (),
        above=None if name == FIRST else LinkView(FIRST, typesetter.said(tell("Quick references"))),
        bullets=tuple(_reference(site, reference, typesetter) for reference in shown),
    )


def reference_links(site: Site) -> Iterator[LinkView]:
    """A link to every quick reference, chapter by chapter."""
    for reference in site.places.references:
        href = site.places.href(Target("reference", reference.id))
        yield LinkView(href, site.quiet.inline(reference.title), "reference")


def _reference(site: Site, reference: Reference, typesetter: WebTypesetter) -> ReferenceView:
    target = Target("reference", reference.id)
    return ReferenceView(
        reference.id,
        typesetter.inline(reference.title),
        typesetter.bullets(reference.items),
        site.corrections.of(target, typesetter),
        site.rulings.of(target, typesetter),
        site.history_of(target, typesetter),
        site.names.cited_by(target),
        typesetter.origin(site.book.origin_of(reference)),
        site.edit(reference.span),
    )

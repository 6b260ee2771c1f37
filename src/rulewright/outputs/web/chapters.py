"""Make the pages of rules: one for each chapter or section, and one for rules outside the source."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from rulewright.base.messages.messages import tell
from rulewright.book.book import Outline
from rulewright.entries.rules import Rule
from rulewright.html.places import EXTERNAL, RulePage
from rulewright.outputs.web.site import Page, Site, SiteFile

DEEPEST_HEADING = 6


def chapter_pages(site: Site) -> Iterator[SiteFile]:
    """Yield each page of rules in reading order, then the page of external rules if there are any."""
    for at, page in enumerate(site.places.rule_pages):
        yield SiteFile(page.name, partial(_rule_page, site, at, page), has_data=True)
    if site.places.external:
        yield SiteFile(f"{EXTERNAL}.html", partial(_external, site), has_data=True)


def _rule_page(site: Site, at: int, page: RulePage) -> Page:
    pages = site.places.rule_pages
    rule = page.outline.rule
    opening = next((text for inner in page.outline.walk() if (text := inner.rule.text) is not None), None)
    return site.page(
        page.name,
        "rules",
        site.typesetter(),
        site.names.heading(rule),
        description=site.plain(opening) if opening is not None else "",
        rules=list(_rules(page.outline, 1)),
        trail=tuple(site.contents.line(Outline(each), page.name) for each in (*site.places.above(rule), rule)),
        sections=site.contents.sections(page.sections) if page.sections else "",
        previous=site.names.page(pages[at - 1].outline.rule) if at else None,
        next=site.names.page(pages[at + 1].outline.rule) if at + 1 < len(pages) else None,
        editions=tuple(site.earlier_editions(rule)),
    )


def _external(site: Site) -> Page:
    rules = [each for outline in site.places.external for each in _rules(outline, 2)]
    values: dict[str, Any] = {"sections": "", "editions": (), "previous": None, "next": None}
    title = tell("Rules outside this source")
    return site.page(f"{EXTERNAL}.html", "rules", site.typesetter(), title, rules=rules, **values)


def _rules(outline: Outline, level: int) -> Iterator[tuple[Rule, int]]:
    """Yield a rule and the rules below it, each with the level of its heading: 1 for the title of a page."""
    yield outline.rule, min(level, DEEPEST_HEADING)
    for inner in outline.below:
        yield from _rules(inner, level + 1)

"""Make the pages of rules: one for each chapter or section, and one for rules outside the source."""

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from rulewright.base.messages.messages import tell
from rulewright.book.book import Outline
from rulewright.entries.rules import Rule
from rulewright.entries.text import Target
from rulewright.html.examples import example_view
from rulewright.html.places import EXTERNAL, RulePage
from rulewright.outputs.web.site import Page, Site, SiteFile
from rulewright.outputs.web.text import PageNeeds, WebTypesetter
from rulewright.outputs.web.views import RuleView

DEEPEST_HEADING = 6


def chapter_pages(site: Site) -> Iterator[SiteFile]:
    """Yield each page of rules in reading order, then the page of external rules if there are any."""
    for at, page in enumerate(site.places.rule_pages):
        yield SiteFile(page.name, partial(_rule_page, site, at, page), has_data=True)
    if site.places.external:
        yield SiteFile(f"{EXTERNAL}.html", partial(_external, site), has_data=True)


def _rule_page(site: Site, at: int, page: RulePage) -> Page:
    typesetter, pages = site.typesetter(), site.places.rule_pages
    rule = page.outline.rule
    opening = next((text for inner in page.outline.walk() if (text := inner.rule.text) is not None), None)
    return site.page(
        page.name,
        "rules",
        typesetter,
        site.names.heading(rule),
        description=site.plain(opening) if opening is not None else "",
        rules=tuple(_rules(site, page.outline, 1, typesetter)),
        trail=tuple(site.contents.line(Outline(each), page.name) for each in (*site.places.above(rule), rule)),
        sections=site.contents.sections(page.sections) if page.sections else Markup(""),
        previous=site.names.page(pages[at - 1].outline.rule) if at else None,
        next=site.names.page(pages[at + 1].outline.rule) if at + 1 < len(pages) else None,
        editions=tuple(site.earlier_editions(rule)),
    )


def _external(site: Site) -> Page:
    typesetter = site.typesetter()
    rules = tuple(rule for outline in site.places.external for rule in _rules(site, outline, 2, typesetter))
    return site.page(f"{EXTERNAL}.html", "rules", typesetter, tell("Rules outside this source"), rules=rules)


def _rules(site: Site, outline: Outline, level: int, typesetter: WebTypesetter) -> Iterator[RuleView]:
    """Yield a rule and the rules below it. `typesetter` collects the previews and data that the page must contain."""
    rule = outline.rule
    view, needs = site.views.of(("rule", rule.id, level), rule, partial(_rule, site, rule, level))
    typesetter.needs.add(needs)
    yield view
    for inner in outline.below:
        yield from _rules(site, inner, level + 1, typesetter)


def _rule(site: Site, rule: Rule, level: int) -> tuple[RuleView, PageNeeds]:
    """Return a rule, and the previews and data that its page must contain for it."""
    book, target, typesetter = site.book, Target("rule", rule.id), site.typesetter()
    anchors = site.places.anchors(rule)
    typesetter.here = target
    view = RuleView(
        id=rule.id,
        number=rule.number,
        title=typesetter.inline(rule.title),
        level=min(level, DEEPEST_HEADING),
        body=typesetter.block(rule.text, rule.id, min(level, DEEPEST_HEADING)) if rule.text else Markup(""),
        exceptions=typesetter.exceptions(rule),
        incomplete=typesetter.inline(rule.incomplete) if rule.incomplete else None,
        external=rule.external,
        tables=tuple(site.table(table, typesetter) for table in book.tables_of.get(rule.id, ())),
        figures=typesetter.figures_of(rule),
        examples=tuple(
            example_view(example, site.proof, typesetter, site.listing.link)
            for example in book.examples_of.get(rule.id, ())
        ),
        procedure=typesetter.procedure(rule),
        notes=tuple(typesetter.inline(text) for text in rule.notes),
        open=typesetter.questions(rule),
        anchor=rule.number if rule.number in anchors else "",
        former=tuple(anchor for anchor in anchors if anchor != rule.number),
        sidebar=rule.sidebar,
        **site.annotations(target, typesetter, rule.origin, rule.span),
    )
    return view, typesetter.needs

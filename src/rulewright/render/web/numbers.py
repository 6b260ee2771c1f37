"""Links by number: a page of all rule numbers that also redirects, and pages for former ids of rules.

`go.html#12.14` leads to the rule that has that number, or had it before; without scripts it shows its line in the list.
One page serves all numbers, in place of a file for each. A current number beats a former one. An id is never used
again. The addresses are a separate script, because pages must also work from the file system.
"""

import json
from collections.abc import Iterator
from functools import partial

from markupsafe import escape

from rulewright.model.book import Target
from rulewright.model.game import Rule
from rulewright.render.typesetting.site_plan import page_of
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.views import LinkView, NumberView
from rulewright.translation.messages import tell
from rulewright.wording import plain

LISTED = 600
"""Most numbers that the page lists: a longer list would be too large, and the contents also show them."""
ADDRESSES = 'dispatchEvent(new CustomEvent("rulewright-addresses", {{ detail: {} }}));\n'


def number_pages(site: Site) -> Iterator[SiteFile]:
    """The page of numbers with its addresses, and for each former id a page that redirects to the rule."""
    yield SiteFile("go.html", partial(_page, site))
    yield SiteFile("addresses.js", partial(_script, site))
    for rule in site.book.game.rules:
        for former in rule.former_ids:
            yield SiteFile(page_of(former.name), partial(_moved, site, rule, page_of(former.name)))


def _page(site: Site) -> Page:
    numbers = tuple(_numbers(site))
    listed = numbers if len(numbers) <= LISTED else ()
    return site.page("go.html", "go", site.typesetter(), tell("Rules by number"), numbers=listed)


def _script(site: Site) -> str:
    return ADDRESSES.format(json.dumps(_addresses(site), ensure_ascii=False, separators=(",", ":")))


def _moved(site: Site, rule: Rule, file: str) -> Page:
    link = site.names.link(Target("rule", rule.id))
    return site.page(file, "moved", site.typesetter(), site.names.heading(rule), next=link)


def _numbers(site: Site) -> Iterator[NumberView]:
    rules = site.places.rule_at
    ids = {former.name for rule in site.book.game.rules for former in rule.former_ids}
    numbers = rules.keys() - ids
    for number in sorted(numbers, key=site.book.game.numbering.order(numbers)):
        rule = rules[number]
        href = site.places.href(Target("rule", rule.id))
        title = plain(rule.title, site.book) or tell("in {book}", book=rule.external)
        label = title if number == rule.number else tell("now {rule}", rule=site.names.heading(rule))
        yield NumberView(number if number in site.places.anchors(rule) else "", number, LinkView(href, escape(label)))


def _addresses(site: Site) -> dict[str, list[str]]:
    """The names of each address: the id and the numbers of a rule, or `term:` and the id of a term."""
    rules = ((rule, site.places.href(Target("rule", rule.id))) for rule in site.book.game.rules)
    names = {href: [rule.id, *site.places.anchors(rule)] for rule, href in rules}
    terms = {site.places.href(Target("term", term.id)): [f"term:{term.id}"] for term in site.book.game.terms}
    return names | terms

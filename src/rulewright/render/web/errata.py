"""The page of errata: what was printed, what is printed now, and why, for each thing that was corrected."""

from collections.abc import Iterator, Mapping

from rulewright.model.book import Target
from rulewright.model.game import Erratum
from rulewright.render.web.site import Site
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import CorrectedView, ErratumView


def errata_pages(site: Site) -> Iterator[tuple[str, str]]:
    """One page if there are errata."""
    if site.book.game.errata:
        typesetter, order = site.typesetter(), _reading_order(site)
        targets = sorted(site.corrections.by_target.items(), key=lambda item: order.get(item[0], len(order)))
        corrected = tuple(
            CorrectedView(where, tuple(_erratum(erratum, typesetter) for erratum in errata))
            for target, errata in targets
            if (where := site.names.link(target)) is not None
        )
        about = _description(site)
        yield "errata.html", site.page("errata.html", "errata", typesetter, "Errata", about, errata=corrected)


def _description(site: Site) -> str:
    return f"What is corrected in {site.book.game.title}: what was printed, what is printed now, and why."


def _reading_order(site: Site) -> Mapping[Target, int]:
    """The position of each rule and table in the book."""
    order: dict[Target, int] = {}
    for rule in (each.rule for chapter in site.book.outline for each in chapter.walk()):
        order[Target("rule", rule.id)] = len(order)
        for table in site.book.tables_of.get(rule.id, ()):
            order[Target("table", table.id)] = len(order)
    return order


def _erratum(erratum: Erratum, typesetter: WebTypesetter) -> ErratumView:
    set_ = typesetter.inline
    return ErratumView(erratum.id, set_(erratum.printed), set_(erratum.now), set_(erratum.why))

"""The page of errata: what was printed, what is printed now, and why, for each thing that was corrected."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from rulewright.model.book import Target
from rulewright.model.game import Erratum, ErratumClass
from rulewright.model.owners import origins, says_ours
from rulewright.render.typesetting.errata_words import CLASSES, MEANING, OURS, counted
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import CorrectedView, ErratumView, OursView
from rulewright.translation.messages import tell


def errata_pages(site: Site) -> Iterator[SiteFile]:
    """One page if there are errata, or anything that is ours."""
    if site.book.game.errata or says_ours(site.book.game):
        yield SiteFile("errata.html", partial(_page, site))


def _page(site: Site) -> Page:
    game, typesetter, order = site.book.game, site.typesetter(), _reading_order(site)
    targets = sorted(site.corrections.by_target.items(), key=lambda item: order.get(item[0], len(order)))
    corrected = tuple(
        CorrectedView(where, tuple(_erratum(erratum, typesetter) for erratum in errata))
        for target, errata in targets
        if (where := site.names.link(target)) is not None
    )
    title, ours = (tell("Errata") if game.errata else OURS), _ours(site, typesetter) if says_ours(game) else None
    own, about = {"classes": tuple(_classes(game.errata))}, _description(site)
    return site.page("errata.html", "errata", typesetter, title, about, own, errata=corrected, ours=ours)


def _description(site: Site) -> str:
    return tell(
        "What is corrected in {game}: what was printed, what is printed now, and why.", game=site.book.game.title
    )


def _classes(errata: Iterable[Erratum]) -> Iterator[tuple[str, str]]:
    """The classes that occur: how many errata each has, and what it means."""
    counts = Counter(erratum.class_ for erratum in errata)
    yield from ((counted(each, counts[each]), MEANING[each]) for each in ErratumClass if counts[each])


def _ours(site: Site, typesetter: WebTypesetter) -> OursView:
    """All that is ours, each with a link to it."""
    ours = [(target, text) for target, text, origin in origins(site.book.game) if origin.ours]
    things = (target for target, text in ours if text is None)
    bullets = ((text, site.names.link(target)) for target, text in ours if text is not None)
    return OursView(
        tuple(typesetter.inline(text) for text in site.book.game.ours),
        tuple(site.names.grouped(things)),
        tuple((typesetter.inline(text), link) for text, link in bullets if link is not None),
    )


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
    return ErratumView(
        erratum.id,
        erratum.class_.value,
        CLASSES[erratum.class_],
        set_(erratum.printed),
        set_(erratum.now),
        set_(erratum.why),
    )

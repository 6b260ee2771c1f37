"""The page of errata: what was printed, what is printed now, and why."""

from collections.abc import Iterator

from markupsafe import Markup

from rulewright.model.game import Erratum
from rulewright.render.views import ErratumView, LinkView
from rulewright.render.web.site import Site
from rulewright.render.web.text import WebTypesetter
from rulewright.wording import plain


def errata_pages(site: Site) -> Iterator[tuple[str, str]]:
    """One page, where there are errata."""
    if site.book.game.errata:
        typesetter = site.typesetter()
        errata = tuple(_erratum(site, erratum, typesetter) for erratum in site.book.game.errata)
        yield "errata.html", site.page("errata.html", "errata", typesetter, "Errata", _description(site), errata=errata)


def _description(site: Site) -> str:
    return f"What is corrected in {site.book.game.title}: what was printed, what is printed now, and why."


def _erratum(site: Site, erratum: Erratum, typesetter: WebTypesetter) -> ErratumView:
    target = site.book.target_of(erratum.where)
    where = site.names.link(target) if target else None
    return ErratumView(
        erratum.id,
        where or LinkView("index.html", Markup.escape(plain(erratum.where, site.book))),
        typesetter.inline(erratum.printed),
        typesetter.inline(erratum.now),
        typesetter.inline(erratum.why),
    )

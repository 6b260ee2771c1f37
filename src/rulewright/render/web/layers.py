"""The page of all that a game changes of the one that it extends."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rulewright.editions.history import Step
from rulewright.render.typesetting.change_views import changes_view
from rulewright.render.web.history import DIFFERENCES
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.translation.messages import tell


def layer_pages(site: Site) -> Iterator[SiteFile]:
    """One, of a game that extends another."""
    if site.layer is not None:
        yield SiteFile(DIFFERENCES, partial(_page, site, site.layer))


def _page(site: Site, step: Step) -> Page:
    title = tell("What is different from {game}", game=step.difference.before.title)
    changed = replace(changes_view(step.view, site.address, step.because), pages=())
    return site.page(DIFFERENCES, "differences", site.typesetter(), title, own={"changed": changed})

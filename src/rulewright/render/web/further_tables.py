"""The page of the tables that belong to no rule; print has them at the end, under the same title."""

from collections.abc import Iterator
from functools import partial

from rulewright.render.typesetting.places import FURTHER_TABLES
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.translation.messages import tell


def further_table_pages(site: Site) -> Iterator[SiteFile]:
    """None if every table has its rule."""
    if site.places.further_tables:
        yield SiteFile(f"{FURTHER_TABLES}.html", partial(_page, site))


def _page(site: Site) -> Page:
    typesetter = site.typesetter()
    tables = tuple(site.table(table, typesetter) for table in site.places.further_tables)
    return site.page(f"{FURTHER_TABLES}.html", "tables", typesetter, tell("Further tables"), tables=tables)

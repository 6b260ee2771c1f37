"""The pages of the tables that belong to no rule; print has them at the end, under the same title."""

from collections.abc import Iterator
from functools import partial

from markupsafe import escape

from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.views import LinkView
from rulewright.translation.messages import tell


def further_table_pages(site: Site) -> Iterator[SiteFile]:
    """One page, or several if one would be too large; none if every table has its rule."""
    for file in site.places.further_table_pages:
        yield SiteFile(file, partial(_page, site, file), has_data=True)


def _page(site: Site, file: str) -> Page:
    typesetter, pages = site.typesetter(), site.places.further_table_pages
    tables = tuple(site.table(table, typesetter) for table in pages[file])
    parts = {page: tell("Part {part}", part=part) for part, page in enumerate(pages, 1)}
    title = tell("Further tables")
    if len(pages) > 1:
        title = tell("{title}: {part}", title=title, part=parts[file])
    others = (LinkView(page, escape(site.catalogue.said(part))) for page, part in parts.items() if page != file)
    return site.page(file, "tables", typesetter, title, tables=tables, others=tuple(others))

"""Each recorded edition as one plain page: what it said, and where that is now. So a link to a rule of it never dies.

A record holds words and no layout: tables stand line by line, each value with the headings of its cell.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from rulewright.editions.snapshot import CELL, RULE, TABLE, TERM, Key, Snapshot, Thing, links_in
from rulewright.render.web.history import day_of, edition_file
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.translation.messages import tell

DEEPEST = 4
BULLET = "- "


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or the bullets of a list."""

    lines: tuple[str, ...]
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class OldTable:
    """A table line by line: the headings of each cell, and its value."""

    id: str
    title: str
    note: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OldRule:
    """A rule as an edition had it. `ids` are its own and those that later editions gave it.

    `href` leads to what it is now, empty if it is gone.
    """

    ids: tuple[str, ...]
    level: int
    number: str
    title: str
    blocks: tuple[Block, ...]
    tables: tuple[OldTable, ...]
    href: str


@dataclass(frozen=True, slots=True)
class OldTerm:
    ids: tuple[str, ...]
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class OldEdition:
    """An edition as it was; `latest` is the number of the last one, empty where this is it."""

    number: str
    day: str
    latest: str
    rules: tuple[OldRule, ...]
    terms: tuple[OldTerm, ...]


def old_edition_pages(site: Site) -> Iterator[SiteFile]:
    for each in site.history.editions:
        yield SiteFile(edition_file(each), partial(_page, site, each))


def now_at(site: Site, key: Key, edition: str) -> str:
    """Where the site shows a thing of an edition; nowhere what a later edition has removed."""
    return site.address((key[0], site.history.names(key, edition)[-1]))


def _page(site: Site, snapshot: Snapshot) -> Page:
    latest = site.history.editions[0].edition
    old = OldEdition(
        snapshot.edition,
        day_of(snapshot, site.book.game.language),
        "" if latest == snapshot.edition else latest,
        tuple(_rules(site, snapshot)),
        tuple(OldTerm(site.history.names(each.key, snapshot.edition), each.get("name"),
                      snapshot.words(each.get("text"))) for each in snapshot.of(TERM)),
    )  # fmt: skip
    title = tell("Edition {number}", number=snapshot.edition)
    return site.page(edition_file(snapshot), "old-edition", site.typesetter(), title, own={"old": old})


def _rules(site: Site, snapshot: Snapshot) -> Iterator[OldRule]:
    cells = {name: tuple(each) for name, each in groupby(snapshot.of(CELL), key=lambda cell: cell.whole[1])}
    levels: dict[str, int] = {}
    for rule in snapshot.of(RULE):
        if rule.get("external"):
            continue
        above = next((id_ for _, id_ in links_in(rule.get("parent"))), "")
        levels[rule.id] = min(DEEPEST, levels.get(above, 1) + 1)
        tables = (table for table in snapshot.of(TABLE) if (RULE, rule.id) in links_in(table.get("rule")))
        yield OldRule(
            site.history.names(rule.key, snapshot.edition),
            levels[rule.id],
            rule.get("number"),
            snapshot.words(rule.get("title")),
            tuple(_blocks(rule, snapshot)),
            tuple(_table(each, cells.get(each.id, ()), snapshot) for each in tables),
            now_at(site, rule.key, snapshot.edition),
        )


def _blocks(rule: Thing, snapshot: Snapshot) -> Iterator[Block]:
    """Paragraphs and lists of the text, and the exceptions."""
    for block in filter(None, (*rule.get("text").split("\n\n"), rule.get("exceptions"))):
        lead, *bullets = f"\n{block}".split(f"\n{BULLET}")
        if lead.strip():
            yield Block((snapshot.words(lead.strip()),))
        if bullets:
            yield Block(tuple(map(snapshot.words, bullets)), is_list=True)


def _table(table: Thing, cells: tuple[Thing, ...], snapshot: Snapshot) -> OldTable:
    rows = tuple((snapshot.words(cell.get("at")), snapshot.words(cell.get("text"))) for cell in cells)
    return OldTable(table.id, snapshot.words(table.get("title")), snapshot.words(table.get("note")), rows)

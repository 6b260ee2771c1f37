"""Make pages about editions: the changes of each edition, a list of editions, a feed, and the rules of each edition."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any

from rulewright.base.messages.messages import tell
from rulewright.editions.edition import Key, Thing, whole_of
from rulewright.editions.texts import BETWEEN, BULLET
from rulewright.editions.view import Step
from rulewright.html.environment import rendered
from rulewright.outputs.web.history import DIFFERENCES, EditionPart, EditionPlaces, changes_file, day_of
from rulewright.outputs.web.site import Page, Site, SiteFile

CHANGES, FEED = "changes.html", "changes.xml"


def change_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the pages of changes if at least two editions are recorded, and a feed if the game has an address."""
    if not site.history.steps:
        return
    yield SiteFile(CHANGES, partial(_list, site))
    yield from (SiteFile(changes_file(step), partial(_edition, site, step)) for step in site.history.steps)
    if site.book.game.address:
        yield SiteFile(FEED, partial(_feed, site))
    for places in site.editions:
        yield SiteFile(places.file, partial(_first, site, places))
        yield from (SiteFile(part.file, partial(_part, site, places, part)) for part in places.parts)


def layer_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the page of all changes to the game that this game extends."""
    if site.layer is not None:
        yield SiteFile(DIFFERENCES, partial(_differences, site, site.layer))


def _differences(site: Site, step: Step) -> Page:
    title = tell("What is different from {game}", game=step.difference.before.title)
    addresses = _addresses(step, site.address)
    return site.page(DIFFERENCES, "differences", site.typesetter(), title, own={"step": step, "addresses": addresses})


def _list(site: Site) -> Page:
    own = {"steps": site.history.steps}
    return site.page(CHANGES, "changes", site.typesetter(), tell("What changed"), own=own)


def _edition(site: Site, step: Step) -> Page:
    title = tell("What changed in edition {number}", number=step.edition)
    own = {"step": step, "addresses": _addresses(step, lambda key: _address_now(site, whole_of(key), step.edition))}
    return site.page(changes_file(step), "edition", site.typesetter(), title, own=own)


def _addresses(step: Step, address: Callable[[Key], str]) -> dict[str, str]:
    """Return the present addresses of changed things, by the anchors of the changes."""
    seen = (each for changes in step.sections.values() for each in changes if not each.change.removed)
    return {each.anchor: href for each in seen if (href := address(each.change.key))}


def _address_now(site: Site, key: Key, edition: str) -> str:
    """Return the present address of a thing in an edition; "" if a later edition removed it."""
    return site.address((key[0], site.history.names(key, edition)[-1]))


def _feed(site: Site) -> str:
    game = site.book.game
    values = {"game": game, "author": game.by, "steps": site.history.steps}
    return rendered(site.project, "web/changes.xml.j2", game.language, **values) + "\n"


# The rules of each recorded edition as plain text

DEEPEST = 4


def _first(site: Site, places: EditionPlaces) -> Page:
    """Return the first page of an edition: its full text, or its contents if it has several pages."""
    if places.parts:
        contents = [
            {"ids": ids, "level": places.levels[rule.id], "name": _name(rule), "href": places.href(ids[0])}
            for rule in places.rules
            for ids in [places.names(rule)]
        ]
        last = places.parts[-1]
        old = {"contents": contents, "glossary": "" if last.rules else last.file}
    else:
        old = {"rules": list(_rules(site, places, places.rules)), "terms": list(_terms(places))}
    return _page(site, places, places.file, tell("Edition {number}", number=places.edition.number), old)


def _part(site: Site, places: EditionPlaces, part: EditionPart) -> Page:
    old, chapter = {"rules": list(_rules(site, places, part.rules))}, _name(part.rules[0]) if part.rules else ""
    if not part.rules:
        old, chapter = {"terms": list(_terms(places))}, tell("Glossary")
    title = tell("Edition {number}: {part}", number=places.edition.number, part=chapter)
    return _page(site, places, part.file, title, {"above": places.file, **old})


def _page(site: Site, places: EditionPlaces, file: str, title: str, old: Mapping[str, Any]) -> Page:
    """Return a page of a recorded edition. If it has several, the first has `contents`, to which others go `above`."""
    number, latest = places.edition.number, site.history.editions[0].number
    shared = {
        "number": number,
        "day": day_of(places.edition, site.book.game.language),
        "latest": "" if latest == number else latest,
        **dict.fromkeys(("rules", "terms", "contents", "glossary", "above"), ""),
    }
    return site.page(file, "old-edition", site.typesetter(), title, own={"old": {**shared, **old}})


def _name(rule: Thing) -> str:
    return f"{rule.words('number')} {rule.words('title')}".strip()


def _terms(places: EditionPlaces) -> Iterator[dict[str, Any]]:
    for term in places.edition.of("term"):
        yield {"ids": places.names(term), "name": term.words("name"), "text": term.words("text")}


def _rules(site: Site, places: EditionPlaces, rules: Iterable[Thing]) -> Iterator[dict[str, Any]]:
    """Yield rules with the ids that they have had since, and the address of each now, "" if it was removed."""
    edition = places.edition
    for rule in rules:
        tables = (table for table in edition.of("table") if rule.key in table.targets("rule"))
        yield {
            "ids": places.names(rule),
            "level": min(DEEPEST, places.levels[rule.id] + 1),
            "number": rule.words("number"),
            "title": rule.words("title"),
            "blocks": list(_blocks(rule)),
            "tables": [_table(each, edition.parts_of(each.key)) for each in tables],
            "href": _address_now(site, rule.key, edition.number),
        }


def _blocks(rule: Thing) -> Iterator[dict[str, Any]]:
    """Yield the paragraphs and lists of a rule's text, then its exceptions."""
    lines = [line for line in rule.field("text").plain.split("\n") if line]
    lines += [f"{BULLET}{line}" for line in rule.field("exceptions").passages]
    for is_list, block in groupby(lines, key=lambda line: line.startswith(BULLET)):
        passages = [line.removeprefix(BULLET) for line in block]
        for each in [passages] if is_list else [[passage] for passage in passages]:
            yield {"is_list": is_list, "lines": each}


def _table(table: Thing, cells: tuple[Thing, ...]) -> dict[str, Any]:
    """Return a table by its columns, or without these each row as the headings of one cell and its value."""
    lines = [(cell.words("at"), cell.words("text")) for cell in cells]
    columns, rows = _grid(lines) or ((), tuple((at, (value,)) for at, value in lines))
    words = {name: table.words(name) for name in ("title", "note")}
    return {"id": table.id, **words, "columns": columns, "rows": rows}


Row = tuple[str, tuple[str, ...]]


def _grid(lines: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], tuple[Row, ...]] | None:
    """Return the columns and rows of cells given as (headings, value); None if they do not form a full grid.

    The last heading of a cell names its column. Each row must have all columns in the same order.
    """
    rows: dict[str, dict[str, str]] = {}
    for at, value in lines:
        row, between, column = at.rpartition(BETWEEN)
        if not between or column in rows.setdefault(row, {}):
            return None
        rows[row][column] = value
    columns = tuple(next(iter(rows.values()), ()))
    if len(columns) < 2 or len(rows) < 2 or any(tuple(row) != columns for row in rows.values()):
        return None
    return columns, tuple((row, tuple(values.values())) for row, values in rows.items())

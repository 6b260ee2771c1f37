"""Make pages about editions: the changes of each edition, a list of editions, a feed, and the rules of each edition."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from rulewright.base.messages.messages import tell
from rulewright.editions.edition import Key, Thing, whole_of
from rulewright.editions.history import Step
from rulewright.editions.texts import BETWEEN, BULLET
from rulewright.editions.view import counted
from rulewright.html.change_views import changes_view
from rulewright.html.environment import rendered
from rulewright.outputs.web.history import DIFFERENCES, EditionPart, EditionPlaces, changes_file, day_of
from rulewright.outputs.web.site import Page, Site, SiteFile
from rulewright.outputs.web.views import EditionView

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
    changed = replace(changes_view(step.view, site.address, step.because), pages=())
    return site.page(DIFFERENCES, "differences", site.typesetter(), title, own={"changed": changed})


def _list(site: Site) -> Page:
    editions = tuple(_view(site, step) for step in site.history.steps)
    return site.page(CHANGES, "changes", site.typesetter(), tell("What changed"), own={"editions": editions})


def _edition(site: Site, step: Step) -> Page:
    title = tell("What changed in edition {number}", number=step.edition)
    changed = changes_view(step.view, lambda key: _address_now(site, whole_of(key), step.edition))
    own = {"edition": _view(site, step), "changed": replace(changed, pages=())}
    return site.page(changes_file(step), "edition", site.typesetter(), title, own=own)


def _view(site: Site, step: Step) -> EditionView:
    day = day_of(step, site.book.game.language)
    named = tuple(each.name for section in changes_view(step.view).sections for each in section.changes)
    return EditionView(step.edition, day, step.date, changes_file(step), counted(step.difference), named)


def _address_now(site: Site, key: Key, edition: str) -> str:
    """Return the present address of a thing in an edition; "" if a later edition removed it."""
    return site.address((key[0], site.history.names(key, edition)[-1]))


def _feed(site: Site) -> str:
    game = site.book.game
    editions = [_view(site, step) for step in site.history.steps]
    values = {"game": game, "author": game.by, "editions": editions}
    return rendered(site.project, "web/changes.xml.j2", game.language, **values) + "\n"


# The rules of each recorded edition as plain text

DEEPEST = 4


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or the bullets of a list."""

    lines: tuple[str, ...]
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class OldTable:
    """A table of an earlier edition. `rows` are pairs of a row heading and the values in `columns`.

    Without `columns`, each row is the headings of one cell and its value.
    """

    id: str
    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class OldRule:
    """A rule of an earlier edition. `ids` are its id in that edition and the ids that later editions gave it.

    `href` leads to the present rule; it is empty if the rule was removed.
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
class OldHeading:
    """A line in the contents of an earlier edition: a rule, with its ids and address."""

    ids: tuple[str, ...]
    level: int
    name: str
    href: str


@dataclass(frozen=True, slots=True)
class OldEdition:
    """A page of a recorded edition; `latest` is the number of the last edition, empty if this is the last one.

    If an edition has several pages, the first page has `contents`, and `above` of the others is its address.
    """

    number: str
    day: str
    latest: str
    rules: tuple[OldRule, ...] = ()
    terms: tuple[OldTerm, ...] = ()
    contents: tuple[OldHeading, ...] = ()
    glossary: str = ""
    above: str = ""


def _first(site: Site, places: EditionPlaces) -> Page:
    """Return the first page of an edition: its full text, or its contents if it has several pages."""
    old = _old_edition(site, places)
    if not places.parts:
        old = replace(old, rules=tuple(_rules(site, places, places.rules)), terms=tuple(_terms(places)))
    else:
        headings = tuple(
            OldHeading(ids := places.names(rule), places.levels[rule.id], _name(rule), places.href(ids[0]))
            for rule in places.rules
        )
        last = places.parts[-1]
        old = replace(old, contents=headings, glossary="" if last.rules else last.file)
    title = tell("Edition {number}", number=places.edition.number)
    return site.page(places.file, "old-edition", site.typesetter(), title, own={"old": old})


def _part(site: Site, places: EditionPlaces, part: EditionPart) -> Page:
    old = replace(_old_edition(site, places), above=places.file)
    if part.rules:
        old = replace(old, rules=tuple(_rules(site, places, part.rules)))
        chapter = _name(part.rules[0])
    else:
        old, chapter = replace(old, terms=tuple(_terms(places))), tell("Glossary")
    title = tell("Edition {number}: {part}", number=places.edition.number, part=chapter)
    return site.page(part.file, "old-edition", site.typesetter(), title, own={"old": old})


def _old_edition(site: Site, places: EditionPlaces) -> OldEdition:
    """Return the values that all pages of an edition share."""
    edition, latest = places.edition, site.history.editions[0].number
    day = day_of(edition, site.book.game.language)
    return OldEdition(edition.number, day, "" if latest == edition.number else latest)


def _name(rule: Thing) -> str:
    return f"{rule.words('number')} {rule.words('title')}".strip()


def _terms(places: EditionPlaces) -> Iterator[OldTerm]:
    for term in places.edition.of("term"):
        yield OldTerm(places.names(term), term.words("name"), term.words("text"))


def _rules(site: Site, places: EditionPlaces, rules: Iterable[Thing]) -> Iterator[OldRule]:
    edition = places.edition
    for rule in rules:
        tables = (table for table in edition.of("table") if rule.key in table.targets("rule"))
        yield OldRule(
            places.names(rule),
            min(DEEPEST, places.levels[rule.id] + 1),
            rule.words("number"),
            rule.words("title"),
            tuple(_blocks(rule)),
            tuple(_table(each, edition.parts_of(each.key)) for each in tables),
            _address_now(site, rule.key, edition.number),
        )


def _blocks(rule: Thing) -> Iterator[Block]:
    """Yield the paragraphs and lists of a rule's text, then its exceptions."""
    lines = [line for line in rule.field("text").plain.split("\n") if line]
    lines += [f"{BULLET}{line}" for line in rule.field("exceptions").passages]
    for is_list, block in groupby(lines, key=lambda line: line.startswith(BULLET)):
        passages = tuple(line.removeprefix(BULLET) for line in block)
        yield from [Block(passages, is_list=True)] if is_list else (Block((each,)) for each in passages)


def _table(table: Thing, cells: tuple[Thing, ...]) -> OldTable:
    lines = [(cell.words("at"), cell.words("text")) for cell in cells]
    columns, rows = _grid(lines) or ((), tuple((at, (value,)) for at, value in lines))
    return OldTable(table.id, table.words("title"), table.words("note"), columns, rows)


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

"""Turn every rule, term, table, card, quick reference, example, figure, ruling and erratum into text for the search."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rulewright.base.messages.catalogues import translated
from rulewright.base.messages.messages import tell
from rulewright.book.card_contents import titles_on
from rulewright.book.grid import VALUE, Grid, GridCell, grid, placed
from rulewright.book.kinds import OTHER_KINDS
from rulewright.book.wording import figure_label, plain
from rulewright.entries.card import Card
from rulewright.entries.errata import Erratum
from rulewright.entries.figures import Figure
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.terms import Term
from rulewright.entries.text import Target, Text
from rulewright.html.figures import figure_alt
from rulewright.outputs.web.site import Site

SEPARATOR = " · "
"""Separates the cells of a row, the bullets of a quick reference, and the titles on a card."""
KINDS = (
    *("rule", "term", "table", "card", "reference", "example", "figure", "ruling", "erratum"),
    *(kind.name for kind in OTHER_KINDS),
)
"""The kinds of entries. Equally good results are shown in this order."""
OUTSIDE = Text(tell("Outside this source"))


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """A search result; `href` is relative to the web folder.

    `number` is the number of the rule, or of the rule that the entry belongs to. The `text` of a table has a line for
    each row. `names` are the abbreviation and the other names of a term. `corrections` are pairs of old and new text.
    `keywords`, separated by commas, are searched but not shown. `above`, the title of the parent rule, is not shown
    either: it lets a search for "mortar fire" find the rule "Mortars" below "Fire attacks".
    """

    kind: str
    id: str
    number: str
    title: str
    href: str
    text: str
    names: tuple[str, ...] = ()
    corrections: tuple[tuple[str, str], ...] = ()
    keywords: str = ""
    above: str = ""


def search_entries(site: Site) -> Iterator[SearchEntry]:
    """Yield all entries by kind and in reading order. Equally good results are shown in this order."""
    for entry in _entries(site):
        errata = site.corrections.get(Target(entry.kind, entry.id))
        yield replace(entry, corrections=tuple(_correction(site, each) for each in errata)) if errata else entry


def _entries(site: Site) -> Iterator[SearchEntry]:
    book = site.book
    for outline in (*site.places.chapters, *site.places.external):
        above = {below.rule.id: each.rule.title for each in outline.walk() for below in each.below}
        for each in outline.walk():
            title = above.get(each.rule.id)
            yield replace(_rule(site, each.rule), above=_spoken(site, title) if title is not None else "")
    in_order: dict[str, Iterable[Any]] = {
        "reference": site.places.references,
        "figure": book.figure_order.figures,
    }
    for kind in KINDS[1:]:
        make = MAKERS.get(kind, _titled)
        yield from (make(site, Target(kind, entry.id), entry) for entry in in_order.get(kind, book.game.of_kind(kind)))


def _rule(site: Site, rule: Rule) -> SearchEntry:
    """Return the entry of a rule. A rule outside this source may have no title."""
    outside = (Text(tell("This rule is in {book}.", book=rule.external)),) if rule.external else ()
    title = rule.title if rule.title.source else OUTSIDE
    entry = _entry(site, Target("rule", rule.id), rule.number, title, _joined(site, (*rule.body(), *outside), " "))
    return replace(entry, keywords=rule.keywords)


def _titled(site: Site, target: Target, entry: Any, between: str = " ") -> SearchEntry:
    """Return the entry of what has a title and other texts, with the number of the first rule that it names."""
    _, *texts = entry.prose()
    number = next((number for text in entry.bare_links() if (number := _number(site, text))), "")
    return _entry(site, target, number, entry.title, _joined(site, texts, between))


def _card(site: Site, target: Target, card: Card) -> SearchEntry:
    return _entry(site, target, "", card.title, _joined(site, titles_on(card, site.book), SEPARATOR))


def _term(site: Site, target: Target, term: Term) -> SearchEntry:
    entry = _entry(site, target, _number(site, term.rule), Text(term.name), _joined(site, term.prose(), " "))
    return replace(entry, names=term.names[1:], keywords=term.keywords)


def _table(site: Site, target: Target, table: Table) -> SearchEntry:
    """Return the entry of a table: a line for each row, then its note."""
    rows = lines_of(grid(table), lambda cell: " / ".join(_spoken(site, part.text) for part in cell.parts))
    note = (_spoken(site, table.note),) if table.note else ()
    text = "\n".join(line for line in (*rows, *note) if line)
    entry = _entry(site, target, _number(site, table.rule), table.title, text)
    return replace(entry, keywords=table.keywords)


def _figure(site: Site, target: Target, figure: Figure) -> SearchEntry:
    """Return the entry of a figure: its label, its caption and the description of its content."""
    label, shows = figure_label(figure.id, site.book), figure_alt(figure, site.book.game.language)
    caption = "" if figure.caption is None else _spoken(site, figure.caption)
    text = " ".join(filter(None, (label, caption, shows)))
    return _entry(site, target, _number(site, figure.rule), figure.title, text)


def _erratum(site: Site, target: Target, erratum: Erratum) -> SearchEntry:
    about = site.book.target_of(erratum.where)
    where = site.names.link(about) if about else None
    title = where.label.unescape() if where else _spoken(site, erratum.where)
    printed, now = _correction(site, erratum)
    words = tell("Printed: {printed}. Now: {now}. {why}", printed=printed, now=now, why=_spoken(site, erratum.why))
    text = translated(words, site.catalogue)
    return SearchEntry("erratum", erratum.id, "", title, site.places.href(target), text)


MAKERS: Mapping[str, Callable[[Site, Target, Any], SearchEntry]] = {
    "term": _term,
    "table": _table,
    "card": _card,
    "reference": partial(_titled, between=SEPARATOR),
    "figure": _figure,
    "erratum": _erratum,
}
"""How the entries of the kinds are made that differ from others."""


def _correction(site: Site, erratum: Erratum) -> tuple[str, str]:
    return _spoken(site, erratum.printed), _spoken(site, erratum.now)


def _entry(site: Site, target: Target, number: str, title: Text, text: str) -> SearchEntry:
    return SearchEntry(target.kind, target.id, number, _spoken(site, title), site.places.href(target), text)


def _number(site: Site, rule: Text | None) -> str:
    owner = site.book.rule_of(rule)
    return owner.number if owner else ""


def _joined(site: Site, texts: Iterable[Text], between: str) -> str:
    """Join texts and drop repeated ones: a card may show the same rule under several headings."""
    return between.join(dict.fromkeys(words for text in texts if (words := _spoken(site, text))))


def _spoken(site: Site, text: Text) -> str:
    """Return a text without markup, in Unicode form NFC."""
    return unicodedata.normalize("NFC", plain(text, site.book))


# The rows of a table as lines, each of which makes sense without the others

Words = Callable[[GridCell], str]
"""Returns the words of a cell as one line."""


def lines_of(printed: Grid, words: Words) -> Iterator[str]:
    """Yield the line of headings, then each row of a table as a line that can be read without the others.

    A row repeats its column headings and the row headings that span it from a row above.
    """
    heads: dict[int, str] = {}
    for row in placed([row.cells for row in printed.head]):
        for cell, column in row:
            if cell.parts:  # the lowest heading over a column is the nearest
                heads |= dict.fromkeys(range(column, column + cell.columns), words(cell))
    yield SEPARATOR.join(dict.fromkeys(words(cell) for row in printed.head for cell in row.cells if cell.parts))
    above: dict[int, tuple[GridCell, int]] = {}
    for row in placed([row.cells for row in printed.body]):
        above = {column: (cell, left - 1) for column, (cell, left) in above.items() if left > 1}
        above |= {column: (cell, cell.rows) for cell, column in row}
        parts = []
        for column in sorted(above):
            cell, head = above[column][0], heads.get(column, "")
            alone = cell.role != VALUE or not head or cell.columns > 1
            parts.append(words(cell) if alone else f"{head}: {words(cell)}")
        yield SEPARATOR.join(part for part in parts if part.strip())

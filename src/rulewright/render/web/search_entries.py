"""What the search finds: every rule, term, table, card, quick reference, example, ruling and erratum, in plain text."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rulewright.grid import CONDITION, ROW, VALUE, Grid, GridCell, GridRow, grid, placed
from rulewright.model.about import Ruling
from rulewright.model.book import Outline, Target, citation_target
from rulewright.model.card import Card
from rulewright.model.card_contents import titles_on
from rulewright.model.figure import Figure
from rulewright.model.game import Erratum, Reference, Rule, Term
from rulewright.model.owners import items_below
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.render.typesetting.figures import figure_alt
from rulewright.render.web.site import Site
from rulewright.translation.markup import translated
from rulewright.translation.messages import tell
from rulewright.wording import figure_label, plain

# The rows of a table as lines that can be read alone

CELL_SEPARATOR = " · "
Words = Callable[[GridCell], str]
"""What a cell says, as one line."""


def lines_of(printed: Grid, words: Words) -> Iterator[str]:
    """The line of headings, and each row with all its headings, also those that reach down from rows above."""
    heads = _heads(printed.head, words)
    yield CELL_SEPARATOR.join(dict.fromkeys(words(cell) for row in printed.head for cell in row.cells if cell.parts))
    above: dict[int, tuple[GridCell, int]] = {}
    for row in placed([row.cells for row in printed.body]):
        above = {column: (cell, left - 1) for column, (cell, left) in above.items() if left > 1}
        above |= {column: (cell, cell.rows) for cell, column in row}
        yield _line([(above[column][0], column) for column in sorted(above)], heads, words)


def _heads(head: Sequence[GridRow], words: Words) -> dict[int, str]:
    """The nearest heading above each column."""
    found: dict[int, str] = {}
    for row in placed([row.cells for row in head]):
        for cell, column in row:
            if cell.parts:
                found |= dict.fromkeys(range(column, column + cell.columns), words(cell))
    return found


def _line(cells: Sequence[tuple[GridCell, int]], heads: dict[int, str], words: Words) -> str:
    parts = []
    for cell, column in cells:
        said, head = words(cell), heads.get(column, "")
        alone = cell.role in (ROW, CONDITION) or not head or cell.columns > 1 or cell.role != VALUE
        parts.append(said if alone else f"{head}: {said}")
    return CELL_SEPARATOR.join(part for part in parts if part.strip())


BETWEEN = " · "
"""The separator of bullets, and of the headings of a table."""

OUTSIDE = Text(tell("Outside this source"))


@dataclass(frozen=True, slots=True)
class SearchEntry:
    """A search result; `href` is relative to the web folder.

    `number` is that of the rule, or of the rule it belongs to. The `text` of a table is a
    line for each row. `names` are a term's abbreviation and other names.
    `corrections` are pairs of former and new text. `keywords`, with commas between, lead to it and are not shown.
    So does `above`, the title of the rule that a rule belongs to: who asks for mortar fire is shown the rule "Mortars"
    below "Fire attacks".
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
    """All of them, kind by kind and in reading order, which is also the order of equally good results."""
    corrections = _corrections(site)
    for entry in _entries(site):
        corrected = corrections.get(Target(entry.kind, entry.id))
        yield replace(entry, corrections=corrected) if corrected else entry


def _entries(site: Site) -> Iterator[SearchEntry]:
    game = site.book.game
    for outline in (*site.places.chapters, *site.places.external):
        yield from _rules(site, outline)
    yield from (_term(site, term) for term in game.terms)
    yield from (_table(site, table) for table in game.tables)
    yield from (_card(site, card) for card in game.cards)
    yield from (_reference(site, reference) for reference in site.places.references)
    yield from _examples(site)
    yield from (_figure(site, figure) for figure in site.book.figure_order.figures)
    yield from (_ruling(site, ruling) for ruling in game.rulings)
    yield from (_erratum(site, erratum) for erratum in game.errata)


def _rules(site: Site, outline: Outline) -> Iterator[SearchEntry]:
    above = {below.rule.id: each.rule.title for each in outline.walk() for below in each.below}
    for each in outline.walk():
        rule = _rule(site, each.rule)
        yield replace(rule, above=_spoken(site, above[each.rule.id])) if each.rule.id in above else rule


def _rule(site: Site, rule: Rule) -> SearchEntry:
    """A rule; one outside this source may have no title."""
    outside = (Text(tell("This rule is in {book}.", book=rule.external)),) if rule.external else ()
    title = rule.title if rule.title.source else OUTSIDE
    entry = _entry(site, Target("rule", rule.id), rule.number, title, _joined(site, (*rule.prose(), *outside), " "))
    return replace(entry, keywords=rule.keywords)


def _term(site: Site, term: Term) -> SearchEntry:
    texts = (text for text in (term.text, term.unexplained) if text is not None)
    target = Target("term", term.id)
    text = _joined(site, texts, " ")
    entry = _entry(site, target, _number(site, term.rule), Text(term.name), text, term.names[1:])
    return replace(entry, keywords=term.keywords)


def _table(site: Site, table: Table) -> SearchEntry:
    """A table by its rows, a line for each, and its note."""
    rows = lines_of(grid(table), lambda cell: " / ".join(_spoken(site, part.text) for part in cell.parts))
    note = (_spoken(site, table.note),) if table.note else ()
    text = "\n".join(line for line in (*rows, *note) if line)
    entry = _entry(site, Target("table", table.id), _number(site, table.rule), table.title, text)
    return replace(entry, keywords=table.keywords)


def _card(site: Site, card: Card) -> SearchEntry:
    """A card by the titles of what it shows."""
    return _entry(site, Target("card", card.id), "", card.title, _joined(site, titles_on(card, site.book), BETWEEN))


def _reference(site: Site, reference: Reference) -> SearchEntry:
    text = _joined(site, (item.text for item in items_below(reference.items)), BETWEEN)
    target = Target("reference", reference.id)
    return _entry(site, target, _number(site, reference.rule), reference.title, text)


def _examples(site: Site) -> Iterator[SearchEntry]:
    for example in site.book.game.examples:
        _, *texts = example.prose()
        target = Target("example", example.id)
        yield _entry(site, target, _number(site, example.rule), example.title, _joined(site, texts, " "))


def _figure(site: Site, figure: Figure) -> SearchEntry:
    """A figure by its caption, and by what it shows."""
    label, shows = figure_label(figure.id, site.book), figure_alt(figure, site.book.game.language)
    caption = "" if figure.caption is None else _spoken(site, figure.caption)
    text, target = " ".join(filter(None, (label, caption, shows))), Target("figure", figure.id)
    return _entry(site, target, _number(site, figure.rule), figure.title, text)


def _ruling(site: Site, ruling: Ruling) -> SearchEntry:
    rule = next((number for text in ruling.where if (number := _number(site, text))), "")
    return _entry(site, Target("ruling", ruling.id), rule, ruling.question, _spoken(site, ruling.answer))


def _erratum(site: Site, erratum: Erratum) -> SearchEntry:
    about = site.book.target_of(erratum.where)
    where = site.names.link(about) if about else None
    title = where.label.unescape() if where else _spoken(site, erratum.where)
    printed, now = _correction(site, erratum)
    words = tell("Printed: {printed}. Now: {now}. {why}", printed=printed, now=now, why=_spoken(site, erratum.why))
    text = translated(words, site.catalogue)
    return SearchEntry("erratum", erratum.id, "", title, f"errata.html#{erratum.id}", text)


def _correction(site: Site, erratum: Erratum) -> tuple[str, str]:
    return _spoken(site, erratum.printed), _spoken(site, erratum.now)


def _corrections(site: Site) -> dict[Target, tuple[tuple[str, str], ...]]:
    """The corrections of each thing; those of a cell count for its table."""
    corrections: dict[Target, tuple[tuple[str, str], ...]] = {}
    for erratum in site.book.game.errata:
        if (about := site.book.target_of(erratum.where)) is not None:
            thing = citation_target(about)
            corrections[thing] = (*corrections.get(thing, ()), _correction(site, erratum))
    return corrections


def _entry(site: Site, target: Target, number: str, title: Text, text: str, names: tuple[str, ...] = ()) -> SearchEntry:
    return SearchEntry(target.kind, target.id, number, _spoken(site, title), site.places.href(target), text, names)


def _number(site: Site, rule: Text | None) -> str:
    owner = site.book.rule_of(rule)
    return owner.number if owner else ""


def _joined(site: Site, texts: Iterable[Text], between: str) -> str:
    """Each text once: a card may show the same rule under several headings."""
    return between.join(dict.fromkeys(words for text in texts if (words := _spoken(site, text))))


def _spoken(site: Site, text: Text) -> str:
    """A text as one line of words."""
    return unicodedata.normalize("NFC", plain(text, site.book))

"""Make the pages that list things: glossary, quick references, tables, errata, rulings, questions, rule numbers."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import groupby

from rulewright.base.messages.messages import tell
from rulewright.book.kinds import OTHER_KINDS, EntryKind
from rulewright.book.owners import origins, says_ours
from rulewright.book.wording import plain
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Target, Text
from rulewright.html.glossary import GlossaryPage
from rulewright.html.places import page_of
from rulewright.html.proof_words import OURS, counted_classes
from rulewright.outputs.web.site import Page, Site, SiteFile

FIRST_REFERENCES = "references.html"
MOST_NUMBERS = 600
"""The most lines on the page of numbers. A longer list is left out; the contents show the numbers too."""
ADDRESSES = 'dispatchEvent(new CustomEvent("rulewright-addresses", {{ detail: {} }}));\n'


def list_pages(site: Site) -> Iterator[SiteFile]:
    """Yield lists of tables, questions and rulings if there are any, and the page that is shown without a network."""
    game = site.book.game
    if game.tables:
        yield SiteFile("all-tables.html", partial(_all_tables, site))
    if game.readers.parts(rule for rule in game.rules if rule.incomplete or rule.questions):
        yield SiteFile("questions.html", partial(_plain_page, site, "questions", tell("Open questions")))
    if game.rulings:
        yield SiteFile("rulings.html", partial(_plain_page, site, "rulings", tell("Rulings")))
    for kind in OTHER_KINDS:
        if game.of_kind(kind.name):
            yield SiteFile(f"{kind.section}.html", partial(_entries_page, site, kind))
    yield SiteFile("offline.html", partial(_plain_page, site, "offline", tell("Not on this device")))


def _plain_page(site: Site, name: str, title: str) -> Page:
    """Return a page whose template reads all that it shows from the game."""
    return site.page(f"{name}.html", name, site.typesetter(), title)


def _all_tables(site: Site) -> Page:
    """Return a page with links to all tables, chapter by chapter."""

    def chapter(table: Table) -> Text | None:
        rule = site.book.rule_of(table.rule)
        return (*site.places.above(rule), rule)[0].title if rule else None

    lists = [(title, list(tables)) for title, tables in groupby(site.book.game.tables, chapter)]
    return site.page("all-tables.html", "all-tables", site.typesetter(), tell("Tables"), lists=lists)


def _entries_page(site: Site, kind: EntryKind) -> Page:
    """Return the page of a kind of entries that nothing else prints, in the order of the source."""
    typesetter = site.typesetter()
    entries = tuple(map(typesetter.titled, site.book.game.other_entries(kind)))
    return site.page(f"{kind.section}.html", "entries", typesetter, kind.title, entries=entries)


# The glossary: every term with its meaning and its uses, and the marks with their legends


def glossary_pages(site: Site) -> Iterator[SiteFile]:
    """Yield one page, or several if one would be too large. The marks are at the end of the last page."""
    for page in site.places.glossary:
        yield SiteFile(page.file, partial(_glossary_page, site, page))


def _glossary_page(site: Site, page: GlossaryPage) -> Page:
    pages, game = site.places.glossary, site.book.game
    title, about = tell("Glossary"), ""
    if page is pages[0]:
        about = tell("What the {count} terms and abbreviations of {game} mean.", count=len(game.terms), game=game.title)
    else:
        title = tell("Glossary: {first} to {last}", first=page.letters[0][0], last=page.letters[-1][0])
    marks = game.marks if page is pages[-1] else ()
    letters = page.letters
    return site.page(page.file, "glossary", site.typesetter(), title, about, pages=pages, letters=letters, marks=marks)


# Quick references


def reference_pages(site: Site) -> Iterator[SiteFile]:
    """Yield one page for all quick references, or one for each chapter; then the first page lists all of them."""
    places = site.places.reference_pages
    for name in dict.fromkeys((FIRST_REFERENCES, *places.values())) if places else ():
        yield SiteFile(name, partial(_references_page, site, name), has_data=True)


def _references_page(site: Site, name: str) -> Page:
    places, references = site.places.reference_pages, site.places.references
    of_chapter = {f"references-{chapter.rule.id}.html": chapter.rule for chapter in site.places.chapters}
    shown = [reference for reference in references if places[reference.id] == name]
    lists_all = name == FIRST_REFERENCES and len(shown) < len(places)
    title = tell("Quick references")
    return site.page(
        name,
        "references",
        site.typesetter(),
        site.names.heading(of_chapter[name]) if name in of_chapter else title,
        listed=references if lists_all else (),
        above=None if name == FIRST_REFERENCES else (FIRST_REFERENCES, title),
        references=shown,
    )


# Tables that belong to no rule. The printed rulebook has them at its end, under the same title.


def further_table_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the pages of tables that belong to no rule: none, one, or several if one would be too large."""
    for file in site.places.further_table_pages:
        yield SiteFile(file, partial(_further_tables_page, site, file), has_data=True)


def _further_tables_page(site: Site, file: str) -> Page:
    pages = site.places.further_table_pages
    parts = {page: tell("Part {part}", part=part) for part, page in enumerate(pages, 1)}
    title = tell("Further tables")
    if len(pages) > 1:
        title = tell("{title}: {part}", title=title, part=parts[file])
    others = [(page, part) for page, part in parts.items() if page != file]
    return site.page(file, "tables", site.typesetter(), title, tables=pages[file], others=others)


# Errata: for each corrected thing the old text, the new text and the reason


def errata_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the page of errata if there are any, or if the authors of the source added anything."""
    if site.book.game.errata or says_ours(site.book.game):
        yield SiteFile("errata.html", partial(_errata_page, site))


def _errata_page(site: Site) -> Page:
    game = site.book.game
    reading_order: dict[Target, int] = {}
    for rule in (each.rule for chapter in site.book.outline for each in chapter.walk()):
        tables = (Target("table", table.id) for table in site.book.tables_of.get(rule.id, ()))
        for target in (Target("rule", rule.id), *tables):
            reading_order[target] = len(reading_order)
    by_target = site.corrections
    in_order = sorted(by_target, key=lambda target: reading_order.get(target, len(reading_order)))
    links = ((site.names.link(target), target) for target in in_order)
    ours = [(target, text) for target, text, origin in origins(game) if origin.ours]
    bullets = ((text, site.names.link(target)) for target, text in ours if text is not None)
    return site.page(
        "errata.html",
        "errata",
        site.typesetter(),
        tell("Errata") if game.errata else OURS,
        tell("What is corrected in {game}: what was printed, what is printed now, and why.", game=game.title),
        classes=counted_classes(game.errata),
        errata=[(where, by_target[target]) for where, target in links if where is not None],
        ours=list(site.names.grouped(target for target, text in ours if text is None)),
        bullets_of_ours=[(text, link) for text, link in bullets if link is not None],
    )


# Rule numbers. `go.html#12.14` leads to the rule that has that number, or had it before; without scripts the page shows
# the number in a list. One page serves all numbers. A current number takes precedence over a former one, and ids are
# unique. The addresses are in a separate script, so that the page also works from the file system.


def number_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the page of numbers, its addresses, and a page for each former id that redirects to the rule."""
    yield SiteFile("go.html", partial(_numbers_page, site))
    yield SiteFile("addresses.js", partial(_addresses, site))
    for rule in site.book.game.rules:
        for former in rule.former_ids:
            yield SiteFile(page_of(former.name), partial(_moved, site, rule, page_of(former.name)))


def _numbers_page(site: Site) -> Page:
    numbers = list(_numbers(site))
    listed = numbers if len(numbers) <= MOST_NUMBERS else []
    return site.page("go.html", "go", site.typesetter(), tell("Rules by number"), numbers=listed)


def _numbers(site: Site) -> Iterator[tuple[str, str, str, str]]:
    """Yield the number of each rule, present or former, with its anchor or "", and the address and name of the rule."""
    rules = site.places.rule_at
    numbers = rules.keys() - {former.name for rule in site.book.game.rules for former in rule.former_ids}
    for number in sorted(numbers, key=site.book.game.numbering.order(numbers)):
        rule = rules[number]
        href = site.places.href(Target("rule", rule.id))
        title = plain(rule.title, site.book) or tell("in {book}", book=rule.external)
        label = title if number == rule.number else tell("now {rule}", rule=site.names.heading(rule))
        yield number, number if number in site.places.anchors(rule) else "", href, label


def _addresses(site: Site) -> str:
    """Return a script with the names of each address: a rule's id and numbers, or `term:` and a term's id."""
    game, href = site.book.game, site.places.href
    names = {href(Target("rule", rule.id)): [rule.id, *site.places.anchors(rule)] for rule in game.rules}
    names |= {href(Target("term", term.id)): [f"term:{term.id}"] for term in game.terms}
    return ADDRESSES.format(json.dumps(names, ensure_ascii=False, separators=(",", ":")))


def _moved(site: Site, rule: Rule, file: str) -> Page:
    link = site.names.link(Target("rule", rule.id))
    return site.page(file, "moved", site.typesetter(), site.names.heading(rule), next=link)

"""Make the pages that list things: glossary, quick references, tables, errata, rulings, questions, rule numbers."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import groupby

from markupsafe import Markup, escape

from rulewright.base.messages.messages import tell
from rulewright.book.kinds import OTHER_KINDS, EntryKind
from rulewright.book.owners import origins, says_ours
from rulewright.book.wording import plain
from rulewright.entries.errata import Erratum
from rulewright.entries.names import slug
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Target
from rulewright.entries.themes import standard_theme
from rulewright.html.glossary import GlossaryEntry, GlossaryPage
from rulewright.html.marks import mark_svg
from rulewright.html.places import page_of
from rulewright.html.proof_words import CLASSES, OURS, counted_classes
from rulewright.outputs.web.site import Page, Site, SiteFile
from rulewright.outputs.web.text import WebTypesetter
from rulewright.outputs.web.views import (
    CorrectedView,
    ErratumView,
    LinkListView,
    LinkView,
    NumberView,
    OursView,
    ReferenceView,
    SignView,
    TermView,
)

BREAKS_OFF = Markup('<span class="label">{}</span> {}')
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
        yield SiteFile("questions.html", partial(_questions_page, site))
    if game.rulings:
        yield SiteFile("rulings.html", partial(_rulings_page, site))
    for kind in OTHER_KINDS:
        if game.of_kind(kind.name):
            yield SiteFile(f"{kind.section}.html", partial(_entries_page, site, kind))
    yield SiteFile(
        "offline.html",
        lambda: site.page("offline.html", "offline", site.typesetter(), tell("Not on this device")),
    )


def _all_tables(site: Site) -> Page:
    """Return a page with links to all tables, chapter by chapter."""

    def chapter(table: Table) -> Markup:
        rule = site.book.rule_of(table.rule)
        return site.quiet.inline((*site.places.above(rule), rule)[0].title) if rule else Markup("")

    def link(table: Table) -> LinkView:
        return LinkView(site.places.href(Target("table", table.id)), site.quiet.inline(table.title), "table")

    chapters = groupby(site.book.game.tables, chapter)
    lists = tuple(LinkListView(title, tuple(map(link, tables))) for title, tables in chapters)
    return site.page("all-tables.html", "all-tables", site.typesetter(), tell("Tables"), lists=lists)


def _questions_page(site: Site) -> Page:
    typesetter = site.typesetter()
    questions = tuple(_questions(site, typesetter))
    return site.page("questions.html", "questions", typesetter, tell("Open questions"), questions=questions)


def _questions(site: Site, typesetter: WebTypesetter) -> Iterator[tuple[LinkView, Markup]]:
    for rule in site.book.game.rules:
        if rule.incomplete is not None:
            words = typesetter.said(tell("The source breaks off:"))
            yield site.names.rule(rule), BREAKS_OFF.format(words, typesetter.inline(rule.incomplete))
        for text in rule.questions:
            yield site.names.rule(rule), typesetter.inline(text)


def _rulings_page(site: Site) -> Page:
    """Return the page of rulings in the order of the source, including superseded ones."""
    typesetter = site.typesetter()
    rulings = tuple(site.rulings.view(ruling, typesetter) for ruling in site.book.game.rulings)
    return site.page("rulings.html", "rulings", typesetter, tell("Rulings"), rulings=rulings)


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
    pages, typesetter, game = site.places.glossary, site.typesetter(), site.book.game
    letters = tuple(
        LinkView(f"{each.file}#letter-{letter}", Markup.escape(letter)) for each in pages for letter, _ in each.letters
    )
    terms = tuple(
        (letter, tuple(_entry(site, entry, typesetter) for entry in entries)) for letter, entries in page.letters
    )
    signs = [
        SignView(
            mark.id,
            mark_svg(mark, label=False, theme=standard_theme()),
            mark.name,
            typesetter.inline(mark.legend) if mark.legend else None,
            site.names.used_in(Target("mark", mark.id)),
        )
        for mark in (game.marks if page is pages[-1] else ())
    ]
    title, about = tell("Glossary"), ""
    if page is pages[0]:
        about = tell("What the {count} terms and abbreviations of {game} mean.", count=len(game.terms), game=game.title)
    else:
        title = tell("Glossary: {first} to {last}", first=page.letters[0][0], last=page.letters[-1][0])
    return site.page(page.file, "glossary", typesetter, title, about, terms=terms, letters=letters, signs=tuple(signs))


def _entry(site: Site, entry: GlossaryEntry, typesetter: WebTypesetter) -> TermView:
    """Return a glossary entry: a term, or another name of a term with a link to it and an id that no term has."""
    term, target = entry.term, Target("term", entry.term.id)
    if entry.see:
        return TermView(id=f"also-{term.id}-{slug(entry.name)}", name=entry.name, see=site.names.link(target))
    rule = site.book.rule_of(term.rule)
    return TermView(
        id=term.id,
        name=term.name,
        abbreviation=term.abbreviation,
        also=term.also,
        body=typesetter.inline(term.text) if term.text else None,
        unexplained=typesetter.inline(term.unexplained) if term.unexplained else None,
        rule=site.names.rule(rule) if rule else None,
        **site.annotations(target, typesetter, term.origin, term.span),
    )


# Quick references


def reference_pages(site: Site) -> Iterator[SiteFile]:
    """Yield one page for all quick references, or one for each chapter; then the first page lists all of them."""
    places = site.places.reference_pages
    for name in dict.fromkeys((FIRST_REFERENCES, *places.values())) if places else ():
        yield SiteFile(name, partial(_references_page, site, name), has_data=True)


def _references_page(site: Site, name: str) -> Page:
    places, typesetter = site.places.reference_pages, site.typesetter()
    of_chapter = {f"references-{chapter.rule.id}.html": chapter.rule for chapter in site.places.chapters}
    shown = [
        ReferenceView(
            id=reference.id,
            title=typesetter.inline(reference.title),
            bullets=typesetter.bullets(reference.items),
            **site.annotations(
                Target("reference", reference.id), typesetter, site.book.origin_of(reference), reference.span
            ),
        )
        for reference in site.places.references
        if places[reference.id] == name
    ]
    lists_all = name == FIRST_REFERENCES and len(shown) < len(places)
    title = tell("Quick references")
    return site.page(
        name,
        "references",
        typesetter,
        site.names.heading(of_chapter[name]) if name in of_chapter else title,
        references=tuple(reference_links(site)) if lists_all else (),
        above=None if name == FIRST_REFERENCES else LinkView(FIRST_REFERENCES, typesetter.said(title)),
        bullets=tuple(shown),
    )


def reference_links(site: Site) -> Iterator[LinkView]:
    """Yield a link to every quick reference, chapter by chapter."""
    for reference in site.places.references:
        href = site.places.href(Target("reference", reference.id))
        yield LinkView(href, site.quiet.inline(reference.title), "reference")


# Tables that belong to no rule. The printed rulebook has them at its end, under the same title.


def further_table_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the pages of tables that belong to no rule: none, one, or several if one would be too large."""
    for file in site.places.further_table_pages:
        yield SiteFile(file, partial(_further_tables_page, site, file), has_data=True)


def _further_tables_page(site: Site, file: str) -> Page:
    typesetter, pages = site.typesetter(), site.places.further_table_pages
    tables = tuple(site.table(table, typesetter) for table in pages[file])
    parts = {page: tell("Part {part}", part=part) for part, page in enumerate(pages, 1)}
    title = tell("Further tables")
    if len(pages) > 1:
        title = tell("{title}: {part}", title=title, part=parts[file])
    others = (LinkView(page, escape(site.catalogue.said(part))) for page, part in parts.items() if page != file)
    return site.page(file, "tables", typesetter, title, tables=tables, others=tuple(others))


# Errata: for each corrected thing the old text, the new text and the reason


def errata_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the page of errata if there are any, or if the authors of the source added anything."""
    if site.book.game.errata or says_ours(site.book.game):
        yield SiteFile("errata.html", partial(_errata_page, site))


def _errata_page(site: Site) -> Page:
    game, typesetter = site.book.game, site.typesetter()
    reading_order: dict[Target, int] = {}
    for rule in (each.rule for chapter in site.book.outline for each in chapter.walk()):
        tables = (Target("table", table.id) for table in site.book.tables_of.get(rule.id, ()))
        for target in (Target("rule", rule.id), *tables):
            reading_order[target] = len(reading_order)
    by_target = site.corrections.by_target
    corrected = tuple(
        CorrectedView(where, tuple(_erratum(erratum, typesetter) for erratum in by_target[target]))
        for target in sorted(by_target, key=lambda target: reading_order.get(target, len(reading_order)))
        if (where := site.names.link(target)) is not None
    )
    return site.page(
        "errata.html",
        "errata",
        typesetter,
        tell("Errata") if game.errata else OURS,
        tell("What is corrected in {game}: what was printed, what is printed now, and why.", game=game.title),
        {"classes": counted_classes(game.errata)},
        errata=corrected,
        ours=_ours(site, typesetter) if says_ours(game) else None,
    )


def _erratum(erratum: Erratum, typesetter: WebTypesetter) -> ErratumView:
    printed, now, why = map(typesetter.inline, (erratum.printed, erratum.now, erratum.why))
    return ErratumView(erratum.id, erratum.class_.value, CLASSES[erratum.class_], printed, now, why)


def _ours(site: Site, typesetter: WebTypesetter) -> OursView:
    """Return everything that the authors of the source added, with links."""
    ours = [(target, text) for target, text, origin in origins(site.book.game) if origin.ours]
    bullets = ((text, site.names.link(target)) for target, text in ours if text is not None)
    return OursView(
        tuple(typesetter.inline(text) for text in site.book.game.ours),
        tuple(site.names.grouped(target for target, text in ours if text is None)),
        tuple((typesetter.inline(text), link) for text, link in bullets if link is not None),
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
    numbers = tuple(_numbers(site))
    listed = numbers if len(numbers) <= MOST_NUMBERS else ()
    return site.page("go.html", "go", site.typesetter(), tell("Rules by number"), numbers=listed)


def _numbers(site: Site) -> Iterator[NumberView]:
    rules = site.places.rule_at
    numbers = rules.keys() - {former.name for rule in site.book.game.rules for former in rule.former_ids}
    for number in sorted(numbers, key=site.book.game.numbering.order(numbers)):
        rule = rules[number]
        href = site.places.href(Target("rule", rule.id))
        title = plain(rule.title, site.book) or tell("in {book}", book=rule.external)
        label = title if number == rule.number else tell("now {rule}", rule=site.names.heading(rule))
        yield NumberView(number if number in site.places.anchors(rule) else "", number, LinkView(href, escape(label)))


def _addresses(site: Site) -> str:
    """Return a script with the names of each address: a rule's id and numbers, or `term:` and a term's id."""
    game, href = site.book.game, site.places.href
    names = {href(Target("rule", rule.id)): [rule.id, *site.places.anchors(rule)] for rule in game.rules}
    names |= {href(Target("term", term.id)): [f"term:{term.id}"] for term in game.terms}
    return ADDRESSES.format(json.dumps(names, ensure_ascii=False, separators=(",", ":")))


def _moved(site: Site, rule: Rule, file: str) -> Page:
    link = site.names.link(Target("rule", rule.id))
    return site.page(file, "moved", site.typesetter(), site.names.heading(rule), next=link)

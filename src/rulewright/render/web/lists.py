"""Pages that list what one looks for: tables, open questions, rulings, and what is there without a network."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby

from markupsafe import Markup, escape

from rulewright.model.book import Target
from rulewright.model.game import Erratum, ErratumClass, Mark, Reference, Rule, Term
from rulewright.model.names import slug
from rulewright.model.owners import origins, says_ours
from rulewright.model.table import Table
from rulewright.render.typesetting.glossary import GlossaryEntry, GlossaryPage
from rulewright.render.typesetting.marks import mark_svg
from rulewright.render.typesetting.places import page_of
from rulewright.render.typesetting.proof_words import CLASSES, MEANING, OURS, counted
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import (
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
from rulewright.translation.messages import tell
from rulewright.wording import plain

TABLES, QUESTIONS, RULINGS = "all-tables.html", "questions.html", "rulings.html"
OFFLINE = "offline.html"
BREAKS_OFF = Markup('<span class="label">{}</span> {}')


def list_pages(site: Site) -> Iterator[SiteFile]:
    """The first two only if there is something on them; a script fills the third."""
    if site.book.game.tables:
        yield SiteFile(TABLES, partial(_tables_page, site))
    if site.book.game.readers.parts(rule for rule in site.book.game.rules if rule.incomplete or rule.questions):
        yield SiteFile(QUESTIONS, partial(_questions_page, site))
    if site.book.game.rulings:
        yield SiteFile(RULINGS, partial(_rulings_page, site))
    yield SiteFile(OFFLINE, partial(_offline_page, site))


def _offline_page(site: Site) -> Page:
    return site.page(OFFLINE, "offline", site.typesetter(), tell("Not on this device"))


def _tables_page(site: Site) -> Page:
    typesetter = site.typesetter()
    chapters = groupby(site.book.game.tables, lambda table: _chapter(site, table))
    lists = tuple(LinkListView(title, tuple(_link(site, table) for table in tables)) for title, tables in chapters)
    return site.page(TABLES, "all-tables", typesetter, tell("Tables"), lists=lists)


def _chapter(site: Site, table: Table) -> Markup:
    """The title of the chapter that a table is in; nothing for one that belongs to no rule."""
    rule = site.book.rule_of(table.rule)
    if rule is None:
        return Markup("")
    return site.quiet.inline((*site.places.above(rule), rule)[0].title)


def _link(site: Site, table: Table) -> LinkView:
    return LinkView(site.places.href(Target("table", table.id)), site.quiet.inline(table.title), "table")


def _questions_page(site: Site) -> Page:
    typesetter = site.typesetter()
    questions = tuple(_questions(site, typesetter))
    return site.page(QUESTIONS, "questions", typesetter, tell("Open questions"), questions=questions)


def _rulings_page(site: Site) -> Page:
    """The rulings in the order of the source, those that no longer hold too."""
    typesetter = site.typesetter()
    rulings = tuple(site.rulings.view(ruling, typesetter) for ruling in site.book.game.rulings)
    return site.page(RULINGS, "rulings", typesetter, tell("Rulings"), rulings=rulings)


def _questions(site: Site, typesetter: WebTypesetter) -> Iterator[tuple[LinkView, Markup]]:
    for rule in site.book.game.rules:
        if rule.incomplete is not None:
            yield (
                site.names.rule(rule),
                BREAKS_OFF.format(typesetter.said(tell("The source breaks off:")), typesetter.inline(rule.incomplete)),
            )
        for text in rule.questions:
            yield site.names.rule(rule), typesetter.inline(text)


# The glossary


def glossary_pages(site: Site) -> Iterator[SiteFile]:
    """One page, or several if one would be too large; the marks are at the end of the last."""
    for page in site.places.glossary:
        yield SiteFile(page.file, partial(_glossary_page, site, page))


def _glossary_page(site: Site, page: GlossaryPage) -> Page:
    pages, typesetter = site.places.glossary, site.typesetter()
    letters = tuple(
        LinkView(f"{each.file}#letter-{letter}", Markup.escape(letter)) for each in pages for letter, _ in each.letters
    )
    terms = tuple(
        (letter, tuple(_entry(site, entry, typesetter) for entry in entries)) for letter, entries in page.letters
    )
    signs = tuple(_sign(site, mark, typesetter) for mark in site.book.game.marks) if page is pages[-1] else ()
    about = _glossary_description(site) if page is pages[0] else ""
    title = (
        tell("Glossary")
        if page is pages[0]
        else tell("Glossary: {first} to {last}", first=page.letters[0][0], last=page.letters[-1][0])
    )
    return site.page(page.file, "glossary", typesetter, title, about, terms=terms, letters=letters, signs=signs)


def _entry(site: Site, entry: GlossaryEntry, typesetter: WebTypesetter) -> TermView:
    return _see(site, entry) if entry.see else _term(site, entry.term, typesetter)


def _see(site: Site, entry: GlossaryEntry) -> TermView:
    """An abbreviation or another name; its anchor differs from those of terms, and a DR's from a dr's."""
    anchor = f"also-{entry.term.id}-{slug(entry.name)}"
    return TermView(anchor, entry.name, see=site.names.link(Target("term", entry.term.id)))


def _glossary_description(site: Site) -> str:
    return tell(
        "What the {count} terms and abbreviations of {game} mean.",
        count=len(site.book.game.terms),
        game=site.book.game.title,
    )


def _term(site: Site, term: Term, typesetter: WebTypesetter) -> TermView:
    rule, target = site.book.rule_of(term.rule), Target("term", term.id)
    return TermView(
        id=term.id,
        name=term.name,
        abbreviation=term.abbreviation,
        also=term.also,
        body=typesetter.inline(term.text) if term.text else None,
        unexplained=typesetter.inline(term.unexplained) if term.unexplained else None,
        rule=site.names.rule(rule) if rule else None,
        corrections=site.corrections.of(target, typesetter),
        rulings=site.rulings.of(target, typesetter),
        history=site.history_of(target, typesetter),
        cited_by=site.names.used_in(target),
        origin=typesetter.origin(term.origin),
        edit=site.edit(term.span),
    )


def _sign(site: Site, mark: Mark, typesetter: WebTypesetter) -> SignView:
    legend = typesetter.inline(mark.legend) if mark.legend else None
    used = site.names.used_in(Target("mark", mark.id))
    return SignView(mark.id, mark_svg(mark, label=False), mark.name, legend, used)


# The pages of quick references

FIRST = "references.html"


def reference_pages(site: Site) -> Iterator[SiteFile]:
    """None if there are no quick references; of several pages, the first lists all quick references."""
    places = site.places.reference_pages
    for name in dict.fromkeys((FIRST, *places.values())) if places else ():
        yield SiteFile(name, partial(_references_page, site, name), has_data=True)


def _references_page(site: Site, name: str) -> Page:
    places, typesetter = site.places.reference_pages, site.typesetter()
    of_chapter = {f"references-{chapter.rule.id}.html": chapter.rule for chapter in site.places.chapters}
    shown = [reference for reference in site.places.references if places[reference.id] == name]
    lists_all = name == FIRST and len(shown) < len(places)
    return site.page(
        name,
        "references",
        typesetter,
        site.names.heading(of_chapter[name]) if name in of_chapter else tell("Quick references"),
        references=tuple(reference_links(site)) if lists_all else (),
        above=None if name == FIRST else LinkView(FIRST, typesetter.said(tell("Quick references"))),
        bullets=tuple(_reference(site, reference, typesetter) for reference in shown),
    )


def reference_links(site: Site) -> Iterator[LinkView]:
    """A link to every quick reference, chapter by chapter."""
    for reference in site.places.references:
        href = site.places.href(Target("reference", reference.id))
        yield LinkView(href, site.quiet.inline(reference.title), "reference")


def _reference(site: Site, reference: Reference, typesetter: WebTypesetter) -> ReferenceView:
    target = Target("reference", reference.id)
    return ReferenceView(
        reference.id,
        typesetter.inline(reference.title),
        typesetter.bullets(reference.items),
        site.corrections.of(target, typesetter),
        site.rulings.of(target, typesetter),
        site.history_of(target, typesetter),
        site.names.cited_by(target),
        typesetter.origin(site.book.origin_of(reference)),
        site.edit(reference.span),
    )


# The pages of the tables that belong to no rule; print has them at the end, under the same title


def further_table_pages(site: Site) -> Iterator[SiteFile]:
    """One page, or several if one would be too large; none if every table has its rule."""
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


# The page of errata


def errata_pages(site: Site) -> Iterator[SiteFile]:
    """One page if there are errata, or anything that is ours."""
    if site.book.game.errata or says_ours(site.book.game):
        yield SiteFile("errata.html", partial(_errata_page, site))


def _errata_page(site: Site) -> Page:
    game, typesetter, order = site.book.game, site.typesetter(), _reading_order(site)
    targets = sorted(site.corrections.by_target.items(), key=lambda item: order.get(item[0], len(order)))
    corrected = tuple(
        CorrectedView(where, tuple(_erratum(erratum, typesetter) for erratum in errata))
        for target, errata in targets
        if (where := site.names.link(target)) is not None
    )
    title, ours = (tell("Errata") if game.errata else OURS), _ours(site, typesetter) if says_ours(game) else None
    own, about = {"classes": tuple(_classes(game.errata))}, _errata_description(site)
    return site.page("errata.html", "errata", typesetter, title, about, own, errata=corrected, ours=ours)


def _errata_description(site: Site) -> str:
    return tell(
        "What is corrected in {game}: what was printed, what is printed now, and why.", game=site.book.game.title
    )


def _classes(errata: Iterable[Erratum]) -> Iterator[tuple[str, str]]:
    """The classes that occur: how many errata each has, and what it means."""
    counts = Counter(erratum.class_ for erratum in errata)
    yield from ((counted(each, counts[each]), MEANING[each]) for each in ErratumClass if counts[each])


def _ours(site: Site, typesetter: WebTypesetter) -> OursView:
    """All that is ours, each with a link to it."""
    ours = [(target, text) for target, text, origin in origins(site.book.game) if origin.ours]
    things = (target for target, text in ours if text is None)
    bullets = ((text, site.names.link(target)) for target, text in ours if text is not None)
    return OursView(
        tuple(typesetter.inline(text) for text in site.book.game.ours),
        tuple(site.names.grouped(things)),
        tuple((typesetter.inline(text), link) for text, link in bullets if link is not None),
    )


def _reading_order(site: Site) -> Mapping[Target, int]:
    """The position of each rule and table in the book."""
    order: dict[Target, int] = {}
    for rule in (each.rule for chapter in site.book.outline for each in chapter.walk()):
        order[Target("rule", rule.id)] = len(order)
        for table in site.book.tables_of.get(rule.id, ()):
            order[Target("table", table.id)] = len(order)
    return order


def _erratum(erratum: Erratum, typesetter: WebTypesetter) -> ErratumView:
    set_ = typesetter.inline
    return ErratumView(
        erratum.id,
        erratum.class_.value,
        CLASSES[erratum.class_],
        set_(erratum.printed),
        set_(erratum.now),
        set_(erratum.why),
    )


# Links by number

LISTED = 600
"""Most numbers that the page lists: a longer list would be too large, and the contents also show them."""
ADDRESSES = 'dispatchEvent(new CustomEvent("rulewright-addresses", {{ detail: {} }}));\n'


def number_pages(site: Site) -> Iterator[SiteFile]:
    """The page of numbers with its addresses, and for each former id a page that redirects to the rule."""
    yield SiteFile("go.html", partial(_numbers_page, site))
    yield SiteFile("addresses.js", partial(_script, site))
    for rule in site.book.game.rules:
        for former in rule.former_ids:
            yield SiteFile(page_of(former.name), partial(_moved, site, rule, page_of(former.name)))


def _numbers_page(site: Site) -> Page:
    numbers = tuple(_numbers(site))
    listed = numbers if len(numbers) <= LISTED else ()
    return site.page("go.html", "go", site.typesetter(), tell("Rules by number"), numbers=listed)


def _script(site: Site) -> str:
    return ADDRESSES.format(json.dumps(_addresses(site), ensure_ascii=False, separators=(",", ":")))


def _moved(site: Site, rule: Rule, file: str) -> Page:
    link = site.names.link(Target("rule", rule.id))
    return site.page(file, "moved", site.typesetter(), site.names.heading(rule), next=link)


def _numbers(site: Site) -> Iterator[NumberView]:
    rules = site.places.rule_at
    ids = {former.name for rule in site.book.game.rules for former in rule.former_ids}
    numbers = rules.keys() - ids
    for number in sorted(numbers, key=site.book.game.numbering.order(numbers)):
        rule = rules[number]
        href = site.places.href(Target("rule", rule.id))
        title = plain(rule.title, site.book) or tell("in {book}", book=rule.external)
        label = title if number == rule.number else tell("now {rule}", rule=site.names.heading(rule))
        yield NumberView(number if number in site.places.anchors(rule) else "", number, LinkView(href, escape(label)))


def _addresses(site: Site) -> dict[str, list[str]]:
    """The names of each address: the id and the numbers of a rule, or `term:` and the id of a term."""
    rules = ((rule, site.places.href(Target("rule", rule.id))) for rule in site.book.game.rules)
    names = {href: [rule.id, *site.places.anchors(rule)] for rule, href in rules}
    terms = {site.places.href(Target("term", term.id)): [f"term:{term.id}"] for term in site.book.game.terms}
    return names | terms

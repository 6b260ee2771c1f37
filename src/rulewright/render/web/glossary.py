"""The glossary: every term with what it means and where it is used, and the marks with their legends."""

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.game import Mark, Term
from rulewright.model.names import slug
from rulewright.render.typesetting.glossary import GlossaryEntry, GlossaryPage
from rulewright.render.typesetting.marks import mark_svg
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import LinkView, SignView, TermView
from rulewright.translation.messages import tell


def glossary_pages(site: Site) -> Iterator[SiteFile]:
    """One page, or several if one would be too large; the marks are at the end of the last."""
    for page in site.places.glossary:
        yield SiteFile(page.file, partial(_page, site, page))


def _page(site: Site, page: GlossaryPage) -> Page:
    pages, typesetter = site.places.glossary, site.typesetter()
    letters = tuple(
        LinkView(f"{each.file}#letter-{letter}", Markup.escape(letter)) for each in pages for letter, _ in each.letters
    )
    terms = tuple(
        (letter, tuple(_entry(site, entry, typesetter) for entry in entries)) for letter, entries in page.letters
    )
    signs = tuple(_sign(site, mark, typesetter) for mark in site.book.game.marks) if page is pages[-1] else ()
    about = _description(site) if page is pages[0] else ""
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


def _description(site: Site) -> str:
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

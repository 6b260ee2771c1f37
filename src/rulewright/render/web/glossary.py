"""The glossary: every term with what it means and where it is used."""

from collections.abc import Iterator

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.game import Term
from rulewright.model.names import slug
from rulewright.render.views import TermView
from rulewright.render.web.site import Site
from rulewright.render.web.text import WebTypesetter


def glossary_pages(site: Site) -> Iterator[tuple[str, str]]:
    """One page, its entries by their first letters."""
    typesetter = site.typesetter()
    by_letter: dict[str, list[TermView]] = {}
    for term in sorted(site.book.game.terms, key=lambda term: slug(term.name)):
        by_letter.setdefault(slug(term.name)[0].upper(), []).append(_term(site, term, typesetter))
    terms = tuple((letter, tuple(entries)) for letter, entries in by_letter.items())
    about = _description(site)
    yield "glossary.html", site.page("glossary.html", "glossary", typesetter, "Glossary", about, terms=terms)


def _description(site: Site) -> str:
    return f"What the {len(site.book.game.terms)} terms and abbreviations of {site.book.game.title} mean."


def _term(site: Site, term: Term, typesetter: WebTypesetter) -> TermView:
    rule = site.book.rule_of(term.rule)
    return TermView(
        id=term.id,
        name=term.name,
        abbreviation=term.abbreviation,
        also=term.also,
        body=typesetter.inline(term.text) if term.text else Markup(""),
        unexplained=typesetter.inline(term.unexplained) if term.unexplained else None,
        rule=site.names.rule(rule) if rule else None,
        cited_by=site.names.used_in(Target("term", term.id)),
    )

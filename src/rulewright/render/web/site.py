"""What all pages of a site share: its frame, its contents, and the definitions that links show."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from rulewright.model.book import Book, Outline, Target
from rulewright.model.text import Text
from rulewright.proof.report import ProofReport
from rulewright.render.environment import environment
from rulewright.render.places import EXTERNAL, Places
from rulewright.render.prints import Prints
from rulewright.render.proving import proved_in_words
from rulewright.render.views import DefinitionView, EntryView, PageView, SiteView
from rulewright.render.web.meta import meta_view
from rulewright.render.web.names import Names
from rulewright.render.web.text import WebTypesetter, definition_id
from rulewright.wording import plain

NOTHING: Mapping[str, object] = MappingProxyType({})


class Site:
    """One book on the web, page by page."""

    def __init__(self, book: Book, proof: ProofReport, project: Path, prints: Prints) -> None:
        self.book, self.proof, self.project, self.prints = book, proof, project, prints
        self.places = Places(book)
        self.names = Names(book, self.places)

    def typesetter(self) -> WebTypesetter:
        """A fresh one for each page: it gathers the definitions that the page has to carry."""
        return WebTypesetter(self.places)

    def plain(self, text: Text) -> str:
        """A text in words alone."""
        return plain(text, self.book)

    def page(
        self,
        file: str,
        template: str,
        typesetter: WebTypesetter,
        title: str,
        description: str = "",
        own: Mapping[str, object] = NOTHING,
        **parts: Any,
    ) -> str:
        """A finished page; `parts` are those of PageView, set with the page's own typesetter.

        `description` is what a list of search results says below the title; `own` what this template alone is given.
        """
        # A glossary entry is its own definition.
        defined = self._definitions(typesetter)
        if template == "glossary":
            defined = tuple(each for each in defined if each.id not in self.book.terms)
        meta = meta_view(file, description or f"{title}: {self.book.game.title}", self.book.game)
        view = PageView(title=title, site=self._frame(file), definitions=defined, meta=meta, **parts)
        return environment(self.project).get_template(f"web/{template}.html.j2").render(page=view, **own) + "\n"

    def _frame(self, current: str) -> SiteView:
        game = self.book.game
        contents = [self._chapter(outline, current) for outline in self.places.chapters]
        if self.places.external:
            href = f"{EXTERNAL}.html"
            contents.append(EntryView("", Markup("Rules outside this source"), href, href == current))
        return SiteView(
            game.title,
            game.subtitle,
            game.edition,
            game.language,
            tuple(contents),
            proved_in_words(self.proof),
            bool(game.errata),
            bool(game.references),
        )

    def _chapter(self, outline: Outline, current: str) -> EntryView:
        """A chapter with what is under it: in full on the index and on its own page, else by its name alone."""
        full = current == "index.html" or current in {self.places.pages[inner.rule.id] for inner in outline.walk()}
        return self.entry(outline if full else Outline(outline.rule), current)

    def entry(self, outline: Outline, current: str) -> EntryView:
        """A rule and those under it in the contents beside the page `current`."""
        rule = outline.rule
        page = self.places.pages[rule.id]
        at_top = self.places.heads[page] == rule.id
        href = page if at_top else f"{page}#{rule.id}"
        below = tuple(self.entry(inner, current) for inner in outline.below)
        title = Markup.escape(plain(rule.title, self.book))
        return EntryView(rule.number, title, href, at_top and page == current, below)

    def _definitions(self, typesetter: WebTypesetter) -> tuple[DefinitionView, ...]:
        """What the links of a page show on hover; their own links are not followed any further."""
        quiet = WebTypesetter(self.places, within=True)
        return tuple(self._definition(target, quiet) for target in typesetter.defined)

    def _definition(self, target: Target, typesetter: WebTypesetter) -> DefinitionView:
        if target.kind == "term":
            term = self.book.terms[target.id]
            text = term.text or term.unexplained or Text("", (), term.span)
            heading = f"{term.name} ({term.abbreviation})" if term.abbreviation else term.name
            return DefinitionView(definition_id(target), heading, typesetter.inline(text))
        rule = self.book.rules[target.id]
        outside = Markup("Outside this source: {}").format(rule.external)
        body = typesetter.block(_opening(rule.text)) if rule.text else outside
        return DefinitionView(definition_id(target), self.names.heading(rule), body)


def _opening(text: Text) -> Text:
    """What a rule begins with, enough to know it by; the rest is a click away."""
    first, _, rest = text.source.partition("\n\n")
    return Text(first + (" …" if rest else ""), text.links, text.span)

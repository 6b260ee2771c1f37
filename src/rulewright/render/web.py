"""The web rulebook: a page for each chapter, the glossary, and an index that leads to all of it."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from markupsafe import Markup

from rulewright.model.book import Book, Outline, Target
from rulewright.model.game import Erratum, Reference, Rule, Term
from rulewright.model.names import slug
from rulewright.model.text import Text
from rulewright.proof.report import ProofReport
from rulewright.render.environment import asset, environment
from rulewright.render.examples import example_view
from rulewright.render.places import EXTERNAL, Leaf, Places
from rulewright.render.proving import proof_view, proved_in_words
from rulewright.render.views import (
    BulletView,
    DefinitionView,
    EntryView,
    ErratumView,
    LinkView,
    PageView,
    RuleView,
    SiteView,
    TermView,
)
from rulewright.render.web_text import WebTypesetter, definition_id
from rulewright.wording import plain

ASSETS = ("rulewright.css", "rulewright.js")
DEEPEST_HEADING = 6
BREAKS_OFF = Markup('<span class="label">The source breaks off:</span> {}')


def web_pages(book: Book, proof: ProofReport, project: Path) -> Mapping[str, str]:
    """Every file of the web folder by name."""
    return _Site(book, proof, project).files()


class _Site:
    def __init__(self, book: Book, proof: ProofReport, project: Path) -> None:
        self.book, self.proof, self.project = book, proof, project
        self.places = Places(book)

    def files(self) -> dict[str, str]:
        pages = {leaf.name: self._leaf(at, leaf) for at, leaf in enumerate(self.places.leaves)}
        if self.places.external:
            pages[f"{EXTERNAL}.html"] = self._external()
        pages["index.html"] = self._index()
        pages["glossary.html"] = self._glossary()
        if self.book.game.references:
            pages |= dict(self._quick_references())
        if self.book.game.errata:
            pages["errata.html"] = self._errata()
        return {**pages, **{name: asset(self.project, f"web/{name}") for name in ASSETS}}

    def _render(self, template: str, page: PageView) -> str:
        return environment(self.project).get_template(f"web/{template}.html.j2").render(page=page) + "\n"

    # What pages share

    def site(self, current: str, typesetter: WebTypesetter) -> SiteView:
        game = self.book.game
        contents = [self._chapter_entry(outline, current, typesetter) for outline in self.places.chapters]
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

    def _chapter_entry(self, outline: Outline, current: str, typesetter: WebTypesetter) -> EntryView:
        """A chapter with what is under it: in full on the index and on its own page, else by its name alone."""
        full = current == "index.html" or current in {self.places.pages[inner.rule.id] for inner in outline.walk()}
        return self._entry(outline if full else Outline(outline.rule), current, typesetter)

    def _entry(self, outline: Outline, current: str, typesetter: WebTypesetter) -> EntryView:
        rule = outline.rule
        page = self.places.pages[rule.id]
        at_top = self.places.heads[page] == rule.id
        href = page if at_top else f"{page}#{rule.id}"
        below = tuple(self._entry(inner, current, typesetter) for inner in outline.below)
        title = Markup.escape(plain(rule.title, self.book))
        return EntryView(rule.number, title, href, at_top and page == current, below)

    def _definitions(self, typesetter: WebTypesetter) -> tuple[DefinitionView, ...]:
        """What the links of a page show on hover; their own links are not followed any further."""
        quiet = WebTypesetter(self.places, within=True)
        return tuple(self._definition(target, quiet) for target in typesetter.defined)

    def _definition(self, target: Target, typesetter: WebTypesetter) -> DefinitionView:
        if target.kind == "term":
            term = self.book.terms[target.id]
            body = typesetter.inline(term.text or term.unexplained or self._nothing(term))
            heading = f"{term.name} ({term.abbreviation})" if term.abbreviation else term.name
            return DefinitionView(definition_id(target), heading, body)
        rule = self.book.rules[target.id]
        body = (
            typesetter.block(_opening(rule.text))
            if rule.text
            else Markup("Outside this source: {}").format(rule.external)
        )
        return DefinitionView(definition_id(target), self._heading(rule), body)

    @staticmethod
    def _nothing(term: Term) -> Text:
        return Text("", (), term.span)

    def _cited_by(self, target: Target) -> tuple[LinkView, ...]:
        """What cites a thing, as links; domains and marks have no place of their own."""
        own = {Target("example", example.id) for example in self.book.examples_of.get(target.id, ())}
        sources = (source for source in self.book.cited_by.get(target, ()) if source not in own)
        named = (self._source(source) for source in sources)
        return tuple(link for link in named if link is not None)

    def _used_in(self, target: Target) -> tuple[LinkView, ...]:
        """Where a term is used: rules by their numbers alone, then quick references and cards."""
        links = [self._rule_link(rule) for rule in self._citing_rules(target)]
        others = (source for source in self.book.cited_by.get(target, ()) if source.kind in ("reference", "card"))
        return (*links, *(link for source in others if (link := self._source(source)) is not None))

    def _citing_rules(self, target: Target) -> list[Rule]:
        """The rules that cite a thing themselves or by a table or an example, in the order of their numbers."""
        found: dict[str, Rule] = {}
        for source in self.book.cited_by.get(target, ()):
            rule = self._rule_behind(source)
            if rule is not None:
                found[rule.id] = rule
        return sorted(found.values(), key=lambda rule: self.book.game.numbering.order(rule.number))

    def _rule_behind(self, source: Target) -> Rule | None:
        match source.kind:
            case "rule":
                return self.book.rules[source.id]
            case "table":
                return self.book.rule_of(self.book.tables[source.id].rule)
            case "example":
                return self.book.rule_of(self.book.examples[source.id].rule)
        return None

    def _source(self, source: Target) -> LinkView | None:
        game, href = self.book.game, self.places.href(source)
        match source.kind:
            case "rule":
                rule = self.book.rules[source.id]
                label = self._heading(rule)
            case "term":
                label = self.book.terms[source.id].name
            case "table":
                label = plain(self.book.tables[source.id].title, self.book)
            case "reference":
                label = plain(self.book.references[source.id].title, self.book)
            case "example":
                label = f"Example: {plain(self.book.examples[source.id].title, self.book)}"
            case "card":
                label = next(card.title.source for card in game.cards if card.id == source.id)
            case _:
                return None
        return LinkView(href, Markup.escape(label), source.kind)

    # Pages

    def _leaf(self, at: int, leaf: Leaf) -> str:
        typesetter = WebTypesetter(self.places)
        rule, leaves = leaf.outline.rule, self.places.leaves
        page = PageView(
            title=self._heading(rule),
            site=self.site(leaf.name, typesetter),
            rules=tuple(self._rules(leaf.outline, 1, typesetter)),
            above=self._neighbour(leaf.above) if leaf.above else None,
            sections=tuple(self._entry(Outline(section.rule), leaf.name, typesetter) for section in leaf.sections),
            previous=self._neighbour(leaves[at - 1].outline) if at else None,
            next=self._neighbour(leaves[at + 1].outline) if at + 1 < len(leaves) else None,
            definitions=self._definitions(typesetter),
        )
        return self._render("rules", page)

    def _heading(self, rule: Rule) -> str:
        """A rule by its number and title."""
        return f"{rule.number} {plain(rule.title, self.book)}".strip()

    def _neighbour(self, outline: Outline) -> LinkView:
        rule = outline.rule
        label = self._heading(rule)
        return LinkView(self.places.pages[rule.id], Markup.escape(label), "rule")

    def _rules(self, outline: Outline, level: int, typesetter: WebTypesetter) -> Iterator[RuleView]:
        rule = outline.rule
        yield RuleView(
            id=rule.id,
            number=rule.number,
            title=typesetter.inline(rule.title),
            level=min(level, DEEPEST_HEADING),
            body=typesetter.block(rule.text) if rule.text else Markup(""),
            exceptions=typesetter.exceptions(rule),
            incomplete=typesetter.inline(rule.incomplete) if rule.incomplete else None,
            external=rule.external,
            tables=tuple(
                typesetter.table(table, proof_view(table, self.proof)) for table in self.book.tables_of.get(rule.id, ())
            ),
            examples=tuple(
                example_view(example, self.proof, typesetter) for example in self.book.examples_of.get(rule.id, ())
            ),
            open=tuple(typesetter.inline(text) for text in rule.open),
            cited_by=self._cited_by(Target("rule", rule.id)),
        )
        for inner in outline.below:
            yield from self._rules(inner, level + 1, typesetter)

    def _external(self) -> str:
        typesetter = WebTypesetter(self.places)
        rules = tuple(rule for outline in self.places.external for rule in self._rules(outline, 2, typesetter))
        page = PageView(
            title="Rules outside this source",
            site=self.site(f"{EXTERNAL}.html", typesetter),
            rules=rules,
            definitions=self._definitions(typesetter),
        )
        return self._render("rules", page)

    def _index(self) -> str:
        typesetter = WebTypesetter(self.places)
        page = PageView(
            title="Contents",
            site=self.site("index.html", typesetter),
            references=tuple(self._reference_links(typesetter)),
            cards=(*self._cards(typesetter), *self._sheets(typesetter), *self._rulebooks(typesetter)),
            questions=tuple(self._questions(typesetter)),
            definitions=self._definitions(typesetter),
        )
        return self._render("index", page)

    def _cards(self, typesetter: WebTypesetter) -> Iterator[LinkView]:
        for card in self.book.game.cards:
            yield LinkView(f"../cards/{card.id}.pdf", typesetter.inline(card.title), "card")

    def _sheets(self, typesetter: WebTypesetter) -> Iterator[LinkView]:
        for sheet in self.book.game.sheets:
            for paper in sheet.papers:
                label = Markup("{}, {}").format(typesetter.inline(sheet.title), paper.name)
                yield LinkView(f"../cards/{sheet.file(paper)}", label, "sheet")

    def _rulebooks(self, typesetter: WebTypesetter) -> Iterator[LinkView]:
        for rulebook in self.book.game.rulebooks:
            yield LinkView(f"../{rulebook.file}", typesetter.inline(rulebook.title), "rulebook")

    def _reference_links(self, typesetter: WebTypesetter) -> Iterator[LinkView]:
        for reference in self.places.references:
            yield LinkView(
                self.places.href(Target("reference", reference.id)), typesetter.inline(reference.title), "reference"
            )

    def _quick_references(self) -> Iterator[tuple[str, str]]:
        """The pages of quick references; where there are several, the first lists them all."""
        places = self.places.reference_pages
        of_chapter = {f"references-{chapter.rule.id}.html": chapter.rule for chapter in self.places.chapters}
        for name in dict.fromkeys(("references.html", *places.values())):
            typesetter = WebTypesetter(self.places)
            shown = [reference for reference in self.places.references if places[reference.id] == name]
            first = name == "references.html" and len(shown) < len(places)
            page = PageView(
                title=self._heading(of_chapter[name]) if name in of_chapter else "Quick references",
                site=self.site(name, typesetter),
                references=tuple(self._reference_links(typesetter)) if first else (),
                above=None if name == "references.html" else LinkView("references.html", Markup("Quick references")),
                bullets=tuple(self._reference(reference, typesetter) for reference in shown),
                definitions=self._definitions(typesetter),
            )
            yield name, self._render("references", page)

    @staticmethod
    def _reference(reference: Reference, typesetter: WebTypesetter) -> tuple[str, Markup, tuple[BulletView, ...]]:
        return reference.id, typesetter.inline(reference.title), typesetter.bullets(reference.items)

    def _questions(self, typesetter: WebTypesetter) -> Iterator[tuple[LinkView, Markup]]:
        for rule in self.book.game.rules:
            if rule.incomplete is not None:
                yield self._rule_link(rule), BREAKS_OFF.format(typesetter.inline(rule.incomplete))
            for text in rule.open:
                yield self._rule_link(rule), typesetter.inline(text)

    def _rule_link(self, rule: Rule) -> LinkView:
        label = rule.number or plain(rule.title, self.book)
        return LinkView(self.places.href(Target("rule", rule.id)), Markup.escape(label), "rule")

    def _errata(self) -> str:
        typesetter = WebTypesetter(self.places)
        page = PageView(
            title="Errata",
            site=self.site("errata.html", typesetter),
            errata=tuple(self._erratum(erratum, typesetter) for erratum in self.book.game.errata),
            definitions=self._definitions(typesetter),
        )
        return self._render("errata", page)

    def _erratum(self, erratum: Erratum, typesetter: WebTypesetter) -> ErratumView:
        target = self.book.target_of(erratum.where)
        where = self._source(target) if target else None
        return ErratumView(
            erratum.id,
            where or LinkView("index.html", Markup.escape(plain(erratum.where, self.book))),
            typesetter.inline(erratum.printed),
            typesetter.inline(erratum.now),
            typesetter.inline(erratum.why),
        )

    def _glossary(self) -> str:
        typesetter = WebTypesetter(self.places)
        by_letter: dict[str, list[TermView]] = {}
        for term in sorted(self.book.game.terms, key=lambda term: slug(term.name)):
            by_letter.setdefault(slug(term.name)[0].upper(), []).append(self._term(term, typesetter))
        page = PageView(
            title="Glossary",
            site=self.site("glossary.html", typesetter),
            terms=tuple((letter, tuple(terms)) for letter, terms in by_letter.items()),
            definitions=tuple(d for d in self._definitions(typesetter) if d.id not in self.book.terms),
        )
        return self._render("glossary", page)

    def _term(self, term: Term, typesetter: WebTypesetter) -> TermView:
        rule = self.book.rule_of(term.rule)
        return TermView(
            id=term.id,
            name=term.name,
            abbreviation=term.abbreviation,
            also=term.also,
            body=typesetter.inline(term.text) if term.text else Markup(""),
            unexplained=typesetter.inline(term.unexplained) if term.unexplained else None,
            rule=self._rule_link(rule) if rule else None,
            cited_by=self._used_in(Target("term", term.id)),
        )


def _opening(text: Text) -> Text:
    """What a rule begins with, enough to know it by; the rest is a click away."""
    first, _, rest = text.source.partition("\n\n")
    return Text(first + (" …" if rest else ""), text.links, text.span)

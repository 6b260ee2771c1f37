"""Write the rulebook as HTML: its text with open page numbers, and its index."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from math import inf
from pathlib import Path
from string import ascii_uppercase

from markupsafe import Markup

from rulewright.base.messages.catalogues import catalogue, spoken_day, translated
from rulewright.base.messages.messages import joined, tell
from rulewright.book.book import Book, Outline, citation_target
from rulewright.book.card_contents import not_on_cards
from rulewright.book.grid import grid
from rulewright.book.kinds import OTHER_KINDS, EntryKind
from rulewright.book.owners import origins, says_ours
from rulewright.book.wording import plain
from rulewright.entries.entry import NamedEntry
from rulewright.entries.errata import RULING_SIGN, Erratum
from rulewright.entries.examples import Example
from rulewright.entries.names import slug
from rulewright.entries.references import Reference, all_bullets
from rulewright.entries.rulebooks import Chapters, Readers, Rulebook
from rulewright.entries.rules import Part, Rule
from rulewright.entries.rulings import in_force
from rulewright.entries.table import Table
from rulewright.entries.terms import Term
from rulewright.entries.text import Target, Text
from rulewright.html.environment import rendered
from rulewright.html.examples import example_view, procedure_view
from rulewright.html.glossary import sort_key
from rulewright.html.places import anchor_in_print, places_of
from rulewright.html.proof_words import CLASSES, OURS, proof_summary, proof_view
from rulewright.html.views import TitledView
from rulewright.outputs.rulebook.design import design
from rulewright.outputs.rulebook.index import OPEN, index
from rulewright.outputs.rulebook.text import (
    BookErratum,
    BookExample,
    BookOurs,
    BookReference,
    BookRule,
    BookRuling,
    BookTable,
    BookTerm,
    BookTypesetter,
    BookView,
    ContentsEntry,
    Corrected,
    Front,
    Heading,
    Section,
)
from rulewright.pdf.book_pages import PageNumbers
from rulewright.proof.report import ProofReport

DEEPEST_HEADING = 6
OWN_PAGE, LAST_PAGES, LINE = 250, 750, 12
"""The fewest words of a chapter that begins a new page, and of the last one; and the words in a line.

The last page before the index cannot be shared, so the last chapter must have several.
"""
CHARACTERS = Decimal(5)
"""Characters on a square millimetre of paper, in type of one point."""
KEPT_EXAMPLE = 160
"""The most words of an example that stays on one page."""


@dataclass(frozen=True, slots=True)
class RulebookPages:
    """The HTML of a rulebook; `created` is a date in ISO form, or empty."""

    rulebook: Rulebook
    book: Book
    project: Path
    created: str = ""

    def text(self, proof: ProofReport) -> str:
        """Return everything except the index, with open page numbers."""
        composer = _Composer(self.rulebook, self.book, proof)
        sections = composer.sections()
        return self._html(sections, composer.front(sections))

    def index(self, pages: PageNumbers) -> str:
        """Return the index as a document of its own; empty if the book has none."""
        if not self.book.game.terms:
            return ""
        return self._html([Section(0, index_heading(self.book), index=index(self.book, pages))])

    @property
    def characters(self) -> int:
        """Return the approximate number of characters on a page."""
        size, points = self.rulebook.paper.size, self.rulebook.font_size
        return int(size.width.value * size.height.value / points**2 * CHARACTERS)

    def _html(self, sections: Sequence[Section], front: Front | None = None) -> str:
        view = _book_view(self.rulebook, self.book, self.created)
        template = "rulebook/rulebook.html.j2"
        return rendered(self.project, template, view.language, book=view, front=front, sections=sections)


def _book_view(rulebook: Rulebook, book: Book, created: str) -> BookView:
    game, paper, title = book.game, rulebook.paper, plain(rulebook.title, book)
    look, licence = design(rulebook), game.licence
    terms = "" if licence is None else tell("licence: {licence}", licence=plain(licence, book))
    return BookView(
        title=title if title == game.title else f"{title} · {game.title}",
        game=game.title,
        author=game.by,
        language=game.language,
        subject=joined(filter(None, (tell("{game}: rulebook", game=game.title), game.imprint, terms))),
        width=str(paper.size.width),
        height=str(paper.size.height),
        margins=look.margins(),
        narrow=look.narrow,
        columns=look.columns,
        sides=look.sides if rulebook.facing else "",
        created=created,
    )


KINDS = {"rule": tell("Rules"), "table": tell("Tables"), "term": tell("Terms")}
KINDS |= {kind.name: kind.title for kind in OTHER_KINDS}
"""The headings of things that no document says, by kind."""


class _Composer:
    def __init__(self, rulebook: Rulebook, book: Book, proof: ProofReport) -> None:
        self.rulebook, self.book, self.proof = rulebook, book, proof
        self.places = places_of(book)
        self.readers = rulebook.readers or book.game.readers
        theme, left_out = book.themes[rulebook.theme], frozenset(self._left_out())
        self.typesetter = BookTypesetter(book, theme, design(rulebook), self.readers, left_out)

    def _left_out(self) -> Iterator[str]:
        """Yield quick references that a players' book need not print: they are on cards and only repeat rules."""
        if self.readers is Readers.PLAYERS and self.book.game.cards:
            others = {target.id for target in not_on_cards(self.book) if target.kind == "reference"}
            yield from self.book.references.keys() - others

    def sections(self) -> list[Section]:
        """Return all chapters and appendices in order. The first begins a page, and so does each that is long."""
        at_the_back = [chapter for chapter in self.places.chapters if chapter.rule.part is Part.BACK]
        others = [chapter for chapter in self.places.chapters if chapter.rule.part is not Part.BACK]
        sections = [*map(self._chapter, others), *self._appendices(), *map(self._chapter, at_the_back)]
        fewest = [0, *[OWN_PAGE] * (len(sections) - 2), LAST_PAGES][: len(sections)]
        return [replace(each, breaks=each.words >= least) for each, least in zip(sections, fewest, strict=True)]

    def front(self, sections: Sequence[Section]) -> Front:
        """Return the cover, the title page and the contents."""
        game, title = self.book.game, plain(self.rulebook.title, self.book)
        self.typesetter.begin()
        return Front(
            cover=None if game.cover is None else self.typesetter.block(game.cover, "cover"),
            kind="" if title == game.title else title,
            subtitle=game.subtitle,
            authors=game.byline,
            imprint=tuple(self._imprint()),
            credits=None if game.credits is None else self.typesetter.block(game.credits, "credits"),
            colours=tuple(colour.hex for colour in game.colours),
            contents=tuple(self._contents(sections)),
            tables=tuple(self._table_entries(sections)),
            figures=tuple(self._figure_entries()),
        )

    def _imprint(self) -> Iterator[Markup]:
        """Yield the lines of the imprint: edition, authors and licence of the game, and how far it is proved."""
        game = self.book.game
        if game.imprint:
            imprint = self.typesetter.said(game.imprint)
            yield imprint[:1].upper() + imprint[1:]
        for name, fact in self.typesetter.about_facts():
            yield Markup("{}: {}").format(self.typesetter.said(name), fact)
        if proved := self.readers.part(proof_summary(self.proof)):
            yield self.typesetter.said(proved)

    # Contents

    def _contents(self, sections: Sequence[Section]) -> Iterator[ContentsEntry]:
        """Yield each chapter with its direct sections, each appendix, and the index."""
        chapters = {each.rule.id: each for each in self.places.chapters}
        for section in sections:
            if section.heading is not None:
                yield self._entry(section.heading)
            else:
                outline = chapters[section.rules[0].id]
                below = (self._heading(each.rule, 2) for each in outline.sections)
                yield self._entry(section.rules[0].heading, below)
        if self.book.game.terms:
            yield self._entry(index_heading(self.book))

    def _entry(self, heading: Heading, below: Iterable[Heading] = ()) -> ContentsEntry:
        title = heading.label.removeprefix(heading.number).strip()
        inner = tuple(self._entry(each) for each in below)
        return ContentsEntry(heading.number, title, f"#{heading.anchor}", OPEN, inner)

    def _table_entries(self, sections: Iterable[Section]) -> Iterator[ContentsEntry]:
        """Yield every table in book order, without rolls that print as text."""
        tables = (each for section in sections for each in section.all_tables())
        for table in (each for each in tables if each.view.spread or not each.view.listed):
            title = self.typesetter.spoken(self.book.tables[table.view.id].title)
            yield ContentsEntry("", title, f"#{table.anchor}", OPEN)

    def _figure_entries(self) -> Iterator[ContentsEntry]:
        """Yield every figure by its number, if there are several."""
        figures = self.book.figure_order.figures
        for figure in figures if len(figures) > 1 else ():
            place, title = anchor_in_print(Target("figure", figure.id)), self.typesetter.spoken(figure.title)
            yield ContentsEntry(str(self.book.figure_order.numbers[figure.id]), title, f"#{place}", OPEN)

    # Rules

    def _chapter(self, outline: Outline) -> Section:
        return Section(self._words(outline), rules=tuple(self._rules(outline, 1)))

    def _words(self, chapter: Outline) -> float:
        """Return the words of a chapter that count for its page break: as the book says, or else as many as it has."""
        if self.rulebook.chapters is Chapters.NEW_PAGE:
            return inf
        by_length = self.rulebook.chapters is Chapters.BY_LENGTH and self._most_are_long
        return self._size([chapter]) if by_length else 0

    @cached_property
    def _most_are_long(self) -> bool:
        """Return whether most chapters are long. If not, new pages would leave much paper empty."""
        long = [each for each in self.places.chapters if self._size([each]) >= OWN_PAGE]
        return len(long) > len(self.places.chapters) / 2

    def _size(self, outlines: Iterable[Outline]) -> int:
        """Return the approximate number of words of rules; a heading or table row counts as a line."""
        rules = [each.rule for outline in outlines for each in outline.walk()]
        texts = [text for rule in rules for text in rule.body()]
        examples = (example for rule in rules for example in self.book.examples_of.get(rule.id, ()))
        texts += [text for example in examples for text in example.prose()]
        tables = [table for rule in rules for table in self.book.tables_of.get(rule.id, ())]
        rows = sum(len(grid(table).body) for table in tables)
        return sum(len(text.source.split()) for text in texts) + LINE * (rows + len(rules))

    def _rules(self, outline: Outline, level: int) -> Iterator[BookRule]:
        rule, typesetter = outline.rule, self.typesetter
        typesetter.begin(rule.id)
        yield BookRule(
            id=rule.id,
            heading=self._heading(rule, level),
            body=typesetter.block(rule.text, rule.id, level) if rule.text else Markup(""),
            exceptions=typesetter.exceptions(rule.exceptions),
            incomplete=typesetter.inline(rule.incomplete) if rule.incomplete else None,
            external=rule.external,
            tables=tuple(self._tables(rule)),
            figures=typesetter.figures_of(rule),
            examples=tuple(self._example(example) for example in self.book.examples_of.get(rule.id, ())),
            procedure=procedure_view(rule, typesetter),
            notes=tuple(typesetter.inline(text) for text in rule.notes),
            open=typesetter.questions(rule),
            sidebar=rule.sidebar,
        )
        for inner in outline.below:
            yield from self._rules(inner, level + 1)

    def _tables(self, rule: Rule) -> Iterator[BookTable]:
        """Yield the tables of a rule. The first has the rule's text beside it if they are about equally long.

        Nothing else may belong beside that text.
        """
        tables = [self._table(table) for table in self.book.tables_of.get(rule.id, ())]
        text = "" if rule.exceptions or rule.incomplete or not rule.text else rule.text.source
        for at, table in enumerate(tables):
            yield table.beside() if at == 0 and self.typesetter.fits_beside(table, text) else table

    def _example(self, example: Example) -> BookExample:
        words = sum(len(text.source.split()) for text in example.prose())
        place = anchor_in_print(Target("example", example.id))
        return BookExample(place, example_view(example, self.proof, self.typesetter), words <= KEPT_EXAMPLE)

    def _heading(self, rule: Rule, level: int) -> Heading:
        title = self.typesetter.spoken(rule.title)
        label = f"{rule.number} {title}".strip()
        place = anchor_in_print(Target("rule", rule.id))
        return Heading(place, rule.number, title, label, min(level, DEEPEST_HEADING))

    def _table(self, table: Table) -> BookTable:
        return self.typesetter.book_table(table, proof_view(table, self.proof))

    # After the rules

    def _appendices(self) -> Iterator[Section]:
        """Yield the appendices that have contents, lettered after the author's."""
        taken = {chapter.rule.number for chapter in self.places.chapters}
        letters = (letter for letter in ascii_uppercase if letter not in taken)
        game, external = self.book.game, self.places.external
        editors = self.readers is Readers.EDITORS
        if rulings := in_force(game.rulings):
            heading = self._begin(next(letters), tell("Rulings"))
            yield Section(LINE * 3 * len(rulings), heading, rulings=tuple(self._rulings()))
        if game.errata and editors:
            heading = self._begin(next(letters), tell("Errata"))
            sign = self.typesetter.inline(RULING_SIGN) if self.book.ruling_signs else None
            yield Section(LINE * len(game.errata), heading, errata=tuple(self._errata()), sign=sign)
        if says_ours(game) and editors:
            yield Section(0, self._begin(next(letters), OURS), ours=self._ours())
        if game.terms:
            words = _words(text for term in game.terms for text in (term.text, term.unexplained) if text)
            yield Section(words, self._begin(next(letters), tell("Glossary")), terms=self._glossary())
        if printed := [each for each in game.references if each.id not in self.typesetter.left_out]:
            heading = self._begin(next(letters), tell("Quick references"))
            words = _words(item.text for each in printed for item in all_bullets(each.items))
            yield Section(words, heading, references=tuple(map(self._reference, printed)))
        for kind in OTHER_KINDS:
            if entries := game.other_entries(kind):
                heading = self._begin(next(letters), kind.title)
                words = _words(text for entry in entries for text in entry.prose())
                yield Section(words, heading, entries=tuple(self._titled(kind, entry) for entry in entries))
        if loose := self.places.further_tables:
            heading = self._begin(next(letters), tell("Further tables"))
            words = LINE * sum(len(grid(table).body) for table in loose)
            yield Section(words, heading, tables=tuple(self._table(table) for table in loose))
        if external:
            heading = self._begin(next(letters), tell("Rules outside this book"))
            rules = tuple(rule for outline in external for rule in self._rules(outline, 2))
            yield Section(self._size(external), heading, rules=rules)

    def _begin(self, letter: str, title: str) -> Heading:
        self.typesetter.begin()
        return _titled(letter, title, self.typesetter.said(title))

    def _rulings(self) -> Iterator[BookRuling]:
        """Yield each ruling with links to its subjects."""
        book, typesetter = self.book, self.typesetter
        for ruling in in_force(book.game.rulings):
            typesetter.begin()
            targets = (book.target_of(text) for text in ruling.where)
            named = dict.fromkeys(citation_target(target) for target in targets if target is not None)
            about = tuple(map(typesetter.named, named))
            day = spoken_day(ruling.date, book.game.language) if ruling.date else ""
            question, answer = typesetter.inline(ruling.question), typesetter.inline(ruling.answer)
            yield BookRuling(f"ruling-{ruling.id}", about, question, answer, ruling.by, day)

    def _errata(self) -> Iterator[Corrected]:
        """Yield errata grouped by what they correct, in book order."""
        by_place: dict[Target, list[Erratum]] = {}
        for erratum in self.book.game.errata:
            if (target := self.book.target_of(erratum.where)) is not None:  # a draft may lack what it corrects
                by_place.setdefault(citation_target(target), []).append(erratum)
        order = {target: index for index, target in enumerate(self._in_order())}
        for target in sorted(by_place, key=lambda target: order.get(target, len(order))):
            self.typesetter.begin()
            where = self.typesetter.named(target)
            yield Corrected(where, tuple(self._erratum(erratum) for erratum in by_place[target]))

    def _in_order(self) -> Iterator[Target]:
        """Yield rules and tables in book order."""
        for rule in (each.rule for chapter in self.places.chapters for each in chapter.walk()):
            yield Target("rule", rule.id)
            yield from (Target("table", table.id) for table in self.book.tables_of.get(rule.id, ()))

    def _erratum(self, erratum: Erratum) -> BookErratum:
        set_ = self.typesetter.inline
        class_, anchor = CLASSES[erratum.class_], f"erratum-{erratum.id}"
        return BookErratum(anchor, class_, set_(erratum.printed), set_(erratum.now), set_(erratum.why))

    def _ours(self) -> BookOurs:
        self.typesetter.begin()
        game, set_ = self.book.game, self.typesetter.inline
        ours = [(target, text) for target, text, origin in origins(game) if origin.ours]
        with self.typesetter.unindexed():
            named = [(target.kind, self.typesetter.named(target)) for target, text in ours if text is None]
            things = tuple(
                (name, links)
                for kind, name in KINDS.items()
                if (links := tuple(link for its, link in named if its == kind))
            )
            return BookOurs(tuple(map(set_, game.ours)), things, tuple(set_(text) for _, text in ours if text))

    def _glossary(self) -> tuple[BookTerm, ...]:
        with self.typesetter.unindexed():
            language = self.book.game.language
            terms = sorted(self.book.game.terms, key=lambda term: sort_key(term.name, language))
            return tuple(map(self._term, terms))

    def _term(self, term: Term) -> BookTerm:
        self.typesetter.begin()
        text, rule = term.text or term.unexplained, self.book.rule_of(term.rule)
        body = self.typesetter.inline(text) if text else Markup("")
        see = self.typesetter.short(rule) if rule else None
        return BookTerm(anchor_in_print(Target("term", term.id)), term.name, term.abbreviation, body, see)

    def _titled(self, kind: EntryKind, entry: NamedEntry) -> TitledView:
        self.typesetter.begin()
        return replace(self.typesetter.titled(entry), id=anchor_in_print(Target(kind.name, entry.id)))

    def _reference(self, reference: Reference) -> BookReference:
        self.typesetter.begin()
        title, place = self.typesetter.spoken(reference.title), anchor_in_print(Target("reference", reference.id))
        return BookReference(Heading(place, "", title, title, 2), self.typesetter.bullets(reference.items))


def _words(texts: Iterable[Text]) -> int:
    """Return the number of words of texts that are each on lines of its own."""
    return sum(max(LINE, len(text.source.split())) for text in texts)


def _titled(letter: str, name: str, title: str) -> Heading:
    """Return the heading of an appendix. Its anchor comes from the English `name`, the same in every language."""
    return Heading(f"part-{slug(name)}", letter, title, f"{letter} {title}".strip())


def index_heading(book: Book) -> Heading:
    return _titled("", "Index", translated(tell("Index"), catalogue(book.game.language)))

"""What all pages of a site share: frame, contents, names, corrections, listings."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, TypeVar

from markupsafe import Markup

from rulewright.editions.history import History, Step, history, layer_step
from rulewright.editions.snapshot import EXAMPLE, REFERENCE, RULE, TABLE, TERM, Key, whole_of
from rulewright.findings import Span
from rulewright.model.about import Origin, Ruling, edit_address, in_force, superseded
from rulewright.model.book import Book, Target, citation_target
from rulewright.model.figure import Figure
from rulewright.model.frame import frame_of
from rulewright.model.game import Erratum, ErratumClass, Mark, Rule, Term
from rulewright.model.owners import says_ours
from rulewright.model.product import Readers
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.proof.report import FunctionSource, ProofReport
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.typesetting.environment import rendered
from rulewright.render.typesetting.places import places_of
from rulewright.render.typesetting.proof_words import function_name, proof_summary, proof_view
from rulewright.render.typesetting.views import RowView
from rulewright.render.typesetting.web_look import logo_view
from rulewright.render.web.assets import data_script, mark_of
from rulewright.render.web.contents import Contents, languages, meta_view
from rulewright.render.web.history import EditionPlaces, history_of, history_of_layer, places_of_editions
from rulewright.render.web.names import Names
from rulewright.render.web.text import WebTypesetter, definition_id
from rulewright.render.web.use import Json
from rulewright.render.web.views import (
    CorrectionView,
    DefinitionView,
    HistoryView,
    LinkView,
    PageView,
    RulingView,
    SiteView,
    WebTableView,
)
from rulewright.translation.catalogues import catalogue, spoken_day
from rulewright.translation.messages import joined, tell
from rulewright.wording import plain

# What pages show, kept as long as the frame of the book is the same, for a process that shows a page after each edit

T = TypeVar("T")


class Views:
    """The views that are true at the same time."""

    def __init__(self) -> None:
        self._made: dict[object, tuple[object, Any]] = {}

    def of(self, name: object, thing: object, make: Callable[[], T]) -> T:
        """The view with this name. It is made again where the thing that it shows is another object."""
        known = self._made.get(name)
        if known is None or known[0] is not thing:
            known = self._made[name] = thing, make()
        view: T = known[1]
        return view


class _NothingKept(Views):
    def of(self, name: object, thing: object, make: Callable[[], T]) -> T:  # noqa: ARG002 - it is made each time
        return make()


NOTHING_KEPT = _NothingKept()


def views_of(book: Book, proof: ProofReport, history: Callable[[], History]) -> Views:
    """The views of a book that were made before and are still true. Those before and after its proof are kept apart."""
    frame = frame_of(book)
    if frame is None:
        return NOTHING_KEPT
    around, name = _around(book, proof, history()), f"views, {proof.ran}"
    last: tuple[_Around, Views] | None = frame.kept.get(name)
    views = last[1] if last is not None and last[0].is_like(around) else Views()
    frame.kept[name] = around, views
    return views


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """What views show beside the frame: on which pages things stand, what is proved, and what was otherwise before.

    `why_unproved` is one sentence for all that is not proved.
    """

    pages: tuple[Mapping[str, str], ...]
    proof: ProofReport
    why_unproved: str
    history: History

    def is_like(self, other: "_Around") -> bool:
        """Where nothing is proved, one sentence says so everywhere; of two proofs each cell may say something else."""
        without = not self.proof.ran and not other.proof.ran and self.why_unproved == other.why_unproved
        return self.pages == other.pages and (without or self.proof is other.proof) and self.history is other.history


def _around(book: Book, proof: ProofReport, history: History) -> _Around:
    places = places_of(book)
    why = proof.statements[0].reason if proof.statements and not proof.ran else ""
    return _Around((places.pages, places.term_pages, places.reference_pages), proof, why, history)


# Corrections beside what they correct

VERBS = {
    ErratumClass.SLIP: tell("Corrected"),
    ErratumClass.CLARIFICATION: tell("Clarified"),
    ErratumClass.RULING: tell("Our ruling"),
}
"""What a correction is called beside what it corrects."""


class Corrections:
    """The errata of one book, by what they correct."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def by_target(self) -> Mapping[Target, tuple[Erratum, ...]]:
        """In the order of the source."""
        errata: dict[Target, tuple[Erratum, ...]] = {}
        for erratum in self.book.game.errata:
            if (target := self.book.target_of(erratum.where)) is not None:
                corrected = citation_target(target)  # a cell is corrected with its table
                errata[corrected] = (*errata.get(corrected, ()), erratum)
        return errata

    def of(self, target: Target, typesetter: WebTypesetter) -> tuple[CorrectionView, ...]:
        """The corrections of a thing, set with the page's typesetter."""
        return tuple(
            CorrectionView(
                VERBS[erratum.class_],
                typesetter.places.href(Target("erratum", erratum.id)),
                typesetter.inline(erratum.printed),
                typesetter.inline(erratum.now),
            )
            for erratum in self.by_target.get(target, ())
        )


# Previews of linked things

ROWS = 6
"""Rows of a table in a preview; a longer table shows one row less, and a line that counts the rest."""


class Definitions:
    """Makes previews, each once; links in them have no previews. `views` has those that were made before."""

    def __init__(self, names: Names, views: Views) -> None:
        self.book, self.names, self._views = names.book, names, views
        self.quiet = WebTypesetter(names.places, within=True)
        self._made: dict[Target, DefinitionView] = {}

    def on(self, file: str, targets: Iterable[Target]) -> Iterator[DefinitionView]:
        """The previews of things that a page must carry; it already has its own glossary entries and tables."""
        for target in targets:
            there = self.names.places.href(target).partition("#")[0] == file
            if not (there and target.kind in ("term", "table", "mark", "figure")):
                yield self.view(target)

    def view(self, target: Target) -> DefinitionView:
        if target not in self._made:
            self._made[target] = self._view(target)
        return self._made[target]

    def _view(self, target: Target) -> DefinitionView:
        book = self.book
        of: Mapping[str, tuple[Mapping[str, Any], Callable[[Target, Any], DefinitionView]]] = {
            "term": (book.terms, self._term),
            "rule": (book.rules, self._rule),
            "table": (book.tables, self._table),
            "mark": (book.marks, self._mark),
            "figure": (book.figures, self._figure),
        }
        things, make = of[target.kind]
        thing = things[target.id]
        return self._views.of(("definition", target), thing, partial(make, target, thing))

    def _term(self, target: Target, term: Term) -> DefinitionView:
        text = term.text or term.unexplained or Text("", (), term.span)
        heading = f"{term.name} ({term.abbreviation})" if term.abbreviation else term.name
        return DefinitionView(definition_id(target), heading, self.quiet.inline(text))

    def _rule(self, target: Target, rule: Rule) -> DefinitionView:
        outside = self.quiet.said(tell("Outside this source: {book}", book=rule.external))
        body = self.quiet.opening(rule.text) if rule.text else outside
        return DefinitionView(definition_id(target), self.names.heading(rule), body)

    def _table(self, target: Target, table: Table) -> DefinitionView:
        view = self.quiet.table(table)
        shown = len(view.body) if len(view.body) <= ROWS else ROWS - 1
        cut = replace(view, body=tuple(_cut(view.body[:shown])))
        return DefinitionView(
            definition_id(target), str(view.caption.striptags()), Markup(""), cut, len(view.body) - shown
        )

    def _figure(self, target: Target, figure: Figure) -> DefinitionView:
        return DefinitionView(definition_id(target), self.names.figure(target), self.quiet.figure_image(figure))

    def _mark(self, target: Target, mark: Mark) -> DefinitionView:
        return DefinitionView(definition_id(target), mark.name, self.quiet.inline(mark.legend or Text("")))


def _cut(rows: tuple[RowView, ...]) -> Iterator[RowView]:
    """The rows, with cells that reach below the last one shortened."""
    for index, row in enumerate(rows):
        yield replace(row, cells=tuple(replace(cell, rows=min(cell.rows, len(rows) - index)) for cell in row.cells))


# The listing of the rules code

LONGEST = 24_000
"""Characters of code on one page, which keep it below 100 kB with its markup."""
OF_FUNCTION = 120
"""Characters that a function counts beside its code."""


class CodeListing:
    """The functions that a proof has asked, in the order of the rules code, page by page; none for players."""

    def __init__(self, proof: ProofReport, readers: Readers) -> None:
        asked = sorted(proof.functions.values(), key=lambda function: (function.file, function.line))
        self.functions = readers.parts(asked)

    @cached_property
    def pages(self) -> Mapping[str, tuple[FunctionSource, ...]]:
        """The first is always `code.html`; none if no code was run."""
        return {_file(at): run for at, run in enumerate(self._runs())}

    def _runs(self) -> Iterator[tuple[FunctionSource, ...]]:
        run: list[FunctionSource] = []
        weight = 0
        for function in self.functions:
            own = len(function.text) + OF_FUNCTION
            if run and weight + own > LONGEST:
                yield tuple(run)
                run, weight = [], 0
            run.append(function)
            weight += own
        if run:
            yield tuple(run)

    @cached_property
    def places(self) -> Mapping[str, str]:
        """The address of each function."""
        return {each.name: f"{file}#{each.name}" for file, run in self.pages.items() for each in run}

    def link(self, function: str) -> Markup:
        """A function named in a sentence, one click away from its code."""
        href = self.places.get(function)
        return Markup('<a class="code" href="{}">{}()</a>').format(href, function) if href else function_name(function)


def _file(at: int) -> str:
    return f"code-{at + 1}.html" if at else "code.html"


# What the scripts need in order to use the tables of a page and to go through its procedures

MARK = 6


@dataclass(frozen=True, slots=True)
class PageData:
    """The data of one page, which may be none."""

    page: str
    tables: Mapping[str, Mapping[str, Json]]
    procedures: Mapping[str, Mapping[str, Json]]

    @property
    def address(self) -> str:
        """How the page names the file; empty if there is nothing to use."""
        return f"{data_file(self.page)}?{self._mark}" if self._is_any else ""

    @property
    def files(self) -> dict[str, str]:
        """The file by its name, if there is one."""
        return {data_file(self.page): data_script("use", {"mark": self._mark, **self._said})} if self._is_any else {}

    @property
    def _is_any(self) -> bool:
        return bool(self.tables or self.procedures)

    @property
    def _mark(self) -> str:
        return mark_of(self._said, MARK)

    @property
    def _said(self) -> Mapping[str, object]:
        return {"tables": self.tables, "procedures": self.procedures}


def data_file(page: str) -> str:
    """The name of the file with the data of a page."""
    return f"use-{PurePosixPath(page).stem}.js"


# Rulings beside what they are about, and the page of all of them; those that no longer hold are on that page alone


class Rulings:
    """The rulings of one book, by what they are about."""

    def __init__(self, book: Book, names: Names) -> None:
        self.book, self.names = book, names

    @cached_property
    def superseded(self) -> Mapping[str, Ruling]:
        return superseded(self.book.game.rulings)

    @cached_property
    def by_target(self) -> Mapping[Target, tuple[Ruling, ...]]:
        """Those in force, in the order of the source; one on a cell is with its table."""
        found: dict[Target, tuple[Ruling, ...]] = {}
        for ruling in in_force(self.book.game.rulings):
            for target in self._stands_at(ruling):
                found[target] = (*found.get(target, ()), ruling)
        return found

    def of(self, target: Target, typesetter: WebTypesetter) -> tuple[RulingView, ...]:
        """The rulings on a thing, set with the page's typesetter."""
        return tuple(self.view(ruling, typesetter) for ruling in self.by_target.get(target, ()))

    def view(self, ruling: Ruling, typesetter: WebTypesetter) -> RulingView:
        origin = typesetter.origin(Origin(ruling.sources))
        return RulingView(
            ruling.id,
            typesetter.inline(ruling.question),
            typesetter.inline(ruling.answer),
            ruling.by,
            "" if ruling.date is None else spoken_day(ruling.date, self.book.game.language),
            "" if ruling.date is None else ruling.date.isoformat(),
            origin.sources if origin else (),
            tuple(link for target in self._about(ruling) if (link := self.names.link(target))),
            self._link(self.superseded[ruling.id]) if ruling.id in self.superseded else None,
        )

    def _about(self, ruling: Ruling) -> tuple[Target, ...]:
        """Each thing once; a cell is its table."""
        targets = (self.book.target_of(text) for text in ruling.where)
        return tuple(dict.fromkeys(citation_target(target) for target in targets if target is not None))

    def _stands_at(self, ruling: Ruling) -> Iterator[Target]:
        """A ruling on a rule and a table of it stands at the rule alone."""
        about = self._about(ruling)
        for target in about:
            rule = self.book.rule_of(self.book.tables[target.id].rule) if target.kind == "table" else None
            if rule is None or Target("rule", rule.id) not in about:
                yield target

    def _link(self, ruling: Ruling) -> LinkView | None:
        return self.names.link(Target("ruling", ruling.id))


NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Page:
    """A page of which everything is decided: its template only places the values. `own` are further ones.

    Its `repr` shows all values, and so stands for the page. `data` stands beside it, in a file that it names.
    """

    template: str
    view: PageView
    own: Mapping[str, object]
    project: Path = field(repr=False)
    data: PageData = field(repr=False)

    def text(self) -> str:
        return (
            rendered(self.project, f"web/{self.template}.html.j2", self.view.site.language, page=self.view, **self.own)
            + "\n"
        )


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file of the web folder by its name there; `make` makes it, and only it.

    Or a family of files by their names, which begin as this one: only what is in them tells how many they are. A page
    on which tables may stand `has_data`, if they can be used.
    """

    name: str
    make: Callable[[], Page | str | Mapping[str, str]]
    has_data: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Its name, and that of its data."""
        return (self.name, data_file(self.name)) if self.has_data else (self.name,)

    def text(self, name: str) -> str:
        """That of one of its files; KeyError if there is no such file."""
        made = self.make()
        if isinstance(made, Page):
            return made.text() if name == self.name else made.data.files[name]
        return made if isinstance(made, str) else made[name]


class Site:
    """One book on the web, page by page; `in_library` if one page above its folder lists all games of the project."""

    def __init__(
        self, book: Book, proof: ProofReport, project: Path, files: FinishedFiles, *, in_library: bool = False
    ) -> None:
        self.book, self.proof, self.project, self.files, self.in_library = book, proof, project, files, in_library
        self.catalogue = catalogue(book.game.language)
        self.places = places_of(book)
        self.names = Names(book, self.places)
        self.contents = Contents(book, self.places, project)
        self.corrections = Corrections(book)
        self.rulings = Rulings(book, self.names)
        self.listing = CodeListing(proof, book.game.readers)
        self.definitions = Definitions(self.names, self.views)

    @cached_property
    def history(self) -> History:
        """What the recorded editions of the game changed."""
        return history(self.project, self.book.game.id, self.book.game.language)

    @cached_property
    def views(self) -> Views:
        """What was made before and is still true."""
        return views_of(self.book, self.proof, lambda: self.history)

    @cached_property
    def layer(self) -> Step | None:
        """What it changes of the game that it extends."""
        return layer_step(self.book.base, self.book) if self.book.base else None

    def history_of(self, target: Target, typesetter: WebTypesetter) -> tuple[HistoryView, ...]:
        """What changed a thing: the layer, with the reason, and editions."""
        layer, game = self.book.game.layer, self.book.game
        because = layer.reason(target.kind, target.id) if layer else None
        why = None if because is None else typesetter.inline(because)
        own = tuple(history_of_layer(self.layer, target, why)) if self.layer else ()
        return (*own, *history_of(self.history, target, game.language))

    def address(self, key: Key) -> str:
        """Where a thing is shown that a difference names; nowhere what is gone."""
        kind, id_ = whole_of(key)
        book = self.book
        things: Mapping[str, Mapping[str, object]] = {
            RULE: book.rules,
            TABLE: book.tables,
            TERM: book.terms,
            REFERENCE: book.references,
            EXAMPLE: book.examples,
        }
        return self.places.href(Target(kind, id_)) if id_ in things.get(kind, {}) else ""

    def earlier_editions(self, rule: Rule) -> Iterator[LinkView]:
        """The place of a rule in each edition before the present one."""
        for each in self.editions[1:]:
            yield LinkView(each.href(rule.id), Markup.escape(each.snapshot.edition), "edition")

    @property
    def editions(self) -> tuple[EditionPlaces, ...]:
        """The pages of the recorded editions, the latest first."""
        return places_of_editions(self.history)

    def typesetter(self) -> WebTypesetter:
        """A new one for each page: it collects the definitions that the page must carry."""
        return WebTypesetter(self.places)

    @cached_property
    def quiet(self) -> WebTypesetter:
        """For a text that is a link as a whole, and so can have no links in it."""
        return WebTypesetter(self.places, within=True)

    def table(self, table: Table, typesetter: WebTypesetter) -> WebTableView:
        """A table with its proof, and all that stands beside it."""
        view = typesetter.table(table, proof_view(table, self.proof, self.listing.link))
        beside = self.beside(Target("table", table.id), typesetter, table.origin, table.span)
        return replace(view, procedures=self.names.procedures(table), **beside)

    def beside(self, target: Target, typesetter: WebTypesetter, origin: Origin, span: Span) -> dict[str, Any]:
        """The fields of `Beside` for a thing, set with the page's typesetter."""
        return {
            "corrections": self.corrections.of(target, typesetter),
            "rulings": self.rulings.of(target, typesetter),
            "history": self.history_of(target, typesetter),
            "cited_by": self.names.used_in(target) if target.kind == "term" else self.names.cited_by(target),
            "origin": typesetter.origin(origin),
            "edit": edit_address(self.book.game.edit, span),
        }

    def plain(self, text: Text) -> str:
        """A text without markup."""
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
    ) -> Page:
        """A page; `parts` are fields of PageView, set with the page's typesetter.

        `description` is for lists of search results; `own` are further variables of the template.
        """
        carried, title = typesetter.carried, self.catalogue.said(title)
        defined = tuple(self.definitions.on(file, carried.defined))
        data = PageData(file, carried.used, carried.procedures)
        about = description or joined((title, self.book.game.title), ": ")
        view = PageView(
            title=title,
            site=self._frame(file),
            meta=meta_view(file, self.catalogue.said(about), self.book.game),
            definitions=defined,
            data=data.address,
            **parts,
        )
        return Page(template, view, own, self.project, data)

    def _frame(self, current: str) -> SiteView:
        others = tuple(languages(current, self.book.game)) if self.book.game.languages else ()
        return replace(self._frame_of_all, contents=self.contents.beside(current), languages=others)

    @property
    def _library(self) -> str:
        """The address of the page over all games; empty where there is none."""
        game = self.book.game
        up = "../" * (3 if game.is_translation else 2)
        return f"{up}index.html" if self.in_library and not game.alone else ""

    @cached_property
    def _frame_of_all(self) -> SiteView:
        """What is the same on each page; the contents depend on the page."""
        game = self.book.game
        return SiteView(
            game.title,
            game.subtitle,
            game.imprint,
            game.language,
            Markup(""),
            game.readers.part(proof_summary(self.proof)) or "",
            report=game.readers is Readers.EDITORS,
            by=game.about.by,
            licence=None if (licence := game.about.licence) is None else self.typesetter().inline(licence),
            errata=bool(game.errata),
            references=bool(game.references),
            cards=bool(game.cards),
            tables=bool(game.tables),
            questions=bool(game.readers.parts(rule for rule in game.rules if rule.incomplete or rule.questions)),
            rulings=bool(game.rulings),
            changes=bool(self.history.steps),
            base=self.layer.difference.before.title if self.layer else "",
            feed=bool(self.history.steps and game.address),
            code=bool(self.listing.functions),
            ours=says_ours(game),
            credits=game.about.credits is not None or game.about.source is not None,
            logo=logo_view(game),
            library=self._library,
        )

"""What all pages of a site share: frame, contents, names, corrections, listings."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, TypeVar

from markupsafe import Markup

from rulewright.editions.history import History, Step, history, layer_step
from rulewright.editions.snapshot import Key, whole_of
from rulewright.findings import Span
from rulewright.listing import contents, digest, listing
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
from rulewright.render.templating.template_errors import FOLDER
from rulewright.render.typesetting.environment import rendered
from rulewright.render.typesetting.glossary import in_runs
from rulewright.render.typesetting.places import places_of
from rulewright.render.typesetting.proof_words import function_name, proof_summary, proof_view
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
from rulewright.store import Store
from rulewright.translation.catalogues import catalogue, spoken_day
from rulewright.translation.messages import joined, tell
from rulewright.wording import plain

# Views that are kept as long as the frame of the book is the same, for a process that shows a page after each edit

T = TypeVar("T")


class Views:
    """Views that were made before and are still true; with `keep=False` each is made anew."""

    def __init__(self, *, keep: bool = True) -> None:
        self._keep = keep
        self._made: dict[object, tuple[object, Any]] = {}

    def of(self, name: object, thing: object, make: Callable[[], T]) -> T:
        """The view with this name. It is made again if the thing that it shows is another object."""
        if not self._keep:
            return make()
        last = self._made.get(name)
        if last is None or last[0] is not thing:
            last = self._made[name] = thing, make()
        view: T = last[1]
        return view


def views_of(book: Book, proof: ProofReport, history: Callable[[], History]) -> Views:
    """The views of a book that were made before and are still true. A book has other views once it is proved."""
    frame = frame_of(book)
    if frame is None:
        return Views(keep=False)
    places = places_of(book)
    why = proof.statements[0].reason if proof.statements and not proof.ran else ""
    context = _Context((places.pages, places.term_pages, places.reference_pages), proof, why, history())
    name = f"views, {proof.ran}"
    last: tuple[_Context, Views] | None = frame.kept.get(name)
    views = last[1] if last is not None and last[0].is_like(context) else Views()
    frame.kept[name] = context, views
    return views


@dataclass(frozen=True, slots=True, eq=False)
class _Context:
    """What views show besides the frame: the pages of things, what is proved, and what earlier editions said.

    If nothing is proved, every view says so in the same words, `why_unproved`.
    """

    pages: tuple[Mapping[str, str], ...]
    proof: ProofReport
    why_unproved: str
    history: History

    def is_like(self, other: "_Context") -> bool:
        """Whether views for the one also hold for the other; two proofs may differ in any cell."""
        without = not self.proof.ran and not other.proof.ran and self.why_unproved == other.why_unproved
        return self.pages == other.pages and (without or self.proof is other.proof) and self.history is other.history


# Corrections beside what they correct

VERBS = {
    ErratumClass.SLIP: tell("Corrected"),
    ErratumClass.CLARIFICATION: tell("Clarified"),
    ErratumClass.RULING: tell("Our ruling"),
}
"""The label of a correction beside what it corrects."""


class Corrections:
    """The errata of one book, by what they correct."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def by_target(self) -> Mapping[Target, tuple[Erratum, ...]]:
        """The errata of each thing, in the order of the source."""
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
"""Rows of a table in a preview. A preview of a longer table has one row less, and counts the other rows."""


class Definitions:
    """Makes previews, each once; links in them have no previews of their own."""

    def __init__(self, names: Names, views: Views) -> None:
        self.book, self.names, self._views = names.book, names, views
        self.quiet = WebTypesetter(names.places, within=True)
        self._made: dict[Target, DefinitionView] = {}

    def on(self, file: str, targets: Iterable[Target]) -> Iterator[DefinitionView]:
        """The previews that a page must contain. Its own glossary entries, tables and figures serve as previews."""
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
        makers: Mapping[str, tuple[Mapping[str, Any], Callable[[Target, Any], DefinitionView]]] = {
            "term": (book.terms, self._term),
            "rule": (book.rules, self._rule),
            "table": (book.tables, self._table),
            "mark": (book.marks, self._mark),
            "figure": (book.figures, self._figure),
        }
        things, make = makers[target.kind]
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
        rows = [  # no cell reaches below the last row
            replace(row, cells=tuple(replace(cell, rows=min(cell.rows, shown - at)) for cell in row.cells))
            for at, row in enumerate(view.body[:shown])
        ]
        heading, left_out = str(view.caption.striptags()), len(view.body) - shown
        return DefinitionView(definition_id(target), heading, Markup(""), replace(view, body=tuple(rows)), left_out)

    def _figure(self, target: Target, figure: Figure) -> DefinitionView:
        return DefinitionView(definition_id(target), self.names.figure(target), self.quiet.figure_image(figure))

    def _mark(self, target: Target, mark: Mark) -> DefinitionView:
        return DefinitionView(definition_id(target), mark.name, self.quiet.inline(mark.legend or Text("")))


# The listing of the rules code

LONGEST = 24_000
"""Characters of code on one page: with markup it stays below 100 kB."""
OF_FUNCTION = 120
"""Characters added for each function, besides its code."""


class CodeListing:
    """The functions that a proof called, in the order of the rules code, page by page; none for players."""

    def __init__(self, proof: ProofReport, readers: Readers) -> None:
        called = sorted(proof.functions.values(), key=lambda function: (function.file, function.line))
        self.functions = readers.parts(called)

    @cached_property
    def pages(self) -> Mapping[str, Sequence[FunctionSource]]:
        """The functions on each page; the first page is always `code.html`. No page if no code was run."""
        runs = in_runs(self.functions, [len(each.text) + OF_FUNCTION for each in self.functions], LONGEST)
        return {f"code-{at}.html" if at > 1 else "code.html": run for at, run in enumerate(runs, 1)}

    @cached_property
    def places(self) -> Mapping[str, str]:
        """The address of each function."""
        return {each.name: f"{file}#{each.name}" for file, run in self.pages.items() for each in run}

    def link(self, function: str) -> Markup:
        """A function named in a sentence, one click away from its code."""
        href = self.places.get(function)
        return Markup('<a class="code" href="{}">{}()</a>').format(href, function) if href else function_name(function)


# What the scripts need in order to use the tables of a page and to go through its procedures

MARK = 6


@dataclass(frozen=True, slots=True)
class PageData:
    """The data for the scripts of one page; it may be empty."""

    page: str
    tables: Mapping[str, Mapping[str, Json]]
    procedures: Mapping[str, Mapping[str, Json]]

    @property
    def address(self) -> str:
        """The address of the file with the data, with a digest; empty if there is nothing to use."""
        data = {"tables": self.tables, "procedures": self.procedures}
        return f"{data_file(self.page)}?{mark_of(data, MARK)}" if self.tables or self.procedures else ""

    @property
    def files(self) -> dict[str, str]:
        """The file by its name, if there is one."""
        if not (address := self.address):
            return {}
        name, _, mark = address.partition("?")
        return {name: data_script("use", {"mark": mark, "tables": self.tables, "procedures": self.procedures})}


def data_file(page: str) -> str:
    """The name of the file with the data of a page."""
    return f"use-{PurePosixPath(page).stem}.js"


# Rulings stand beside what they are about, and on a page of all rulings. Superseded rulings are on that page only.


class Rulings:
    """The rulings of one book, by what they are about."""

    def __init__(self, book: Book, names: Names) -> None:
        self.book, self.names = book, names
        self.superseded: Mapping[str, Ruling] = superseded(book.game.rulings)

    @cached_property
    def by_target(self) -> Mapping[Target, tuple[Ruling, ...]]:
        """The rulings in force, in the order of the source. A ruling on a rule and its table stands at the rule."""
        rulings: dict[Target, tuple[Ruling, ...]] = {}
        for ruling in in_force(self.book.game.rulings):
            about = self._about(ruling)
            for target in about:
                rule = self.book.rule_of(self.book.tables[target.id].rule) if target.kind == "table" else None
                if rule is None or Target("rule", rule.id) not in about:
                    rulings[target] = (*rulings.get(target, ()), ruling)
        return rulings

    def of(self, target: Target, typesetter: WebTypesetter) -> tuple[RulingView, ...]:
        """The rulings on a thing, set with the page's typesetter."""
        return tuple(self.view(ruling, typesetter) for ruling in self.by_target.get(target, ()))

    def view(self, ruling: Ruling, typesetter: WebTypesetter) -> RulingView:
        origin, later = typesetter.origin(Origin(ruling.sources)), self.superseded.get(ruling.id)
        return RulingView(
            ruling.id,
            typesetter.inline(ruling.question),
            typesetter.inline(ruling.answer),
            ruling.by,
            "" if ruling.date is None else spoken_day(ruling.date, self.book.game.language),
            "" if ruling.date is None else ruling.date.isoformat(),
            origin.sources if origin else (),
            tuple(link for target in self._about(ruling) if (link := self.names.link(target))),
            None if later is None else self.names.link(Target("ruling", later.id)),
        )

    def _about(self, ruling: Ruling) -> tuple[Target, ...]:
        """The things that a ruling is about, each once; a cell counts as its table."""
        targets = (self.book.target_of(text) for text in ruling.where)
        return tuple(dict.fromkeys(citation_target(target) for target in targets if target is not None))


# Pages and files

NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Page:
    """A page whose values are all decided: the template only places them. `own` are further variables.

    The store knows a page by its `repr`, which contains all values. `data` goes to a file beside the page.
    """

    template: str
    view: PageView
    own: Mapping[str, object]
    project: Path = field(repr=False)
    data: PageData = field(repr=False)

    def text(self) -> str:
        template, language = f"web/{self.template}.html.j2", self.view.site.language
        return rendered(self.project, template, language, page=self.view, **self.own) + "\n"


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file of the web folder, and the function that makes it.

    Or several files: `make` then returns them by their names, which begin with this name. A page that may contain
    usable tables `has_data`.
    """

    name: str
    make: Callable[[], Page | str | Mapping[str, str]]
    has_data: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Its name, and the name of its data."""
        return (self.name, data_file(self.name)) if self.has_data else (self.name,)

    def text(self, name: str) -> str:
        """The text of one of its files; KeyError if there is no such file."""
        made = self.make()
        if isinstance(made, Page):
            return made.text() if name == self.name else made.data.files[name]
        return made if isinstance(made, str) else made[name]


class Site:
    """One book on the web; `in_library` if a page above its folder lists all games of the project."""

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
        """The views that were made before and are still true."""
        return views_of(self.book, self.proof, lambda: self.history)

    @cached_property
    def layer(self) -> Step | None:
        """What this game changes of the game that it extends."""
        return layer_step(self.book.base, self.book) if self.book.base else None

    def history_of(self, target: Target, typesetter: WebTypesetter) -> tuple[HistoryView, ...]:
        """What changed a thing: the layer, with the reason, and editions."""
        layer, game = self.book.game.layer, self.book.game
        because = layer.reason(target.kind, target.id) if layer else None
        why = None if because is None else typesetter.inline(because)
        own = tuple(history_of_layer(self.layer, target, why)) if self.layer else ()
        return (*own, *history_of(self.history, target, game.language))

    def address(self, key: Key) -> str:
        """The address of a thing that a difference names; empty if it is gone."""
        target = Target(*whole_of(key))
        shown = target.kind in ("rule", "table", "term", "reference", "example") and self.book.has(target)
        return self.places.href(target) if shown else ""

    def earlier_editions(self, rule: Rule) -> Iterator[LinkView]:
        """Links to the rule in each edition before the present one."""
        for each in self.editions[1:]:
            yield LinkView(each.href(rule.id), Markup.escape(each.snapshot.edition), "edition")

    @property
    def editions(self) -> tuple[EditionPlaces, ...]:
        """The pages of the recorded editions, the latest first."""
        return places_of_editions(self.history)

    def typesetter(self) -> WebTypesetter:
        """A new typesetter for each page: it collects the previews that the page must contain."""
        return WebTypesetter(self.places)

    @cached_property
    def quiet(self) -> WebTypesetter:
        """A typesetter for text that is a link as a whole and cannot contain links."""
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
        needs, title = typesetter.needs, self.catalogue.said(title)
        definitions = tuple(self.definitions.on(file, needs.previews))
        data = PageData(file, needs.tables, needs.procedures)
        about = description or joined((title, self.book.game.title), ": ")
        view = PageView(
            title=title,
            site=self._frame(file),
            meta=meta_view(file, self.catalogue.said(about), self.book.game),
            definitions=definitions,
            data=data.address,
            **parts,
        )
        return Page(template, view, own, self.project, data)

    def _frame(self, current: str) -> SiteView:
        others = tuple(languages(current, self.book.game)) if self.book.game.languages else ()
        return replace(self._frame_of_all, contents=self.contents.beside(current), languages=others)

    @cached_property
    def _frame_of_all(self) -> SiteView:
        """What all pages share; the contents depend on the page."""
        game = self.book.game
        library = "../" * (3 if game.is_translation else 2) + "index.html"
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
            library=library if self.in_library and not game.alone else "",
        )


# The store keeps pages by their values, so that after an edit only pages with new values are rendered


def render_all(store: Store, templates: str, files: Sequence[SiteFile]) -> dict[str, bytes]:
    """The files by their names, as bytes, which need less memory than texts.

    `templates` is the digest of the project's own templates; the store knows the templates of the tool.
    """
    made = {file.name: file.make() for file in files}
    pages = {name: page for name, page in made.items() if isinstance(page, Page)}
    key = store.key("pages of the web", templates, *map(repr, pages.items()))
    packed = store.find(key)
    if packed is None:
        texts = [page.text().encode() for page in pages.values()]
        store.keep(key, json.dumps([*map(len, texts)]).encode() + b"\n" + b"".join(texts))
    else:
        texts = _unpacked(packed)
    text_of = dict(zip(pages, texts, strict=True))
    written: dict[str, bytes] = {}
    for name, one in made.items():
        others: Mapping[str, str]
        if isinstance(one, Page):
            written[name] = text_of[name]
            others = one.data.files
        else:
            others = {name: one} if isinstance(one, str) else one
        written |= {each: text.encode() for each, text in others.items()}
    return written


def own_templates(project: Path) -> str:
    """The digest of all files that a project's templates may read."""
    return digest(json.dumps(contents(listing(str(project / FOLDER))), sort_keys=True))


def _unpacked(data: bytes) -> list[bytes]:
    """The texts in an entry of the store, which starts with a line of their lengths."""
    at, texts = data.index(b"\n") + 1, []
    for length in json.loads(data[:at]):
        texts.append(data[at : at + length])
        at += length
    return texts

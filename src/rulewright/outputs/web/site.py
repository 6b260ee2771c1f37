"""Assemble the web pages of one book, the frame that they share, and the listing of the rules code."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from rulewright.base.findings import Span
from rulewright.base.listing import contents, digest, listing
from rulewright.base.messages.catalogues import catalogue
from rulewright.base.messages.messages import joined
from rulewright.base.store import Store
from rulewright.book.book import Book
from rulewright.book.game import Game
from rulewright.book.kinds import OTHER_KINDS
from rulewright.book.owners import says_ours
from rulewright.book.wording import plain
from rulewright.editions.edition import Key, whole_of
from rulewright.editions.history import History, Step, history, layer_step
from rulewright.entries.origins import Origin
from rulewright.entries.rulebooks import Readers
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Target, Text
from rulewright.html.environment import rendered
from rulewright.html.glossary import in_runs
from rulewright.html.places import places_of
from rulewright.html.proof_words import function_name, proof_summary, proof_view
from rulewright.html.templating.sandbox import PageFilters
from rulewright.html.templating.template_errors import FOLDER
from rulewright.html.web_look import logo_view
from rulewright.outputs.web.annotations import Corrections, Definitions, Names, Rulings, Views, views_of
from rulewright.outputs.web.assets import data_script, mark_of
from rulewright.outputs.web.contents import Contents, languages, meta_view
from rulewright.outputs.web.history import EditionPlaces, history_of, history_of_layer, places_of_editions
from rulewright.outputs.web.text import WebTypesetter
from rulewright.outputs.web.use import Json
from rulewright.outputs.web.views import HistoryView, LinkView, PageView, SiteView, WebTableView
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.proof.report import FunctionSource, ProofReport

# The data that scripts need to use the tables of a page and to go through its procedures

MARK = 6


@dataclass(frozen=True, slots=True)
class PageData:
    """The data for the scripts of one page; it may be empty."""

    page: str
    tables: Mapping[str, Mapping[str, Json]]
    procedures: Mapping[str, Mapping[str, Json]]

    @property
    def address(self) -> str:
        """The address of the data file, with a digest of its content; empty if there is no data."""
        data = {"tables": self.tables, "procedures": self.procedures}
        return f"{data_file(self.page)}?{mark_of(data, MARK)}" if self.tables or self.procedures else ""

    @property
    def files(self) -> dict[str, str]:
        """The data file by its name; empty if there is no data."""
        if not (address := self.address):
            return {}
        name, _, mark = address.partition("?")
        return {name: data_script("use", {"mark": mark, "tables": self.tables, "procedures": self.procedures})}


def data_file(page: str) -> str:
    """Return the name of the data file of a page."""
    return f"use-{PurePosixPath(page).stem}.js"


# Pages and files

NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Page:
    """A page with all its values: the template only places them. `own` are further variables of the template.

    The store identifies a page by its `repr`, which contains all values. `data` goes to a file beside the page.
    """

    template: str
    view: PageView
    own: Mapping[str, object]
    game: Game = field(repr=False)
    filters: PageFilters = field(repr=False)
    project: Path = field(repr=False)
    data: PageData = field(repr=False)

    def text(self) -> str:
        template, language = f"web/{self.template}.html.j2", self.view.site.language
        return (
            rendered(self.project, template, language, self.filters, page=self.view, game=self.game, **self.own) + "\n"
        )


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file of the web folder, and the function that makes it.

    If `make` returns a mapping, it makes several files by name; their names begin with this name. `has_data` is true
    for a page that may have a data file.
    """

    name: str
    make: Callable[[], Page | str | Mapping[str, str]]
    has_data: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the file, and the name of its data file if it may have one."""
        return (self.name, data_file(self.name)) if self.has_data else (self.name,)

    def text(self, name: str) -> str:
        """Return the text of one of the files; KeyError if there is no such file."""
        made = self.make()
        if isinstance(made, Page):
            return made.text() if name == self.name else made.data.files[name]
        return made if isinstance(made, str) else made[name]


class Site:
    """The web pages of one book; `in_library` if a page above its folder lists all games of the project."""

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
        """The changes between the recorded editions of the game."""
        return history(self.project, self.book.game.id, self.book.game.language)

    @cached_property
    def views(self) -> Views:
        """The cached views that are still valid."""
        return views_of(self.book, self.proof, lambda: self.history)

    @cached_property
    def layer(self) -> Step | None:
        """The changes to the game that this game extends; None if it extends none."""
        return layer_step(self.book.base, self.book) if self.book.base else None

    def history_of(self, target: Target, typesetter: WebTypesetter) -> tuple[HistoryView, ...]:
        """Return the changes to a thing: by the layer, with its reason, then by editions."""
        layer, game = self.book.game.layer, self.book.game
        because = layer.reason(target.kind, target.id) if layer else None
        why = None if because is None else typesetter.inline(because)
        own = tuple(history_of_layer(self.layer, target, why)) if self.layer else ()
        return (*own, *history_of(self.history, target, game.language))

    def address(self, key: Key) -> str:
        """Return the address of a thing in a difference; "" if it has been removed or its kind has no pages."""
        target = Target(*whole_of(key))
        shown = target.kind in ("rule", "table", "term", "reference", "example") and self.book.has(target)
        return self.places.href(target) if shown else ""

    def earlier_editions(self, rule: Rule) -> Iterator[LinkView]:
        """Yield links to the rule in each edition before the present one."""
        for each in self.editions[1:]:
            yield LinkView(each.href(rule.id), Markup.escape(each.edition.number), "edition")

    @property
    def editions(self) -> tuple[EditionPlaces, ...]:
        """The pages of the recorded editions, the latest first."""
        return places_of_editions(self.history)

    def typesetter(self) -> WebTypesetter:
        """Return a new typesetter. Each page needs its own, which collects the previews that the page must contain."""
        return WebTypesetter(self.places)

    @cached_property
    def quiet(self) -> WebTypesetter:
        """A typesetter for text inside a link, which cannot contain links."""
        return WebTypesetter(self.places, within=True)

    def table(self, table: Table, typesetter: WebTypesetter) -> WebTableView:
        """Return a table with its proof and its annotations."""
        view = typesetter.table(table, proof_view(table, self.proof, self.listing.link))
        annotations = self.annotations(Target("table", table.id), typesetter, table.origin, table.span)
        return replace(view, procedures=self.names.procedures(table), **annotations)

    def annotations(self, target: Target, typesetter: WebTypesetter, origin: Origin, span: Span) -> dict[str, Any]:
        """Return the fields of `Annotations` for a thing, rendered with the page's typesetter."""
        return {
            "corrections": self.corrections.of(target, typesetter),
            "rulings": self.rulings.of(target, typesetter),
            "history": self.history_of(target, typesetter),
            "cited_by": self.names.used_in(target) if target.kind == "term" else self.names.cited_by(target),
            "origin": typesetter.origin(origin),
            "edit": self.book.game.look.edit_address(span),
        }

    def plain(self, text: Text) -> str:
        """Return a text without markup."""
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
        """Return a page; `parts` are fields of PageView, rendered with the page's typesetter.

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
        return Page(template, view, own, self.book.game, {"inline": typesetter.inline}, self.project, data)

    def _frame(self, current: str) -> SiteView:
        others = tuple(languages(current, self.book.game)) if self.book.game.languages else ()
        return replace(self._frame_of_all, contents=self.contents.on_page(current), languages=others)

    @cached_property
    def _frame_of_all(self) -> SiteView:
        """The values that all pages share; the contents are still empty, because they depend on the page."""
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
            by=game.byline,
            licence=None if (licence := game.licence) is None else self.typesetter().inline(licence),
            errata=bool(game.errata),
            references=bool(game.references),
            cards=bool(game.cards),
            tables=bool(game.tables),
            questions=bool(game.readers.parts(rule for rule in game.rules if rule.incomplete or rule.questions)),
            rulings=bool(game.rulings),
            lists=tuple(
                LinkView(f"{kind.section}.html", Markup.escape(self.catalogue.said(joined((kind.title,)))))
                for kind in OTHER_KINDS
                if game.of_kind(kind.name)
            ),
            changes=bool(self.history.steps),
            base=self.layer.difference.before.title if self.layer else "",
            feed=bool(self.history.steps and game.address),
            code=bool(self.listing.functions),
            ours=says_ours(game),
            credits=game.credits is not None or game.source is not None,
            logo=logo_view(game),
            library=library if self.in_library and not game.look.alone else "",
        )


# The listing of the rules code

LONGEST = 24_000
"""Characters of code on one page. With markup the page stays below 100 kB."""
OF_FUNCTION = 120
"""Characters that each function needs on a page besides its code."""


class CodeListing:
    """The functions that a proof called, in the order of the rules code, divided into pages; empty for players."""

    def __init__(self, proof: ProofReport, readers: Readers) -> None:
        called = sorted(proof.functions.values(), key=lambda function: (function.file, function.line))
        self.functions = readers.parts(called)

    @cached_property
    def pages(self) -> Mapping[str, Sequence[FunctionSource]]:
        """The functions on each page; the first page is always `code.html`. There are no pages if no code was run."""
        runs = in_runs(self.functions, [len(each.text) + OF_FUNCTION for each in self.functions], LONGEST)
        return {f"code-{at}.html" if at > 1 else "code.html": run for at, run in enumerate(runs, 1)}

    @cached_property
    def places(self) -> Mapping[str, str]:
        """The address of each function."""
        return {each.name: f"{file}#{each.name}" for file, run in self.pages.items() for each in run}

    def link(self, function: str) -> Markup:
        """Return the name of a function with a link to its code, if the code is listed."""
        href = self.places.get(function)
        return Markup('<a class="code" href="{}">{}()</a>').format(href, function) if href else function_name(function)


# Rendered pages are cached in the store by their values


def render_all(store: Store, templates: str, files: Sequence[SiteFile]) -> dict[str, bytes]:
    """Render files and return them by name, as bytes, which need less memory than strings.

    `templates` is the digest of the project's own templates; the store's keys already include the built-in templates.
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
    """Return the digest of all files that a project's templates may read."""
    return digest(json.dumps(contents(listing(str(project / FOLDER))), sort_keys=True))


def _unpacked(data: bytes) -> list[bytes]:
    """Return the pages in a store entry, which starts with a line of their lengths."""
    at, texts = data.index(b"\n") + 1, []
    for length in json.loads(data[:at]):
        texts.append(data[at : at + length])
        at += length
    return texts

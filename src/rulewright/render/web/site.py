"""What all pages of a site share: frame, contents, names, corrections, listings."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from rulewright.editions.history import History, Step, history
from rulewright.editions.layers import layer_step
from rulewright.editions.snapshot import EXAMPLE, REFERENCE, RULE, TABLE, TERM, Key, whole_of
from rulewright.findings import Span
from rulewright.model.book import Book, Target, says_ours
from rulewright.model.forge import edit_address
from rulewright.model.game import Rule
from rulewright.model.readers import Readers
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.proof.report import ProofReport
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.typesetting.environment import rendered
from rulewright.render.typesetting.places import places_of
from rulewright.render.typesetting.proof_words import proof_summary, proof_view
from rulewright.render.typesetting.web_look import logo_view
from rulewright.render.web.contents import Contents
from rulewright.render.web.corrections import Corrections
from rulewright.render.web.definitions import Definitions
from rulewright.render.web.edition_places import EditionPlaces, places_of_editions
from rulewright.render.web.history import history_of, history_of_layer
from rulewright.render.web.kept_views import Views, views_of
from rulewright.render.web.languages import languages
from rulewright.render.web.listing import CodeListing
from rulewright.render.web.meta import meta_view
from rulewright.render.web.names import Names
from rulewright.render.web.page_data import PageData, data_file
from rulewright.render.web.rulings import Rulings
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import HistoryView, LinkView, PageView, SiteView, WebTableView
from rulewright.translation.catalogues import catalogue
from rulewright.translation.messages import joined
from rulewright.wording import plain

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
        """A table with its proof, its corrections and its citations."""
        target = Target("table", table.id)
        view = typesetter.table(table, proof_view(table, self.proof, self.listing.link))
        corrections = self.corrections.of(target, typesetter)
        origin = typesetter.origin(table.origin)
        cited, edit = self.names.cited_by(target), self.edit(table.span)
        rulings, procedures = self.rulings.of(target, typesetter), self.names.procedures(table)
        return replace(
            view,
            corrections=corrections,
            rulings=rulings,
            history=self.history_of(target, typesetter),
            cited_by=cited,
            origin=origin,
            edit=edit,
            procedures=procedures,
        )

    def edit(self, span: Span) -> str:
        """Where a thing is edited; empty where the author tells no address."""
        return edit_address(self.book.game.edit, span)

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

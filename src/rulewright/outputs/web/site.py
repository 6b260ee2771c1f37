"""Assemble the web pages of one book, the frame that they share, and the listing of the rules code."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from rulewright.base.listing import contents, digest, listing
from rulewright.base.messages.catalogues import catalogue, spoken_day
from rulewright.base.messages.messages import joined
from rulewright.book.book import Book
from rulewright.book.kinds import OTHER_KINDS
from rulewright.book.owners import says_ours
from rulewright.book.wording import plain
from rulewright.editions.edition import Key, whole_of
from rulewright.editions.history import History, history, layer_step
from rulewright.editions.view import Step
from rulewright.entries.names import slug
from rulewright.entries.rulebooks import Readers
from rulewright.entries.rules import Rule
from rulewright.entries.rulings import superseded
from rulewright.entries.text import Target, Text
from rulewright.entries.themes import standard_theme
from rulewright.html.environment import rendered
from rulewright.html.examples import example_view
from rulewright.html.glossary import in_runs
from rulewright.html.marks import mark_svg
from rulewright.html.places import places_of
from rulewright.html.proof_words import CLASSES, function_name, proof_summary, proof_view
from rulewright.html.templating.sandbox import PageFilters
from rulewright.html.templating.template_errors import FOLDER
from rulewright.html.web_look import logo_view
from rulewright.outputs.web.annotations import VERBS, Definitions, LinkView, Names, corrections, rulings, subjects
from rulewright.outputs.web.assets import data_script, mark_of
from rulewright.outputs.web.contents import Contents, languages, shortened
from rulewright.outputs.web.history import EditionPlaces, history_of, history_of_layer, places_of_editions
from rulewright.outputs.web.text import PageNeeds, WebTypesetter
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.proof.report import FunctionSource, ProofReport

# The data that scripts need to use the tables of a page and to go through its procedures

MARK = 6


def page_data(page: str, needs: PageNeeds) -> tuple[str, dict[str, str]]:
    """Return the address of the data of a page, with a digest of its content, and the data file by its name.

    Both are empty if the page has no usable table or procedure.
    """
    if not needs.tables and not needs.procedures:
        return "", {}
    data = {"tables": needs.tables, "procedures": needs.procedures}
    name, mark = data_file(page), mark_of(data, MARK)
    return f"{name}?{mark}", {name: data_script("use", {"mark": mark, **data})}


def data_file(page: str) -> str:
    """Return the name of the data file of a page."""
    return f"use-{PurePosixPath(page).stem}.js"


# Pages and files

NOTHING: Mapping[str, object] = MappingProxyType({})
Page = Mapping[str, str]
"""A finished page by the name of its file, and its data file if it has one."""


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file of the web folder, and the function that makes it.

    If `make` returns a mapping, it makes several files by name; their names begin with this name. `has_data` is true
    for a page that may have a data file.
    """

    name: str
    make: Callable[[], str | Page]
    has_data: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the file, and the name of its data file if it may have one."""
        return (self.name, data_file(self.name)) if self.has_data else (self.name,)

    def texts(self) -> Page:
        """Make the file, and others with it; return their texts by name."""
        made = self.make()
        return {self.name: made} if isinstance(made, str) else made


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
        self.corrections, self.rulings = corrections(book), rulings(book)
        self.listing = CodeListing(proof, book.game.readers)
        self.definitions = Definitions(self.names)

    @cached_property
    def history(self) -> History:
        """The changes between the recorded editions of the game."""
        return history(self.project, self.book.game.id, self.book.game.language)

    @cached_property
    def layer(self) -> Step | None:
        """The changes to the game that this game extends; None if it extends none."""
        return layer_step(self.book.base, self.book) if self.book.base else None

    def history_of(self, target: Target, typesetter: WebTypesetter) -> tuple[dict[str, object], ...]:
        """Return the changes to a thing: by the layer, with its reason, then by editions."""
        layer = self.book.game.layer
        because = layer.reason(target.kind, target.id) if layer else None
        why = None if because is None else typesetter.inline(because)
        own = tuple(history_of_layer(self.layer, target, why)) if self.layer else ()
        return (*own, *history_of(self.history, target))

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

    def filters(self, typesetter: WebTypesetter) -> PageFilters:
        """Return the filters of the templates of one page; the typesetter collects what the page must contain."""
        book, names, places = self.book, self.names, self.places

        def opened(rule: Rule) -> Target:
            """Begin the section of a rule, whose own numbers get no links in it."""
            typesetter.here = Target("rule", rule.id)
            return typesetter.here

        return {
            "about": lambda ruling: subjects(ruling, book),
            "address_of_edit": book.game.look.edit_address,
            "anchors": places.anchors,
            "block": typesetter.block,
            "bullets": typesetter.bullets,
            "cited": names.cited,
            "class_name": CLASSES.__getitem__,
            "contents": self.contents.on_page,
            "corrected": VERBS.__getitem__,
            "corrections": lambda target: self.corrections.get(target, ()),
            "data": lambda page: page_data(page, typesetter.needs)[0],
            "day": lambda day: spoken_day(day, book.game.language),
            "definitions": lambda page: list(self.definitions.on(page, typesetter.needs.previews)),
            "example": lambda example: example_view(example, self.proof, typesetter, self.listing.link),
            "examples": lambda rule: book.examples_of.get(rule.id, ()),
            "exceptions": typesetter.exceptions,
            "figures": typesetter.figures_of,
            "history": lambda target: self.history_of(target, typesetter),
            "href": places.href,
            "inline": typesetter.inline,
            "later": lambda ruling: superseded(book.game.rulings).get(ruling.id),
            "link": names.link,
            "mark": lambda mark: mark_svg(mark, label=False, theme=standard_theme()),
            "numbered": names.rule,
            "opened": opened,
            "origin_of": book.origin_of,
            "printed": lambda table: typesetter.table(table, proof_view(table, self.proof, self.listing.link)),
            "procedure": typesetter.procedure,
            "procedures": names.procedures,
            "questions": typesetter.questions,
            "quiet": self.quiet.inline,
            "rule_of": book.rule_of,
            "rulings": lambda target: self.rulings.get(target, ()),
            "slug": slug,
            "source": typesetter.cited_source,
            "tables": lambda rule: book.tables_of.get(rule.id, ()),
            "target": lambda entry, kind: Target(kind, entry.id),
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
        """Render a page; `parts` are values of its template, and `own` variables of it with names of their own.

        `description` is for lists of search results.
        """
        game, title = self.book.game, self.catalogue.said(title)
        about = description or joined((title, game.title), ": ")
        page = {
            "file": file,
            "title": title,
            "description": shortened(self.catalogue.said(about)),
            "languages": list(languages(file, game)) if game.languages else [],
            "trail": (),
            **parts,
        }
        values = {"page": page, "game": game, "site": self.frame, **own}
        html = rendered(self.project, f"web/{template}.html.j2", game.language, self.filters(typesetter), **values)
        return {file: html + "\n", **page_data(file, typesetter.needs)[1]}

    @cached_property
    def frame(self) -> Mapping[str, Any]:
        """What the head and the foot of all pages say.

        `proved` is the state of the proof in words. For players it is empty, and there is no link to the `report`.
        `lists` are the pages of further kinds of entries. `base` is the title of the game that this one extends.
        `library` is the address of the page over all games of the project, empty if this is the only game.
        """
        game = self.book.game
        library = "../" * (3 if game.is_translation else 2) + "index.html"
        return {
            "proved": game.readers.part(proof_summary(self.proof)) or "",
            "report": game.readers is Readers.EDITORS,
            "questions": game.readers.parts(rule for rule in game.rules if rule.incomplete or rule.questions),
            "lists": [(f"{kind.section}.html", kind.title) for kind in OTHER_KINDS if game.other_entries(kind)],
            "changes": self.history.steps,
            "base": self.layer.difference.before.title if self.layer else "",
            "code": self.listing.functions,
            "ours": says_ours(game),
            "logo": logo_view(game),
            "library": library if self.in_library and not game.look.alone else "",
        }


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


def render_all(files: Sequence[SiteFile]) -> dict[str, bytes]:
    """Render files and return them by name, as bytes, which need less memory than strings."""
    return {name: text.encode() for file in files for name, text in file.texts().items()}


def own_templates(project: Path) -> str:
    """Return the digest of all files that a project's templates may read."""
    return digest(json.dumps(contents(listing(str(project / FOLDER))), sort_keys=True))

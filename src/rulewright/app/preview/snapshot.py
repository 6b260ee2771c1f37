"""One revision of the source: its files, made on request, and the places of the source that they show.

A *revision* is the source as it is after an edit. `LiveGame` makes a `Snapshot` of each, and asks it for files by the
paths that a build would give them, such as `cards/fire.pdf` or `web/hits.html`. `SourcePlaces` leads from what a page
shows to its line of the source, and back: `hits.html#table-hits` is the table `hits`.

Some names from elsewhere: `FONT`, `FIGURES`, `DIAGRAMS` and `INDEX` begin the names of such files in web/; `Owners`
finds the entry whose lines have a place; `places_of` tells on which page each entry is; the `request` of a product is
the entry of the source that asks for it.
"""

import re
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from rulewright.base.findings import Finding, Findings, Span
from rulewright.base.listing import digest
from rulewright.base.memo import memoised
from rulewright.base.messages.messages import Message, tell
from rulewright.base.progress import Progress, no_progress
from rulewright.base.store import Store
from rulewright.book.book import Book, Outline
from rulewright.book.grid import grid
from rulewright.book.kinds import OTHER_KINDS
from rulewright.book.owners import Owners
from rulewright.book.wording import figure_label, full_name, own_name, plain
from rulewright.editing.draft import marked_book
from rulewright.entries.card import Card
from rulewright.entries.fonts import Family
from rulewright.entries.text import Target
from rulewright.entries.themes import Theme
from rulewright.html.environment import asset, unchanging
from rulewright.html.figures import DIAGRAMS, FIGURES, diagrams
from rulewright.html.paths import card_path, thumbnail_path
from rulewright.html.places import places_of
from rulewright.html.web_look import web_theme
from rulewright.outputs.cards.paper import card_html, card_style
from rulewright.outputs.products.every_game import PublicationProduct
from rulewright.outputs.products.making import make_files
from rulewright.outputs.products.run import PrintRun
from rulewright.outputs.web import site_files
from rulewright.outputs.web.assets import ASSETS, web_asset
from rulewright.outputs.web.cards import cards_style
from rulewright.outputs.web.fonts import FONT, whole_font, whole_fonts
from rulewright.outputs.web.search_index import INDEX, index_files
from rulewright.outputs.web.site import Site, SiteFile, own_templates
from rulewright.pdf import Printers
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pdf.page_images import THUMBNAIL_WIDTH
from rulewright.proof.prove import unproved
from rulewright.proof.report import ProofReport

PAGE_SCRIPT = "preview/page.js"
"""The script that the preview adds to each page."""
Translate = Callable[[str], Book | None]
"""A function that returns the book in a language; None if its files cannot be read."""
NO_PROOFS: Mapping[str, ProofReport] = {}


@dataclass(frozen=True, slots=True)
class Workshop:
    """What all revisions of one game share.

    `last_files` has each file as it was made last, by its path. Prints report to `progress`. `languages` has the
    workshops of the translations.
    """

    project: Path
    game: str
    store: Store
    progress: Progress = no_progress
    printers: Printers = field(default_factory=Printers)
    last_files: dict[str, bytes] = field(default_factory=dict)
    languages: "dict[str, Workshop]" = field(default_factory=dict)

    def for_language(self, language: str) -> "Workshop":
        """Return the workshop of a translation, whose prints have the same paths."""
        return self.languages.setdefault(
            language, Workshop(self.project, self.game, self.store, self.progress, self.printers)
        )


class Snapshot:
    """One revision of the source. Its files are those that a build would write, by their paths below build/GAME.

    With `errors` it is a draft: its pages show them at their places; the prints show none. The sizes of files and the
    small pictures of cards may be those of an earlier revision, because a page does not wait for a print.

    The files of a translation are below the folder of its language. `translate` makes its book, and `proofs` has the
    reports of its proof, by language. `findings` has what printing found, by the path of the print.
    """

    def __init__(
        self,
        workshop: Workshop,
        book: Book,
        proof: ProofReport,
        errors: Iterable[Finding] = (),
        translate: Translate = lambda _: None,
        proofs: Mapping[str, ProofReport] = NO_PROOFS,
    ) -> None:
        self.workshop, self.proof, self._translate, self._proofs = workshop, proof, translate, proofs
        self._translations: dict[str, Snapshot] = {}
        self.book, errors = marked_book(book, ()), tuple(errors)
        self.book_on_pages = marked_book(book, errors) if errors else self.book
        self.findings: dict[str, tuple[Finding, ...]] = {}
        self._files: dict[str, bytes] = {}
        self.last_files = ChainMap(self._files, workshop.last_files)
        """Each file as it was made last, perhaps of an earlier revision."""

    def with_proof(
        self, proof: ProofReport, errors: Iterable[Finding] = (), proofs: Mapping[str, ProofReport] = NO_PROOFS
    ) -> "Snapshot":
        """Return the same revision with the results of its proof: the prints stay, the pages show what is proved."""
        errors = tuple(errors)
        snapshot = Snapshot(self.workshop, self.book, proof, errors, self._translate, proofs)
        for language, each in self._translations.items():
            snapshot._translations[language] = each.with_proof(proofs.get(language, each.proof), errors)
        snapshot._files.update({path: data for path, data in self._files.items() if not path.startswith("web/")})
        snapshot.findings = self.findings
        return snapshot

    def file(self, path: str) -> bytes:
        """Make a file; KeyError if the game has no such file, or if only a published folder needs it.

        For instance, each page requests the service worker that makes a published folder readable offline.
        """
        language, _, rest = path.partition("/")
        if language in self.book.game.translations:
            return self.translation(language).file(rest)
        if path in self._only_published:
            raise KeyError(path)
        if path not in self._files:
            self._files[path] = self._web(path.removeprefix("web/")) if path.startswith("web/") else self._print(path)
        return self._files[path]

    def translation(self, language: str) -> "Snapshot":
        """Return the same revision in another language; KeyError if its files cannot be read."""
        if language not in self._translations:
            book = self._translate(language)
            if book is None:
                raise KeyError(language)
            proof = self._proofs.get(language) or unproved(book, self._why_unproved)
            self._translations[language] = Snapshot(self.workshop.for_language(language), book, proof)
        return self._translations[language]

    @property
    def _why_unproved(self) -> Message:
        """The reason that the report of the original gives: no rules code was run, or its proof is running."""
        reasons = (each.reason for each in self.proof.statements)
        messages = (reason for reason in reasons if isinstance(reason, Message) and reason)
        return next(messages, tell("the rules code was not run"))

    def card(self, path: str) -> str:
        """Return the HTML of a card for the browser to lay out, in the type size of its last print.

        Raise KeyError if there is no such card.
        """
        card = next((card for card in self.book_on_pages.game.cards if card_path(card) == path), None)
        if card is None:
            raise KeyError(path)
        printed = self.last_files.get(path)
        if printed and card.has_tasks:  # the tool chose its type size or columns when it printed the card
            card = FinishedFiles({path: printed}).with_setting(card)
        return card_on_screen(card, self.book_on_pages, self.workshop.project)

    @cached_property
    def _only_published(self) -> frozenset[str]:
        return frozenset(file.path for file in PublicationProduct().files(self.book))

    @cached_property
    def site(self) -> Site:
        return Site(self.book_on_pages, self.proof, self.workshop.project, _ShownFiles(self.last_files, snapshot=self))

    def _web(self, name: str) -> bytes:
        """Make the file `web/NAME`."""
        if name in ASSETS:
            script = asset(self.workshop.project, PAGE_SCRIPT)
            return web_asset(self.workshop.project, name, self.book.game, [script]).encode()
        if name == "card-look.css":
            return cards_style(self.workshop.project, self._themes).encode()
        if name in ("fonts.css", "card-fonts.css"):
            return whole_fonts(web_theme(self.book), self._families if name == "card-fonts.css" else None).encode()
        if name.startswith(FONT):
            return whole_font(name.removeprefix(FONT))
        if name.startswith(FIGURES):
            return self.book.game.content_pictures[name.removeprefix(FIGURES)].data
        if name.startswith(DIAGRAMS):
            return next(each.data for each in diagrams(self.book.game) if each.name == name)
        if f"web/{name}" in map(thumbnail_path, self.book.game.cards):
            return self._print(f"web/{name}")
        if name.startswith(INDEX):
            return self._search[name].encode()
        with unchanging(self.workshop.project):
            return self._page(name).texts()[name].encode()

    @cached_property
    def _search(self) -> Mapping[str, str]:
        return index_files(self.site)

    def _page(self, name: str) -> SiteFile:
        """Return the first page that has this name; KeyError if none has it.

        The pages are thousands and are made one by one, because a revision shows only one or two of them.
        """
        page = next((file for file in site_files(self.site) if name in file.names), None)
        if page is None:
            raise KeyError(name)
        return page

    @cached_property
    def styles(self) -> str:
        """A digest of everything that goes into the style sheets of pages."""
        return digest(own_templates(self.workshop.project), repr((self.book.game.look, self.book.theme, *self._themes)))

    @property
    def _themes(self) -> list[Theme]:
        ids = {card.theme for card in self.book.game.cards}
        return [theme for theme in self.book.game.themes if theme.id in ids]

    @property
    def _families(self) -> dict[Family, None]:
        return dict.fromkeys(family for theme in self._themes for family in (theme.font, theme.headings))

    def _print(self, path: str) -> bytes:
        """Print a file, and keep the findings of printing it."""
        findings, shop = Findings(), self.workshop
        run = PrintRun(self.book, self.proof, findings, shop.project, "", shop.store, shop.progress, shop.printers)
        files = make_files(run, lambda each: each == path)
        shop.last_files.update(files)
        self._files |= files
        self.findings[path] = tuple(findings.items)
        return files[path]


@dataclass(frozen=True, slots=True)
class _ShownFiles(FinishedFiles):
    """What pages say about printed files. It may be that of an earlier revision: a page does not wait for a print."""

    snapshot: "Snapshot" = field(kw_only=True)

    def length(self, path: str) -> Message:
        return FinishedFiles.length(self, path) if path in self.files else tell("not printed yet")

    def thumbnail_size(self, card: Card) -> tuple[int, int]:
        """The size without the picture, for which a browser asks when it has the page."""
        return THUMBNAIL_WIDTH, round(THUMBNAIL_WIDTH * card.size.height.value / card.size.width.value)

    def with_setting(self, card: Card) -> Card:
        if card.has_tasks and card_path(card) not in self.files:
            self.snapshot.file(card_path(card))  # prints the card, so that `files` has it
        return FinishedFiles.with_setting(self, card)


# A card as the browser lays it out

PAGE_RULE = re.compile(r"@page \{(?P<frame>[^@}]*)(?:@(?:top|bottom)[^}]*\}\s*)*\}")
"""The CSS rule for all pages: `@page { border: 1pt solid; @bottom-left { content: "1" } }`.

Its frame is the part before the lines at the top and foot, which only paper has.
"""
MARGINS = re.compile(r"margin: (\S+) \S+ (\S+) \S+ \}")
"""The top and the bottom margin: 4mm and 5mm of `margin: 4mm 3mm 5mm 3mm }`."""
SCREEN = """
html {{ background: white }}
body {{ display: flex; flex-direction: column; width: {width} }}
.page {{ position: relative; flex: none; box-sizing: border-box; height: calc({height} - {above} - {below}); {frame} }}
.page > .foot {{ position: absolute; top: 100%; padding: 0.5mm 0 0 1.4mm }}
"""


def card_on_screen(card: Card, book: Book, project: Path) -> str:
    """Return the HTML document of a card; its fonts have the same addresses as in print, `font:NAME`."""
    html, style = card_html(card, book, project), card_style(card, book, project)
    frame, margins = PAGE_RULE.search(style), MARGINS.search(html)
    above, below = margins.groups() if margins else ("0mm", "0mm")
    screen = SCREEN.format(
        width=card.size.width, height=card.size.height, above=above, below=below, frame=frame["frame"] if frame else ""
    )
    html = html.replace("@page {", ".page {", 1)  # the margin applies to each page; the size means nothing here
    return html.replace("</head>", f"<style>{PAGE_RULE.sub('', style)}{screen}</style></head>")


# From what a page shows to its line of the source, and back


class ShownItem(NamedTuple):
    """Something that the preview can show: its kind for the author, its title, and its address below build/GAME."""

    kind: str
    title: str
    address: str


class SourcePlaces:
    """The places of the entries of a book, in the source (spans) and on the pages (addresses)."""

    def __init__(self, book: Book) -> None:
        self.book, self.web_places = book, places_of(book)

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self.book.game)

    @cached_property
    def _spans(self) -> Mapping[str, Span]:
        places = ((self.web_places.href(target), entry.span) for target, entry in self.book.game.entries())
        return {address: span for address, span in places if address}

    def span(self, address: str) -> Span | None:
        """Return the place in the source of an address below web/, such as `hits.html#table-hits`, or of a card's page.

        Cells and blocks are counted from 0 in their table or card: `hits.html#table-hits/cell/2/1` is the second value
        of the third row, `card-hits.html/block/0/3` the fourth block of the first side.
        """
        entry, *part = address.split("/")  # part: nothing, or as in ["cell", "2", "1"]
        span = self._spans.get(entry)
        if span is None or len(part) != 3 or not (part[1].isdecimal() and part[2].isdecimal()):
            return span
        kind, first, second = part[0], int(part[1]), int(part[2])
        inner = self._cell(span, first, second) if kind == "cell" else self._block(span, first, second)
        return inner or span

    def _cell(self, span: Span, row: int, column: int) -> Span | None:
        """Return the place of a value of the table at `span`; None if there is none."""
        table = next((each for each in self.book.game.tables if each.span == span), None)
        rows = grid(table).body if table else ()
        cells = rows[row].cells if row < len(rows) else ()
        parts = cells[column].parts if column < len(cells) else ()
        spans = [part.case.span for part in parts if part.case] or [part.text.span for part in parts]
        return spans[0] if spans else None

    def _block(self, span: Span, side: int, index: int) -> Span | None:
        """Return the place of a block of the card at `span`; None if there is none."""
        card = next((each for each in self.book.game.cards if each.span == span), None)
        pages = card.pages if card else ()
        blocks = pages[side] if side < len(pages) else ()
        return blocks[index].span if index < len(blocks) else None

    def address(self, span: Span) -> str:
        """Return the address below build/GAME that shows a place of the source, or an empty text."""
        owner = self._owners.at(span)
        if owner is None:
            return ""
        if href := self.web_places.href(owner):
            return f"web/{href}"
        for product in self.book.products:
            is_requested_by_owner = product.request and (product.kind, product.request.id) == (owner.kind, owner.id)
            if is_requested_by_owner:
                return next((file.path for file in product.files(self.book) if "*" not in file.path), "")
        return ""

    def page_counts(self) -> dict[str, int]:
        """Return how many pages each card has, by its address: a print with more does not fit."""
        return {card_path(card): len(card.pages) for card in self.book.game.cards}

    @cached_property
    def contents(self) -> tuple[ShownItem, ...]:
        """Everything that can be shown, rules last."""
        rules = (
            ShownItem("rule", self._full_name(id_) if name is None else name, self._address_of("rule", id_))
            for chapter in self.book.outline
            for id_, name in _chapter_names(chapter).names
        )
        return (*self._contents_without_rules, *rules)

    @cached_property
    def contents_digest(self) -> str:
        """A digest of the contents; only edited chapters are read again for it."""
        chapters = [_chapter_names(chapter) for chapter in self.book.outline]
        names_with_links = [self._full_name(id_) for each in chapters for id_ in each.ids_with_links]
        pages = digest(repr(self.web_places.plan.page_of))
        values = (self._contents_without_rules, names_with_links, pages, [each.digest for each in chapters])
        return digest(repr(values))

    def _full_name(self, rule_id: str) -> str:
        return full_name(self.book.rules[rule_id], self.book)

    def _address_of(self, kind: str, id_: str) -> str:
        return f"web/{self.web_places.href(Target(kind, id_))}"

    @cached_property
    def _contents_without_rules(self) -> tuple[ShownItem, ...]:
        book, items = self.book, list[ShownItem]()
        for card in book.game.cards:
            title = plain(card.title, book)
            items.append(ShownItem("card", title, card_path(card)))
            items.append(ShownItem("card on the web", title, self._address_of("card", card.id)))
        for product in book.products:
            paths = [file.path for file in product.files(book)] if product.request else []
            items += [ShownItem(product.kind, path, path) for path in paths if path.endswith(".pdf")]
        items.append(ShownItem("page", "Overview", "web/index.html"))
        items.append(ShownItem("page", "Glossary", "web/glossary.html"))
        for kind in ("table", "reference", *(kind.name for kind in OTHER_KINDS)):
            for target in (Target(kind, each.id) for each in book.game.of_kind(kind)):
                items.append(ShownItem(kind, plain(book.title(target), book), f"web/{self.web_places.href(target)}"))
        for figure in book.figure_order.figures:
            title = f"{figure_label(figure.id, book)} {plain(figure.title, book)}"
            items.append(ShownItem("figure", title, self._address_of("figure", figure.id)))
        return tuple(items)


@dataclass(frozen=True, slots=True)
class _ChapterNames:
    """The ids and full names of the rules of a chapter.

    The name is None for `ids_with_links`, whose titles quote other entries, so that an edit elsewhere may change them.
    """

    names: tuple[tuple[str, str | None], ...]
    ids_with_links: tuple[str, ...]
    digest: str


@memoised()
def _chapter_names(chapter: Outline) -> _ChapterNames:
    names = tuple((each.rule.id, own_name(each.rule)) for each in chapter.walk())
    return _ChapterNames(names, tuple(id_ for id_, name in names if name is None), digest(repr(names)))


MEDIA_TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".pdf": "application/pdf",
    ".ttf": "font/ttf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
}


def media_type(path: str) -> str:
    """Return the media type of a file, by its suffix."""
    return MEDIA_TYPES.get(PurePosixPath(path).suffix, "application/octet-stream")

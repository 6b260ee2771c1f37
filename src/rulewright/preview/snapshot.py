"""One state of the source, and its files, each made when it is asked for."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

from rulewright.draft.marking import marked_book
from rulewright.findings import Finding, Findings
from rulewright.listing import digest
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.font import Family
from rulewright.model.theme import Theme
from rulewright.products.making import make_files
from rulewright.products.publication import PUBLICATION
from rulewright.products.run import PrintRun
from rulewright.progress import Progress, no_progress
from rulewright.proof.prove import unproved
from rulewright.proof.report import ProofReport
from rulewright.render.cards.paper import card_html, card_style
from rulewright.render.paths import card_path, thumbnail_path
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.pdf.page_images import THUMBNAIL_WIDTH
from rulewright.render.pdf.printers import Printers
from rulewright.render.typesetting.environment import asset, unchanging
from rulewright.render.typesetting.figures import DIAGRAMS, FIGURES, diagrams
from rulewright.render.typesetting.web_look import web_theme
from rulewright.render.web import site_files
from rulewright.render.web.assets import ASSETS, web_asset
from rulewright.render.web.card_look import cards_style
from rulewright.render.web.fonts import FONT, whole_font, whole_fonts
from rulewright.render.web.kept_pages import own_templates
from rulewright.render.web.search_index import INDEX, index_files
from rulewright.render.web.site import Site, SiteFile
from rulewright.store import Store
from rulewright.translation.messages import Message, tell

# A card as the browser sets it

PAGE = re.compile(r"@page \{(?P<frame>[^@}]*)(?:@(?:top|bottom)[^}]*\}\s*)*\}")
"""The rule for all pages: its frame, and the lines at its foot, which only paper has."""
MARGINS = re.compile(r"margin: (\S+) \S+ (\S+) \S+ \}")
SCREEN = """
html {{ background: white }}
body {{ display: flex; flex-direction: column; width: {width} }}
.page {{ position: relative; flex: none; box-sizing: border-box; height: calc({height} - {above} - {below}); {frame} }}
.page > .foot {{ position: absolute; top: 100%; padding: 0.5mm 0 0 1.4mm }}
"""


def card_on_screen(card: Card, book: Book, project: Path) -> str:
    """The document; its fonts have the addresses that they have in print, `font:NAME`."""
    html, style = card_html(card, book, project), card_style(card, book, project)
    frame, margins = PAGE.search(style), MARGINS.search(html)
    above, below = margins.groups() if margins else ("0mm", "0mm")
    screen = SCREEN.format(
        width=card.size.width, height=card.size.height, above=above, below=below, frame=frame["frame"] if frame else ""
    )
    html = html.replace("@page {", ".page {", 1)  # its margin is around each page, and its size is no property here
    return html.replace("</head>", f"<style>{PAGE.sub('', style)}{screen}</style></head>")


PAGE_SCRIPT = "preview/page.js"
"""What the preview adds to each page."""
Translate = Callable[[str], Book | None]


NO_PROOFS: Mapping[str, ProofReport] = {}


def no_translation(_: str) -> Book | None:
    return None


@dataclass(frozen=True, slots=True)
class Workshop:
    """What all states of one game share; `newest` has each print as it was made last, `progress` is that of prints."""

    project: Path
    game: str
    store: Store
    progress: Progress = no_progress
    printers: Printers = field(default_factory=Printers)
    newest: dict[str, bytes] = field(default_factory=dict)
    languages: "dict[str, Workshop]" = field(default_factory=dict)

    def of(self, language: str) -> "Workshop":
        """The workshop of a translation, whose prints have the same paths."""
        return self.languages.setdefault(
            language, Workshop(self.project, self.game, self.store, self.progress, self.printers)
        )


class Snapshot:
    """A state. Its files are those that a build would write, by their paths below build/GAME.

    With `errors` it is a draft: its pages show them at their places, and its prints say so, but print as they will be.
    Sizes of files, and small pictures of cards, may be those of an earlier state: a page does not wait for a print
    only to tell how long it is.

    `translate` gives the book in another language, and `proofs` has its proof; its files are below the folder of the
    language.
    """

    def __init__(
        self,
        workshop: Workshop,
        book: Book,
        proof: ProofReport,
        errors: Iterable[Finding] = (),
        translate: Translate = no_translation,
        proofs: Mapping[str, ProofReport] = NO_PROOFS,
    ) -> None:
        self.workshop, self.proof, self._translate, self._proofs = workshop, proof, translate, proofs
        self._translations: dict[str, Snapshot] = {}
        self.book, errors = marked_book(book, ()), tuple(errors)
        self.shown = marked_book(book, errors) if errors else self.book
        self.findings: dict[str, tuple[Finding, ...]] = {}
        self._files: dict[str, bytes] = {}

    def proved(
        self, proof: ProofReport, errors: Iterable[Finding] = (), proofs: Mapping[str, ProofReport] = NO_PROOFS
    ) -> "Snapshot":
        """The same state once its proofs are known: the prints stay, the pages tell what is proved and what is not."""
        errors = tuple(errors)
        other = Snapshot(self.workshop, self.book, proof, errors, self._translate, proofs)
        for language, each in self._translations.items():
            other._translations[language] = each.proved(proofs.get(language, each.proof), errors)
        other._files = {path: data for path, data in self._files.items() if not path.startswith("web/")}
        other.findings = self.findings
        return other

    def file(self, path: str) -> bytes:
        """Raises KeyError if the game has no such file, or if only a published folder needs it.

        Each page asks for the worker that keeps a folder readable without a network, which needs all files.
        """
        language, _, rest = path.partition("/")
        if language in self.book.game.translations:
            return self.edition(language).file(rest)
        if path in self._of_folder:
            raise KeyError(path)
        if path not in self._files:
            self._files[path] = self._web(path[4:]) if path.startswith("web/") else self._product(path)
        return self._files[path]

    def edition(self, language: str) -> "Snapshot":
        """The same state in another language; KeyError where its files cannot be read."""
        if language not in self._translations:
            book = self._translate(language)
            if book is None:
                raise KeyError(language)
            proof = self._proofs.get(language) or unproved(book, self._why_unproved)
            self._translations[language] = Snapshot(self.workshop.of(language), book, proof)
        return self._translations[language]

    @property
    def _why_unproved(self) -> Message:
        """What the original says of itself: no rules code was run, or its proof is running."""
        reasons = (each.reason for each in self.proof.statements if isinstance(each.reason, Message) and each.reason)
        return next(reasons, tell("the rules code was not run"))

    def card(self, path: str) -> str:
        """The card of a file as the browser sets it, in the type of its last print; KeyError for no card."""
        card = next((card for card in self.shown.game.cards if card_path(card) == path), None)
        if card is None:
            raise KeyError(path)
        printed = self.newest(path)
        card = FinishedFiles({path: printed}).as_set(card) if printed and card.has_tasks else card
        return card_on_screen(card, self.shown, self.workshop.project)

    def newest(self, path: str) -> bytes | None:
        """The file, perhaps of an earlier state; None if it was not made yet."""
        return self._files.get(path) or self.workshop.newest.get(path)

    @cached_property
    def _of_folder(self) -> frozenset[str]:
        return frozenset(file.path for file in PUBLICATION.product.files(self.book))

    @cached_property
    def site(self) -> Site:
        return Site(self.shown, self.proof, self.workshop.project, _Shown(_Newest(self), snapshot=self))

    def _web(self, name: str) -> bytes:
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
            return self.book.game.figures[name.removeprefix(FIGURES)].data
        if name.startswith(DIAGRAMS):
            return next(each.data for each in diagrams(self.book.game) if each.name == name)
        if f"web/{name}" in map(thumbnail_path, self.book.game.cards):
            return self._product(f"web/{name}")
        if name.startswith(INDEX):
            return self._search[name].encode()
        with unchanging(self.workshop.project):
            return self._page(name).text(name).encode()

    @cached_property
    def _search(self) -> Mapping[str, str]:
        return index_files(self.site)

    def _page(self, name: str) -> SiteFile:
        """Looked for among thousands, for an edit shows one or two of them."""
        found = next((file for file in site_files(self.site) if name in file.names), None)
        if found is None:
            raise KeyError(name)
        return found

    @cached_property
    def styles(self) -> str:
        """A digest of all that the style sheets of pages are made from."""
        return digest(own_templates(self.workshop.project), repr((self.book.game.look, self.book.theme, *self._themes)))

    @property
    def _themes(self) -> list[Theme]:
        used = {card.theme for card in self.book.game.cards}
        return [theme for theme in self.book.game.themes if theme.id in used]

    @property
    def _families(self) -> dict[Family, None]:
        return dict.fromkeys(family for theme in self._themes for family in (theme.font, theme.headings))

    def _product(self, path: str) -> bytes:
        faults = Findings()
        shop = self.workshop
        run = PrintRun(self.book, self.proof, faults, shop.project, "", shop.store, shop.progress, shop.printers)
        files = make_files(run, lambda each: each == path)
        shop.newest.update(files)
        self._files |= files
        self.findings[path] = tuple(faults.findings)
        return files[path]


@dataclass(frozen=True, slots=True)
class _Shown(FinishedFiles):
    """What pages say of the files: of those that were printed before, even if something has changed since."""

    snapshot: "Snapshot" = field(kw_only=True)

    def length(self, path: str) -> Message:
        return FinishedFiles.length(self, path) if path in self.files else tell("not printed yet")

    def thumbnail_size(self, card: Card) -> tuple[int, int]:
        """A browser asks for the picture itself when the page is there."""
        return THUMBNAIL_WIDTH, round(THUMBNAIL_WIDTH * card.size.height.value / card.size.width.value)

    def as_set(self, card: Card) -> Card:
        if card.has_tasks and card_path(card) not in self.files:
            self.snapshot.file(card_path(card))
        return FinishedFiles.as_set(self, card)


class _Newest(Mapping[str, bytes]):
    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def __getitem__(self, path: str) -> bytes:
        data = self._snapshot.newest(path)
        if data is None:
            raise KeyError(path)
        return data

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


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
    """What a file is, by the end of its name."""
    return MEDIA_TYPES.get(PurePosixPath(path).suffix, "application/octet-stream")

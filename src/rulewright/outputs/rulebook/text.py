"""Set the texts of a rulebook: cross references with page numbers, and tables with places for page breaks."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from rulewright.book.book import Book
from rulewright.book.grid import GridCell, placed
from rulewright.book.kinds import OTHER_KINDS
from rulewright.book.wording import entry_name, figure_label, plain
from rulewright.entries.errata import RULING
from rulewright.entries.marks import Mark
from rulewright.entries.references import Bullet
from rulewright.entries.rulebooks import Readers
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Target, Text
from rulewright.entries.themes import Theme
from rulewright.html.marks import mark_image
from rulewright.html.paths import card_path
from rulewright.html.places import anchor_in_print
from rulewright.html.table_shape import Placed, is_short, least_breadth
from rulewright.html.typesetter import Typesetter
from rulewright.html.views import (
    BulletView,
    CellView,
    ProofView,
    RowView,
    TableView,
    TitledView,
)
from rulewright.outputs.rulebook.design import TO_BESIDE, Design
from rulewright.outputs.rulebook.index import OPEN, USE, IndexEntry

KEPT_TOGETHER = 16
"""The most rows of a table that stays on one page."""
ANCHORED = ("term", "rule", "table", "cell", "reference", "example", "figure", *(kind.name for kind in OTHER_KINDS))
"""The kinds of things with an anchor in the book."""
LINES_AROUND = 4
"""The height of a table's caption and the space around it, in lines."""


@dataclass(frozen=True, slots=True)
class BookTable:
    """A table in the book; `kept` if it stays on one page.

    `place` is its class: `across` all columns, or `half` of the only one.
    """

    anchor: str
    view: TableView
    kept: bool
    place: str = ""

    def beside(self) -> "BookTable":
        """Return the table with the text of its rule beside it."""
        return replace(self, place="beside")


class BookTypesetter(Typesetter):
    """A typesetter whose links lead to places in the book, with room for a page number where one may print."""

    def __init__(self, book: Book, theme: Theme, look: Design, readers: Readers, left_out: Collection[str]) -> None:
        """`left_out` are the quick references that this book does not print."""
        super().__init__(book, theme)
        self.look, self.readers, self.indexed = look, readers, True
        self.printed = {Target("figure", figure.id) for figure in book.figure_order.figures}
        self.printed |= {Target("reference", id_) for id_ in book.references if id_ not in left_out}
        self.left_out = left_out
        self.bare, self.listing = False, False
        self.entries, self.uses = 0, 0
        self.begin()

    def begin(self, rule: str = "") -> None:
        """Begin a rule or another entry, in which only one link to each thing prints its page number."""
        self.entries, self.introduced, self.rule = self.entries + 1, set[str](), rule

    @contextmanager
    def unindexed(self) -> Iterator[None]:
        """Leave links inside the block out of the index."""
        before, self.indexed = self.indexed, False
        yield
        self.indexed = before

    def link(self, target: Target, label: str) -> Markup:
        if target.kind == "card":
            return Markup('<a class="card" href="{}">{}</a>').format(card_path(self.book.cards[target.id]), label)
        if target.kind not in ANCHORED or (target.kind in ("figure", "reference") and target not in self.printed):
            return Markup('<span class="{}">{}</span>').format(target.kind, label)
        place = anchor_in_print(target)
        indexed = self._use() if target.kind == "term" and self.indexed else Markup("")
        kind = "term explained" if target.kind == "term" and self._explains(target) else target.kind
        return Markup('<a class="{}" href="#{}" data-entry="{}"{}>{}{}</a>').format(
            kind, place, self.entries, indexed, label, self._page(target, place)
        )

    def _use(self) -> Markup:
        """Return an anchor to which the index links."""
        self.uses += 1
        return Markup(' data-indexed id="{}{}"').format(USE, self.uses)

    def _explains(self, target: Target) -> bool:
        """Return whether this link is the first to a term in the rule that explains it."""
        rule = self.book.rule_of(self.book.terms[target.id].rule)
        if self.bare or rule is None or rule.id != self.rule or target.id in self.introduced:
            return False
        self.introduced.add(target.id)
        return True

    def _page(self, target: Target, place: str) -> Markup:
        """Return room for the page number of a thing. Terms need none, because the glossary has them; nor do cells."""
        elsewhere = target.kind == "rule" and self.book.rules[target.id].external
        if self.bare or target.kind in ("term", "cell") or elsewhere:
            return Markup("")
        return Markup('<span class="page" data-page-of="{}">\u00a0(p.\u00a0{})</span>').format(place, OPEN)

    def mark(self, mark: Mark) -> Markup:
        return mark_image(self.shown(mark), self.theme)

    def _legends(self, marks: Iterable[Mark]) -> Iterator[tuple[Markup, Markup]]:
        """Yield the legends of marks. The sign of rulings shows only its name: players have no errata to look up."""
        for mark in marks:
            if mark.id == RULING and self.readers is Readers.PLAYERS:
                yield self.mark(mark), self.said(mark.name)
            elif mark.legend:
                yield self.mark(mark), self.inline(mark.legend)

    def outward(self, url: str, *, spelt: bool) -> tuple[Markup, Markup]:
        before, after = super().outward(url, spelt=spelt)
        return Markup('<a class="outward" href="{}">{}').format(url, before), Markup("</a>") + after

    def spoken(self, text: Text) -> str:
        """Return a title without links or emphasis, with typographic quotation marks."""
        return self.inline(Text(plain(text, self.book))).striptags()

    def short(self, rule: Rule) -> Markup:
        """Return a link that shows the number of a rule, or its title if it has no number."""
        return self.link(Target("rule", rule.id), rule.number or self.spoken(rule.title))

    def named(self, target: Target) -> Markup:
        """Return a link that shows the full name of a rule, or the title of another thing."""
        if target.kind == "figure":
            return self.link(target, figure_label(target.id, self.book))
        name = entry_name(target, self.book)
        return self.link(target, name if target.kind == "term" else self.spoken(Text(name)) or target.id)

    def _cell(self, cell: GridCell, table: Table) -> CellView:
        """Set a cell without page numbers, unless its table is a roll, which prints as sentences and has room."""
        before, self.bare = self.bare, not self.listing
        view = super()._cell(cell, table)
        self.bare = before
        return view

    def book_table(self, table: Table, proof: ProofView) -> BookTable:
        """Return a table with the marks that page breaks need."""
        self.listing = table.listed
        view, place = self.table(table, proof), anchor_in_print(Target("table", table.id))
        head, body = tuple(map(_with_short_cells, view.head)), tuple(map(_with_short_cells, view.body))
        cells = tuple(placed(row.cells for row in (*head, *body)))
        body = tuple(_tied(body))
        return BookTable(place, replace(view, head=head, body=body), len(body) <= KEPT_TOGETHER, self._place(cells))

    def _place(self, cells: Sequence[tuple[Placed, ...]]) -> str:
        wide, look = least_breadth(cells), self.look
        if wide > look.characters(look.column):
            return "across"
        return "half" if look.columns == 1 and wide <= look.characters(look.column * TO_BESIDE) else ""

    def fits_beside(self, table: BookTable, text: str) -> bool:
        """Return whether the text of a rule is about as long as a table that has room beside it."""
        lines = len(text) / self.look.characters(self.look.column * TO_BESIDE)
        tall = len(table.view.body) + LINES_AROUND
        return table.place == "half" and table.kept and not table.view.listed and tall * 0.6 <= lines <= tall * 2

    def _bullet(self, item: Bullet) -> BulletView:
        """Set a bullet that refers to its table, because the book prints the table once, with its rule."""
        target = self.book.target_of(item.table)
        text = self.inline(self.book.ruling_signs.printed(item))
        if target is not None:
            text = Markup('{} <span class="see">{}</span>').format(text, self.named(target))
        return BulletView(text, None, self.bullets(item.items))


def _with_short_cells(row: RowView) -> RowView:
    """Add the class `short` to cells without line breaks."""
    return replace(
        row,
        cells=tuple(replace(cell, classes=f"{cell.classes} short") if is_short(cell) else cell for cell in row.cells),
    )


def _tied(rows: Sequence[RowView]) -> Iterator[RowView]:
    """Mark rows as `on` if no page may begin with them: a cell spans the row before, or a row would be alone."""
    spanned = 0
    for at, row in enumerate(rows):
        on = spanned > 0 or at in (1, len(rows) - 1)
        yield replace(row, classes=f"on {row.classes}".strip()) if on else row
        spanned = max(spanned - 1, *(cell.rows - 1 for cell in row.cells))


# What the templates of the rulebook are given


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: `label` is its full text for bookmarks and running headers, `level` 1 is a chapter."""

    anchor: str
    number: str
    title: str
    label: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class BookExample:
    """A worked example; `kept` if no page break may divide it."""

    anchor: str
    view: Mapping[str, Any]
    kept: bool


@dataclass(frozen=True, slots=True)
class BookRule:
    """A rule with everything below it; a `sidebar` is set in a box."""

    id: str
    heading: Heading
    body: Markup
    exceptions: Sequence[Mapping[str, Any]]
    incomplete: Markup | None
    external: str
    tables: tuple[BookTable, ...]
    figures: tuple[Markup, ...]
    examples: tuple[BookExample, ...]
    procedure: Mapping[str, Any] | None
    notes: tuple[Markup, ...]
    open: tuple[Markup, ...]
    sidebar: bool


@dataclass(frozen=True, slots=True)
class BookErratum:
    """A correction; `class_` is the class of erratum."""

    anchor: str
    class_: str
    printed: Markup
    now: Markup
    why: Markup


@dataclass(frozen=True, slots=True)
class Corrected:
    """All corrections of one thing; `where` links to it."""

    where: Markup
    errata: tuple[BookErratum, ...]


@dataclass(frozen=True, slots=True)
class BookRuling:
    """An answer to a question; `about` has links to its subjects."""

    anchor: str
    about: tuple[Markup, ...]
    question: Markup
    answer: Markup
    by: str
    day: str


@dataclass(frozen=True, slots=True)
class BookOurs:
    """What no document says: the author's `texts`, links to things by kind, and bullets."""

    texts: tuple[Markup, ...]
    things: tuple[tuple[str, tuple[Markup, ...]], ...]
    bullets: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class BookTerm:
    """A glossary entry; `rule` links the rule that explains the term."""

    anchor: str
    name: str
    abbreviation: str
    body: Markup
    rule: Markup | None


@dataclass(frozen=True, slots=True)
class BookReference:
    """A quick reference."""

    heading: Heading
    bullets: tuple[BulletView, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter, headed by the first of its rules, or an appendix with a heading and one kind of contents.

    It has about so many `words`, and begins a page if it `breaks`. `sign` is the sign of rulings, if there are any
    among the errata.
    """

    words: float
    heading: Heading | None = None
    rules: tuple[BookRule, ...] = ()
    errata: tuple[Corrected, ...] = ()
    sign: Markup | None = None
    rulings: tuple[BookRuling, ...] = ()
    ours: BookOurs | None = None
    terms: tuple[BookTerm, ...] = ()
    references: tuple[BookReference, ...] = ()
    entries: tuple[TitledView, ...] = ()
    tables: tuple[BookTable, ...] = ()
    index: tuple[tuple[str, tuple[IndexEntry, ...]], ...] = ()
    breaks: bool = False

    def all_tables(self) -> Iterator[BookTable]:
        """Yield the tables of its rules, and its own."""
        for rule in self.rules:
            yield from rule.tables
        yield from self.tables


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A line of the contents; `page` is the room for its page number."""

    number: str
    title: str
    href: str
    page: str
    below: tuple["ContentsEntry", ...] = ()


@dataclass(frozen=True, slots=True)
class Front:
    """The cover, the title page and the contents. `kind` says what the book is, if its title is not the game's.

    `imprint` has one line for each statement; `credits` is a passage after them.
    """

    cover: Markup | None
    kind: str
    subtitle: str
    authors: str
    imprint: tuple[Markup, ...]
    credits: Markup | None
    colours: tuple[str, ...]
    contents: tuple[ContentsEntry, ...]
    tables: tuple[ContentsEntry, ...]
    figures: tuple[ContentsEntry, ...]


@dataclass(frozen=True, slots=True)
class BookView:
    """The values that the text and the index of a rulebook share; lengths carry their units.

    `sides` is the style of facing pages, empty for single ones. Running heads are set for both sides, and each prints
    on its own.
    """

    title: str
    game: str
    author: str
    language: str
    subject: str
    width: str
    height: str
    margins: str
    narrow: bool
    columns: int
    sides: str
    created: str

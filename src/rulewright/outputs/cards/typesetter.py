"""Set the blocks, pages and footer of a card; the part that all media share."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from markupsafe import Markup, escape

from rulewright.base.findings import Span
from rulewright.base.messages.messages import tell
from rulewright.book.card_contents import prints_ruling, tables_on, texts_on
from rulewright.book.grid import ROW, GridCell
from rulewright.book.wording import figure_label, page_names, plain, unbracketed
from rulewright.editions.news import News
from rulewright.entries.background import Ground
from rulewright.entries.block import renderer_after, views_of
from rulewright.entries.block_renderer import BlockRenderer, FigureView, RuleView, View
from rulewright.entries.card import Card
from rulewright.entries.colour import BLACK, WHITE, Tint, contrast, letters_on, mix
from rulewright.entries.errata import RULING, RULING_SIGN
from rulewright.entries.marks import Mark
from rulewright.entries.paper import Millimetres, Share, Size, is_home_paper
from rulewright.entries.references import Bullet
from rulewright.entries.table import Lines, Portion, Table
from rulewright.entries.text import Link, Target, Text
from rulewright.entries.themes import TableHeads, Theme
from rulewright.html.figures import figure_alt, figure_picture
from rulewright.html.fonts import Ink
from rulewright.html.typesetter import Typesetter
from rulewright.html.views import BulletView, HeadView, RowView, TableView
from rulewright.outputs.cards.bleeding import ground_dpi, ground_drawing, source_of
from rulewright.source.pictures import Picture

# The heads of tables on cards

READABLE = 4.5
"""The least contrast of letters with their ground; the check `low-contrast` uses the same value."""
TINTED = 0.72
"""The share of paper colour in the ground of a tinted head."""


def head_view(theme: Theme, section: Tint | None, ink: Ink) -> HeadView:
    """Return the look of table heads in a section; `section` is None if no band precedes them."""
    colour = section or theme.head_colour
    if theme.table_heads is TableHeads.PLAIN:
        return HeadView(theme.table_heads.value)
    filled = theme.table_heads is TableHeads.FILLED
    ground = colour if filled else mix(colour, theme.background or WHITE, TINTED)
    letters = letters_on(ground)
    if letters == BLACK and contrast(theme.ink.hex, ground.hex) >= READABLE:
        letters = theme.ink
    style = f"background: {ink(ground)}; color: {ink(letters)}"
    return HeadView(theme.table_heads.value, style, f"border-top-color: {ink(colour)}", ground, letters)


REVISED = "revised"
"""The class of elements with the mark of changes."""
BRIEF = 16
"""A row's heading with at most this number of letters is not worth a second line."""
LETTER, BETWEEN = Decimal("1.3"), 5
"""The width in millimetres of a footer letter in the widest font, and the gap before the page name in letters."""
BAR = Markup('<span class="bar"></span>')
SMALLER = {".rule": "0.78", "td small": "0.82", ".legend": "0.86", ".sign-legend": "0.9", ".caption": "0.86"}
"""Sizes of texts that print smaller than the rest, relative to it."""
SMALL_ON_BANDS = {".column .band small": "0.81", ".column .band-note": "0.83"}
"""Sizes of texts on bands in columns, relative to the rest; on small type they would be too small."""


@dataclass(frozen=True, slots=True)
class GroundView:
    """The picture behind a page: its path, the style that paints it, and its dots per inch (0 for a drawing)."""

    name: str
    style: str
    dpi: int


@dataclass(frozen=True, slots=True)
class CardPageView:
    """A page: its name among the others, its number and its blocks. `edges` are the sides without a margin.

    A page with `placed` blocks has no frame.
    """

    name: str
    blocks: tuple[View, ...]
    number: int
    edges: tuple[str, ...]
    ground: GroundView | None
    placed: bool = False


class CardTypesetter(Typesetter, BlockRenderer):
    """The typesetter of the blocks of one `card` in one medium.

    Parts of the card that are in the `news` get the mark of changes, which the footer explains.
    """

    card: Card
    news: News | None = None

    @property
    def size(self) -> Size:
        return self.card.size

    @abstractmethod
    def address(self, rule: Target) -> str:
        """Return the address to which a rule number on a band links; empty for no link."""

    def source(self, picture: Picture, width: str) -> str:  # noqa: ARG002 - not every medium is drawn to scale
        return source_of(picture)

    def ground(self, ground: Ground) -> GroundView:
        """Return the picture behind a page."""
        picture = self.picture(ground.picture)
        return GroundView(
            ground.picture, self.ground_style(ground, picture), ground_dpi(ground, picture, self.card.size)
        )

    def ground_style(self, ground: Ground, picture: Picture) -> str:
        """Return the style of the element that shows the picture behind a page."""
        return f"background: url({ground_drawing(ground, picture, self.card.size)}) center / cover no-repeat"

    def head_view(self) -> HeadView:
        return head_view(self.theme, self.section, self.ink)

    def report(self, news: News | None) -> None:
        """Mark nothing on a card without a footer, because nothing would explain the mark."""
        self.news = news if news is not None and self.card.has_footer and news.on(self.card) else None

    def row(self, row: RowView, table: Table) -> RowView:
        """Set a row; a new one has a single bar, before its first cell."""
        if self.news is None or not row.cells:
            return row
        new = self.news.table(table) or all(REVISED in cell.classes.split() for cell in row.cells)
        return _barred(row) if new else row

    def is_note_revised(self, table: Table) -> bool:
        return self.news is not None and self.news.note(table)

    def _bullet(self, item: Bullet) -> BulletView:
        view = super()._bullet(item)
        return view if self.news is None else replace(view, revised=self.news.bullet(item))

    def row_classes(self, *, starts_group: bool, even: bool) -> str:
        return f"{'even' if even else 'odd'}{' group' if starts_group else ''}"

    def cell_classes(self, cell: GridCell, table: Table) -> Iterator[str]:
        yield from Typesetter.cell_classes(self, cell, table)  # not those of pages: a card looks the same there
        if cell.role == ROW and sum(len(plain(part.text, self.book)) for part in cell.parts) <= BRIEF:
            yield "brief"
        if cell.lead and cell.role == ROW:
            yield "lead"
        if self.news is not None and self.news.cell(table, cell):
            yield REVISED

    def inline(self, text: Text) -> Markup:
        return super().inline(unbracketed(text, self.book))

    def thing(self, target: str, shown: str) -> Markup:
        """Set a link; a cited rule with a ruling has the sign of rulings after it."""
        cited = super().thing(target, shown)
        ruled = self.book.ruling_signs.concern(Link(target, shown, Span("")))
        return cited + self.inline(RULING_SIGN) if ruled else cited

    def explained(self, table: Table) -> list[Mark]:
        """Return only signs: the card's legend explains badges once, and the sign of rulings on single cells."""
        whole = self.is_ruling(table)
        return [mark for mark in super().explained(table) if mark.sign and (whole or mark.id != RULING)]

    def words(self, text: Text) -> str:
        return plain(text, self.book)

    def tint(self, colour: Text) -> Tint:
        return self.book.colours[self._id(colour)].tint

    def rule(self, rule: Text) -> RuleView:
        entry = self.book.rules[self._id(rule)]
        href = self.address(Target("rule", entry.id)) if entry.number else ""
        link = Markup('<a href="{}">{}</a>').format(href, entry.number) if href else escape(entry.number)
        return RuleView(entry.number, link, entry.title)

    def table_of(self, table: Text, part: Lines | Portion | None = None) -> TableView:
        return self.table(self.book.tables[self._id(table)].in_part(part))

    def bullets_of(self, source: Text | tuple[Bullet, ...], begin: int, end: int | None) -> tuple[BulletView, ...]:
        items = self.book.references[self._id(source)].items if isinstance(source, Text) else source
        return self.bullets(items[begin:end])

    def legend(self, page: int | None = None) -> tuple[tuple[Markup, Markup], ...]:
        card = self.card if page is None else replace(self.card, pages=(self.card.pages[page],))
        tables = list(tables_on(card, self.book))
        explained = {mark for table in tables for mark in self.explained(table)}
        in_tables = (text for table in tables for text in (*table.labels(), *table.prose()))
        sign = RULING_SIGN if prints_ruling(card, self.book) else None
        marks = self.marks_in((*texts_on(card, self.book), *in_tables, sign))
        unexplained = (mark for mark in marks if mark not in explained or mark.id == RULING)
        return tuple((self.mark(mark), self.inline(mark.legend)) for mark in unexplained if mark.legend)

    def picture(self, name: str) -> Picture:
        return self.book.game.pictures[name]

    def figure_of(self, figure: Text, width: Millimetres | Share) -> FigureView:
        entry = self.book.figures[self._id(figure)]
        sized = replace(entry, width=width if isinstance(width, Millimetres) else None)
        picture = figure_picture(sized, self.book.game)
        assert picture is not None  # one that cannot be read is refused before rendering
        label, alt = figure_label(entry.id, self.book), figure_alt(entry, self.book.game.language)
        caption = Markup("<b>{}</b> {}").format(label, self.caption(entry))
        return FigureView(picture, alt, label, caption)

    def _id(self, reference: Text) -> str:
        target = self.book.target_of(reference)
        assert target is not None  # a dangling reference is refused before rendering
        return target.id


def _barred(row: RowView) -> RowView:
    first, *others = (
        replace(cell, classes=" ".join(each for each in cell.classes.split() if each != REVISED)) for cell in row.cells
    )
    return replace(row, cells=(replace(first, classes=f"{first.classes} {REVISED}"), *others))


def is_whole_sheet(card: Card) -> bool:
    """Return whether a card is a whole sheet of paper that is not cut: its tables have less spacing."""
    return is_home_paper(card.size)


def card_pages(typesetter: CardTypesetter) -> tuple[CardPageView, ...]:
    """Return the pages of a card in one medium."""
    return tuple(card_page(typesetter, at) for at in range(len(typesetter.card.pages)))


def card_page(typesetter: CardTypesetter, at: int) -> CardPageView:
    """Return one page of a card, counted from 0."""
    card = typesetter.card
    before = (block for page in card.pages[:at] for block in page)
    blocks = tuple(views_of(card.pages[at], renderer_after(before, typesetter)))
    edges, ground = tuple(side for side, there in card.edges.named.items() if there), card.ground(at)
    view = None if ground is None else typesetter.ground(ground)
    placed = any(block.placed for block in card.pages[at])
    return CardPageView(page_names(card)[at], blocks, at + 1, edges, view, placed)


def card_footer(typesetter: CardTypesetter) -> Markup:
    """Return the footer of every page: the author's text, or what distinguishes loose sheets of several games.

    On a card with the mark of changes, its meaning follows: in words if they surely fit; else the mark stands before
    the name of the version.
    """
    card, game = typesetter.card, typesetter.book.game
    names = [typesetter.words(card.title), game.title]
    own = typesetter.inline(card.footer) if isinstance(card.footer, Text) else None
    text = Markup(" · ").join(filter(None, (*names, game.imprint))) if own is None else own
    if typesetter.news is None:
        return text
    mark = tell("new in {version}", version=game.version_name)
    if own is not None or _fits(f"{text.striptags()} · {mark}", card):
        return Markup("{} · {}{}").format(text, BAR, typesetter.said(mark))
    before = " · ".join((*names, *([game.edition_name] if game.edition else ())))
    return Markup("{}{}{}{}").format(before, ", " if game.edition else " · ", BAR, game.version_name)


def _fits(footer: str, card: Card) -> bool:
    """Return whether a footer and the page name surely fit below a card, whatever the font."""
    width = card.size.width.value - card.margins.left.value - card.margins.right.value
    return (len(footer) + max(map(len, page_names(card))) + BETWEEN) * LETTER <= width

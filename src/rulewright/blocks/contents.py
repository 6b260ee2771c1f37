"""Blocks of words and tables: bullets, tables, notes, fields to fill in, legends and separating lines.

Of each block there are the entry that reads it (`NoteEntry`), and the value that renders it (`Note`). A legend explains
the marks of a page; `with_legends` adds the missing ones.
"""

import re
from dataclasses import dataclass, replace
from typing import ClassVar

from rulewright.blocks.entry import NO_VALUE, BlockEntry
from rulewright.entries.colour import WHITE, letters_on, mix
from rulewright.entries.entry import EntryReader, Kind
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.references import Bullet
from rulewright.entries.roles import (
    ONE_VALUE,
    PROSE,
    TEXT,
    TITLE,
    either,
    link,
    list_of,
    node,
    nodes,
    number,
    prose,
    ref,
    reference,
)
from rulewright.entries.text import Text
from rulewright.entries.themes import HeadingStyle
from rulewright.model.block import Block, Heading, ShownContent
from rulewright.model.block_renderer import BlockRenderer, View
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.card_contents import prints_ruling
from rulewright.model.table import Lines, Portion
from rulewright.once_per_value import once_per_value
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

BULLET = either(PROSE, ref("CardBulletEntry"))


class CardBulletEntry(LazyEntry):
    """A bullet of a card with bullets under it."""

    noun = "a bullet of a card"
    text = key(TITLE, "What the bullet says", "text: In a wood only 5 or more hits.", required=True)
    items = key(
        nodes("a list of bullets", BULLET), "Bullets under this one", "items: [A mortar needs 3.]", required=True
    )


class BulletsEntry(BlockEntry):
    """A quick reference as a bullet list, or bullets of the card itself."""

    noun = "the block bullets"
    inner_entries = (CardBulletEntry,)
    bullets = key(
        node("one of the game's `references`, or a list of bullets", ONE_VALUE, list_of(BULLET)),
        "A quick reference, with the tables on its bullets; or bullets that only this card has, without claims",
        "bullets: fire",
        required=True,
    )

    def block(self) -> "Bullets | None":
        match self.bullets:
            case Scalar() as name:
                return Bullets(reference(name, "reference"), span=self.span)
            case Sequence(items=items):
                return Bullets(None, tuple(map(self._item, items)), span=self.span)
            case None:
                return None
            case neither:
                self.wrong(neither, "'bullets' is the name of a reference or a list", "as in bullets: [Roll one die.]")
                return None

    def _item(self, written: Node) -> Bullet:
        if isinstance(written, Scalar):
            return Bullet(text=prose(written, self.findings), span=written.span)
        entry = CardBulletEntry(written, "a bullet of a card", self.findings)
        return Bullet(text=entry.text, span=written.span, items=tuple(map(self._item, entry.items)))


@dataclass(frozen=True, slots=True)
class Bullets(Block):
    """The bullets of a quick reference; without a `reference`, `bullets` of the card itself.

    Of the outermost bullets, the slice `begin:end` prints.
    """

    reference: Text | None
    bullets: tuple[Bullet, ...] = ()
    begin: int = 0
    end: int | None = None

    divisible: ClassVar[bool] = True

    @property
    def shown(self) -> ShownContent:
        if self.reference is None:
            return ShownContent(None, (), bullets=self.bullets)
        return ShownContent(Heading(None, self.reference), (), references=(self.reference,))

    def view(self, renderer: BlockRenderer) -> View:
        content = renderer.bullets_of(self.bullets if self.reference is None else self.reference, self.begin, self.end)
        name = "bullets"
        if self.reference:
            name = f"bullets {self.reference.name}"
        elif self.bullets:
            name = f"bullets “{self.bullets[0].text.words}”"
        return View("bullets.html.j2", name, content)

    def part(self, begin: int, end: int | None) -> "Bullets":
        return replace(self, begin=begin, end=end)


LINE_NUMBERS = re.compile(r"([1-9][0-9]{0,3})\s*(\+|[-–]\s*([1-9][0-9]{0,3}))?")
"""A range of lines: `1-12`, `13+` or `5`. The groups are the first line, what follows it, and the last line."""
MAX_COLUMNS = 6
"""The most columns into which lines are divided; in narrower columns no words fit."""


def _read_lines(entry: EntryReader, name: str) -> Lines | None:
    """Read a range of lines; None if the key is absent, or reported as wrong."""
    written = entry.scalar_at(name)
    if written is None:
        return None
    match = LINE_NUMBERS.fullmatch(written.value.strip())
    ends_before_it_begins = match is not None and match[3] and int(match[3]) < int(match[1])
    if match is None or ends_before_it_begins:
        hint = "count the lines below the headings from 1: lines: 1-12 and, on the next side, lines: 13+"
        entry.report("bad-value", written.span, f"{written.value!r} names no lines", hint)
        return None
    return Lines(int(match[1]), None if match[2] == "+" else int(match[3] or match[1]))


LINES: Kind[Lines | None] = Kind("lines of a table, such as 1-12 or 13+", _read_lines, ONE_VALUE)


class TableBlockEntry(BlockEntry):
    """A table of the game, as wide as it needs to be."""

    noun = "the block table"
    table = key(link("table"), "One of the game's `tables`", "table: hits", required=True)
    title = key(TEXT, "A heading above the table", "table: hits\ntitle: What a squad must roll", default="none")
    lines = key(
        LINES,
        "The lines that print here, where the table goes on elsewhere on the card, such as overleaf",
        "table: hits\nlines: 1+",
        default="all",
    )
    columns = key(
        number(
            f"[1-{MAX_COLUMNS}]",
            f"a whole number from 1 to {MAX_COLUMNS}",
            "is not a number of columns",
            f"give 1 to {MAX_COLUMNS}",
        ),
        "The columns into which its lines are divided, each below the headings of the table",
        "table: hits\ncolumns: 2",
        default="1",
    )

    def block(self) -> "TableBlock | None":
        columns = self.columns or 1
        if self.lines and columns > 1:
            hint = "make two blocks of it, each with its lines, in 'columns'"
            self.report("bad-value", self.place("columns"), "a block with 'lines' cannot have 'columns' too", hint)
        portions: tuple[Lines | Portion, ...] = ()
        if self.lines:
            portions = (self.lines,)
        elif columns > 1:
            portions = tuple(Portion(index, columns) for index in range(columns))
        return TableBlock(self.table, self.title, portions, span=self.span) if self.table else None


@dataclass(frozen=True, slots=True)
class TableBlock(Block):
    """A table with an optional title above it. If there are `portions`, only these print, side by side."""

    table: Text
    title: Text | None
    portions: tuple[Lines | Portion, ...] = ()

    @property
    def shown(self) -> ShownContent:
        return ShownContent(Heading(self.title, self.table), (self.title,), tables=(self.table,), parts=self.portions)

    def view(self, renderer: BlockRenderer) -> View:
        tables = tuple(renderer.table_of(self.table, portion) for portion in self.portions or (None,))
        continued = any(isinstance(portion, Lines) and portion.first > 1 for portion in self.portions)
        content = {"tables": tables, "title": renderer.optional(self.title), "continued": continued}
        return View("table.html.j2", f"table {self.table.name}", content)


TINT = 0.86
"""The share of the paper's colour in the background of a coloured note."""
FIRST_WORDS = 4
"""The number of words by which messages name a note."""


class NoteEntry(BlockEntry):
    """A paragraph in a box: a reminder, an exception of the scenario, a remark of the designer."""

    noun = "the block note"
    note = key(TEXT, "The text", "note: Nobody fires twice in one turn.", required=True)
    title = key(TEXT, "Words above the text", "note: Nobody sees farther than one hex.\ntitle: Night", default="none")
    colour = key(
        link("colour"),
        "One of the game's `colours`, for the line around the note and the ground of its title",
        "note: Nobody sees farther than one hex.\ncolour: move",
        default="none",
        also=("color",),
    )

    def block(self) -> "Note | None":
        return Note(self.note, self.title, self.colour, span=self.span) if self.note else None


@dataclass(frozen=True, slots=True)
class Note(Block):
    """A text in a box. Several notes and bands may have the same colour."""

    text: Text
    title: Text | None
    colour: Text | None

    @property
    def shown(self) -> ShownContent:
        return ShownContent(Heading(self.title), (self.title, self.text))

    def view(self, renderer: BlockRenderer) -> View:
        words = (self.title or self.text).words.split()
        name = " ".join(words[:FIRST_WORDS]) + ("…" if len(words) > FIRST_WORDS else "")
        content = {
            "title": renderer.optional(self.title),
            "text": renderer.inline(self.text),
            **self._colours(renderer),
        }
        return View("note.html.j2", f"note {name}", content)

    def _colours(self, renderer: BlockRenderer) -> dict[str, str]:
        """Return the colour behind the title, the `ink` on it and the `tint` behind the text, as #rrggbb and as CSS."""
        if self.colour is None:
            return dict.fromkeys(("colour", "ink", "tint", "style", "title_style"), "")
        colour = renderer.tint(self.colour)
        letters, tint = letters_on(colour), mix(colour, renderer.theme.background or WHITE, TINT)
        style, title_style = f"border-color: {renderer.ink(colour)}", ""
        if renderer.theme.band is HeadingStyle.FILLED:
            style += f"; background: {renderer.ink(tint)}"
            title_style = f"background: {renderer.ink(colour)}; color: {renderer.ink(letters)}"
        values = {"colour": colour.hex, "ink": letters.hex, "tint": tint.hex}
        return {**values, "style": style, "title_style": title_style}


COUNT = number("[1-9]|[1-4][0-9]|50", "a number from 1 to 50", "is not a number from 1 to 50", "as in boxes: 6")
FIELD = either(PROSE, ref("FieldEntry"))


class FieldEntry(LazyEntry):
    """A field with several lines, or with boxes to tick."""

    noun = "a field"
    label = key(TITLE, "The words before what is filled in", "label: Hearts\nboxes: 6", required=True)
    boxes = key(COUNT, "How many boxes to tick there are, instead of a line", "label: Hearts\nboxes: 6", default="none")
    lines = key(COUNT, "How many lines there are to write on", "label: Gear\nlines: 3", default="1")


class FieldsEntry(BlockEntry):
    """Lines to write on and boxes to tick, for a character sheet or a record of the game."""

    noun = "the block fields"
    inner_entries = (FieldEntry,)
    fields = key(
        nodes("a list of fields", FIELD),
        "What there is to fill in; just a text has one line after it",
        "fields: [Name, {label: Hearts, boxes: 6}]",
        required=True,
    )

    def block(self) -> "Fields | None":
        fields = tuple(map(self._field, self.fields))
        return Fields(fields, span=self.span) if fields else None

    def _field(self, written: Node) -> "Field":
        if isinstance(written, Scalar):
            return Field(prose(written, self.findings))
        entry = FieldEntry(written, "a field", self.findings)
        if entry.has("boxes") and entry.has("lines"):
            message, hint = "a field has boxes or lines, not both", "make two fields of it"
            self.report("bad-value", entry.place("lines"), message, hint)
        return Field(entry.label, entry.boxes or 0, entry.lines or 1)


@dataclass(frozen=True, slots=True)
class Field:
    """A label followed by boxes to tick, or by lines to write on."""

    label: Text
    boxes: int = 0
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Fields(Block):
    """Fields, one below the other."""

    fields: tuple[Field, ...]

    @property
    def shown(self) -> ShownContent:
        return ShownContent(None, tuple(field.label for field in self.fields))

    def view(self, renderer: BlockRenderer) -> View:
        content = [{"label": renderer.inline(f.label), "boxes": f.boxes, "lines": f.lines} for f in self.fields]
        return View("fields.html.j2", f"fields {self.fields[0].label.words}", content)


class LegendPartEntry(LazyEntry):
    """What may be written under `legend`."""

    noun = "the title of a legend"
    title = key(TEXT, "Words at the beginning of the line", "title: Units", default="none")


class LegendEntry(BlockEntry):
    """One line that explains the badges on the card: every mark with a legend that a text of the card shows."""

    noun = "the block legend"
    needs_no_value = True
    inner_entries = (LegendPartEntry,)
    legend = key(
        node("left out, or a mapping with a title", ref("LegendPartEntry")),
        "Nothing, or the title of the line",
        "legend: {title: Units}",
        default="a line without a title",
    )
    title = key(TEXT, "Words at the beginning of the line", "legend:\ntitle: Units", default="none")

    def block(self) -> "Legend":
        if isinstance(self.legend, Mapping):
            return Legend(LegendPartEntry(self.legend, "'legend'", self.findings).title, span=self.span)
        if self.legend is not None:
            hint = "write just: - legend, or: - legend: {title: Units}"
            self.report("bad-value", self.place("legend"), "'legend' takes no value but a title", hint)
        return Legend(self.title, span=self.span)


@dataclass(frozen=True, slots=True)
class Legend(Block):
    """The marks of the card that no table on it explains. With `page`, an index, only the marks of that page."""

    title: Text | None
    page: int | None = None

    @property
    def shown(self) -> ShownContent:
        return ShownContent(None, (self.title,))

    def view(self, renderer: BlockRenderer) -> View:
        content = {"title": renderer.optional(self.title), "marks": renderer.legend(self.page)}
        return View("legend.html.j2", "legend", content)


def with_legends(book: Book) -> Book:
    """Add a legend to each page that prints the sign of rulings without a legend that explains it."""
    cards = tuple(_with_legends(card, book) for card in book.game.cards)
    return book if cards == book.game.cards else replace(book, game=replace(book.game, cards=cards))


def _with_legends(card: Card, book: Book) -> Card:
    """Add legends to the pages of one card.

    Each page needs its own, because readers of one side do not see the other.
    """
    pages_without = enumerate(_pages_without_legend(card))
    indices = frozenset(index for index, page in pages_without if page and prints_ruling(page, book))
    cache = _cards_with_legends(card)
    if indices and indices not in cache:
        pages = (
            (*page, Legend(None, index, span=card.span)) if index in indices else page
            for index, page in enumerate(card.pages)
        )
        cache[indices] = replace(card, pages=tuple(pages))
    return cache.get(indices, card)


@once_per_value
def _pages_without_legend(card: Card) -> tuple[Card | None, ...]:
    """Return each page as a card of its own; None for a page with a legend."""
    pages = (replace(card, pages=(page,)) for page in card.pages)
    return tuple(None if any(isinstance(block, Legend) for block in page.all_blocks()) else page for page in pages)


@once_per_value
def _cards_with_legends(_: Card) -> dict[frozenset[int], Card]:
    """Return a cache that stays with the card: the card with legends, by the indices of the pages that get one.

    So the card with legends stays the same object when something else is edited, and is not laid out again.
    """
    return {}


class LineEntry(BlockEntry):
    """A thin rule across the card, or across its column."""

    noun = "the block line"
    needs_no_value = True
    line = key(NO_VALUE, "A line between the blocks before and after it", "line")

    def block(self) -> "Line":
        _ = self.line  # reports a value, because reading is lazy
        return Line(span=self.span)


@dataclass(frozen=True, slots=True)
class Line(Block):
    """A separating line. Columns that the tool breaks never begin with it."""

    begins_columns: ClassVar[bool] = False

    @property
    def shown(self) -> ShownContent:
        return ShownContent(None, ())

    def view(self, renderer: BlockRenderer) -> View:  # noqa: ARG002 - it looks the same in every medium
        return View("line.html.j2", "line", None)

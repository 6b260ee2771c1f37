"""Blocks of words and tables: bullets, tables, notes, fields to fill in, legends and separating lines."""

import re
from dataclasses import replace
from typing import Annotated, ClassVar

from rulewright.entries.block import NO_VALUE, Block, Heading, ShownContent, column_numbers
from rulewright.entries.block_renderer import BlockRenderer, View
from rulewright.entries.colour import WHITE, letters_on, mix
from rulewright.entries.entry import Entry, EntryReader, Kind, key
from rulewright.entries.references import Bullet
from rulewright.entries.roles import ONE_VALUE, TEXT, Prose, either, link, number, parsed, ref, texts_or_entries
from rulewright.entries.table import Lines, Portion
from rulewright.entries.text import Text
from rulewright.entries.themes import HeadingStyle
from rulewright.source.nodes import Mapping, Sequence

CARD_BULLETS = texts_or_entries(
    "CardBullet", lambda: CardBullet, "a list of bullets", "as in items: [A mortar needs 3.]", listed=True
)


class CardBullet(Bullet, noun="a bullet of a card"):
    """A bullet of a card with bullets under it."""

    items: tuple["CardBullet", ...] = ()
    declared: ClassVar = {
        "text": replace(Bullet.declared["text"]),
        "items": replace(Bullet.declared["items"], kind=CARD_BULLETS, required=True),
    }

    def check(self, reader: EntryReader) -> None:
        """Report nothing: bullets of a card make no claims."""


def _bullets(reader: EntryReader, name: str) -> Text | tuple[CardBullet, ...] | None:
    match reader.node_at(name):
        case Mapping() as written:
            reader.wrong(written, "'bullets' is the name of a reference or a list", "as in bullets: [Roll one die.]")
            return None
        case Sequence():
            return CARD_BULLETS.read(reader, name)
    return link("reference").read(reader, name)


class Bullets(Block, noun="the block bullets"):
    """A quick reference as a bullet list, or bullets of the card itself."""

    source: Text | tuple[CardBullet, ...] = key(
        "A quick reference, with the tables on its bullets; or bullets that only this card has, without claims",
        "bullets: fire",
        name="bullets",
        kind=Kind(
            "one of the game's `references`, or a list of bullets", _bullets, either(ONE_VALUE, CARD_BULLETS.schema)
        ),
    )
    begin: int = 0
    end: int | None = None
    """Of the outermost bullets, those from `begin` to `end` print, as in a slice."""

    divisible: ClassVar[bool] = True

    @property
    def shown(self) -> ShownContent:
        if isinstance(self.source, Text):
            return ShownContent(Heading(None, self.source), references=(self.source,))
        return ShownContent(bullets=self.source)

    def view(self, renderer: BlockRenderer) -> View:
        content = renderer.bullets_of(self.source, self.begin, self.end)
        if isinstance(self.source, Text):
            return View("bullets.html.j2", f"bullets {self.source.name}", content)
        first = "".join(f" “{bullet.text.words}”" for bullet in self.source[:1])
        return View("bullets.html.j2", f"bullets{first}", content)

    def part(self, begin: int, end: int | None) -> "Bullets":
        return replace(self, begin=begin, end=end)


LINE_NUMBERS = re.compile(r"([1-9][0-9]{0,3})\s*(\+|[-–]\s*([1-9][0-9]{0,3}))?")
"""A range of lines: `1-12`, `13+` or `5`. The groups are the first line, what follows it, and the last line."""
MAX_COLUMNS = 6
"""The most columns into which lines are divided; in narrower columns no words fit."""


def _read_lines(text: str) -> Lines | None:
    match = LINE_NUMBERS.fullmatch(text.strip())
    ends_before_it_begins = match is not None and match[3] and int(match[3]) < int(match[1])
    if match is None or ends_before_it_begins:
        return None
    return Lines(int(match[1]), None if match[2] == "+" else int(match[3] or match[1]))


LINES = parsed(
    "lines of a table, such as 1-12 or 13+",
    ONE_VALUE,
    _read_lines,
    "names no lines",
    "count the lines below the headings from 1: lines: 1-12 and, on the next side, lines: 13+",
)


class TableBlock(Block, noun="the block table"):
    """A table of the game, as wide as it needs to be."""

    table: Annotated[Text, link("table")] = key("One of the game's `tables`", "table: hits")
    title: Prose | None = key(
        "A heading above the table", "table: hits\ntitle: What a squad must roll", default=None, otherwise="none"
    )
    lines: Annotated[Lines, LINES] | None = key(
        "The lines that print here, where the table goes on elsewhere on the card, such as overleaf",
        "table: hits\nlines: 1+",
        default=None,
        otherwise="all",
    )
    column_count: Annotated[int, column_numbers(1, MAX_COLUMNS)] = key(
        "The columns into which its lines are divided, each below the headings of the table",
        "table: hits\ncolumns: 2",
        name="columns",
        default=1,
    )

    def check(self, reader: EntryReader) -> None:
        if self.lines and self.column_count > 1:
            hint = "make two blocks of it, each with its lines, in 'columns'"
            reader.report("bad-value", reader.place("columns"), "a block with 'lines' cannot have 'columns' too", hint)

    @property
    def portions(self) -> tuple[Lines | Portion, ...]:
        """The parts of the table that print, side by side; empty if it prints as a whole."""
        if self.lines:
            return (self.lines,)
        count = self.column_count
        return tuple(Portion(index, count) for index in range(count)) if count > 1 else ()

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


class Note(Block, noun="the block note"):
    """A paragraph in a box: a reminder, an exception of the scenario, a remark of the designer."""

    text: Annotated[Text, TEXT] = key("The text", "note: Nobody fires twice in one turn.", name="note")
    title: Prose | None = key(
        "Words above the text", "note: Nobody sees farther than one hex.\ntitle: Night", default=None, otherwise="none"
    )
    colour: Annotated[Text, link("colour")] | None = key(
        "One of the game's `colours`, for the line around the note and the ground of its title",
        "note: Nobody sees farther than one hex.\ncolour: move",
        default=None,
        otherwise="none",
        also=("color",),
    )

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


Count = Annotated[
    int, number("[1-9]|[1-4][0-9]|50", "a number from 1 to 50", "is not a number from 1 to 50", "as in boxes: 6")
]


class Field(Entry, noun="a field"):
    """A field with several lines, or with boxes to tick."""

    label: Prose = key("The words before what is filled in", "label: Hearts\nboxes: 6")
    boxes: Count = key(
        "How many boxes to tick there are, instead of a line", "label: Hearts\nboxes: 6", default=0, otherwise="none"
    )
    lines: Count = key("How many lines there are to write on", "label: Gear\nlines: 3", default=1)

    def check(self, reader: EntryReader) -> None:
        if reader.has("boxes") and reader.has("lines"):
            message, hint = "a field has boxes or lines, not both", "make two fields of it"
            reader.report("bad-value", reader.place("lines"), message, hint)


class Fields(Block, noun="the block fields"):
    """Lines to write on and boxes to tick, for a character sheet or a record of the game."""

    fields: tuple[Field, ...] = key(
        "What there is to fill in; just a text has one line after it",
        "fields: [Name, {label: Hearts, boxes: 6}]",
        kind=texts_or_entries("Field", lambda: Field, "a list of fields", "as in fields: [Name]", listed=True),
    )

    @property
    def is_complete(self) -> bool:
        return bool(self.fields)

    def view(self, renderer: BlockRenderer) -> View:
        content = [{"label": renderer.inline(f.label), "boxes": f.boxes, "lines": f.lines} for f in self.fields]
        return View("fields.html.j2", f"fields {self.fields[0].label.words}", content)


class LegendPart(Entry, noun="the title of a legend"):
    """What may be written under `legend`."""

    title: Prose | None = key("Words at the beginning of the line", "title: Units", default=None, otherwise="none")


def _legend(reader: EntryReader, name: str) -> LegendPart | None:
    written = reader.node_at(name)
    if isinstance(written, Mapping):
        return LegendPart.read(written, repr(name), reader.findings)
    if written is not None:
        hint = "write just: - legend, or: - legend: {title: Units}"
        reader.report("bad-value", reader.place(name), "'legend' takes no value but a title", hint)
    return None


class Legend(Block, noun="the block legend"):
    """One line that explains the badges on the card: every mark with a legend that a text of the card shows."""

    heading: LegendPart | None = key(
        "Nothing, or the title of the line",
        "legend: {title: Units}",
        name="legend",
        kind=Kind("left out, or a mapping with a title", _legend, ref("LegendPart")),
        default=None,
        otherwise="a line without a title",
    )
    title: Prose | None = key(
        "Words at the beginning of the line", "legend:\ntitle: Units", default=None, otherwise="none"
    )
    page: int | None = None
    """The index of the page whose marks alone it explains."""

    @property
    def shown(self) -> ShownContent:
        return ShownContent(None, ((self.heading or self).title,))

    def view(self, renderer: BlockRenderer) -> View:
        content = {"title": renderer.optional((self.heading or self).title), "marks": renderer.legend(self.page)}
        return View("legend.html.j2", "legend", content)


class Line(Block, noun="the block line"):
    """A thin rule across the card, or across its column."""

    line: None = key("A line between the blocks before and after it", "line", kind=NO_VALUE, default=None)

    begins_columns: ClassVar[bool] = False

    def view(self, renderer: BlockRenderer) -> View:  # noqa: ARG002 - it looks the same in every medium
        return View("line.html.j2", "line", None)

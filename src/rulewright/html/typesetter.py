"""Render texts and tables as HTML. Media differ in links, marks, classes and a few hooks."""

from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from markupsafe import Markup, escape

from rulewright.base.findings import Span
from rulewright.base.messages.catalogues import catalogue, translated
from rulewright.base.messages.messages import any_of, tell
from rulewright.book.book import Book
from rulewright.book.grid import (
    COLUMN,
    CONDITION,
    CORNER,
    FIGURES,
    ROW,
    VALUE,
    WORDS,
    Grid,
    GridCell,
    Part,
    colour_of,
    condition,
    grid,
    is_last,
)
from rulewright.book.wording import details, figure_label, link_text, plain
from rulewright.entries.cells import UNCLAMPED, Silence
from rulewright.entries.colour import Tint
from rulewright.entries.entry import NamedEntry
from rulewright.entries.errata import RULING_SIGN
from rulewright.entries.exemptions import Exemption
from rulewright.entries.figures import Figure
from rulewright.entries.marks import Mark
from rulewright.entries.notations import Unit
from rulewright.entries.numbers import signed
from rulewright.entries.references import Bullet
from rulewright.entries.rulebooks import Readers
from rulewright.entries.rules import Rule
from rulewright.entries.table import Layout, Policy, Table
from rulewright.entries.text import Link, Target, Text
from rulewright.entries.themes import Theme
from rulewright.html.figures import PIXELS, figure_alt, figure_picture
from rulewright.html.fonts import Ink, on_screen
from rulewright.html.markdown import DEEPEST, block, inline
from rulewright.html.marks import counter_image
from rulewright.html.places import anchor_in_print
from rulewright.html.table_shape import fill_view, with_words_aligned
from rulewright.html.views import (
    BulletView,
    CellView,
    HeadView,
    PartView,
    ProofView,
    RowView,
    TableView,
    TitledView,
)
from rulewright.source.pictures import Picture

WORDY = 24
"""A value with more letters than this reads as text and is aligned left."""
KEY = 24
"""The heading of a row with up to this many letters is a key, in bold; longer headings are phrases."""
SPREADS = {"names": 14, "phrases": 36}
"""The column width of a list to roll on, by the most letters of its longest line; longer lines are `sentences`."""
LONGEST_SCORE = 3
"""Letters of the longest single score, which is 100."""
FIRST_DECIDES = tell("The first that fits decides, read line by line from left to right.")
FIRST_LINE_DECIDES = tell("The first line that fits decides.")
SEVERAL = {
    Policy.ANY: tell("Where several fit, they say the same."),
    Policy.LIST: tell("All that fit count, in this order."),
}
"""How to read a table in which several cases may apply."""

SCOPES = {CORNER: "col", COLUMN: "col", ROW: "row", CONDITION: "row"}
"""The HTML scope of each kind of heading. A corner without words is not a heading."""
EXCEPTION = Markup('<b class="label">{}</b> {}')

RED = ' style="color: #fff; background: #a3131f; padding: 0 0.3em; font-size: 0.8em"'
BROKEN_LINK = Markup(f'<mark class="nowhere"{RED}>{{}} ??</mark>')  # noqa: S704 - ours
DRAFT_ERROR = Markup(f' <mark class="slip"{RED}>{{}}</mark>')  # noqa: S704 - ours
"""How a draft shows an error, after the text that contains it."""

ADDRESS = Markup(' <span class="address">({})</span>')
PARAGRAPH = Markup("<p>{}</p>")
FIGURE = Markup('<figure class="picture"><img src="{}" alt="{}" width="{:.0f}" height="{:.0f}">{}</figure>\n')
IMAGE = Markup('<img src="{}" alt="{}" width="{:.0f}" height="{:.0f}"{}>')
NUMBERED = Markup(
    '<figure class="picture numbered" id="{}">{}<figcaption><b class="label">{}</b> {}{}</figcaption></figure>\n'
)
"""A figure with its number and caption, and in some media a link to itself."""


class Typesetter(ABC):
    """Renders the texts of one book for one medium, in a theme; `ink` writes colours for the medium."""

    letters: Tint | None = None
    """The colour of signs and dark pictures on a coloured ground, where their own colour would be illegible."""

    def __init__(self, book: Book, theme: Theme, ink: Ink = on_screen) -> None:
        self.book, self.theme, self.ink = book, theme, ink
        self.readers: Readers = book.game.readers
        self.catalogue = catalogue(book.game.language)

    @abstractmethod
    def link(self, target: Target, label: str) -> Markup:
        """Return a link that shows `label`. Marks and counters have their own methods."""

    @abstractmethod
    def mark(self, mark: Mark) -> Markup: ...

    def counter(self, unit: Unit) -> Markup:
        return counter_image(unit, self.theme, self.ink)

    def said(self, words: str) -> Markup:
        """Translate words of the tool to the language of the game."""
        return escape(translated(words, self.catalogue))

    def inline(self, text: Text) -> Markup:
        words = inline(text, self.book.game.language, self)
        return words + self.marked(text.span) if self.book.draft_errors else words

    def in_cell(self, text: Text, role: str) -> Markup:  # noqa: ARG002 - for media with narrow columns
        """Render a text in a cell of a table; `role` is the role of the cell."""
        return self.inline(text)

    def draft_error(self, span: Span) -> str:
        """Return the error message at this place of a draft, or ""."""
        return self.book.draft_errors.get(span, "")

    def marked(self, span: Span) -> Markup:
        words = self.draft_error(span)
        return DRAFT_ERROR.format(self.said(words)) if words else Markup("")

    def block(self, text: Text, name: str, level: int = DEEPEST) -> Markup:
        """Render a passage of the thing with this name, below a heading of this level."""
        passage = block(text, self.book.game.language, self, name, level)
        return passage + Markup("<p>{}</p>").format(error) if (error := self.marked(text.span)) else passage

    def opening(self, text: Text) -> Markup:
        """Render the first block of a passage, usually a paragraph."""
        return block(text, self.book.game.language, self, opening=True)

    def titled(self, entry: NamedEntry) -> TitledView:
        """Render an entry of any kind: its first text is its title."""
        title, *texts = entry.prose()
        values = tuple((self.said(name), self.inline(value)) for name, value in details(entry))
        blocks = tuple(self.block(each, "") if each.blocks else PARAGRAPH.format(self.inline(each)) for each in texts)
        return TitledView(entry.id, self.inline(title), values, blocks)

    def outward(self, url: str, *, spelt: bool) -> tuple[Markup, Markup]:
        """Return the markup around words that link to an address. Paper prints the address without its scheme."""
        return Markup(""), Markup("") if spelt else ADDRESS.format(shortened(url))

    def figure(self, file: str, alt: str, caption: Markup) -> Markup:
        """Render a picture of the game. A draft prints words instead of a picture that could not be read."""
        picture = self.book.game.content_pictures.get(file)
        if picture is None:
            return Markup("<p>{}</p>").format(alt)
        below = Markup("<figcaption>{}</figcaption>").format(caption) if caption else Markup("")
        return FIGURE.format(self.figure_source(picture), alt, picture.width, picture.height, below)

    def placed(self, target: str, passage: str) -> Markup | None:
        """Render the figure that a passage prints; None if the passage only links to the figure."""
        thing = self.book.resolve(Link(target, "", None))  # type: ignore[arg-type]  # rendering needs no place
        figure = self.book.figures.get(thing.id) if thing is not None else None
        if figure is None or self.book.figure_order.placed_by(figure) != passage:
            return None
        return self.numbered(figure)

    def figures_of(self, rule: Rule) -> tuple[Markup, ...]:
        """Render the figures at the end of a rule."""
        return tuple(map(self.numbered, self.book.figure_order.at_the_end_of.get(rule.id, ())))

    def numbered(self, figure: Figure) -> Markup:
        """Render a figure with its number and caption."""
        anchor, label = anchor_in_print(Target("figure", figure.id)), figure_label(figure.id, self.book)
        link = self.permalink(anchor, label)
        return NUMBERED.format(anchor, self.figure_image(figure), label, self.caption(figure), link)

    def figure_image(self, figure: Figure) -> Markup:
        """Render the picture of a figure. A draft prints words instead of a picture that could not be read."""
        picture, alt = figure_picture(figure, self.book.game), figure_alt(figure, self.book.game.language)
        if picture is None:
            return Markup("<p>{}</p>").format(alt)
        share = 1.0 if figure.width is None else float(figure.width.value) * PIXELS / picture.width
        style = "" if figure.width is None else Markup(' style="width: {}"').format(figure.width)
        return IMAGE.format(self.figure_source(picture), alt, picture.width * share, picture.height * share, style)

    def caption(self, figure: Figure) -> Markup:
        """Render the title and the caption of a figure."""
        title = Markup('<b class="title">{}</b>').format(self.inline(figure.title))
        return title if figure.caption is None else Markup("{} {}").format(title, self.inline(figure.caption))

    def permalink(self, anchor: str, label: str) -> Markup:  # noqa: ARG002 - for media with addresses
        """Return a link from a thing to itself; empty on paper."""
        return Markup("")

    def figure_source(self, picture: Picture) -> str:
        """Return the address at which the HTML of this medium finds a picture."""
        return f"data:{picture.type};base64,{b64encode(picture.data).decode()}"

    def thing(self, target: str, shown: str) -> Markup:
        link = Link(target, shown, None)  # type: ignore[arg-type]  # rendering needs no place
        thing = self.book.resolve(link)
        if thing is None:  # reported when linking; a draft renders anyway
            return BROKEN_LINK.format(link_text(link, None, self.book))
        if thing.kind == "mark":
            return self.mark(self.book.marks[thing.id])
        if thing.kind in ("given", "result"):
            value = self.book.example_value(thing)
            return escape(shown) or (self.counter(value) if isinstance(value, Unit) else self.inline(value))
        if thing.kind == "unit":
            return escape(shown) if shown else self.counter(self.book.unit(thing))
        wrong = self.marked(self.book.facts[thing.id].span) if thing.kind == "fact" else ""
        return self.link(thing, link_text(link, thing, self.book)) + wrong

    def table(self, table: Table, proof: ProofView | None = None) -> TableView:
        printed = grid(table)
        look = self.head_view()
        with self.lettered(look.letters if look else None):
            head = [
                self.row(RowView(tuple(self._cell(cell, table) for cell in row.cells)), table) for row in printed.head
            ]
        rows = with_words_aligned((*head, *self._body(printed, table)))
        dice, ends = self._dice(table), is_last(table)
        return TableView(
            id=table.id,
            caption=self.inline(table.title),
            head=rows[: len(head)],
            body=rows[len(head) :],
            unit=table.values.unit if table.values and table.values.step is None else "",
            legends=tuple(self._legends(self.explained(table))) if ends else (),
            note=self._note(table) if ends else None,
            note_revised=self.is_note_revised(table),
            reading=self._reading(table) if ends else None,
            questions=self.readers.parts(self._silence(silence) for silence in table.silences if silence.question),
            outside=tuple(self._silence(silence) for silence in table.silences if not silence.question),
            proof=self.readers.part(proof),
            stacked=table.stacked,
            wordy=self._longest(printed, VALUE) > WORDY,
            keyed=table.is_grid and self._longest(printed, ROW) <= KEY,
            adds=table.layout is Layout.MODIFIERS and not table.columns,
            spans=_spans(printed),
            head_view=look,
            listed=table.listed,
            lead=None if dice is None else self._lead(table, dice),
            dice=dice,
            spread=self._spread(printed) if table.layout is Layout.LIST and table.listed else "",
        )

    @contextmanager
    def lettered(self, letters: Tint | None) -> Iterator[None]:
        """Render texts inside the block in this colour, on a coloured ground."""
        before, self.letters = self.letters, letters
        yield
        self.letters = before

    def shown(self, mark: Mark) -> Mark:
        """Return a mark as it prints here. A sign has no ground of its own, so it takes the colour of the letters."""
        return mark if not mark.sign or self.letters is None else replace(mark, colour=self.letters)

    def head_view(self) -> HeadView | None:
        """Return the look of table heads; None where the style sheet decides."""
        return None

    def _spread(self, printed: Grid) -> str:
        """Return the classes of a list to roll on: the width of its columns, and whether its scores are ranges."""
        score, thing = (self._longest(printed, role) for role in (ROW, VALUE))
        width = next((name for name, most in SPREADS.items() if thing <= most), "sentences")
        return f"{width} ranged" if score > LONGEST_SCORE else width

    def _longest(self, printed: Grid, role: str) -> int:
        """Return the number of letters of the longest value or heading in the body."""
        cells = (cell for row in printed.body for cell in row.cells if cell.role == role)
        return max((len(plain(part.text, self.book)) for cell in cells for part in cell.parts), default=0)

    def _body(self, printed: Grid, table: Table) -> Iterator[RowView]:
        group = printed.body[0].group if printed.body else None
        for at, row in enumerate(printed.body):
            even = at % 2 == 1
            classes = self.row_classes(starts_group=row.group != group, even=even)
            yield self.row(RowView(tuple(self._body_cell(cell, table) for cell in row.cells), classes, even), table)
            group = row.group

    def row(self, row: RowView, table: Table) -> RowView:  # noqa: ARG002 - for media that mark what is new
        """Add change marks to a row of a table."""
        return row

    def is_note_revised(self, table: Table) -> bool:  # noqa: ARG002 - for some media
        """Return whether the note below a table has a change mark."""
        return False

    def row_classes(self, *, starts_group: bool, even: bool) -> str:  # noqa: ARG002 - for media with stripes
        return "group" if starts_group else ""

    def _dice(self, table: Table) -> Markup | None:
        """Return the heading of the scores of a list: its own heading, the title of its axis, or the dice."""
        if not table.listed:
            return None
        head, axis = table.headers[0], table.rows[0].keys[0].axis
        domain = next((each.domain for each in table.axes if each.name == axis), None)
        title = domain and (domain.title or Text(domain.dice or axis.capitalize()))
        return self.inline(head or title or Text(""))

    def _lead(self, table: Table, dice: Markup) -> Markup:
        """Return the words before a list of scores: the dice, and the title unless the rule has the same one."""
        rule = self.book.rule_of(table.rule)
        own = rule is None or table.title != rule.title
        return Markup('{} <span class="dice">{}</span>').format(self.inline(table.title), dice) if own else dice

    def _reading(self, table: Table) -> Markup | None:
        """Return a sentence on how to read a table; None if it is obvious."""
        match table.policy:
            case Policy.FIRST:
                several = table.layout is Layout.CASES and table.per_line > 1
                return self.said(FIRST_DECIDES if several else FIRST_LINE_DECIDES)
            case Policy.PRIORITY:
                cases = sorted(table.cases, key=table.rank)
                values = dict.fromkeys(case.value.label for case in cases if case.value.plain is not None)
                listed = Markup(", ").join(map(self.inline, values))
                return self.said(
                    tell("Where several fit, only the one named first here counts: {values}.", values=listed)
                )
            case Policy.SUM if table.clamp != UNCLAMPED:
                low, high = map(signed, table.clamp)
                return self.said(
                    tell("Add up all that apply; the total stays within {low} and {high}.", low=low, high=high)
                )
        return self.said(SEVERAL[table.policy]) if table.policy in SEVERAL else None

    def _note(self, table: Table) -> Markup | None:
        """Return the cut-offs of a table, followed by its note; None if it has neither."""
        parts = [
            self.said(
                tell(
                    "No roll: {when} – {result}.",
                    when=self.inline(condition(each)),
                    result=self.inline(each.value.label),
                )
            )
            for each in table.cutoffs
        ]
        if table.note is not None:
            parts.append(self.inline(table.note))
        return Markup(" ").join(parts) if parts else None

    def _body_cell(self, cell: GridCell, table: Table) -> CellView:
        """Return a cell in the colour that the table gives it. A draft ignores a colour with an unknown name."""
        colour = colour_of(cell, table, self.book)
        target = self.book.target_of(colour.colour) if colour else None
        if colour is None or target is None:
            return self._cell(cell, table)
        fill = fill_view(self.book.colours[target.id].tint, colour.pattern, self.theme, self.ink)
        with self.lettered(fill.letters):
            view = self._cell(cell, table)
        return replace(view, fill=fill, classes=f"{view.classes} {fill.kind}")

    def _cell(self, cell: GridCell, table: Table) -> CellView:
        scope = SCOPES.get(cell.role, "") if cell.parts or cell.role != CORNER else ""
        parts = tuple(self._part(part, cell.role) for part in cell.parts)
        return CellView(
            cell.role,
            parts,
            cell.rows,
            cell.columns,
            scope,
            cell.id,
            " ".join(cell.headers),
            " ".join(self.cell_classes(cell, table)),
            rotated=cell.output is not None and cell.output.rotated,
            shaded=cell.output is not None and cell.output.shaded,
            words=cell.holds == WORDS,
        )

    def cell_classes(self, cell: GridCell, table: Table) -> Iterator[str]:  # noqa: ARG002 - for some media
        yield cell.role
        if cell.holds == FIGURES:
            yield FIGURES
        if cell.output is not None and cell.output.rotated:
            yield "rotated"
        if cell.output is not None and cell.output.shaded:
            yield "shaded"

    def _part(self, part: Part, role: str) -> PartView:
        conditions = [self.in_cell(text, role) for text in part.conditions]
        quoted = self.book.quoted_cells.get(part.case.span) if part.case else None
        sign = self.book.ruling_signs.sign(part.text, part.case)
        value = self.in_cell(part.text, role)
        if part.case and (part.case.value.factor < 0 or _is_negative(part.case.value.plain)):
            value = self.negative(value)
        value += self.inline(sign) if sign else ""
        if part.case and part.case.span != part.text.span:
            value += self.marked(part.case.span)
        condition = Markup(", ").join(conditions) if conditions else None
        return PartView(value, condition, self.anchor(quoted) if quoted else "")

    def anchor(self, cell: Target) -> str:  # noqa: ARG002 - for media with ids
        """Return the id of a quoted value, or ""."""
        return ""

    def negative(self, text: Markup) -> Markup:
        """Mark up a negative value, which has a colour as well as a sign."""
        return Markup('<span class="negative">{}</span>').format(text)

    def marks_in(self, texts: Iterable[Text | None]) -> list[Mark]:
        """Return the marks in these texts, each once, in order."""
        targets = (self.book.resolve(link) for text in texts if text for link in text.links)
        ids = dict.fromkeys(target.id for target in targets if target and target.kind == "mark")
        return [self.book.marks[id_] for id_ in ids]

    def explained(self, table: Table) -> list[Mark]:
        """Return the marks whose legends print below a table: all marks that it shows."""
        sign = RULING_SIGN if self.is_ruling(table) or self.book.ruling_signs.signs_in(table) else None
        return self.marks_in((*table.labels(), *table.prose(), sign))

    def is_ruling(self, table: Table) -> bool:
        """Return whether a ruling concerns a table as a whole."""
        return Target("table", table.id) in self.book.ruling_signs.targets

    def _silence(self, silence: Silence) -> Markup:
        """Render a case that a table does not answer, with the reason."""
        where = (Markup(", ").join(self.inline(key.label) for key in keys) for keys in silence.conditions)
        return Markup("{}: {}").format(self.said(any_of(where)), self.inline(silence.why))

    def _legends(self, marks: Iterable[Mark]) -> Iterator[tuple[Markup, Markup]]:
        return ((self.mark(mark), self.inline(mark.legend)) for mark in marks if mark.legend)

    def questions(self, rule: Rule) -> tuple[Markup, ...]:
        """Render the open questions of a rule, for readers who may see them."""
        return self.readers.parts(map(self.inline, rule.questions))

    def exceptions(self, exemptions: Iterable[Exemption]) -> list[dict[str, Any]]:
        """Return HTML of exceptions, each with its own exceptions `below`."""
        label = self.said(tell("Exception:"))
        return [
            {"body": EXCEPTION.format(label, self.inline(each.text)), "below": self.exceptions(each.exceptions)}
            for each in exemptions
        ]

    def about_facts(self) -> Iterator[tuple[str, Markup]]:
        """Yield the facts of the imprint with their names: terms, origin, address."""
        game, address = self.book.game, self.book.game.address
        for name, text in ((tell("Licence"), game.licence), (tell("Source"), game.source)):
            if text is not None:
                yield name, self.inline(text)
        if address:
            before, after = self.outward(address, spelt=True)
            yield tell("Address"), Markup("{}{}{}").format(before, address, after)

    def bullets(self, items: Iterable[Bullet]) -> tuple[BulletView, ...]:
        return tuple(self._bullet(item) for item in items)

    def _bullet(self, item: Bullet) -> BulletView:
        target = self.book.target_of(item.table)
        table = self.table(self.book.tables[target.id]) if target else None
        text = self.inline(self.book.ruling_signs.printed(item))
        return BulletView(text, table, self.bullets(item.items), item.origin)


def _is_negative(value: object) -> bool:
    return isinstance(value, int) and value < 0


def _spans(printed: Grid) -> tuple[str, ...]:
    """Return the directions in which some cells of the body span others."""
    cells = [cell for row in printed.body for cell in row.cells]
    down = ("over-rows",) if any(cell.rows > 1 for cell in cells) else ()
    return (*down, "over-columns") if any(cell.columns > 1 for cell in cells) else down


def shortened(url: str) -> str:
    """Return an address as people write it, without scheme."""
    return url.partition(":")[2].removeprefix("//").removesuffix("/")

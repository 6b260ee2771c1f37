"""Views: the values that templates of several media place. Python has made every decision and rendered every text.

`Markup` values are finished, escaped HTML; the templates escape all other strings.
"""

from dataclasses import dataclass

from markupsafe import Markup

from rulewright.entries.colour import Tint
from rulewright.entries.origins import UNSTATED, Origin


@dataclass(frozen=True, slots=True)
class TitledView:
    """An entry with its title, its sentences, and its other values with their names."""

    id: str
    title: Markup
    details: tuple[tuple[str, Markup], ...]
    texts: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class PartView:
    """One value of a table cell. If the cell has several, `condition` says when this one applies.

    `id` is the anchor of a value that links quote.
    """

    text: Markup
    condition: Markup | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class FillView:
    """The colour of a cell: `style` are CSS declarations. A cell without a ground has a strip at its left."""

    style: str
    ground: Tint | None = None
    letters: Tint | None = None

    @property
    def kind(self) -> str:
        """The CSS class of the cell."""
        return "coloured" if self.ground else "flagged"


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell of a printed table.

    `role` is corner (above the row headings, with a scope where it heads them), column, row, condition
    (a heading inside a row), value, note (a remark) or banner (a text beside all rows).
    `scope` is the HTML scope of a heading, or empty. `headers` are the ids of headings that the position of a value
    does not show. `classes` are for the stylesheet of the medium. Cells in columns of `words` are aligned left.
    """

    role: str
    parts: tuple[PartView, ...]
    rows: int = 1
    columns: int = 1
    scope: str = ""
    id: str = ""
    headers: str = ""
    classes: str = ""
    rotated: bool = False
    shaded: bool = False
    words: bool = False
    fill: FillView | None = None


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of cells. `even` is for stripes, `classes` are for the style sheet of the medium."""

    cells: tuple[CellView, ...]
    classes: str = ""
    even: bool = False


@dataclass(frozen=True, slots=True)
class HeadView:
    """The head of a table on a card. `style` are its CSS declarations, `edge` those of a table without a head.

    `ground` and `letters` are its colours for media without style sheets; None if it has no ground.
    """

    look: str
    style: str = ""
    edge: str = ""
    ground: Tint | None = None
    letters: Tint | None = None


@dataclass(frozen=True, slots=True)
class ProofView:
    """The proof of a table; `state` is proved, repeated, searched, failed, unproved, skipped, or listed for a list."""

    state: str
    text: str


@dataclass(frozen=True, slots=True)
class TableView:
    """A printed table.

    `legends` are (mark, text); `questions` and `outside` are cases that the table does not answer. If `stacked`, the
    values of a cell stand under one another, each after its condition. A `listed` table prints as a list of scores and
    results after the words of `lead`, which name the `dice`. A list to roll on prints in as many columns as fit, whose
    width is its `spread`. The values of a `wordy` table are texts; the keys of a `keyed` table are short. The lines of
    a table that `adds` begin with the value to add. `spans` are directions in which cells span others: `over-rows`,
    `over-columns`. Only cards have a `head_view`. `verb` is the
    label of the button to use the table on the web.
    """

    id: str
    caption: Markup
    head: tuple[RowView, ...]
    body: tuple[RowView, ...]
    unit: str = ""
    legends: tuple[tuple[Markup, Markup], ...] = ()
    note: Markup | None = None
    note_revised: bool = False
    reading: Markup | None = None
    questions: tuple[Markup, ...] = ()
    outside: tuple[Markup, ...] = ()
    proof: ProofView | None = None
    stacked: bool = False
    wordy: bool = False
    keyed: bool = False
    adds: bool = False
    spans: tuple[str, ...] = ()
    head_view: HeadView | None = None
    listed: bool = False
    lead: Markup | None = None
    dice: Markup | None = None
    spread: str = ""
    verb: str = ""


@dataclass(frozen=True, slots=True)
class BulletView:
    """A bullet of a quick reference, with the table that follows it, and its origin.

    A card marks bullets that are `revised` since the last edition.
    """

    text: Markup
    table: TableView | None = None
    below: tuple["BulletView", ...] = ()
    origin: Origin = UNSTATED
    revised: bool = False

"""What templates of several media are given: plain values, every decision made and every text rendered.

`Markup` values are finished, escaped HTML; all other strings are escaped by the templates.
"""

from dataclasses import dataclass

from markupsafe import Markup

from rulewright.model.colour import Tint


@dataclass(frozen=True, slots=True)
class PartView:
    """One value of a table cell, and where there are several, the condition under which it holds.

    `id` is the anchor of a value that links quote.
    """

    text: Markup
    condition: Markup | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class FillView:
    """The colour of a cell: `style` are its declarations. Without a ground, there is a strip of it at the left."""

    style: str
    ground: Tint | None = None
    letters: Tint | None = None

    @property
    def kind(self) -> str:
        """The class of the cell."""
        return "coloured" if self.ground else "flagged"


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell of a printed table.

    `role` is corner (above the row headings, with a scope where it heads them), column, row, condition
    (a heading inside a row), value, note (a remark) or banner (a text beside all rows).
    `scope` is the HTML scope of a heading, or empty; `headers` the ids of the headings of a value that its place
    in the row does not show. `classes` are for the stylesheet of the medium. Cells in columns of `words` begin at the
    left.
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
    """A row of cells. `even` is for stripes, `classes` are for the stylesheet of the medium."""

    cells: tuple[CellView, ...]
    classes: str = ""
    even: bool = False


@dataclass(frozen=True, slots=True)
class HeadView:
    """How the head of a table looks on a card: `style` are its declarations, `edge` those of a table without a head.

    `ground` and `letters` say the same, for media without style sheets; None where it has no ground.
    """

    look: str
    style: str = ""
    edge: str = ""
    ground: Tint | None = None
    letters: Tint | None = None


@dataclass(frozen=True, slots=True)
class ProofView:
    """What is known of a table's proof: `state` is proved, failed, unproved, skipped, or listed: a list to roll on."""

    state: str
    text: str


@dataclass(frozen=True, slots=True)
class TableView:
    """A printed table.

    `legends` are (mark, text); `questions` and `outside` are the cases it does not answer. `stacked` sets the
    values of a cell under one another, each after its condition. A `listed` table reads as a list of scores and
    results, after the words of `lead`, which name the `dice`. A list to roll on prints in as many columns as fit: its
    `spread` says how wide they are. The values of a `wordy` table are texts; the keys of a `keyed` one are short. The
    lines of one that `adds` begin with the value to add. `spans` name the directions in which some cells reach over
    others: `over-rows`, `over-columns`. `head_view` is how its head looks, on cards only.
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


@dataclass(frozen=True, slots=True)
class OriginView:
    """Where a thing comes from: the places that say it; it may be `ours`."""

    sources: tuple[Markup, ...]
    ours: bool


@dataclass(frozen=True, slots=True)
class BulletView:
    """A bullet of a quick reference, with a table set after it, and on the web where it comes from.

    A card marks what is `revised` since the last edition.
    """

    text: Markup
    table: TableView | None = None
    below: tuple["BulletView", ...] = ()
    origin: OriginView | None = None
    revised: bool = False


@dataclass(frozen=True, slots=True)
class ExemptionView:
    """An exception with its name before it, and the exceptions to it."""

    body: Markup
    below: tuple["ExemptionView", ...] = ()


@dataclass(frozen=True, slots=True)
class ProcedureStepView:
    """A step of a procedure: the table beside its title, the dice, and what it says where the procedure ends."""

    title: Markup
    table: Markup | None = None
    dice: str = ""
    text: Markup | None = None
    ends: tuple[Markup, ...] = ()


@dataclass(frozen=True, slots=True)
class ProcedureView:
    """How the rule with this id is carried out; `usable` where a script can go through it."""

    id: str
    title: Markup
    steps: tuple[ProcedureStepView, ...]
    usable: bool = False


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of a worked example, and what comes of it: how it is worked out, or else the result alone."""

    text: Markup
    worked: Markup | None = None
    result: Markup | None = None


@dataclass(frozen=True, slots=True)
class ExampleView:
    """A worked example: the situation, and what follows."""

    id: str
    title: Markup
    text: Markup
    steps: tuple[StepView, ...]
    proof: ProofView | None

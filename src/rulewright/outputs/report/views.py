"""The values that the template of the report prints, with every decision made."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from rulewright.book.translations import Translated
from rulewright.outputs.report.frame import FrameView
from rulewright.proof.report import FunctionSource


@dataclass(frozen=True, slots=True)
class LineView:
    """A source line, split into the text `before`, in and `after` the place of the finding."""

    number: int
    before: str
    marked: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A place in the source with its excerpt and a message."""

    place: str
    lines: tuple[LineView, ...]
    message: str = ""


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding; `waiver` is the line that would waive it, or if it is waived, the reason."""

    id: str
    name: str
    severity: str
    message: str
    place: PlaceView
    labels: tuple[PlaceView, ...]
    hint: str
    example_is: str
    example: str
    waiver: str


@dataclass(frozen=True, slots=True)
class RuleView:
    """The findings that belong to one rule; an empty number means no rule."""

    number: str
    title: str
    href: str
    findings: tuple[FindingView, ...]


@dataclass(frozen=True, slots=True)
class SoftProofView:
    """A page of a card as a picture, which the report shows in every colour vision; `picture` is a data: URL.

    `findings` are those about the card, each with its severity. `presses` are its pictures in the colours of presses,
    each after the name of the press.
    """

    id: str
    name: str
    picture: str
    width: int
    height: int
    findings: tuple[tuple[str, str], ...]
    presses: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ColourVisionView:
    """A kind of colour vision or printing with fewer colours; `matrix` is for an SVG filter in linear RGB."""

    id: str
    name: str
    matrix: str


@dataclass(frozen=True, slots=True)
class KindView:
    """A kind of finding, the reason for it in English, and how many there are."""

    name: str
    severity: str
    summary: str
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class PartView:
    """One value of a printed cell; `state` is proved, repeated, failed, unproved or silent, or empty."""

    text: str
    condition: str = ""
    state: str = ""
    hue: int = 0
    letter: str = ""
    tooltip: str = ""


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell of a printed table; `scope` is the scope of a heading, empty for a value."""

    scope: str
    rows: int
    columns: int
    parts: tuple[PartView, ...]


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of a printed table."""

    cells: tuple[CellView, ...]


@dataclass(frozen=True, slots=True)
class ProverView:
    """A function that proves cells of a table: its colour and letter, and the number of its cells."""

    function: str
    letter: str
    hue: int
    cells: int
    cases: int
    tried: str


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as it prints, with each value coloured by what proves it."""

    id: str
    title: str
    href: str
    place: str
    proved: int
    cells: int
    grades: str
    rows: tuple[RowView, ...]
    provers: tuple[ProverView, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatementView:
    """A claim, a fact or the step of an example, with its place and what proves it."""

    text: str
    key: str
    place: str
    state: str
    function: str
    cases: int
    tried: str
    reason: str
    grade: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """The statements of a quick reference or example, or all facts, with how many are compared and how many agree."""

    title: str
    kind: str
    proved: int
    compared: int
    grades: str
    statements: tuple[StatementView, ...]


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A changed statement: the thing, where it holds, the old and the new text."""

    what: str
    key: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class ChangesView:
    """The changes since the last build: new and resolved findings, and changed statements."""

    new: tuple[str, ...]
    gone: tuple[str, ...]
    statements: tuple[ChangeView, ...]

    @property
    def any(self) -> bool:
        return bool(self.new or self.gone or self.statements)


@dataclass(frozen=True, slots=True)
class AbsentView:
    """Things of one kind that are on no card."""

    kind: str
    total: int
    names: tuple[tuple[str, str], ...]
    """Pairs of a name and an address on the web."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """An open question of the sources, and its place."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A document and its citations: the name of the citing thing, the place, and the thing's address on the web."""

    title: str
    named: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling of our own, with its address on the web."""

    id: str
    printed: str
    now: str
    href: str


@dataclass(frozen=True, slots=True)
class OursView:
    """What no document says: the author's texts, and things with their kind, name and address on the web."""

    texts: tuple[str, ...] = ()
    things: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ReportView:
    """The whole report of one game; `changes` is None if there was no last build.

    `web` is the folder of the game's pages, empty if they are not built.
    """

    title: str
    language: str
    counts: Mapping[str, int]
    kinds: tuple[KindView, ...]
    rules: tuple[RuleView, ...]
    waived: tuple[FindingView, ...]
    style: Markup
    frame: FrameView
    web: str = ""
    ran: bool = False
    coverage: Mapping[str, int] = field(default_factory=dict)
    grades: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    changes: ChangesView | None = None
    tables: tuple[TableView, ...] = ()
    groups: tuple[GroupView, ...] = ()
    absent: tuple[AbsentView, ...] = ()
    unclaimed: tuple[tuple[str, str], ...] = ()
    questions: tuple[QuestionView, ...] = ()
    documents: tuple[DocumentView, ...] = ()
    errata: tuple[str, ...] = ()
    rulings: tuple[RulingView, ...] = ()
    ours: OursView = OursView()
    soft_proofs: tuple[SoftProofView, ...] = ()
    colour_visions: tuple[ColourVisionView, ...] = ()
    functions: tuple[FunctionSource, ...] = ()
    translations: tuple[Translated, ...] = ()

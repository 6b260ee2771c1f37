"""What the web templates are given: plain values, every decision made and every text rendered.

`Markup` values are finished, escaped HTML; all other strings are escaped by the templates.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from markupsafe import Markup

from rulewright.render.typesetting.published_views import CardLinkView, Download, DownloadsView, MetaView

SHORT, SHORT_HEADING = 8, 24
"""Characters of a cell that stay on one line: a number, a range, or a heading of a row."""


@dataclass(frozen=True, slots=True)
class LinkView:
    """A place to go: `href` is relative to the page.

    `kind` is term, rule, table, reference, card, sheet, rulebook or fact.
    """

    href: str
    label: Markup
    kind: str = ""


@dataclass(frozen=True, slots=True)
class EntryView:
    """A line of the contents; `current` where it lies on the page shown."""

    number: str
    title: Markup
    href: str
    current: bool = False
    below: tuple["EntryView", ...] = ()


@dataclass(frozen=True, slots=True)
class PartView:
    """One value of a table cell, and where there are several, the condition under which it holds.

    `id` is the anchor of a value that links quote.
    """

    text: Markup
    condition: Markup | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell of a printed table.

    `role` is corner (above the row headings, with a scope where it heads them), column, row, condition
    (a heading inside a row), value, note (a remark) or banner (a text beside all rows).
    `scope` is the HTML scope of a heading, or empty; `headers` the ids of the headings of a value whose
    place in the row does not tell them. `lead` is a heading of the first heading column;
    one that is `brief` stays on one line.
    """

    role: str
    parts: tuple[PartView, ...]
    rows: int = 1
    columns: int = 1
    scope: str = ""
    id: str = ""
    headers: str = ""
    lead: bool = False
    rotated: bool = False
    shaded: bool = False
    brief: bool = False

    @property
    def short(self) -> bool:
        """Whether it would look odd if broken over lines."""
        return sum(len(part.text.striptags()) for part in self.parts) <= (
            SHORT_HEADING if self.role == "row" else SHORT
        )


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of cells; `starts_group` where a group of rows begins below another, `even` for stripes."""

    cells: tuple[CellView, ...]
    starts_group: bool = False
    even: bool = False


@dataclass(frozen=True, slots=True)
class ProofView:
    """What is known of a table's proof: `state` is proved, failed, unproved or skipped."""

    state: str
    text: Markup


@dataclass(frozen=True, slots=True)
class CitedView:
    """Those of one kind that cite a thing, by what they are called together: rules, examples, cards."""

    kind: str
    links: tuple[LinkView, ...]


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A correction at what it corrects; `href` leads to the erratum, which tells why."""

    href: str
    printed: Markup
    now: Markup


@dataclass(frozen=True, slots=True)
class TableView:
    """A printed table.

    `legends` are (mark, text); `questions` and `outside` tell what it leaves unsaid. `stacked` sets the
    values of a cell under one another, each after its condition. With `listed` it reads as a list of scores and
    what they lead to, after the words of `lead`. The values of a `wordy` one are texts. `verb` is on the button
    by which it is used on the screen.
    """

    id: str
    caption: Markup
    head: tuple[RowView, ...]
    body: tuple[RowView, ...]
    unit: str = ""
    legends: tuple[tuple[Markup, Markup], ...] = ()
    note: Markup | None = None
    reading: Markup | None = None
    questions: tuple[Markup, ...] = ()
    outside: tuple[Markup, ...] = ()
    proof: ProofView | None = None
    stacked: bool = False
    wordy: bool = False
    listed: bool = False
    lead: Markup | None = None
    verb: str = ""
    corrections: tuple[CorrectionView, ...] = ()
    cited_by: tuple[CitedView, ...] = ()


@dataclass(frozen=True, slots=True)
class BulletView:
    """A bullet of a quick reference, with a table set after it."""

    text: Markup
    table: TableView | None = None
    below: tuple["BulletView", ...] = ()


@dataclass(frozen=True, slots=True)
class ExemptionView:
    """An exception with its name before it, and the exceptions to it."""

    body: Markup
    below: tuple["ExemptionView", ...] = ()


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
    proof: ProofView


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule on its page; `level` is its heading level, 1 for the rule that gives the page its title.

    `anchor` is where links by its number lead, empty where another thing has that name on the page; `former` are
    the places of its former numbers and ids.
    """

    id: str
    number: str
    title: Markup
    level: int
    body: Markup
    exceptions: tuple[ExemptionView, ...] = ()
    incomplete: Markup | None = None
    external: str = ""
    tables: tuple[TableView, ...] = ()
    examples: tuple[ExampleView, ...] = ()
    notes: tuple[Markup, ...] = ()
    corrections: tuple[CorrectionView, ...] = ()
    open: tuple[Markup, ...] = ()
    cited_by: tuple[CitedView, ...] = ()
    anchor: str = ""
    former: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TermView:
    """A glossary entry; one of an abbreviation or another name has no more than the term to `see`."""

    id: str
    name: str
    abbreviation: str = ""
    also: tuple[str, ...] = ()
    body: Markup | None = None
    unexplained: Markup | None = None
    rule: LinkView | None = None
    corrections: tuple[CorrectionView, ...] = ()
    cited_by: tuple[CitedView, ...] = ()
    see: LinkView | None = None


@dataclass(frozen=True, slots=True)
class SignView:
    """A mark in the list of marks: how it looks, what it is called, what it means and where it is used."""

    id: str
    sign: Markup
    name: str
    legend: Markup | None
    cited_by: tuple[CitedView, ...] = ()


@dataclass(frozen=True, slots=True)
class DefinitionView:
    """What a link shows on hover, focus and tap: the element with id `define-{id}`.

    In the glossary the terms' own entries serve. Of a `table` the first rows are shown, and `left_out` counts the rest.
    """

    id: str
    heading: str
    body: Markup
    table: TableView | None = None
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class ErratumView:
    """A correction on the page of errata."""

    id: str
    printed: Markup
    now: Markup
    why: Markup


@dataclass(frozen=True, slots=True)
class CorrectedView:
    """All corrections of one thing; `where` leads to it."""

    where: LinkView
    errata: tuple[ErratumView, ...]


@dataclass(frozen=True, slots=True)
class ReferenceView:
    """A quick reference on its page."""

    id: str
    title: Markup
    bullets: tuple[BulletView, ...]
    corrections: tuple[CorrectionView, ...] = ()
    cited_by: tuple[CitedView, ...] = ()


@dataclass(frozen=True, slots=True)
class FunctionView:
    """A function of the rules code: its source with its words told apart, and what it proves."""

    name: str
    place: str
    code: Markup
    proves: tuple[LinkView, ...] = ()


@dataclass(frozen=True, slots=True)
class NumberView:
    """A rule by its number, or by one it had, in the list of all numbers; `anchor` is where links to it lead."""

    anchor: str
    number: str
    rule: LinkView


@dataclass(frozen=True, slots=True)
class SiteView:
    """What all pages share.

    `proved` says in words how far the tables are proved; `errata`, `references` and `code` whether there are any.
    """

    title: str
    subtitle: str
    imprint: str
    language: str
    contents: tuple[EntryView, ...]
    proved: str
    errata: bool = False
    references: bool = False
    code: bool = False


@dataclass(frozen=True, slots=True)
class PageView:
    """One page: each part is for one kind of page, as `rules` for rules, `terms` by letter for the glossary.

    `trail` are the rules above the first of the page, and that last. A chapter that is divided among several pages
    lists its `sections`. A glossary of several pages tells in `letters` where each letter stands. `used` is
    what the script has to know of each table that can be used.
    """

    title: str
    site: SiteView
    meta: MetaView
    rules: tuple[RuleView, ...] = ()
    terms: tuple[tuple[str, tuple[TermView, ...]], ...] = ()
    letters: tuple[LinkView, ...] = ()
    signs: tuple[SignView, ...] = ()
    trail: tuple[EntryView, ...] = ()
    above: LinkView | None = None
    sections: tuple[EntryView, ...] = ()
    references: tuple[LinkView, ...] = ()
    bullets: tuple[ReferenceView, ...] = ()
    cards: tuple[CardLinkView, ...] = ()
    printed: tuple[Download, ...] = ()
    online: tuple[DownloadsView, ...] = ()
    questions: tuple[tuple[LinkView, Markup], ...] = ()
    errata: tuple[CorrectedView, ...] = ()
    functions: tuple[FunctionView, ...] = ()
    numbers: tuple[NumberView, ...] = ()
    previous: LinkView | None = None
    next: LinkView | None = None
    definitions: tuple[DefinitionView, ...] = field(default=())
    used: Mapping[str, object] = field(default_factory=dict)

"""The values that web templates place on pages. They hold rendered text, and templates make no decisions."""

from dataclasses import dataclass

from markupsafe import Markup

from rulewright.base.messages.messages import Message
from rulewright.html.views import (
    BulletView,
    ExampleView,
    ExemptionView,
    OriginView,
    ProcedureView,
    TableView,
    TitledView,
)
from rulewright.html.web_look import LogoView

NOTHING = Markup("")


@dataclass(frozen=True, slots=True)
class Download:
    """A link to a file outside the web folder; `details` are its length and size."""

    label: str | Markup
    href: str
    details: str


@dataclass(frozen=True, slots=True)
class DownloadsView:
    """Files under one label, such as the PDF and the pictures of a card."""

    label: Markup
    files: tuple[Download, ...]


@dataclass(frozen=True, slots=True)
class CardLinkView:
    """A card on the overview: its page, its picture and the picture's size in pixels, and its file.

    A deck has the picture of its first card and no file. `copies` is empty for a single card.
    """

    label: Markup
    href: str
    picture: str
    width: int
    height: int
    pdf: Download | None
    copies: str = ""


@dataclass(frozen=True, slots=True)
class MetaView:
    """The metadata of a page. If the game has no address, `canonical` is empty and `picture` is relative.

    Readers of og:image expect an absolute address, but some accept a relative one.
    """

    description: str
    canonical: str
    picture: str


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link; `href` is relative to the page.

    `kind` is term, rule, table, reference, card, sheet, rulebook or fact.
    """

    href: str
    label: Markup
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ContentsEntryView:
    """A line of the contents, with the list of lines `below` it. `current` marks the page that is shown."""

    number: str
    title: Markup
    href: str
    current: bool = False
    below: Markup = NOTHING


@dataclass(frozen=True, slots=True)
class CitationsView:
    """Links to the things of one kind that cite a thing, such as rules, examples or cards."""

    kind: str
    links: tuple[LinkView, ...]


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A correction beside the corrected text. `verb` names its kind; `href` leads to the erratum with the reason."""

    verb: str
    href: str
    printed: Markup
    now: Markup


@dataclass(frozen=True, slots=True)
class RulingView:
    """The answer to a question, with its author, sources and `day`; `dated` is the day in ISO format.

    `about` are links to the things that it concerns, `later` to the ruling that supersedes it.
    """

    id: str
    question: Markup
    answer: Markup
    by: str
    day: str
    dated: str
    sources: tuple[Markup, ...]
    about: tuple[LinkView, ...]
    later: LinkView | None


@dataclass(frozen=True, slots=True)
class HistoryView:
    """An edition that changed a thing: its number and day, the kinds of change, and a link to the changes.

    For a change by a layer, `base` is the title of the game below, `why` is the reason, and there is no edition.
    """

    edition: str
    day: str
    verbs: Message
    href: str
    base: str = ""
    why: Markup | None = None


@dataclass(frozen=True, slots=True)
class EditionView:
    """A published edition, with the changed things (`named`) and a summary of the changes (`meaning`).

    `dated` is the `day` in ISO format.
    """

    edition: str
    day: str
    dated: str
    href: str
    meaning: Message
    named: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Annotations:
    """The notes that a page adds to a rule, table, term or quick reference. `edit` is the address to edit its YAML."""

    corrections: tuple[CorrectionView, ...] = ()
    rulings: tuple[RulingView, ...] = ()
    history: tuple[HistoryView, ...] = ()
    cited_by: tuple[CitationsView, ...] = ()
    origin: OriginView | None = None
    edit: str = ""


@dataclass(frozen=True)
class WebTableView(TableView, Annotations):
    """A table on the web. `verb` is the label of the button to use it; `procedures` are links to its procedures."""

    verb: str = ""
    procedures: tuple[LinkView, ...] = ()


@dataclass(frozen=True)
class RuleView(Annotations):
    """A rule on its page; `level` is its heading level, 1 for the rule that gives the page its title.

    Links to its number lead to `anchor`, which is empty if something else on the page has that id. `former` are the
    anchors of its former numbers and ids.
    """

    id: str
    number: str
    title: Markup
    level: int
    body: Markup
    exceptions: tuple[ExemptionView, ...] = ()
    incomplete: Markup | None = None
    external: str = ""
    tables: tuple[WebTableView, ...] = ()
    figures: tuple[Markup, ...] = ()
    examples: tuple[ExampleView, ...] = ()
    procedure: ProcedureView | None = None
    notes: tuple[Markup, ...] = ()
    open: tuple[Markup, ...] = ()
    anchor: str = ""
    former: tuple[str, ...] = ()
    sidebar: bool = False


@dataclass(frozen=True)
class TermView(Annotations):
    """A glossary entry. An abbreviation or another name has only a link to the term, `see`."""

    id: str
    name: str
    abbreviation: str = ""
    also: tuple[str, ...] = ()
    body: Markup | None = None
    unexplained: Markup | None = None
    rule: LinkView | None = None
    see: LinkView | None = None


@dataclass(frozen=True)
class ReferenceView(Annotations):
    """A quick reference on its page."""

    id: str
    title: Markup
    bullets: tuple[BulletView, ...]


@dataclass(frozen=True, slots=True)
class SignView:
    """A mark in the list of marks: its picture, its name, its meaning and its uses."""

    id: str
    sign: Markup
    name: str
    legend: Markup | None
    cited_by: tuple[CitationsView, ...] = ()


@dataclass(frozen=True, slots=True, weakref_slot=True)
class DefinitionView:
    """The preview of a link, in the element with id `define-{id}`; on the glossary page the entries serve as previews.

    The preview of a table shows its first rows; `left_out` is the number of the other rows.
    """

    id: str
    heading: str
    body: Markup
    table: TableView | None = None
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class ErratumView:
    """A correction on the page of errata; `name` is its kind in the source, `class_` the word for this kind."""

    id: str
    name: str
    class_: str
    printed: Markup
    now: Markup
    why: Markup


@dataclass(frozen=True, slots=True)
class CorrectedView:
    """All corrections of one thing, with a link to it."""

    where: LinkView
    errata: tuple[ErratumView, ...]


@dataclass(frozen=True, slots=True)
class OursView:
    """Everything that the authors of the source added: notes (`texts`), things, and bullets of quick references."""

    texts: tuple[Markup, ...]
    things: tuple[CitationsView, ...]
    bullets: tuple[tuple[Markup, LinkView], ...]


@dataclass(frozen=True, slots=True)
class FunctionView:
    """A function of the rules code: highlighted source, links to what it proves, and the ranges of inputs tried."""

    name: str
    place: str
    code: Markup
    proves: tuple[LinkView, ...] = ()
    tried: str = ""


@dataclass(frozen=True, slots=True)
class NumberView:
    """A present or former rule number in the list of all numbers; links to the number lead to `anchor`."""

    anchor: str
    number: str
    rule: LinkView


@dataclass(frozen=True, slots=True)
class LanguageView:
    """A link to the same page in another language; `name` is the name of the language in that language."""

    code: str
    name: str
    href: str


@dataclass(frozen=True, slots=True)
class SiteView:
    """The values that all pages share. Only `contents` and `languages` (links to translations) differ between pages.

    `by` names the authors. `proved` is the state of the proof in words. For players it is empty, and there is no link
    to the `report`. The booleans say which pages and sections exist. `lists` are the pages of further kinds of
    entries. `base` is the title of the game that this one
    extends. `library` is the address of the page over all games of the project, empty if this is the only game.
    """

    title: str
    subtitle: str
    imprint: str
    language: str
    contents: Markup
    proved: str
    by: str = ""
    licence: Markup | None = None
    errata: bool = False
    references: bool = False
    code: bool = False
    ours: bool = False
    report: bool = False
    cards: bool = False
    tables: bool = False
    questions: bool = False
    rulings: bool = False
    lists: tuple[LinkView, ...] = ()
    changes: bool = False
    base: str = ""
    feed: bool = False
    credits: bool = False
    logo: LogoView | None = None
    languages: tuple[LanguageView, ...] = ()
    library: str = ""


@dataclass(frozen=True, slots=True)
class LinkListView:
    """Links under a title, which may be empty."""

    title: Markup
    links: tuple[LinkView, ...]


@dataclass(frozen=True, slots=True)
class PageView:
    """One page. Most fields belong to one kind of page, such as `terms` to the glossary.

    `trail` are lines for the first rule of the page and the rules above it. If a chapter has several pages, `sections`
    lists them; for a glossary they are in `letters`, for pages of tables in `others`. `data` is the address of the data
    for the page's scripts, empty if the page has no usable table or procedure. `about` are named facts about the game.
    """

    title: str
    site: SiteView
    meta: MetaView
    rules: tuple[RuleView, ...] = ()
    tables: tuple[WebTableView, ...] = ()
    terms: tuple[tuple[str, tuple[TermView, ...]], ...] = ()
    letters: tuple[LinkView, ...] = ()
    others: tuple[LinkView, ...] = ()
    signs: tuple[SignView, ...] = ()
    trail: tuple[ContentsEntryView, ...] = ()
    above: LinkView | None = None
    sections: Markup = NOTHING
    references: tuple[LinkView, ...] = ()
    bullets: tuple[ReferenceView, ...] = ()
    cards: tuple[CardLinkView, ...] = ()
    print_downloads: tuple[Download, ...] = ()
    online_downloads: tuple[DownloadsView, ...] = ()
    questions: tuple[tuple[LinkView, Markup], ...] = ()
    rulings: tuple[RulingView, ...] = ()
    entries: tuple[TitledView, ...] = ()
    lists: tuple[LinkListView, ...] = ()
    cover: Markup | None = None
    about: tuple[tuple[str, Markup], ...] = ()
    credits: Markup | None = None
    errata: tuple[CorrectedView, ...] = ()
    ours: OursView | None = None
    functions: tuple[FunctionView, ...] = ()
    numbers: tuple[NumberView, ...] = ()
    previous: LinkView | None = None
    next: LinkView | None = None
    editions: tuple[LinkView, ...] = ()
    definitions: tuple[DefinitionView, ...] = ()
    data: str = ""

"""What the web templates are given: plain values, every decision made and every text rendered."""

from dataclasses import dataclass, field

from markupsafe import Markup

from rulewright.render.typesetting.views import (
    BulletView,
    ExampleView,
    ExemptionView,
    OriginView,
    ProcedureView,
    TableView,
)
from rulewright.render.typesetting.web_look import LogoView
from rulewright.translation.messages import Message

# What the web templates are given about downloads, and about the page itself


@dataclass(frozen=True, slots=True)
class Download:
    """A file beside the web folder; `details` are its length and size."""

    label: str | Markup
    href: str
    details: str


@dataclass(frozen=True, slots=True)
class DownloadsView:
    """Files that belong together, such as those of one card."""

    label: Markup
    files: tuple[Download, ...]


@dataclass(frozen=True, slots=True)
class CardLinkView:
    """A card on the overview: its page, its picture with its sides in pixels, and its file.

    A deck has no file, but the picture of its first card. `copies` are words, empty for a single card.
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
    """`canonical` is empty if the game has no address; `picture` is then a relative address.

    Readers of og:image want an absolute address, but some follow a relative one, and it does no harm.
    """

    description: str
    canonical: str
    picture: str


NOTHING = Markup("")


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
    """A line of the contents with the list `below` it; `current` if it is the page shown."""

    number: str
    title: Markup
    href: str
    current: bool = False
    below: Markup = NOTHING


@dataclass(frozen=True, slots=True)
class CitationsView:
    """The citations of a thing by things of one kind, such as rules, examples or cards."""

    kind: str
    links: tuple[LinkView, ...]


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A correction beside what it corrects: what kind it is; `href` leads to the erratum with the reason."""

    verb: str
    href: str
    printed: Markup
    now: Markup


@dataclass(frozen=True, slots=True)
class RulingView:
    """An answer to a question: who gave it, on which `day`, which is `dated` for programs, and where it was given.

    `about` are the things that it is about; `later` leads to the ruling that supersedes it.
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
    """An edition that changed a thing: its number and day, what happened in it, and where that is told.

    Or a layer over the game `base`; `why` is its reason.
    """

    edition: str
    day: str
    verbs: Message
    href: str
    base: str = ""
    why: Markup | None = None


@dataclass(frozen=True, slots=True)
class EditionView:
    """A published edition: its `day`, which is `dated` for programs, what its changes mean, and the names of them."""

    edition: str
    day: str
    dated: str
    href: str
    meaning: Message
    named: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WebTableView(TableView):
    """A table on the web; `verb` is on the button that opens it for use, empty if it has none.

    `procedures` are those that read it.
    """

    verb: str = ""
    corrections: tuple[CorrectionView, ...] = ()
    rulings: tuple[RulingView, ...] = ()
    history: tuple[HistoryView, ...] = ()
    cited_by: tuple[CitationsView, ...] = ()
    origin: OriginView | None = None
    edit: str = ""
    procedures: tuple[LinkView, ...] = ()


@dataclass(frozen=True, slots=True, weakref_slot=True)
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
    tables: tuple[WebTableView, ...] = ()
    figures: tuple[Markup, ...] = ()
    examples: tuple[ExampleView, ...] = ()
    procedure: ProcedureView | None = None
    notes: tuple[Markup, ...] = ()
    corrections: tuple[CorrectionView, ...] = ()
    rulings: tuple[RulingView, ...] = ()
    history: tuple[HistoryView, ...] = ()
    open: tuple[Markup, ...] = ()
    cited_by: tuple[CitationsView, ...] = ()
    anchor: str = ""
    former: tuple[str, ...] = ()
    origin: OriginView | None = None
    sidebar: bool = False
    edit: str = ""


@dataclass(frozen=True, slots=True)
class TermView:
    """A glossary entry; an abbreviation or another name only has the term to `see`."""

    id: str
    name: str
    abbreviation: str = ""
    also: tuple[str, ...] = ()
    body: Markup | None = None
    unexplained: Markup | None = None
    rule: LinkView | None = None
    corrections: tuple[CorrectionView, ...] = ()
    rulings: tuple[RulingView, ...] = ()
    history: tuple[HistoryView, ...] = ()
    cited_by: tuple[CitationsView, ...] = ()
    see: LinkView | None = None
    origin: OriginView | None = None
    edit: str = ""


@dataclass(frozen=True, slots=True)
class SignView:
    """A mark in the list of marks: its look, its name, its meaning and its uses."""

    id: str
    sign: Markup
    name: str
    legend: Markup | None
    cited_by: tuple[CitationsView, ...] = ()


@dataclass(frozen=True, slots=True, weakref_slot=True)
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
    """A correction on the page of errata; `class_` is what kind it is, and `name` the word for it in the source."""

    id: str
    name: str
    class_: str
    printed: Markup
    now: Markup
    why: Markup


@dataclass(frozen=True, slots=True)
class CorrectedView:
    """All corrections of one thing; `where` leads to it."""

    where: LinkView
    errata: tuple[ErratumView, ...]


@dataclass(frozen=True, slots=True)
class OursView:
    """What no document says: `texts` of the author, the things, and bullets with the quick reference of each."""

    texts: tuple[Markup, ...]
    things: tuple[CitationsView, ...]
    bullets: tuple[tuple[Markup, LinkView], ...]


@dataclass(frozen=True, slots=True)
class ReferenceView:
    """A quick reference on its page."""

    id: str
    title: Markup
    bullets: tuple[BulletView, ...]
    corrections: tuple[CorrectionView, ...] = ()
    rulings: tuple[RulingView, ...] = ()
    history: tuple[HistoryView, ...] = ()
    cited_by: tuple[CitationsView, ...] = ()
    origin: OriginView | None = None
    edit: str = ""


@dataclass(frozen=True, slots=True)
class FunctionView:
    """A function of the rules code: its highlighted source, what it proves, and for which ranges of inputs."""

    name: str
    place: str
    code: Markup
    proves: tuple[LinkView, ...] = ()
    tried: str = ""


@dataclass(frozen=True, slots=True)
class NumberView:
    """A rule by a number, now or former, in the list of all numbers; links lead to `anchor`."""

    anchor: str
    number: str
    rule: LinkView


@dataclass(frozen=True, slots=True)
class LanguageView:
    """The page in another language: its code, what its speakers call it, and the address."""

    code: str
    name: str
    href: str


@dataclass(frozen=True, slots=True)
class SiteView:
    """What all pages share, but `languages`: the same page in those.

    `by` are its authors. `proved` is the state of the proof in words, empty for players, who have no link to the
    `report` either; `errata`, `references`, `code`, `cards`, `tables`, `rulings`, `changes` of editions and a `feed` of
    them, open `questions` and `credits` are whether there are any.
    `base` is the title of the game that it extends. What is `ours` has a place on the page of errata. `library` is the
    address of the page over all games of the project, empty where this is the only one.
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
    """One page: each part is for one kind of page, as `rules` for rules, `terms` by letter for the glossary.

    `trail` are the rules above the first of the page, and that last. A chapter that is divided among several pages
    lists its `sections`. A glossary of several pages tells in `letters` where each letter stands, and of
    several pages of tables each leads to the `others`. `data` is
    the address of what the scripts have to know of its tables and procedures, empty if nothing can be used.
    `about` are facts about the game as a work, each with its name.
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
    history: tuple[HistoryView, ...] = ()
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
    definitions: tuple[DefinitionView, ...] = field(default=())
    data: str = ""

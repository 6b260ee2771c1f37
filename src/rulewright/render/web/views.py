"""The values that the web templates place: every decision is made, and every text is rendered."""

from dataclasses import dataclass

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

NOTHING = Markup("")


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
    """Metadata of a page. If the game has no address, `canonical` is empty and `picture` is relative.

    Readers of og:image want an absolute address, but some follow a relative one.
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
    """A correction beside what it corrects: `verb` names its kind, `href` leads to the erratum with the reason."""

    verb: str
    href: str
    printed: Markup
    now: Markup


@dataclass(frozen=True, slots=True)
class RulingView:
    """An answer to a question: who gave it and where, on which `day`, with the day as ISO text in `dated`.

    `about` leads to the things that it concerns, `later` to the ruling that supersedes it.
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
    """An edition that changed a thing: number, day, what it did, and the page that tells it.

    Or a layer over the game `base`, with its reason in `why`.
    """

    edition: str
    day: str
    verbs: Message
    href: str
    base: str = ""
    why: Markup | None = None


@dataclass(frozen=True, slots=True)
class EditionView:
    """A published edition: its `day`, also as ISO text in `dated`; what its changes mean; the things it changed."""

    edition: str
    day: str
    dated: str
    href: str
    meaning: Message
    named: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Annotations:
    """What a page adds to a rule, table, term or quick reference; `edit` is the address where its author edits it."""

    corrections: tuple[CorrectionView, ...] = ()
    rulings: tuple[RulingView, ...] = ()
    history: tuple[HistoryView, ...] = ()
    cited_by: tuple[CitationsView, ...] = ()
    origin: OriginView | None = None
    edit: str = ""


@dataclass(frozen=True)
class WebTableView(TableView, Annotations):
    """A table on the web. `verb` is on the button that opens it for use; `procedures` read it."""

    verb: str = ""
    procedures: tuple[LinkView, ...] = ()


@dataclass(frozen=True)
class RuleView(Annotations):
    """A rule on its page; `level` is its heading level, 1 for the rule that gives the page its title.

    Links by its number lead to `anchor`, which is empty if another thing on the page has that name. `former` are the
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
    """A glossary entry; an abbreviation or another name only has the term to `see`."""

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
    """A mark in the list of marks: its look, its name, its meaning and its uses."""

    id: str
    sign: Markup
    name: str
    legend: Markup | None
    cited_by: tuple[CitationsView, ...] = ()


@dataclass(frozen=True, slots=True, weakref_slot=True)
class DefinitionView:
    """The preview of a link, in the element with id `define-{id}`; on the glossary page the entries serve as previews.

    A preview of a `table` shows its first rows, and `left_out` counts the other rows.
    """

    id: str
    heading: str
    body: Markup
    table: TableView | None = None
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class ErratumView:
    """A correction on the page of errata; `class_` is the word for its kind, `name` the word in the source."""

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
    """What no document says: `texts` of the author, the things, and bullets with their quick references."""

    texts: tuple[Markup, ...]
    things: tuple[CitationsView, ...]
    bullets: tuple[tuple[Markup, LinkView], ...]


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
    """The page in another language: the code of the language, its own name for itself, and the address."""

    code: str
    name: str
    href: str


@dataclass(frozen=True, slots=True)
class SiteView:
    """What all pages share; only `contents` and `languages`, the same page in other languages, differ between pages.

    `by` are the authors. `proved` is the state of the proof in words, empty for players, who also get no link to the
    `report`. The booleans say which pages and sections exist. `base` is the title of the game that this one extends.
    `library` is the address of the page over all games of the project, empty if this is the only game.
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
    """One page. Most fields belong to one kind of page, such as `terms` to the glossary.

    `trail` are the rules above the first rule of the page, and that rule. A chapter on several pages lists its
    `sections`, a glossary on several pages its `letters`, and each of several pages of tables the `others`. `data` is
    the address of the data for the page's scripts, empty if no table or procedure can be used. `about` are named facts
    about the game.
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

"""What the templates of the rulebook are given: every decision made, every text set."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from rulewright.render.rulebook.index import IndexEntry
from rulewright.render.rulebook.text import BookTable
from rulewright.render.typesetting.views import BulletView, ExampleView, ExemptionView, ProcedureView


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: `label` is its whole text for bookmarks and running headers, `level` 1 for a chapter."""

    anchor: str
    number: str
    title: str
    label: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class BookExample:
    """A worked example; `kept` where no page break divides it."""

    anchor: str
    view: ExampleView
    kept: bool


@dataclass(frozen=True, slots=True)
class BookRule:
    """A rule with all that stands beneath it; a `sidebar` is set in a box."""

    id: str
    heading: Heading
    body: Markup
    exceptions: tuple[ExemptionView, ...]
    incomplete: Markup | None
    external: str
    tables: tuple[BookTable, ...]
    figures: tuple[Markup, ...]
    examples: tuple[BookExample, ...]
    procedure: ProcedureView | None
    notes: tuple[Markup, ...]
    open: tuple[Markup, ...]
    sidebar: bool


@dataclass(frozen=True, slots=True)
class BookErratum:
    """A correction; `class_` is what kind it is."""

    anchor: str
    class_: str
    printed: Markup
    now: Markup
    why: Markup


@dataclass(frozen=True, slots=True)
class Corrected:
    """All corrections of one thing; `where` links it."""

    where: Markup
    errata: tuple[BookErratum, ...]


@dataclass(frozen=True, slots=True)
class BookRuling:
    """An answer to a question; `about` links what it is about."""

    anchor: str
    about: tuple[Markup, ...]
    question: Markup
    answer: Markup
    by: str
    day: str


@dataclass(frozen=True, slots=True)
class BookOurs:
    """What no document says: `texts` of the author; links to things, kind by kind; and bullets."""

    texts: tuple[Markup, ...]
    things: tuple[tuple[str, tuple[Markup, ...]], ...]
    bullets: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class BookTerm:
    """A glossary entry; `rule` links the rule that explains the term."""

    anchor: str
    name: str
    abbreviation: str
    body: Markup
    rule: Markup | None


@dataclass(frozen=True, slots=True)
class BookReference:
    """A quick reference."""

    heading: Heading
    bullets: tuple[BulletView, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter, headed by the first of its rules, or an appendix with a heading and one of the other values.

    `breaks` where it begins a new page. `sign` is that of rulings, if there are any among the errata.
    """

    breaks: bool
    heading: Heading | None = None
    rules: tuple[BookRule, ...] = ()
    errata: tuple[Corrected, ...] = ()
    sign: Markup | None = None
    rulings: tuple[BookRuling, ...] = ()
    ours: BookOurs | None = None
    terms: tuple[BookTerm, ...] = ()
    references: tuple[BookReference, ...] = ()
    tables: tuple[BookTable, ...] = ()
    index: tuple[tuple[str, tuple[IndexEntry, ...]], ...] = ()

    def all_tables(self) -> Iterator[BookTable]:
        """The tables of its rules, and its own."""
        for rule in self.rules:
            yield from rule.tables
        yield from self.tables


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A line of the contents; `page` holds the room for the number of its page."""

    number: str
    title: str
    href: str
    page: str
    below: tuple["ContentsEntry", ...] = ()


@dataclass(frozen=True, slots=True)
class Front:
    """The cover, the title page and the contents. `kind` says what the book is, if its title is not that of the game.

    `imprint` has a line for each thing that it says; `credits` is a passage after them.
    """

    cover: Markup | None
    kind: str
    subtitle: str
    authors: str
    imprint: tuple[Markup, ...]
    credits: Markup | None
    colours: tuple[str, ...]
    contents: tuple[ContentsEntry, ...]
    tables: tuple[ContentsEntry, ...]
    figures: tuple[ContentsEntry, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """What begins on a new page and is laid out by itself: the front, or sections that run on from the first."""

    name: str
    front: Front | None = None
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class BookView:
    """What all parts of a rulebook share; lengths carry their units.

    On `facing` pages the heads of right and left pages are both set, and printed where they belong.
    """

    title: str
    game: str
    author: str
    language: str
    subject: str
    width: str
    height: str
    margins: str
    narrow: bool
    columns: int
    facing: bool
    created: str

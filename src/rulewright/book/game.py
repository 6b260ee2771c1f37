"""A decoded game: everything that its source files say, with unresolved links."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from rulewright.base.findings import Span
from rulewright.base.messages.messages import joined, tell
from rulewright.book.kinds import BY_NAME, KINDS, OF_CONTENT
from rulewright.entries.about import EMPTY_ABOUT, About, Layer
from rulewright.entries.card import Card
from rulewright.entries.colour import Colour
from rulewright.entries.domains import Domain
from rulewright.entries.entry import NamedEntry
from rulewright.entries.errata import Erratum
from rulewright.entries.examples import Example
from rulewright.entries.facts import Fact
from rulewright.entries.figures import Figure
from rulewright.entries.fonts import Family
from rulewright.entries.marks import Mark
from rulewright.entries.notations import Notation
from rulewright.entries.numbering import Count, Numbering
from rulewright.entries.origins import Document
from rulewright.entries.product import Product
from rulewright.entries.references import Reference
from rulewright.entries.rulebooks import Readers
from rulewright.entries.rules import Rule
from rulewright.entries.rulings import Ruling
from rulewright.entries.settlements import Settlement
from rulewright.entries.table import Table
from rulewright.entries.terms import Term
from rulewright.entries.text import Target, Text
from rulewright.entries.themes import STANDARD, Theme, themes_of_the_tool
from rulewright.entries.web_look import WebLook
from rulewright.source.pictures import Picture

R = TypeVar("R")
NOWHERE = Span("")
EDITION, VERSION = (re.compile(words, re.IGNORECASE) for words in ("edition|édition|ausgabe|auflage", "version"))
"""Words in the name of an edition or version that make a word before it unnecessary, in any of our languages."""


@dataclass(frozen=True, slots=True)
class Waiver:
    """The id of a finding that the author accepts, and the reason. A `*` in the id matches any text."""

    finding: str
    reason: str
    span: Span = field(compare=False)

    @property
    def name(self) -> str:
        """The name of the finding: its id up to the first slash."""
        return self.finding.partition("/")[0]

    def covers(self, id_: str) -> bool:
        """Whether it waives the finding with this id."""
        return bool(re.fullmatch(".*".join(map(re.escape, self.finding.split("*"))), id_, re.DOTALL))


class GameEntry(Protocol):
    """An entry with an id that is unique within its kind."""

    @property
    def id(self) -> str: ...
    @property
    def span(self) -> Span: ...
    def texts(self) -> Iterable[Text | None]:
        """Yield its texts and references."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Game:
    """Everything that the files of one game say; `id` is the name of its folder.

    - `edition` is the edition of the game, `version` the version of these texts.
    - With `numbers_quoted`, prose must quote numbers with links instead of typing them.
    - `address` is the URL of the published folder with a slash at its end, or empty. `edit` is the URL template for
      editing a line of the source. With `alone` no page links to the list of all games. `look` is the look of the web
      pages.
    - `pictures` are the pictures of cards and `figures` the pictures of the content, by file name. `numbered_figures`
      are figure entries in the order of the source.
    - `ours` are texts about parts of the game that no document states.
    - `theme` applies to web pages, and to cards and rulebooks without a theme. `fonts` are the game's own fonts.
    - `counting` says how each level of rules counts; it is empty if authors write the numbers.
    - `unread` maps the names of entries that could not be decoded to their places.
    - `language` is the language of these texts, `translations` are the languages besides `original_language`. In a
      translation `lengths` are the lengths of the original's rules, so that chapters divide into the same pages.
    - `layer` describes the changes to the games that this game extends.
    - `others` has the entries of the kinds that have no attribute here, by kind.
    """

    id: str
    title: str
    subtitle: str = ""
    edition: str = ""
    language: str = "en"
    colours: tuple[Colour, ...] = ()
    marks: tuple[Mark, ...] = ()
    domains: tuple[Domain, ...] = ()
    facts: tuple[Fact, ...] = ()
    terms: tuple[Term, ...] = ()
    rules: tuple[Rule, ...] = ()
    tables: tuple[Table, ...] = ()
    references: tuple[Reference, ...] = ()
    errata: tuple[Erratum, ...] = ()
    cards: tuple[Card, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)
    numbers_quoted: bool = False
    readers: Readers = Readers.PLAYERS
    numbering: Numbering = Numbering.DOTTED
    counting: Count = ()
    about: About = EMPTY_ABOUT
    notations: tuple[Notation, ...] = ()
    examples: tuple[Example, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    settled: tuple[Settlement, ...] = ()
    address: str = ""
    look: WebLook = field(default_factory=WebLook)
    themes: tuple[Theme, ...] = field(default_factory=lambda: tuple(themes_of_the_tool().values()))
    theme: str = STANDARD
    fonts: tuple[Family, ...] = ()
    products: tuple[Product[Any], ...] = ()
    version: str = ""
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    figures: Mapping[str, Picture] = field(default_factory=dict)
    numbered_figures: tuple[Figure, ...] = ()
    documents: tuple[Document, ...] = ()
    ours: tuple[Text, ...] = ()
    unread: Mapping[str, Span] = field(default_factory=dict)
    original_language: str = ""
    language_span: Span = field(default=NOWHERE, compare=False)
    version_span: Span = field(default=NOWHERE, compare=False)
    marks_changes: bool = True
    translations: tuple[str, ...] = ()
    lengths: Mapping[str, int] = field(default_factory=dict)
    layer: Layer | None = None
    others: Mapping[str, tuple[NamedEntry, ...]] = field(default_factory=dict)

    def of_kind(self, kind: str) -> tuple[GameEntry, ...]:
        """Return the entries of a kind."""
        attribute = BY_NAME[kind].attribute or BY_NAME[kind].section
        entries: tuple[GameEntry, ...] = getattr(self, attribute, self.others.get(kind, ()))
        return entries

    def entries(self) -> Iterator[tuple[Target, GameEntry]]:
        """Yield every entry, kind by kind, and within a kind in the order of the source."""
        return ((Target(kind.name, entry.id), entry) for kind in KINDS for entry in self.of_kind(kind.name))

    def texts(self) -> Iterator[Text]:
        """Yield the texts about the game as a whole."""
        yield from self.ours
        yield from self.about.texts()
        yield from self.layer.texts() if self.layer else ()

    def has_file(self, file: str) -> bool:
        """Whether a source file belongs to this game and not to a game that it extends."""
        return self.layer is None or file.split("/")[1:2] == [self.id]

    @property
    def is_translation(self) -> bool:
        return bool(self.original_language) and self.language != self.original_language

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which the game appears, the original first; empty if there is only one."""
        return (self.original_language, *self.translations) if self.translations else ()

    def requests(self, kind: type[R]) -> tuple[R, ...]:
        """Return the requests of one kind in cards/GAME/: `game.requests(Sheet)`."""
        return tuple(each.request for each in self.products if isinstance(each.request, kind))

    @property
    def by(self) -> str:
        """The author in file metadata; the title of the game if it names no authors."""
        return self.about.by or self.title

    @property
    def imprint(self) -> str:
        """The edition and version, such as `edition 2.0, version 1.3`; empty if the source states neither."""
        return joined((*([self.edition_name] if self.edition else ()), *([self.version_name] if self.version else ())))

    @property
    def edition_name(self) -> str:
        """The edition, such as `edition 2.0`. A value such as "Second edition" needs no word before it."""
        return self.edition if EDITION.search(self.edition) else tell("edition {name}", name=self.edition)

    @property
    def version_name(self) -> str:
        """The version, such as `version 1.3`. If the game names no edition, the version is called the edition.

        A value such as "Version of May" needs no word before it.
        """
        if VERSION.search(self.version):
            return self.version
        name = {"name": self.version}
        return tell("version {name}", **name) if self.edition else tell("edition {name}", **name)


OTHER_KINDS = tuple(kind for kind in OF_CONTENT if not hasattr(Game, kind.attribute or kind.section))
"""The kinds that have no attribute of `Game`."""

"""A decoded game: everything that its source files say, not yet linked."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

from rulewright.findings import Span
from rulewright.model.about import NOTHING_SAID, UNSTATED, About, Document, Layer, Origin, Ruling
from rulewright.model.card import Card
from rulewright.model.colour import Tint
from rulewright.model.domain import Domain, Plain
from rulewright.model.example import Example
from rulewright.model.expression import Item
from rulewright.model.figure import Figure
from rulewright.model.notation import Notation
from rulewright.model.numbering import Count, Numbering
from rulewright.model.procedure import Procedure
from rulewright.model.product import Product, Readers
from rulewright.model.table import Call, Table
from rulewright.model.text import Text
from rulewright.model.theme import STANDARD, THEMES, USUAL_LOOK, Family, Theme, WebLook
from rulewright.source.pictures import Picture
from rulewright.translation.messages import joined, tell

R = TypeVar("R")
NOWHERE = Span("")
EDITION, VERSION = (re.compile(words, re.IGNORECASE) for words in ("edition|édition|ausgabe|auflage", "version"))
"""What a value says that needs no such word before it."""


class Shape(Enum):
    """What a badge is like, as an author calls it."""

    SQUARE = "square"
    ROUND = "round"
    HEX = "hex"
    SHIELD = "shield"


@dataclass(frozen=True, slots=True)
class Mark:
    """A small symbol: a badge (letters on a colour), a sign (`*`), or a picture, with the legend that explains it.

    `letter` is what stands for it in plain text. A `die` is the number of pips of a badge. A picture of one colour may
    get another, `tint`; one in black is `inked`: it has the colour of the text that it is in.
    """

    id: str
    letter: str
    colour: Tint
    badge: bool
    name: str
    legend: Text | None
    span: Span = field(compare=False)
    shape: Shape = Shape.SQUARE
    die: int = 0
    picture: Picture | None = None
    tint: Tint | None = None
    inked: bool = False

    @property
    def sign(self) -> bool:
        return not self.badge

    @property
    def printed(self) -> str:
        """The letters that its drawing has: pictures and pips have none."""
        return "" if self.picture or self.die else self.letter

    @property
    def drawn(self) -> tuple[str, bool, Shape]:
        """What it is without its colour."""
        return self.picture.name if self.picture else self.letter, self.badge, self.shape


@dataclass(frozen=True, slots=True)
class Colour:
    """A named colour of the game."""

    id: str
    tint: Tint
    span: Span = field(compare=False)

    @property
    def hex(self) -> str:
        return self.tint.hex


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Term:
    """A glossary entry. `text` is None where the sources never explain the abbreviation.

    In a translation `originals` are its spellings in the files of the game, by which texts may link it too.
    """

    id: str
    name: str
    abbreviation: str
    also: tuple[str, ...]
    text: Text | None
    rule: Text | None
    unexplained: Text | None
    span: Span = field(compare=False)
    origin: Origin = UNSTATED
    originals: tuple[str, ...] = ()
    keywords: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Every spelling that leads here."""
        return tuple(name for name in (self.name, self.abbreviation, *self.also) if name)


def case_sensitive_names(terms: Iterable[Term]) -> frozenset[str]:
    """Abbreviations, and their plurals, that differ from those of another term only in their capitals."""
    short = [(name, term) for term in terms for name in term.names if name.removesuffix("s") == term.abbreviation]
    return frozenset(
        name
        for name, term in short
        if any(other is not term and name != same and name.casefold() == same.casefold() for same, other in short)
    )


@dataclass(frozen=True, slots=True)
class Exemption:
    """An exception to a rule, or to the exception above it."""

    text: Text
    exceptions: tuple["Exemption", ...] = ()

    def texts(self) -> Iterator[Text]:
        yield self.text
        yield from (text for below in self.exceptions for text in below.texts())


@dataclass(frozen=True, slots=True)
class Former:
    """A number or an id that a rule had in an earlier edition."""

    name: str
    span: Span = field(compare=False)


class Part(Enum):
    """Where a chapter is in the book, in this order: only rules and appendices have numbers."""

    FRONT = "front"
    RULES = "rules"
    APPENDIX = "appendix"
    BACK = "back"


NUMBERED = (Part.RULES, Part.APPENDIX)
IN_ORDER = tuple(Part)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Rule:
    """A rule, or another section of the book: `numbered` ones have a number, but where they only have a `parent`.

    `notes` give the reasons for the rule; `questions` are what the sources leave undecided, `incomplete` what they
    leave out because they break off. Links by its former numbers and ids still lead here. An external rule is in
    another work, which `external` names; it may have only its number or its title. A `sidebar` is set in a box.
    `keywords` are for the search alone. `procedure` is how it is carried out.
    """

    id: str
    number: str
    parent: Text | None
    title: Text
    text: Text | None
    questions: tuple[Text, ...]
    external: str
    span: Span = field(compare=False)
    number_span: Span = field(default=Span(""), compare=False)
    exceptions: tuple[Exemption, ...] = ()
    incomplete: Text | None = None
    notes: tuple[Text, ...] = ()
    former_numbers: tuple[Former, ...] = ()
    former_ids: tuple[Former, ...] = ()
    origin: Origin = UNSTATED
    part: Part = Part.RULES
    numbered: bool = True
    sidebar: bool = False
    keywords: str = ""
    procedure: Procedure | None = None

    def prose(self) -> Iterator[Text]:
        """The sentences of the rule in the order of print."""
        if self.text is not None:
            yield self.text
        yield from (text for exemption in self.exceptions for text in exemption.texts())
        if self.incomplete is not None:
            yield self.incomplete
        if self.procedure is not None:
            yield from self.procedure.words()
        yield from self.notes
        yield from self.questions


@dataclass(frozen=True, slots=True)
class Fact:
    """A number that the source gives once and quotes elsewhere; without a `proof` it is only stated."""

    id: str
    value: Plain
    unit: str
    rule: Text | None
    proof: Call | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Reference:
    """The bullet list of a quick reference.

    Its origin, or else that of its rule (`Book.origin_of`), is that of each bullet that does not name its own.
    """

    id: str
    title: Text
    rule: Text | None
    items: tuple[Item, ...]
    span: Span = field(compare=False)
    origin: Origin = UNSTATED


class ErratumClass(Enum):
    """The kind of a correction: a slip of the pen, a clearer wording, or a ruling, which is a decision of ours."""

    SLIP = "slip"
    CLARIFICATION = "clarification"
    RULING = "ruling"


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Erratum:
    """A correction: the earlier text, the present text, and the reason; `where` names the corrected thing."""

    id: str
    where: Text
    printed: Text
    now: Text
    why: Text
    span: Span = field(compare=False)
    class_: ErratumClass = ErratumClass.SLIP


@dataclass(frozen=True, slots=True)
class Waiver:
    """The id of a finding that the author accepts, and the reason; each `*` in it means any text."""

    finding: str
    reason: str
    span: Span = field(compare=False)

    @property
    def name(self) -> str:
        """The name of the finding: the id up to the first slash."""
        return self.finding.partition("/")[0]

    def covers(self, id_: str) -> bool:
        """Whether it waives the finding with this id."""
        return bool(re.fullmatch(".*".join(map(re.escape, self.finding.split("*"))), id_, re.DOTALL))


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a person has decided on a statement of a source, which `rulewright compare` names by the id.

    `said` are the ids of the statements of the game that stand for it; empty if it was left out on purpose.
    """

    id: str
    because: str
    said: tuple[str, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Game:
    """Everything one game's files say; `id` is its folder's name.

    `edition` is that of the game, `version` that of these texts within it. With `numbers_quoted` prose may contain no
    typed numbers. `address` is the web address of the published folder, with a slash at its end, or empty;
    `edit` is that of a line of the source, with words for file and line; `alone` if no page
    leads to that over all games of the project; `look` is that of web pages. `pictures`
    are the pictures of cards, by their names there, and `figures` those of the content; `numbered_figures` are entries
    of their own, in the order of the source. `ours` says what of the game no document says, where that is not one thing
    of it. `theme` is that of web pages, and of cards and rulebooks that name none; `fonts` are the game's own. Where
    rules have the numbers of their order, `counting` says how each level counts. `unread` are the names of entries that
    have errors, with their places. `language` is that of these texts; `translations` are the languages beside
    `original_language`. In a translation `lengths` are those of the original's rules, by which chapters are divided
    into the same pages. `layer` says what a game that extends others changes of them.
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
    about: About = NOTHING_SAID
    notations: tuple[Notation, ...] = ()
    examples: tuple[Example, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    settled: tuple[Settlement, ...] = ()
    address: str = ""
    edit: str = ""
    alone: bool = False
    look: WebLook = USUAL_LOOK
    themes: tuple[Theme, ...] = THEMES
    theme: str = STANDARD.id
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

    def has_file(self, file: str) -> bool:
        """Whether a file of the source is its own, and not one of a game that it extends."""
        return self.layer is None or file.split("/")[1:2] == [self.id]

    @property
    def is_translation(self) -> bool:
        return bool(self.original_language) and self.language != self.original_language

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which the game appears, the original first; empty where there is only one."""
        return (self.original_language, *self.translations) if self.translations else ()

    def requests(self, kind: type[R]) -> tuple[R, ...]:
        """What files of cards/GAME/ ask for, of one kind: `game.requests(Sheet)`."""
        return tuple(each.request for each in self.products if isinstance(each.request, kind))

    @property
    def by(self) -> str:
        """The author in the properties of a file: the title of the game if it names no authors."""
        return self.about.by or self.title

    @property
    def imprint(self) -> str:
        """Which print of the game this is: `edition 2.0, version 1.3`; empty where the source does not say."""
        return joined((*([self.edition_name] if self.edition else ()), *([self.version_name] if self.version else ())))

    @property
    def edition_name(self) -> str:
        """`edition 2.0`; a value such as "Second edition" says by itself what it is."""
        return self.edition if EDITION.search(self.edition) else tell("edition {name}", name=self.edition)

    @property
    def version_name(self) -> str:
        """`version 1.3`; of a game that names no edition the version is the edition.

        A value such as "Version of May" says by itself what it is.
        """
        if VERSION.search(self.version):
            return self.version
        name = {"name": self.version}
        return tell("version {name}", **name) if self.edition else tell("edition {name}", **name)

"""A game decoded: everything its source files say, not yet linked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from rulewright.diagnostics import Span
from rulewright.model.domain import Domain, Plain
from rulewright.model.example import Example
from rulewright.model.expression import Claim
from rulewright.model.notation import Notation
from rulewright.model.numbering import Numbering
from rulewright.model.table import Call, Table
from rulewright.model.text import Text


@dataclass(frozen=True, slots=True)
class Mark:
    """A small symbol: a badge (a letter on a colour) or a sign (`*`) with the legend that explains it."""

    id: str
    letter: str
    colour: str
    badge: bool
    name: str
    legend: Text | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Colour:
    """A named colour of the game as #rrggbb."""

    id: str
    hex: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Term:
    """A glossary entry. `text` is None where the sources never explain the abbreviation."""

    id: str
    name: str
    abbreviation: str
    also: tuple[str, ...]
    text: Text | None
    rule: Text | None
    unexplained: Text | None
    span: Span = field(compare=False)

    @property
    def names(self) -> tuple[str, ...]:
        """Every spelling that leads here."""
        return tuple(name for name in (self.name, self.abbreviation, *self.also) if name)


def told_apart_by_capitals(terms: Iterable[Term]) -> frozenset[str]:
    """Abbreviations, and their plurals, of which another term has one that differs in its capitals only."""
    short = [(name, term) for term in terms for name in term.names if name.removesuffix("s") == term.abbreviation]
    return frozenset(
        name
        for name, term in short
        if any(other is not term and name != same and name.casefold() == same.casefold() for same, other in short)
    )


@dataclass(frozen=True, slots=True)
class Exemption:
    """An exception to a rule, or to the exception it stands under."""

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


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule, or one without a number that stands `under` another.

    `notes` tell why the rule is as it is; `open` holds what the sources leave undecided, `incomplete` what they
    fail to say because they break off there. Links by its former numbers (`was`) and ids (`was_id`) still lead here.
    An external rule lies outside this source, in the work that `external` names, and may have no more than its
    number or its title.
    """

    id: str
    number: str
    under: Text | None
    title: Text
    text: Text | None
    open: tuple[Text, ...]
    external: str
    span: Span = field(compare=False)
    number_span: Span = field(default=Span(""), compare=False)
    exceptions: tuple[Exemption, ...] = ()
    incomplete: Text | None = None
    notes: tuple[Text, ...] = ()
    was: tuple[Former, ...] = ()
    was_id: tuple[Former, ...] = ()

    def prose(self) -> Iterator[Text]:
        """What the rule says in sentences, in the order in which it prints."""
        if self.text is not None:
            yield self.text
        yield from (text for exemption in self.exceptions for text in exemption.texts())
        if self.incomplete is not None:
            yield self.incomplete
        yield from self.notes
        yield from self.open


@dataclass(frozen=True, slots=True)
class Fact:
    """A number stated once and quoted elsewhere."""

    id: str
    value: Plain
    unit: str
    rule: Text | None
    proof: Call | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Item:
    """A bullet: its text, the claim it states, the bullets under it and a table set after it.

    Where `proof` stands without a claim, the claims of the bullets under it are its alternatives:
    together they hold exactly where the function answers true.
    """

    text: Text
    claim: Claim | None = None
    proof: Call | None = None
    unproved: str = ""
    table: Text | None = None
    items: tuple["Item", ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """The bullet list of a quick reference."""

    id: str
    title: Text
    rule: Text | None
    items: tuple[Item, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Erratum:
    """A correction: what an earlier print said, what is printed now, and why; `where` names the thing corrected."""

    id: str
    where: Text
    printed: Text
    now: Text
    why: Text
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding, by its id, that is known and stays, and the reason."""

    finding: str
    reason: str
    span: Span = field(compare=False)

    @property
    def name(self) -> str:
        """The kind of finding: all before the first stroke of the id."""
        return self.finding.partition("/")[0]


@dataclass(frozen=True, slots=True)
class Millimetres:
    """A length in millimetres."""

    value: Decimal

    def __str__(self) -> str:
        return f"{self.value}mm"


@dataclass(frozen=True, slots=True)
class Size:
    """A trimmed card."""

    width: Millimetres
    height: Millimetres

    @property
    def turned(self) -> "Size":
        return Size(self.height, self.width)


@dataclass(frozen=True, slots=True)
class Band:
    """A coloured heading with the number of the rule it stands for; `note` stands small at its right end."""

    rule: Text
    title: Text | None
    colour: Text
    note: Text | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Bands:
    """Several bands side by side in one heading row."""

    bands: tuple[Band, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Bullets:
    """A reference set as a bullet list, with the tables that hang on its items."""

    reference: Text
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table on its own, under a heading if it is given a title."""

    table: Text
    title: Text | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Legend:
    """What the badges on this card mean, in one line."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Line:
    """A rule across the card between two sections."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks side by side; `ratio` are the shares of the width."""

    ratio: tuple[int, ...]
    columns: tuple[tuple["Block", ...], ...]
    span: Span = field(compare=False)


Block = Band | Bands | Bullets | TableBlock | Legend | Line | Columns


@dataclass(frozen=True, slots=True)
class PageBreak:
    """Where the next page of a card begins: its back, or the second side of a sheet."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Card:
    """One printed card; `type_size` is in points. Every page has the card's size."""

    id: str
    title: Text
    size: Size
    type_size: Decimal
    pages: tuple[tuple[Block, ...], ...]
    span: Span = field(compare=False)

    def all_blocks(self) -> Iterator[Block]:
        """Every block, those inside columns and heading rows in their place."""
        for block in (block for page in self.pages for block in page):
            yield from _inside(block)


def _inside(block: Block) -> Iterator[Block]:
    yield block
    if isinstance(block, Bands):
        yield from block.bands
    elif isinstance(block, Columns):
        for inner in (inner for column in block.columns for inner in column):
            yield from _inside(inner)


@dataclass(frozen=True, slots=True)
class Paper:
    """A format of paper."""

    name: str
    size: Size

    def is_whole(self, size: Size) -> bool:
        """Whether a card of this size is a sheet of the paper by itself, either way up: it is printed and not cut."""
        return size in (self.size, self.size.turned)


A4 = Paper("A4", Size(Millimetres(Decimal(210)), Millimetres(Decimal(297))))
A5 = Paper("A5", Size(Millimetres(Decimal(148)), Millimetres(Decimal(210))))
LETTER = Paper("Letter", Size(Millimetres(Decimal("215.9")), Millimetres(Decimal("279.4"))))

PAPERS = (A4, LETTER)
"""What sheets of cards are printed on."""
BOOK_PAPERS = (A4, A5, LETTER)
"""What a rulebook is printed on, the usual one first."""


@dataclass(frozen=True, slots=True)
class Copies:
    """A card as often as a sheet shows it."""

    card: Text
    number: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """Cards to be printed and cut at home, in this order: one PDF for each paper.

    `margin` is the edge of the paper that printers cannot reach; `gap` lies between two cards.
    """

    id: str
    title: Text
    papers: tuple[Paper, ...]
    cards: tuple[Copies, ...]
    margin: Millimetres
    gap: Millimetres
    span: Span = field(compare=False)

    def file(self, paper: Paper) -> str:
        """The name of the PDF for one paper, without its folder."""
        return f"{self.id}-{paper.name.lower()}.pdf"


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The whole game as one PDF, to be read and printed; `type_size` is in points."""

    id: str
    title: Text
    paper: Paper
    type_size: Decimal
    span: Span = field(compare=False)

    @property
    def file(self) -> str:
        """The name of the PDF."""
        return f"{self.id}.pdf"


@dataclass(frozen=True, slots=True)
class Game:
    """Everything one game's files say; `id` is its folder's name.

    With `numbers_quoted` prose may hold no typed number. `address` is where the web folder is published, with a
    stroke at its end, or empty.
    """

    id: str
    title: str
    subtitle: str
    edition: str
    language: str
    colours: tuple[Colour, ...]
    marks: tuple[Mark, ...]
    domains: tuple[Domain, ...]
    facts: tuple[Fact, ...]
    terms: tuple[Term, ...]
    rules: tuple[Rule, ...]
    tables: tuple[Table, ...]
    references: tuple[Reference, ...]
    errata: tuple[Erratum, ...]
    cards: tuple[Card, ...]
    sheets: tuple[Sheet, ...]
    rulebooks: tuple[Rulebook, ...]
    span: Span = field(compare=False)
    numbers_quoted: bool = False
    numbering: Numbering = Numbering.DOTTED
    notations: tuple[Notation, ...] = ()
    examples: tuple[Example, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    address: str = ""

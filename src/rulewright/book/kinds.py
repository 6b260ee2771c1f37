"""The kinds of entries of a game: the one list from which every tool knows them.

Tools ask the fields of an entry for their roles, and treat a kind by its name only where it truly differs from others.
So a new kind is a class in `entries/` and a field of `Entries`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeVar, get_args, get_type_hints

from rulewright.base.findings import Findings, Span
from rulewright.base.messages.messages import Message, heading
from rulewright.entries import domain_kinds
from rulewright.entries.card import Card
from rulewright.entries.domains import Domain
from rulewright.entries.entry import Declaration, EntryReader, Key, NamedEntry, Schema
from rulewright.entries.errata import Erratum
from rulewright.entries.examples import Example
from rulewright.entries.facts import Fact
from rulewright.entries.figures import Figure
from rulewright.entries.game_section import GameSection
from rulewright.entries.references import Reference
from rulewright.entries.roles import NAME, ONE_VALUE, PROSE, either, list_of, named, node, ref
from rulewright.entries.rules import Rule
from rulewright.entries.rulings import Ruling
from rulewright.entries.schema import entries_within
from rulewright.entries.table import RuleTable, Table
from rulewright.entries.terms import Term
from rulewright.entries.text import Target, Text
from rulewright.source.nodes import Node


class GameEntry(Protocol):
    """An entry with an id that is unique within its kind."""

    @property
    def id(self) -> str: ...
    @property
    def span(self) -> Span: ...
    def texts(self) -> Iterable[Text | None]:
        """Yield its texts and references."""


@dataclass(frozen=True, slots=True)
class EntryKind:
    """A kind of entry: `name` is its word in links, and `section` the key of its entries in source files.

    `entry` is the class of its entries, and `forms` are further declarations of what may be written for one. `summary`
    and `example` describe the section; it has none if the entries stand in the section `game` or in files of their own.
    `schema` is what may be written for one entry, and `names` what its name may be.
    Remarks are about the texts of the book and not among them, so comparisons and most checks leave them out. Entries
    of a kind without a `place` of its own in pages and books are in a list of the kind.
    """

    name: str
    section: str
    summary: str = ""
    example: str = ""
    forms: tuple[type[Declaration], ...] = ()
    schema: Schema = field(default_factory=dict)
    names: Schema | None = None
    is_remark: bool = False
    has_place: bool = False
    entry: type[NamedEntry] | None = None

    @property
    def title(self) -> Message:
        """The heading of its entries for readers, in English where a catalogue does not have it."""
        return heading(self.section)

    @property
    def attribute(self) -> str:
        """Where `Game` has its entries."""
        return self.section.replace("-", "_")

    def section_key(self) -> Key[Any]:
        """Return the key of the section in a source file."""
        written = self.schema or (ref(self.entry.__name__) if self.entry else {})
        words = f"a mapping of {'ids' if self.names is None else 'names'} to {self.section}"
        return Key(named(words, written, self.names), self.summary, self.example, name=self.section)

    def classes(self) -> tuple[type[Declaration], ...]:
        """Return the class of its entries, further forms of these, and the classes of the entries in them."""
        own, *inner = (each for each in entries_within(self.entry) if each.noun) if self.entry else (*self.forms,)
        return tuple(dict.fromkeys((own, *self.forms, *inner)))


def section(name: str, summary: str = "", example: str = "", **more: Any) -> Any:
    """Declare a field of `Entries` as the entries of a kind; `more` are other fields of `EntryKind`."""
    return field(default=(), metadata={"kind": EntryKind(name, "", summary, example, **more)})


class Entries(GameSection):
    """The entries of a game: each field is a kind, in the order in which tools walk over a game."""

    domains: tuple[Domain, ...] = section(
        "domain",
        "What the inputs and values of tables range over",
        "domains: {ground: [road, field], loss: 0..3}",
        schema=either(ONE_VALUE, list_of(NAME), ref("AnyDomain")),
        forms=domain_kinds.ENTRIES,
        has_place=True,
    )
    facts: tuple[Fact, ...] = section(
        "fact",
        "Numbers stated once and quoted elsewhere",
        "facts: {step-back: 2}",
        schema=either(ONE_VALUE, ref("Fact")),
        has_place=True,
    )
    terms: tuple[Term, ...] = section(
        "term",
        "The glossary",
        "terms: {field of fire: {text: All hexes that a unit sees.}}",
        names=PROSE,
        has_place=True,
    )
    rules: tuple[Rule, ...] = section(
        "rule",
        "The rules",
        'rules: {moving: {number: "3.1", title: Moving, text: Move up to four hexes.}}',
        has_place=True,
    )
    tables: tuple[Table, ...] = section(
        "table",
        "The tables",
        "tables: {range: {title: Range, rows: weapon, cells: {rifle: 6, mortar: 20}}}",
        forms=(RuleTable,),
        has_place=True,
    )
    references: tuple[Reference, ...] = section(
        "reference",
        "The bullet lists of quick references",
        "references: {firing: {title: Firing, items: [Roll one die for each squad.]}}",
        has_place=True,
    )
    examples: tuple[Example, ...] = section(
        "example",
        "Worked examples that run",
        "examples: {wood: {rule: hits, title: A wood, text: A rifle fires., given: {cover: wood, weapon: rifle}, "
        'steps: [{text: "It needs [[result]].", ask: "score(cover, weapon)", result: 5}]}}',
        has_place=True,
    )
    figures: tuple[Figure, ...] = section(
        "figure",
        "Pictures and diagrams with a number",
        "figures: {gap: {rule: hits, title: Two squads, diagram: {area: 0101-0302, units: [{at: 0101, label: A}, "
        "{at: 0302, label: B}]}}}",
        has_place=True,
    )
    errata: tuple[Erratum, ...] = section(
        "erratum",
        "What was corrected in an earlier print",
        "errata: {wood: {where: table:hits, class: ruling, printed: 6 in a wood, now: 5 in a wood, why: So it says.}}",
        is_remark=True,
        has_place=True,
    )
    rulings: tuple[Ruling, ...] = section(
        "ruling",
        "Answers to questions about the rules",
        "rulings: {low-walls: {where: rule:hits, question: Does a low wall count as a wood?, answer: It does not., "
        "by: the designer, date: 2024-05-01}}",
        is_remark=True,
        has_place=True,
    )
    cards: tuple[Card, ...] = section("card")

    def of_kind(self, kind: str) -> tuple[GameEntry, ...]:
        """Return the entries of a kind."""
        entries: tuple[GameEntry, ...] = getattr(self, BY_NAME[kind].attribute)
        return entries

    def other_entries(self, kind: EntryKind) -> tuple[NamedEntry, ...]:
        """Return the entries of one of `OTHER_KINDS`."""
        entries: tuple[NamedEntry, ...] = getattr(self, kind.attribute)
        return entries

    def entries(self) -> Iterator[tuple[Target, GameEntry]]:
        """Yield every entry, kind by kind, and within a kind in the order of the source."""
        return ((Target(kind.name, entry.id), entry) for kind in KINDS for entry in self.of_kind(kind.name))


def _kinds() -> Iterator[EntryKind]:
    yield from (EntryKind("mark", "marks"), EntryKind("colour", "colours"), EntryKind("document", "documents"))
    types = get_type_hints(Entries)
    for each in fields(Entries):
        if (kind := each.metadata.get("kind")) is not None:
            entry = get_args(types[each.name])[0]
            yield replace(
                kind, section=each.name.replace("_", "-"), entry=entry if issubclass(entry, NamedEntry) else None
            )


KINDS = tuple(_kinds())
"""All kinds, in the order in which tools walk over a game."""
BY_NAME = {kind.name: kind for kind in KINDS}
OF_CONTENT = tuple(kind for kind in KINDS if kind.summary)
"""The kinds whose entries have a section of their own in source files."""
OF_TEXT = tuple(kind for kind in OF_CONTENT if not kind.is_remark and kind.name != "domain")
"""The kinds whose entries are the texts of the book. The words of domains are parts of tables."""
OTHER_KINDS = tuple(kind for kind in OF_CONTENT if not kind.has_place)
"""The kinds whose entries pages and books show in a list of the kind."""


# The entries of each kind by their ids

E = TypeVar("E", bound=GameEntry)


def _by_id(entries: Callable[[Entries], tuple[E, ...]]) -> "cached_property[Mapping[str, E]]":
    return cached_property(lambda book: {each.id: each for each in entries(book.game)})


class EntriesById:
    """What a linked game has of each kind, by id."""

    rules = _by_id(lambda game: game.rules)
    terms = _by_id(lambda game: game.terms)
    tables = _by_id(lambda game: game.tables)
    references = _by_id(lambda game: game.references)
    documents = _by_id(lambda game: game.documents)
    facts = _by_id(lambda game: game.facts)
    marks = _by_id(lambda game: game.marks)
    colours = _by_id(lambda game: game.colours)
    cards = _by_id(lambda game: game.cards)
    figures = _by_id(lambda game: game.figures)
    examples = _by_id(lambda game: game.examples)


# The sections of a source file


GAME = Key(
    node("what the game is called and how it prints", ref("GameSection")),
    "The game itself, in one of its files",
    "game: {title: Skirmish, language: en}",
    name="game",
)
WAIVERS = Key(
    named("a mapping of the ids of findings to reasons", ONE_VALUE),
    "Findings that may stay, each by its id with the reason; `*` in an id means any text",
    "waivers: {unused-term/smoke: The next edition uses it.}",
    name="waivers",
)
SETTLED = Key(
    named("a mapping of ids of a source's statements to settlements", ref("Settlement")),
    "What a person has decided on statements of a source, by the ids that `rulewright compare` prints",
    "settled: {firing-3f2a9c01: {because: The table says the same., said: [hits-5d0e11aa]}}",
    name="settled",
)


class ContentFile(Declaration):
    """A file under `content/GAME/`. All files of a game are read together: each section may be spread over several."""

    noun = "a source file"
    declared: ClassVar[dict[str, Key[Any]]] = {
        each.name: each for each in (GAME, *(kind.section_key() for kind in OF_CONTENT), WAIVERS, SETTLED)
    }


class ContentReader(EntryReader):
    """The sections of a file under content/."""

    def __init__(self, tree: Node, findings: Findings) -> None:
        super().__init__(ContentFile, tree, "a source file", findings)

    def near_miss(self, name: str) -> str:
        indented = "write it under game:, with more indent"
        return indented if name in GameSection.declared else super().near_miss(name)


EntryReader.sections = tuple(ContentFile.declared)

"""Decoding of a whole game: each section is collected from every file that has it.

After an edit only those entries are read again whose node, or anything else that they are read by, is another object:
an equal object may have another place in the source. So what entries are read by is memoised, too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar

from rulewright.base.findings import Finding, Findings, Label, Span
from rulewright.base.limits import COMBINATIONS, Budget
from rulewright.base.memo import memoised
from rulewright.book.book import marks_with_ruling
from rulewright.book.game import Game, Waiver, read_layer, read_section
from rulewright.book.kinds import OF_CONTENT, ContentReader
from rulewright.entries.axes import Domains
from rulewright.entries.card import Card
from rulewright.entries.card_files import CARD, THEME, CardFiles, Decks, ProductKind, read_card
from rulewright.entries.claims import ClaimReader
from rulewright.entries.colour import Colour
from rulewright.entries.domain_kinds import read_domain
from rulewright.entries.domains import Domain
from rulewright.entries.entry import NamedEntry
from rulewright.entries.examples import ExampleReader
from rulewright.entries.facts import Fact
from rulewright.entries.fonts import Family, read_families
from rulewright.entries.names import slug
from rulewright.entries.notations import Notation, Unit, read_unit
from rulewright.entries.requests import Surroundings
from rulewright.entries.roles import check_id
from rulewright.entries.settlements import Settlement
from rulewright.entries.table import Table, read_table
from rulewright.entries.text import Text, read_text
from rulewright.entries.themes import Theme, read_themes
from rulewright.source.files import Sources
from rulewright.source.fonts import CleanFont
from rulewright.source.nodes import Mapping, Node, Scalar, kind
from rulewright.source.pictures import Picture

N = TypeVar("N", bound=NamedEntry)
T = TypeVar("T")

# Waivers


def decode_waiver(key: Scalar, node: Node, findings: Findings) -> Waiver | None:
    """Decode a waiver: the id of a finding, and why it may stay.

    The id `gap-in-table/damage: score 7` needs quotes because of its colon. `gap-in-table/damage: *` waives every gap
    of the table, including future ones.
    """
    if not isinstance(node, Scalar):
        message, hint = f"the reason of a waiver is text, not {kind(node)}", "say in words why the finding may stay"
        findings.add(Finding("wrong-type", node.span, message, hint))
    elif not node.value.strip():
        hint = "say why the finding may stay, for whoever reads it next year"
        findings.add(Finding("missing-key", key.span, f"the waiver of {key.value!r} gives no reason", hint))
    else:
        return Waiver(key.value, " ".join(node.value.split()), key.span)
    return None


@dataclass(frozen=True, slots=True)
class UnitReader:
    """Reads the counters in diagrams by the notations of a game; `colours` are those of the game by id."""

    colours: MappingOf[str, str]
    notations: Sequence[Notation]

    def read_unit(self, written: Scalar, findings: Findings) -> Unit | None:
        return read_unit(written.value, written.span, self.notations, findings)


FREELY_NAMED = ("terms", "waivers", "settled")
"""Sections whose keys need not be ids: they are words of the author, ids of findings, or ids of statements."""


def decode(sources: Sources, product_kinds: Sequence[ProductKind], findings: Findings) -> Game:
    """Decode the whole game; report and leave out what cannot be read."""
    sections = _Sections(sources, findings)
    domains = sections.all("domains", lambda key, node: _domain(key, node, findings))
    by_id, combinations = _by_id(domains), Budget(COMBINATIONS)
    rolls = {key.span: (key, node, rule) for rule, inside in sections.rolls() for key, node in inside}
    table_nodes = [*sections.entries("tables"), *((key, node) for key, node, _ in rolls.values())]

    def table(key: Scalar, node: Node) -> Table | None:
        rule = rolls[key.span][2] if key.span in rolls else None
        return _table(key, node, rule, by_id, combinations, findings)

    tables = sections.unique("tables", table_nodes, table)
    facts = sections.of(Fact)
    card_files, decks = CardFiles(sources.cards, product_kinds, findings), Decks(sources.content, findings)
    game_nodes = tuple(sections.files_with("game"))
    fonts = _fonts(tuple(node for _, node in game_nodes), tuple(sources.fonts.items()), findings)
    themes = _themes(tuple(card_files.of(THEME)), fonts, findings)
    section = _game(game_nodes, sources.game, fonts, themes, tuple(sources.figures.items()), findings)
    theme_ids = tuple(dict.fromkeys((section.theme, *(theme.id for theme in themes))))
    surroundings = _surroundings(theme_ids, tuple(sources.profiles.items()))
    contexts: MappingOf[str, Any] = {
        "rules": section.counting,
        "references": _claim_reader(by_id, tuple(key.value for key, _ in table_nodes), tables, facts),
        "examples": _example_reader(by_id, section.notations, tables),
        "figures": _unit_reader(section.colours, section.notations),
    }
    entries_read: dict[str, Any] = {"domains": domains, "tables": tables, "facts": facts}
    for each in OF_CONTENT:
        if each.entry and each.attribute not in entries_read:
            entries_read[each.attribute] = sections.of(each.entry, contexts.get(each.section))
    cards = (_card(name, tree, surroundings, findings) for name, tree in decks.cards(card_files.of(CARD)))
    return replace(
        section,
        language=sources.language or section.language,
        address=f"{section.address}{sources.language}/" if section.address and sources.language else section.address,
        marks=marks_with_ruling(section.marks, entries_read["errata"]),
        cards=tuple(decks.in_deck(card) for card in cards),
        pictures=sources.pictures,
        content_pictures=sources.figures,
        waivers=sections.all("waivers", lambda key, node: decode_waiver(key, node, findings)),
        settled=sections.all("settled", lambda key, node: Settlement.read_named(key, node, findings)),
        themes=themes,
        layer=read_layer(sources.layered, section.because, findings),
        products=tuple(
            product
            for kind in product_kinds
            for product in kind.products(decks.listing(card_files.of(kind.word)), surroundings, findings)
        ),
        unread=sections.unread,
        **entries_read,
    )


class _Sections:
    """The sections of all content files. An id that occurs twice gives a finding that names both places."""

    def __init__(self, sources: Sources, findings: Findings) -> None:
        self.findings, self.unread = findings, dict[str, Span]()
        self.trees = sources.content
        self.files = [ContentReader(tree, findings) for tree in sources.content]

    def files_with(self, section: str) -> list[tuple[Scalar, Node]]:
        """Return the key and the node of a section in every file that has it."""
        return [file.pairs[section] for file in self.files if file.has(section)]

    def entries(self, section: str) -> list[tuple[Scalar, Node]]:
        return [entry for file in self.files for entry in file.pairs_at(section)]

    def rolls(self) -> Iterator["Rolls"]:
        """Yield each rule that has `rolls`, with its title and these tables."""
        return (each for tree in self.trees for each in _rolls_in(tree))

    def of(self, entry: type[N], context: Any = None) -> tuple[N, ...]:
        """Read the entries of a class from all files."""
        section = next(kind.section for kind in OF_CONTENT if kind.entry is entry)
        first: dict[str, Scalar] = {}
        values: list[N] = []
        for node in self._nodes(section):
            names = _names(node)
            taken = tuple(first[name] for name in sorted(names.keys() & first.keys()))
            entries = _entries(entry, section, node, taken, context, self.findings)
            values += entries.values
            self.unread |= entries.unread
            first = {**names, **first}
        return tuple(values)

    def _nodes(self, section: str) -> Iterator[Mapping]:
        """Yield the mapping of a section in every file that has it; anything else is reported."""
        for file in self.files:
            pairs = [*file.pairs_at(section)]
            node = file.node_at(section)
            if pairs and isinstance(node, Mapping):
                yield node

    def all(self, section: str, read: Callable[[Scalar, Node], T | None]) -> tuple[T, ...]:
        """Read the entries of a section from all files."""
        return self.unique(section, self.entries(section), read)

    def unique(
        self, section: str, pairs: Iterable[tuple[Scalar, Node]], read: Callable[[Scalar, Node], T | None]
    ) -> tuple[T, ...]:
        entries = _read_unique(section, pairs, (), read, self.findings)
        self.unread |= entries.unread
        return entries.values


# The entries, each read once from its nodes


class _Entries(NamedTuple, Generic[T]):
    """The entries of a section, and the places of those that cannot be read, by name."""

    values: tuple[T, ...]
    unread: dict[str, Span]


def _read_unique(
    section: str,
    pairs: Iterable[tuple[Scalar, Node]],
    taken: Iterable[Scalar],
    read: Callable[[Scalar, Node], T | None],
    findings: Findings,
) -> _Entries[T]:
    """Read entries, and report ids that occur twice or are `taken`."""
    first = {slug(key.value): key for key in taken}
    values, unread = list[T](), dict[str, Span]()
    for key, node in pairs:
        if section not in FREELY_NAMED:
            check_id(key, findings)
        earlier = first.setdefault(slug(key.value), key)
        if earlier is not key:
            label = Label(earlier.span, "first given here")
            message = f"{key.value!r} is given twice under {section!r}"
            findings.add(Finding("duplicate-id", key.span, message, "rename or merge one of them", (label,)))
        elif (value := read(key, node)) is None:
            unread[key.value] = key.span
        else:
            values.append(value)
    return _Entries(tuple(values), unread)


@memoised()
def _names(section: Mapping) -> dict[str, Scalar]:
    """Return the keys of a section by the ids that they stand for."""
    return {slug(key.value): key for key, _ in reversed(section.entries)}


@memoised()
def _entries(
    entry: type[N], section: str, node: Mapping, taken: tuple[Scalar, ...], context: Any, findings: Findings
) -> _Entries[N]:
    """Read the entries of a section in one file."""
    return _read_unique(
        section, node.entries, taken, lambda key, each: _entry(entry, key, each, context, findings), findings
    )


@memoised()
def _entry(entry: type[N], key: Scalar, node: Node, context: Any, findings: Findings) -> N:
    return entry.read_named(key, node, findings, context)


@memoised()
def _domain(key: Scalar, node: Node, findings: Findings) -> Domain | None:
    domain = read_domain(key.value, node, findings)
    return None if domain is None else replace(domain, span=key.span, is_entry=True)


@memoised()
def _table(
    key: Scalar,
    node: Node,
    rule: tuple[Scalar, Text] | None,
    domains: Domains,
    combinations: Budget,
    findings: Findings,
) -> Table | None:
    """Read a table; `rule` is the rule in whose text it is, and its title."""
    domains = Domains(domains, combinations)
    return read_table(key, node, findings, domains, rule)


@memoised()
def _card(name: str, node: Node, surroundings: Surroundings, findings: Findings) -> Card:
    return read_card(name, node, surroundings, findings)


Rolls = tuple[tuple[Scalar, Text], tuple[tuple[Scalar, Node], ...]]
"""A rule with its title, and the tables in its text."""


@memoised()
def _rolls_in(tree: Mapping) -> tuple[Rolls, ...]:
    """Return the rolls of a file."""
    rolls: list[Rolls] = []
    section = tree.get("rules")
    for key, node in section.entries if isinstance(section, Mapping) else ():
        inside = node.get("rolls") if isinstance(node, Mapping) else None
        if isinstance(node, Mapping) and isinstance(inside, Mapping):
            title = node.get("title")
            text = read_text(title) if isinstance(title, Scalar) else Text(key.value, (), key.span)
            rolls.append(((key, text), inside.entries))
    return tuple(rolls)


# What entries are read by


@memoised(8)
def _by_id(domains: tuple[Domain, ...]) -> Domains:
    return Domains({domain.id: domain for domain in domains})


@memoised(8)
def _fonts(
    games: tuple[Node, ...], files: tuple[tuple[tuple[str, str], CleanFont], ...], findings: Findings
) -> MappingOf[str, Family]:
    return read_families(games, dict(files), findings)


@memoised(8)
def _themes(
    files: tuple[tuple[str, Mapping], ...], fonts: MappingOf[str, Family], findings: Findings
) -> tuple[Theme, ...]:
    return read_themes(files, fonts, findings)


@memoised(8)
def _game(
    sections: tuple[tuple[Scalar, Node], ...],
    game: str,
    fonts: MappingOf[str, Family],
    themes: tuple[Theme, ...],
    pictures: tuple[tuple[str, Picture], ...],
    findings: Findings,
) -> Game:
    """Read the section `game`."""
    context = {"font": fonts, "picture": dict(pictures), "theme": {theme.id: theme.id for theme in themes}}
    return read_section(sections, game, context, findings)


@memoised(8)
def _surroundings(theme_ids: tuple[str, ...], profiles: tuple[tuple[str, bytes], ...]) -> Surroundings:
    return {"theme": dict(zip(theme_ids, theme_ids, strict=True)), "profile": dict(profiles)}


@memoised(8)
def _claim_reader(
    domains: Domains, table_ids: tuple[str, ...], tables: tuple[Table, ...], facts: tuple[Fact, ...]
) -> ClaimReader:
    """Return the reader of claims; of the tables, some may be unreadable."""
    readable = {table.id: table for table in tables}
    by_id = {**dict.fromkeys(table_ids), **readable}
    return ClaimReader(domains, by_id, {fact.id: fact.value for fact in facts})


@memoised(8)
def _example_reader(domains: Domains, notations: tuple[Notation, ...], tables: tuple[Table, ...]) -> ExampleReader:
    return ExampleReader(domains, notations, tables)


@memoised(8)
def _unit_reader(colours: tuple[Colour, ...], notations: tuple[Notation, ...]) -> UnitReader:
    return UnitReader({colour.id: colour.hex for colour in colours}, notations)

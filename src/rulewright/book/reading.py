"""Decoding of a whole game: each section is collected from every file that has it.

A long-running process decodes the game after each edit, so `EntryCache` keeps the entries of the last time. An entry is
decoded again if its node, or any other input of its decoder, is another object: an equal object may have another
place in the source. Entries with findings are always decoded again, to report them again. A file whose entries
have not changed is reused as a whole.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Generic, TypeVar

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
from rulewright.entries.domain_kinds import read_domain
from rulewright.entries.domains import Domain
from rulewright.entries.entry import NamedEntry
from rulewright.entries.examples import ExampleReader
from rulewright.entries.facts import Fact
from rulewright.entries.fonts import read_families
from rulewright.entries.names import slug
from rulewright.entries.notations import Notation, Unit, read_unit
from rulewright.entries.requests import Surroundings
from rulewright.entries.roles import check_id
from rulewright.entries.settlements import Settlement
from rulewright.entries.table import Table, read_table
from rulewright.entries.text import Text, read_text
from rulewright.entries.themes import read_themes
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping, Node, Scalar, kind

# The cache of decoded entries

Name = TypeVar("Name")
N = TypeVar("N", bound=NamedEntry)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Entry:
    """The decoded value of a node, and the combinations that decoding spent of the budget."""

    node: Node
    value: Any
    spent: int


@dataclass(frozen=True, slots=True)
class CachedFile:
    """The entries of a section in one file, all without findings: their values, and their keys by name."""

    tree: Node
    values: tuple[Any, ...]
    names: dict[str, Scalar]
    entries: dict[int, _Entry]


@dataclass(frozen=True, slots=True)
class _Section:
    inputs: tuple[object, ...] = ()
    entries: dict[int, _Entry] = field(default_factory=dict)
    files: dict[int, CachedFile] = field(default_factory=dict)


class SectionReader(Generic[Name, T]):
    """A reader of the entries of a section that reuses single entries or whole files."""

    def __init__(
        self, before: _Section, now: _Section, decode_one: Callable[[Name, Node], T], budget: Budget, findings: Findings
    ) -> None:
        self._before, self._now, self._decode = before, now, decode_one
        self._budget, self._faults = budget, findings

    def __call__(self, name: Name, node: Node) -> T:
        """Return the value of an entry, from the cache or decoded."""
        entry = self._before.entries.get(id(node))
        if entry is None or not self._budget.allows(entry.spent):
            findings, spent = len(self._faults.items), self._budget.spent
            entry = _Entry(node, self._decode(name, node), self._budget.spent - spent)
            reusable = len(self._faults.items) == findings
        else:
            reusable = self._budget.spend(entry.spent)
        if reusable:
            self._now.entries[id(node)] = entry
        value: T = entry.value
        return value

    def cached(self, tree: Node) -> CachedFile | None:
        """Return the cached entries of a file, or None if it has changed."""
        file = self._before.files.get(id(tree))
        if file is not None:
            self._now.files[id(tree)] = file
            self._now.entries.update(file.entries)
        return file

    def remember(self, tree: Node, nodes: Iterable[Node], values: tuple[T, ...], names: dict[str, Scalar]) -> None:
        """Cache the entries of a file. None of them may have findings or have spent budget."""
        entries = {id(node): self._now.entries[id(node)] for node in nodes}
        self._now.files[id(tree)] = CachedFile(tree, values, names, entries)


class EntryCache:
    """The entries of one game as last decoded."""

    def __init__(self) -> None:
        self._sections: dict[str, _Section] = {}

    def reader(
        self, section: str, decode_one: Callable[[Name, Node], T], budget: Budget, findings: Findings, *inputs: object
    ) -> SectionReader[Name, T]:
        """Return a reader of a section. `inputs` are all other values that `decode_one` reads."""
        before = self._sections.get(section, _Section())
        now = self._sections[section] = _Section(inputs)
        return SectionReader(before if _same(before.inputs, inputs) else _Section(), now, decode_one, budget, findings)


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Return whether all are the same objects or equal strings."""
    pairs = zip(before, now, strict=False)
    return len(before) == len(now) and all(a is b or (isinstance(a, str) and a == b) for a, b in pairs)


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


def decode(
    sources: Sources, product_kinds: Sequence[ProductKind], findings: Findings, cache: EntryCache | None = None
) -> Game:
    """Decode the whole game; report and leave out what cannot be read.

    `cache` holds the entries of the last time the game was decoded.
    """
    sections = _Sections(sources, findings, cache or EntryCache())
    domains = sections.all("domains", lambda key, node: _domain(key, node, findings))
    by_id = Domains({domain.id: domain for domain in domains})
    sections.budget = by_id.combinations
    all_rolls = [*sections.rolls()]
    rolls = {key.span: rule for rule, inside in all_rolls for key, _ in inside}

    def table(key: Scalar, node: Node) -> Table | None:
        return read_table(key, node, findings, by_id, rolls.get(key.span))

    entries = [*sections.entries("tables"), *(entry for _, inside in all_rolls for entry in inside)]
    tables = sections.unique("tables", [(None, entries)], table, *domains)
    tables_by_id: dict[str, Table | None] = {key.value: None for key, _ in entries}
    tables_by_id |= {table.id: table for table in tables}
    facts = sections.of(Fact)
    claims = ClaimReader(by_id, tables_by_id, {fact.id: fact.value for fact in facts})
    card_files, decks = CardFiles(sources.cards, product_kinds, findings), Decks(sources.content, findings)
    fonts = read_families((node for _, node in sections.files_with("game")), sources.fonts, findings)
    themes = read_themes(card_files.of(THEME), fonts, findings)
    theme_names = {theme.id: theme.id for theme in themes}
    context = {"font": fonts, "picture": sources.figures, "theme": theme_names}
    section = read_section(sections.files_with("game"), sources.game, context, findings)
    theme_ids = tuple(dict.fromkeys((section.theme, *theme_names)))
    surroundings: Surroundings = {"theme": dict(zip(theme_ids, theme_ids, strict=True)), "profile": sources.profiles}
    game_nodes = tuple(node for _, node in sections.files_with("game"))

    def card(name: str, node: Node) -> Card:
        return read_card(name, node, surroundings, findings)

    cards = sections.reader("cards", card, *theme_ids)
    figures = UnitReader({colour.id: colour.hex for colour in section.colours}, section.notations)
    examples = ExampleReader(by_id, section.notations, tables)
    contexts: MappingOf[str, tuple[Any, ...]] = {
        "rules": (section.counting, *game_nodes),
        "references": (claims, *domains, *tables_by_id, *tables, *facts),
        "examples": (examples, *game_nodes, *domains, *tables),
        "figures": (figures, *game_nodes),
    }
    entries_read: dict[str, Any] = {"domains": domains, "tables": tables, "facts": facts}
    for each in OF_CONTENT:
        if each.entry and each.section not in entries_read:
            entries_read[each.section] = sections.of(each.entry, *contexts.get(each.section, ()))
    return replace(
        section,
        language=sources.language or section.language,
        address=f"{section.address}{sources.language}/" if section.address and sources.language else section.address,
        marks=marks_with_ruling(section.marks, entries_read["errata"]),
        cards=tuple(decks.in_deck(cards(*file)) for file in decks.cards(card_files.of(CARD))),
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

    def __init__(self, sources: Sources, findings: Findings, cache: EntryCache) -> None:
        self.findings, self.unread, self.cache = findings, dict[str, Span](), cache
        self.budget = Budget(COMBINATIONS)
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

    def reader(self, section: str, decode_one: Callable[[Name, Node], T], *inputs: object) -> SectionReader[Name, T]:
        """Return a reader that decodes what has changed. `inputs` are all other values that `decode_one` reads."""
        return self.cache.reader(section, decode_one, self.budget, self.findings, *inputs)

    def all(self, section: str, decode_one: Callable[[Scalar, Node], T | None], *inputs: object) -> tuple[T, ...]:
        """Decode the entries of a section from all files."""
        files = ((tree, list(file.pairs_at(section))) for tree, file in zip(self.trees, self.files, strict=True))
        return self.unique(section, files, decode_one, *inputs)

    def of(self, entry: type[N], context: Any = None, *inputs: object) -> tuple[N, ...]:
        """Read the entries of a class from all files. `inputs` are the values that make up the `context`."""
        section = next(kind.section for kind in OF_CONTENT if kind.entry is entry)
        return self.all(section, lambda key, node: entry.read_named(key, node, self.findings, context), *inputs)

    def unique(
        self,
        section: str,
        files: Iterable[tuple[Node | None, Sequence[tuple[Scalar, Node]]]],
        decode_one: Callable[[Scalar, Node], T | None],
        *inputs: object,
    ) -> tuple[T, ...]:
        """Decode the entries of each file, and report ids that occur twice.

        Entries without a file are cached one by one.
        """
        reader = self.reader(section, decode_one, *inputs)
        first: dict[str, Scalar] = {}
        values: list[T] = []
        for tree, entries in files:
            cached = reader.cached(tree) if tree is not None else None
            if cached is not None and first.keys().isdisjoint(cached.names):
                values += cached.values
                first |= cached.names
                continue
            before, count = self._state, len(first)
            decoded = tuple(self._each(section, entries, reader, first))
            values += decoded
            if tree is not None and self._state == before:
                own = dict(islice(first.items(), count, None))
                reader.remember(tree, (node for _, node in entries), decoded, own)
        return tuple(values)

    @property
    def _state(self) -> tuple[int, int, int]:
        """Counts that change when an entry has findings, cannot be read, or spends budget."""
        return len(self.findings.items), len(self.unread), self.budget.spent

    def _each(
        self,
        section: str,
        entries: Iterable[tuple[Scalar, Node]],
        decode_one: Callable[[Scalar, Node], T | None],
        first: dict[str, Scalar],
    ) -> Iterator[T]:
        """Yield the decoded entries, and report ids that are in `first` already."""
        for key, node in entries:
            if section not in FREELY_NAMED:
                check_id(key, self.findings)
            earlier = first.setdefault(slug(key.value), key)
            if earlier is not key:
                label = Label(earlier.span, "first given here")
                message = f"{key.value!r} is given twice under {section!r}"
                self.findings.add(Finding("duplicate-id", key.span, message, "rename or merge one of them", (label,)))
                continue
            value = decode_one(key, node)
            if value is None:
                self.unread[key.value] = key.span
            else:
                yield value


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


def _domain(key: Scalar, node: Node, findings: Findings) -> Domain | None:
    domain = read_domain(key.value, node, findings)
    return None if domain is None else replace(domain, span=key.span, is_entry=True)

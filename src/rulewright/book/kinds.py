"""The kinds of entries of a game: the one list from which every tool knows them.

Tools ask the fields of an entry for their roles, and treat a kind by its name only where it truly differs from others.
So a new kind is a class in `entries/` and a line here.
"""

from dataclasses import dataclass, field
from typing import Any

from rulewright.entries.entry import Entry, Key, NamedEntry, Schema
from rulewright.entries.errata import Erratum
from rulewright.entries.examples import Example
from rulewright.entries.facts import Fact
from rulewright.entries.figures import Figure
from rulewright.entries.references import Reference
from rulewright.entries.roles import NAME, ONE_VALUE, PROSE, either, list_of, named, ref
from rulewright.entries.rules import Rule
from rulewright.entries.rulings import Ruling
from rulewright.entries.schema import entries_within
from rulewright.entries.terms import Term


@dataclass(frozen=True, slots=True)
class EntryKind:
    """A kind of entry: `name` is its word in links, and `section` the key of its entries in source files.

    `entry` is the class of its entries, if they are values of their own class. `summary` and `example` describe the
    section; it has none if the entries stand in the section `game` or in files of their own. `schema` is what may be
    written for one entry, and `names` what its name may be. `attribute` is where `Game` holds the entries.
    Remarks are about the texts of the book and not among them, so comparisons and most checks leave them out.
    """

    name: str
    section: str
    summary: str = ""
    example: str = ""
    entry: type[NamedEntry] | None = None
    schema: Schema = field(default_factory=dict)
    names: Schema | None = None
    attribute: str = ""
    is_remark: bool = False

    @property
    def title(self) -> str:
        """The heading of its entries for readers."""
        return self.section.replace("-", " ").capitalize()

    def section_key(self) -> Key[Any]:
        """Return the key of the section in a source file."""
        written = self.schema or (ref(self.entry.__name__) if self.entry else {})
        words = f"a mapping of {'ids' if self.names is None else 'names'} to {self.section}"
        return Key(named(words, written, self.names), self.summary, self.example, name=self.section)

    def classes(self) -> tuple[type[Entry], ...]:
        """Return the class of its entries and the classes of the entries in them; nothing if there is no class."""
        return tuple(entries_within(self.entry)) if self.entry else ()


KINDS = (
    EntryKind("mark", "marks"),
    EntryKind("colour", "colours"),
    EntryKind(
        "domain",
        "domains",
        "What the inputs and values of tables range over",
        "domains: {ground: [road, field], loss: 0..3}",
        schema=either(ONE_VALUE, list_of(NAME), ref("AnyDomain")),
    ),
    EntryKind("document", "documents"),
    EntryKind(
        "fact",
        "facts",
        "Numbers stated once and quoted elsewhere",
        "facts: {step-back: 2}",
        Fact,
        either(ONE_VALUE, ref("Fact")),
    ),
    EntryKind(
        "term",
        "terms",
        "The glossary",
        "terms: {field of fire: {text: All hexes that a unit sees.}}",
        Term,
        names=PROSE,
    ),
    EntryKind(
        "rule",
        "rules",
        "The rules",
        'rules: {moving: {number: "3.1", title: Moving, text: Move up to four hexes.}}',
        Rule,
    ),
    EntryKind(
        "table",
        "tables",
        "The tables",
        "tables: {range: {title: Range, rows: weapon, cells: {rifle: 6, mortar: 20}}}",
        schema=ref("TableEntry"),
    ),
    EntryKind(
        "reference",
        "references",
        "The bullet lists of quick references",
        "references: {firing: {title: Firing, items: [Roll one die for each squad.]}}",
        Reference,
    ),
    EntryKind(
        "example",
        "examples",
        "Worked examples that run",
        "examples: {wood: {rule: hits, title: A wood, text: A rifle fires., given: {cover: wood, weapon: rifle}, "
        'steps: [{text: "It needs [[result]].", ask: "score(cover, weapon)", result: 5}]}}',
        Example,
    ),
    EntryKind(
        "figure",
        "figures",
        "Pictures and diagrams with a number",
        "figures: {gap: {rule: hits, title: Two squads, diagram: {area: 0101-0302, units: [{at: 0101, label: A}, "
        "{at: 0302, label: B}]}}}",
        Figure,
        attribute="numbered_figures",
    ),
    EntryKind(
        "erratum",
        "errata",
        "What was corrected in an earlier print",
        "errata: {wood: {where: table:hits, class: ruling, printed: 6 in a wood, now: 5 in a wood, why: So it says.}}",
        Erratum,
        is_remark=True,
    ),
    EntryKind(
        "ruling",
        "rulings",
        "Answers to questions about the rules",
        "rulings: {low-walls: {where: rule:hits, question: Does a low wall count as a wood?, answer: It does not., "
        "by: the designer, date: 2024-05-01}}",
        Ruling,
        is_remark=True,
    ),
    EntryKind("card", "cards"),
)
"""All kinds, in the order in which tools walk over a game."""
BY_NAME = {kind.name: kind for kind in KINDS}
OF_CONTENT = tuple(kind for kind in KINDS if kind.summary)
"""The kinds whose entries have a section of their own in source files."""
OF_TEXT = tuple(kind for kind in OF_CONTENT if not kind.is_remark and kind.name != "domain")
"""The kinds whose entries are the texts of the book. The words of domains are parts of tables."""

"""The sections of a source file."""

from rulewright.decode.game_section import GameEntry
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import NAME, ONE_VALUE, PROSE, either, list_of, named, node, ref


class ContentFile(Entry):
    """A file under `content/GAME/`. All files of a game are read together: each section may be spread over several."""

    noun = "a source file"
    game = key(
        node("what the game is called and how it prints", ref("GameEntry")),
        "The game itself, in one of its files",
        "game: {title: Skirmish, language: en}",
    )
    domains = key(
        named("a mapping of ids to domains", either(ONE_VALUE, list_of(NAME), ref("DomainEntry"))),
        "What the inputs and values of tables range over",
        "domains: {ground: [road, field], loss: 0..3}",
    )
    facts = key(
        named("a mapping of ids to facts", either(ONE_VALUE, ref("FactEntry"))),
        "Numbers stated once and quoted elsewhere",
        "facts: {step-back: 2}",
    )
    terms = key(
        named("a mapping of names to terms", ref("TermEntry"), PROSE),
        "The glossary",
        "terms: {field of fire: {text: All hexes that a unit sees.}}",
    )
    rules = key(
        named("a mapping of ids to rules", ref("RuleEntry")),
        "The rules",
        'rules: {moving: {number: "3.1", title: Moving, text: Move up to four hexes.}}',
    )
    tables = key(
        named("a mapping of ids to tables", ref("TableEntry")),
        "The tables",
        "tables: {range: {title: Range, rows: weapon, cells: {rifle: 6, mortar: 20}}}",
    )
    references = key(
        named("a mapping of ids to references", ref("ReferenceEntry")),
        "The bullet lists of quick references",
        "references: {firing: {title: Firing, items: [Roll one die for each squad.]}}",
    )
    examples = key(
        named("a mapping of ids to examples", ref("ExampleEntry")),
        "Worked examples that run",
        "examples: {wood: {rule: hits, title: A wood, text: A rifle fires., given: {cover: wood, weapon: "
        'rifle}, steps: [{text: "It needs [[result]].", ask: "score(cover, weapon)", result: 5}]}}',
    )
    figures = key(
        named("a mapping of ids to figures", ref("FigureEntry")),
        "Pictures and diagrams with a number",
        "figures: {gap: {rule: hits, title: Two squads, diagram: {area: 0101-0302, units: [{at: 0101, label: A}, "
        "{at: 0302, label: B}]}}}",
    )
    errata = key(
        named("a mapping of ids to errata", ref("ErratumEntry")),
        "What was corrected in an earlier print",
        "errata: {wood: {where: table:hits, class: ruling, printed: 6 in a wood, now: 5 in a wood, why: So it says.}}",
    )
    rulings = key(
        named("a mapping of ids to rulings", ref("RulingEntry")),
        "Answers to questions about the rules",
        "rulings: {low-walls: {where: rule:hits, question: Does a low wall count as a wood?, answer: It does not., "
        "by: the designer, date: 2024-05-01}}",
    )
    waivers = key(
        named("a mapping of the ids of findings to reasons", ONE_VALUE),
        "Findings that may stay, each by its id with the reason; `*` in an id means any text",
        "waivers: {unused-term/smoke: The next edition uses it.}",
    )
    settled = key(
        named("a mapping of ids of a source's statements to settlements", ref("SettlementEntry")),
        "What a person has decided on statements of a source, by the ids that `rulewright compare` prints",
        "settled: {firing-3f2a9c01: {because: The table says the same., said: [hits-5d0e11aa]}}",
    )

    def near_miss(self, name: str) -> str:
        indented = "write it under game:, with more indent"
        return indented if name in GameEntry.declared else super().near_miss(name)


Entry.sections = tuple(ContentFile.declared)

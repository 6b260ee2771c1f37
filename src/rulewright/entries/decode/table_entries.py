"""The source format of tables: the keys of tables, outputs, cases, modifiers and open questions."""

from rulewright.entries.entry import Declaration, Key, Schema
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.origins import KEYWORDS, OURS, SOURCE
from rulewright.entries.roles import (
    ALL_WORDS,
    CELL_VALUE,
    FLAG,
    NAME,
    ONE_VALUE,
    PROSE,
    SCALAR,
    STRINGS,
    TEXT,
    TITLE,
    choice,
    either,
    link,
    links,
    list_of,
    named,
    names_to,
    node,
    nodes,
    number,
    one_or_list,
    ref,
)
from rulewright.entries.table import Listing, Lookup, Modifiers, Pattern, Records, RollList

PLAIN = "none"


class CellColourEntry(LazyEntry):
    """The colour of cells, with a pattern on it."""

    noun = "a colour of cells"
    colour = key(link("colour"), "One of the game's `colours`", "colour: fire", required=True, also=("color",))
    pattern = key(
        choice(PLAIN, *(each.value for each in Pattern)),
        "Lines or dots on the colour, which tell it from others in grey and to those who see fewer colours",
        "colour: fire\npattern: hatch",
        default=PLAIN,
    )


LAYOUTS = tuple(layout.word for layout in (Lookup, Listing, Modifiers, RollList, Records))
"""The kinds of table by the key that holds the content.

A grid, a list of cases, modifiers that add up, a list to roll on, or records such as prices.
"""
PROVABLE = ("cells", "cases", "modifiers")
"""The kinds that rules code can prove: they derive a value from inputs, and may leave it open."""
CASE_POLICIES = ("unique", "first", "any", "priority", "list")
"""The hit policies of tables whose values do not add up; the first is the default."""

DOMAIN = node("a domain, or the name of one", ONE_VALUE, list_of(NAME), ref("AnyDomain"))
AXIS: Schema = either(ONE_VALUE, names_to(either(ONE_VALUE, list_of(NAME), ref("AnyDomain"))))
CONDITION: Schema = either(ONE_VALUE, names_to(one_or_list(ONE_VALUE)))
WHEN = node(
    "a mapping of inputs to keys, a comparison such as `score > armour`, or a list of alternatives",
    CONDITION,
    list_of(CONDITION),
)
ADDEND: Schema = either(CELL_VALUE, ref("AmountEntry"), ref("CountEntry"))
CASE: Schema = either(CELL_VALUE, ref("CaseEntry"))
CELL: Schema = either(CASE, list_of(CASE))
LINE: Schema = either(CELL, list_of(CELL))
ROWS: Schema = {"type": "object"}
"""A mapping of the keys of rows to rows below them, or of the keys of columns to cells."""


class CaseEntry(LazyEntry):
    """A value and the condition under which it holds."""

    noun = "a case"
    value = key(node("a value", ADDEND), "The value that the table gives", "value: 4", required=True, former=("gives",))
    label = key(TEXT, "What prints for the condition", "label: if shelled", default="the condition in words")
    when = key(WHEN, "Where the value holds; without it, everywhere", "when: {weapon: mortar}", default="everywhere")


class CutoffEntry(LazyEntry):
    """A part of a table that needs no roll, because its result is known. The table itself must give that result."""

    noun = "a cutoff"
    value = key(node("a value", ADDEND), "The result there", "value: miss", required=True, former=("gives",))
    label = key(TEXT, "What prints for the condition", "label: A total of 1", default="the condition in words")
    when = key(WHEN, "Where no roll is needed", "when: {score: under 2}", required=True)


class AmountEntry(LazyEntry):
    """An amount that equals an input, such as the morale of a unit that is added to a roll."""

    noun = "an amount"
    axis = key(SCALAR, "The input whose number is added", "axis: morale", required=True)
    clamp = key(SCALAR, "The bounds of what is added", "clamp: -2..2", default="no bounds")


class CountEntry(LazyEntry):
    """An amount for each of a number of things, such as −1 for each squad."""

    noun = "a count"
    each = key(SCALAR, "The input that counts them", "each: squads", required=True)
    adds = key(SCALAR, "What each one adds", "adds: -1", required=True)
    clamp = key(SCALAR, "The bounds of what is added", "clamp: -2..2", default="no bounds")


class ModifierEntry(LazyEntry):
    """A line of a table of modifiers."""

    noun = "a modifier"
    label = key(TITLE, "What the modifier is called", "label: Target in a wood", required=True)
    remark = key(TEXT, "A remark beside it", "remark: not for mortars")
    rule = key(link("rule"), "The rule that says so, whose number prints at the end of the line", "rule: hits")
    errata = key(
        links("erratum"),
        "The errata that it follows; if one of them is a ruling, its label prints with a sign",
        "errata: wood",
    )
    value = key(
        node("a value, an amount, a count, or a list of cases", ADDEND, list_of(either(ADDEND, ref("CaseEntry")))),
        "What it adds",
        "value: -1",
        default="`cells`, where the table has columns",
        former=("gives",),
    )
    when = key(WHEN, "When it applies; without it, always", "when: {cover: wood}", default="always")
    cells = key(
        node("a list with a value for each column", list_of(ADDEND)),
        "What it adds in each column, where the table has columns",
        "cells: [-1, -2]",
    )


class OutputEntry(LazyEntry):
    """A column of a table with several outputs: a function with values and a proof of its own."""

    noun = "an output"
    title = key(TEXT, "What heads the column", "title: Result", default="its id")
    values = key(
        DOMAIN, "The values that its cells may have", "values: [hit, miss]", default="any text", former=("gives",)
    )
    text = key(TEXT, "A text beside all rows, for a column that has no values", "text: counts as", former=("says",))
    rotated = key(FLAG, "Whether its heading prints turned by 90°", "rotated: yes", default="no")
    merged = key(FLAG, "Whether equal neighbours down the column print as one cell", "merged: yes", default="no")
    shaded = key(FLAG, "Whether it prints shaded, to mark columns that belong together", "shaded: yes", default="no")
    errata = key(
        links("erratum"),
        "The errata that it follows; if one of them is a ruling, its heading prints with a sign",
        "errata: wood",
    )
    proof = key(SCALAR, "The function of the rules code that must answer as its cells say", "proof: effect(score)")


class QuestionEntry(LazyEntry):
    """A part of a table where the sources leave the answer open."""

    noun = "a question"
    when = key(WHEN, "The inputs for which there is no answer", "when: {cover: wood, weapon: mortar}", required=True)
    question = key(TITLE, "What the sources leave open", "question: Do trees set off the shell?", required=True)


class NotApplicableEntry(LazyEntry):
    """A part of a table that is out of its scope."""

    noun = "a not-applicable part"
    when = key(WHEN, "The inputs that never reach the table", "when: {cover: wood}", required=True)
    because = key(TITLE, "Why not", "because: Nobody fires at a wood.", required=True)


class GoalEntry(LazyEntry):
    """The use of a total of modifiers: the input of another table, or a roll that is compared with a fact."""

    noun = "a goal of modifiers"
    table = key(link("table"), "The table whose input the total is", "table: outcome")
    roll = key(SCALAR, "The dice to which the total is added", "roll: 1d10\nat-least: to-hit", former=("throw",))
    at_least = key(link("fact"), "The fact that the roll must reach", "roll: 1d10\nat-least: to-hit")
    at_most = key(link("fact"), "The fact that the roll must not exceed", "roll: 1d10\nat-most: courage")


class SpreadsheetEntry(LazyEntry):
    """A spreadsheet file with the content of a table: headings in the first row, then a line for each row."""

    noun = "a spreadsheet"
    file = key(
        SCALAR, "Its path from the folder of the game: CSV, TSV, XLSX or ODS", "file: weapons.csv", required=True
    )
    sheet = key(
        SCALAR, "The sheet, where the file has several", "file: weapons.fods\nsheet: Weapons", default="the first"
    )
    cells = key(
        SCALAR,
        "The part of the sheet, by its first and its last cell",
        "file: weapons.csv\ncells: A1:C3",
        default="all of it",
    )
    as_ = key(
        choice(*LAYOUTS),
        "The kind of the table",
        "file: weapons.csv\nas: records",
        default="cells where the table has `rows`, else records",
        name="as",
    )
    ignore = key(STRINGS, "The headings of columns that are not for the table", "file: weapons.csv\nignore: Notes")


class RollEntry(LazyEntry):
    """A table in the text of a rule, under its `rolls`: one thing happens on 1–3, another on 4–5."""

    noun = "a roll"
    title = key(TEXT, "What the table is called", "title: Score to hit", default="the title of its rule")
    source, ours = SOURCE, OURS
    values = key(
        DOMAIN,
        "The values that the cells may have: a domain, by its name or written here",
        "values: 1d6",
        default="any text",
        former=("gives",),
    )
    policy = key(
        choice(*CASE_POLICIES, "sum"),
        "What holds where several cases do: none may, the first decides, all agree, the highest of `order` "
        "decides, all are the answer, or they add up",
        "policy: first",
        default="unique, and sum for modifiers",
        only=PROVABLE,
    )
    order = key(
        STRINGS,
        "The values from the one that prevails down, under policy priority",
        "values: [near, far]\npolicy: priority\norder: [far, near]\ncells: {open: [near, far], wood: [far, near]}",
        default="the order of their domain",
    )
    stack = key(
        FLAG, "Whether the values of one cell print below one another", "stack: yes", default="no", only=("cells",)
    )
    group_by = key(
        SCALAR,
        "The input by whose keys cases are grouped, or the column that groups records",
        "group-by: cover",
        only=("cases", "records"),
        former=("lead",),
    )
    per_line = key(
        number("[1-9]", "a number from 1 to 9", "is not a number of cases side by side", "write a number from 1 to 9"),
        "How many cases print side by side",
        "per-line: 2",
        default="1",
        only=("cases",),
        former=("across",),
    )
    rows = key(
        node("an input, or a list of them", AXIS, list_of(either(AXIS, list_of(AXIS)))),
        "The inputs whose keys head the rows; of a list its dice, of records the domain of their names, if it has one",
        "rows: cover",
        only=("cells", "list", "records"),
    )
    columns = key(
        node("an input", AXIS), "The input whose keys head the columns", "columns: weapon", only=("cells", "modifiers")
    )
    keys = key(
        STRINGS,
        "The keys that head the columns, where they are numbers or not all names",
        "keys: [rifle, mortar]",
        default="every name of the input",
        only=("cells", "modifiers"),
    )
    headers = key(
        ALL_WORDS,
        "The texts above the columns of row keys, and after them above the values where these are one "
        "column; above label and remark of modifiers; above the key that groups cases, their conditions and their "
        "values",
        "headers: [Target]",
        only=("cells", "cases", "modifiers", "list", "records"),
        former=("heads",),
    )
    clamp = key(
        SCALAR, "The bounds of the total of modifiers", "clamp: -4..4", default="no bounds", only=("modifiers",)
    )
    modifies = key(
        node("what the total is for", ref("GoalEntry")),
        "What the total of modifiers is for: the calculator on the web uses it",
        "modifies: {roll: 1d10, at-least: to-hit}",
        only=("modifiers",),
    )
    colours = key(
        named("a mapping of words or numbers to colours", either(ONE_VALUE, ref("CellColourEntry"))),
        "The colours of cells by what they print: the words of a value or of a row, or numbers such as 7+; the first "
        "that fits decides",
        "colours: {5+: fire, In the open: {colour: move, pattern: dots}}",
        default="no colours",
        also=("colors",),
        only=("cells", "cases", "modifiers", "records"),
    )
    outputs = key(
        named("a mapping of ids to outputs", ref("OutputEntry")),
        "The columns of a table that gives several values at once",
        "outputs: {result: {values: [hit, miss]}, loss: {values: 0..2}}\ncells: {open: [hit, 1], wood: [miss, 0]}",
        only=("cells", "list", "records"),
    )
    cells = key(
        node("a mapping of row keys to a value for each column", names_to(either(CELL, list_of(CELL), ROWS))),
        "What the table says, row by row",
        "cells: {open: [3, 4], wood: [5, 4]}",
        only=("cells",),
    )
    list_ = key(
        node(
            "a list of things in the order of their scores, or a mapping of scores to things",
            list_of(LINE),
            names_to(LINE),
        ),
        "Things to roll for, such as names, gear or encounters: nothing is to be proved of them",
        "rows: 1d6\nlist: [Rope, Lamp, Bar, Saw, Wick, Bell]",
        only=("list",),
        name="list",
    )
    records = key(
        node("a mapping of names to a value for each column", names_to(LINE, PROSE)),
        "Things with a value in each of the `outputs`, such as prices or weapons",
        "records: {Dagger: [2, 1d4]}",
        only=("records",),
    )
    from_ = key(
        node("the path of a spreadsheet, or a mapping with more to say of it", ONE_VALUE, ref("SpreadsheetEntry")),
        "The spreadsheet that holds what the table says, from the folder of the game",
        "from: weapons.csv",
        name="from",
    )
    sort_by = key(
        SCALAR,
        "The column by which records are sorted, or `name`",
        "sort-by: price",
        default="the order of the source",
        only=("records",),
    )
    cases = key(
        nodes("a list of cases", CASE),
        "What the table says, as a list of values with conditions",
        "cases: [{value: 3, when: {cover: open}}, {value: 5, when: {cover: wood}}]",
        only=("cases",),
    )
    modifiers = key(
        nodes("a list of modifiers", ref("ModifierEntry")),
        "What the table says, as modifiers that add up",
        "modifiers: [{label: In a wood, value: -1, when: {cover: wood}}]",
        only=("modifiers",),
    )
    cutoffs = key(
        nodes("a list of cutoffs", ref("CutoffEntry")),
        "Where no roll is needed, because the result is known",
        "cutoffs: [{when: {cover: wood, weapon: rifle}, value: 5}]",
        only=("cells", "cases"),
    )
    questions = key(
        nodes("a list of questions", ref("QuestionEntry")),
        "Where the sources leave the answer open",
        "questions: [{when: {cover: wood, weapon: mortar}, question: Do trees set off the shell?}]\n"
        "cells: {open: [3, 4], wood: [5, unknown]}",
        former=("open",),
        only=PROVABLE,
    )
    not_applicable = key(
        nodes("a list of parts", ref("NotApplicableEntry")),
        "What is not the table's business",
        "not-applicable: [{when: {cover: wood}, because: Nobody fires at a wood.}]\ncells: {open: [3, 4]}",
        former=("outside",),
        only=PROVABLE,
    )
    note = key(TEXT, "A note printed below the table", "note: Guns use the column of the mortar.")
    proof = key(
        SCALAR,
        "The function of the rules code that must answer as the table says, for every input",
        "values: 1d6\nproof: score(cover, weapon)",
        only=(*PROVABLE, "records"),
    )

    @classmethod
    def schema_extra(cls) -> Schema:
        """Require exactly one key with content, or `from` with a spreadsheet."""
        return {"oneOf": [{"required": [layout]} for layout in (*LAYOUTS, "from")]}


class TableEntry(RollEntry, after="title"):
    """A table: a function of its inputs, printed as a grid, a list of cases, modifiers that add up, or a list."""

    noun = "a table"
    title: Key = key(TITLE, "What the table is called", "title: Score to hit", required=True)  # type: ignore[type-arg]
    rule = key(link("rule"), "The rule that the table belongs to", "rule: hits")
    keywords = KEYWORDS


ENTRIES: tuple[type[Declaration], ...] = (
    TableEntry,
    RollEntry,
    SpreadsheetEntry,
    CaseEntry,
    CutoffEntry,
    AmountEntry,
    CountEntry,
    ModifierEntry,
    OutputEntry,
    CellColourEntry,
    QuestionEntry,
    NotApplicableEntry,
    GoalEntry,
)

"""Tables: functions of their inputs, printed as a grid, a list of cases, modifiers, a list to roll on, or records.

A table has `cases`: each is a set of boxes over its `axes`, and a value. The rest of its content only arranges them, so
analysis, proof and print all work on the same cases. A table with several outputs has one more axis, OUTPUT:
`Table.functions` splits it into one function for each output, and each has its own proof.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Self, cast

from rulewright.base.findings import Findings, Span, over_limit
from rulewright.base.limits import CELLS
from rulewright.base.messages.messages import joined, tell
from rulewright.entries.axes import OUTPUT, Axes, Domains, comparing_conditions, condition_names
from rulewright.entries.calls import Call, read_call
from rulewright.entries.cells import (
    UNCLAMPED,
    Bounds,
    Case,
    CellReader,
    Cutoff,
    NotApplicable,
    Question,
    Row,
    Silence,
)
from rulewright.entries.dice import Roll, read_dice
from rulewright.entries.domain_kinds import is_declaration, read_domain
from rulewright.entries.domains import Axis, Domain, Name
from rulewright.entries.entry import Entry, EntryReader, Kind, NamedEntry, Schema, key, shared
from rulewright.entries.keys import Key, value_hint
from rulewright.entries.keyset import Box, KeySet
from rulewright.entries.number_ranges import NumberRange, range_in_words, read_range
from rulewright.entries.numbers import count_noun
from rulewright.entries.origins import KEYWORDS, OURS, SOURCE, Sourced, Sources
from rulewright.entries.roles import (
    ALL_WORDS,
    NAME,
    ONE_VALUE,
    Names,
    Prose,
    WrittenNames,
    choice,
    chosen,
    either,
    link,
    links,
    list_of,
    names_to,
    nested,
    number,
    one_value,
    prose,
    ref,
    reference,
)
from rulewright.entries.rows import CASE, GRID, LIST, MODIFIERS_KIND, RECORDS, Modifier, name_axis, read_columns
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

# The colours of cells, which depend on the printed text

NUMBER = re.compile(r"([-−+]?\d+(?:[.,]\d+)?)\s*(?:%|[^\w\s]|[^\W\d_]{1,12}\.?)?")
"""A number with a sign or a unit, such as +2, 50% or 6″."""
DASHES = str.maketrans("–—−", "---")


class Pattern(Enum):
    """A pattern over the colour of a cell, so that it can be distinguished in greyscale."""

    HATCH = "hatch"
    DOTS = "dots"
    BARS = "bars"


class CellColour(Entry, noun="a colour of cells"):
    """The colour of cells, with a pattern on it."""

    words: str
    """What the cells print, unless they print one of `numbers`."""
    numbers: NumberRange | None
    colour: Annotated[Text, link("colour")] = key("One of the game's `colours`", "colour: fire", also=("color",))
    pattern: Pattern | None = key(
        "Lines or dots on the colour, which tell it from others in grey and to those who see fewer colours",
        "colour: fire\npattern: hatch",
        kind=chosen({"none": None} | {each.value: each for each in Pattern}),
        default=None,
        otherwise="none",
    )

    def matches(self, printed: str, *, whole: bool = False) -> bool:
        """Whether a cell with this text gets the colour: if its number matches, or if it contains the words.

        With `whole` the text must be exactly the words. Upper and lower case and kinds of dashes do not matter.
        """
        if self.numbers is not None and (match := NUMBER.fullmatch(printed)):
            return Fraction(match[1].translate(DASHES).replace(",", ".")) in self.numbers
        sought, words = _folded(self.words), _folded(printed)
        return sought == words or (not whole and bool(re.search(rf"(?<!\w){re.escape(sought)}(?!\w)", words)))


def _folded(words: str) -> str:
    return " ".join(words.casefold().translate(DASHES).split())


def _colours(reader: EntryReader, name: str) -> tuple[CellColour, ...]:
    """Read each colour with the words or numbers of its cells."""
    colours = []
    for written, node in reader.pairs_at(name):
        numbers = read_range(range_in_words(written.value), measured=False)  # of a key such as `7+`; None for words
        if isinstance(node, Scalar) and not node.empty:
            colour = reference(node, "colour")
            colours.append(CellColour(words=written.value, numbers=numbers, colour=colour, span=written.span))
        else:
            what, own = f"the colour of {written.value!r}", written.value
            colours.append(CellColour.read(node, what, reader.findings, words=own, numbers=numbers, span=written.span))
    return tuple(colours)


# The use of the total of modifiers

BOUNDS = ("at-least", "at-most")


DICE_ALONE = "write the dice alone, such as 1d10 or 2d6: the modifiers are what the table adds"


class Goal(Entry, noun="a goal of modifiers"):
    """The use of a total of modifiers: the input of another table, or a roll that is compared with a fact."""

    table: Annotated[Text, link("table")] | None = key(
        "The table whose input the total is", "table: outcome", default=None
    )
    roll: Annotated[Roll, one_value(lambda written, reader: read_dice(reader, written, DICE_ALONE))] | None = key(
        "The dice to which the total is added", "roll: 1d10\nat-least: to-hit", former=("throw",), default=None
    )
    at_least: Annotated[Text, link("fact")] | None = key(
        "The fact that the roll must reach", "roll: 1d10\nat-least: to-hit", default=None
    )
    at_most: Annotated[Text, link("fact")] | None = key(
        "The fact that the roll must not exceed", "roll: 1d10\nat-most: courage", default=None
    )

    @property
    def named(self) -> Text | None:
        """The reference to the table or the fact."""
        return self.table or self.at_least or self.at_most

    def check(self, reader: EntryReader) -> None:
        bounds = list(filter(reader.has, BOUNDS))
        if self.table is not None:
            for name in filter(reader.has, ("roll", *BOUNDS)):
                message = f"a total that goes to a table has no {name!r}"
                hint = "remove it: the table says what each score leads to"
                reader.report("unknown-key", reader.place(name), message, hint)
        elif reader.sound and (not reader.has("roll") or len(bounds) != 1):
            hint = "write {table: NAME}, {roll: 1d10, at-least: FACT} or {roll: 1d10, at-most: FACT}"
            message = "'modifies' names a table, or a roll and the fact it must reach"
            reader.report("missing-key", reader.span, message, hint)
        elif reader.sound:
            reader.require(bounds[0])


# The columns of a table with several outputs


def _values(reader: EntryReader, name: str) -> Domain | None:
    """Return the domain that `values` names or declares in place."""
    written, domains = reader.node_at(name), cast(Domains, reader.context.axes.domains)
    if isinstance(written, Scalar) and (written.value in domains or not is_declaration(written)):
        hint = "declare it under domains, or leave 'values' out for text"
        domain = domains.find(written, reader.findings, hint)
    else:
        domain = None if written is None else read_domain("values", written, reader.findings)
    if domain is None or not domain.sets:
        return domain
    hint = "give a single name; under policy: list, all rows that apply make up the answer"
    reader.report("bad-value", reader.place(name), "a cell cannot hold a set of names", hint)
    return None


def _proof(written: Scalar, reader: EntryReader) -> Call | None:
    call = read_call(written, reader.findings)
    if call is not None and call.answer is not True:
        hint = "the value printed is what the function must answer"
        reader.report("bad-proof", call.span, "the proof of a table names no answer", hint)
    return call


VALUES = Kind("a domain, or the name of one", _values, either(ONE_VALUE, list_of(NAME), ref("AnyDomain")))
PROOF = one_value(_proof)


class Output(Entry, noun="an output"):
    """A column of a table with several outputs: a function with values and a proof of its own."""

    id: str
    label: Prose = key("What heads the column", "title: Result", name="title", default=Text(""), otherwise="its id")
    values: Annotated[Domain, VALUES] | None = key(
        "The values that its cells may have",
        "values: [hit, miss]",
        default=None,
        otherwise="any text",
        former=("gives",),
    )
    says: Prose | None = key(
        "A text beside all rows, for a column that has no values",
        "text: counts as",
        name="text",
        default=None,
        former=("says",),
    )
    rotated: bool = key("Whether its heading prints turned by 90°", "rotated: yes", default=False)
    merged: bool = key("Whether equal neighbours down the column print as one cell", "merged: yes", default=False)
    shaded: bool = key("Whether it prints shaded, to mark columns that belong together", "shaded: yes", default=False)
    errata: Annotated[tuple[Text, ...], links("erratum")] = key(
        "The errata that it follows; if one of them is a ruling, its heading prints with a sign",
        "errata: wood",
        default=(),
    )
    proof: Annotated[Call, PROOF] | None = key(
        "The function of the rules code that must answer as its cells say", "proof: effect(score)", default=None
    )

    def check(self, reader: EntryReader) -> None:
        for idle in filter(reader.has, ("values", "proof", "merged") if self.says is not None else ()):
            message, hint = f"an output that is only a text has no {idle!r}", f"remove {idle!r}, or 'text'"
            reader.report("unknown-key", reader.place(idle), message, hint)


def _outputs(reader: EntryReader, name: str) -> tuple[Output, ...]:
    outputs = []
    for id_, node in reader.pairs_at(name):
        what, context = f"output {id_.value!r}", reader.context
        output = Output.read(node, what, reader.findings, context, id=id_.value, span=id_.span)
        outputs.append(output if output.label.source else replace(output, label=Text("", (), id_.span)))
    return tuple(outputs)


# Tables


class Layout(Enum):
    """The kind of a table by the key that holds its content."""

    CELLS = "cells"
    CASES = "cases"
    MODIFIERS = "modifiers"
    LIST = "list"
    RECORDS = "records"


LAYOUTS = tuple(each.value for each in Layout)
PROVABLE = ("cells", "cases", "modifiers")
"""The kinds that rules code can prove: they derive a value from inputs, and may leave it open."""
WITH_COLUMNS = ("keys", "questions", "not-applicable")
"""Keys that modifiers only have with columns. Without columns every sum has a value, 0 at the least."""


class Policy(Enum):
    """The hit policy: the answer if several cases match.

    UNIQUE: no two may match. FIRST: the first decides. ANY: all have the same value. PRIORITY: the value that ranks
    highest decides. LIST: all values, in table order. SUM: all values added up.
    """

    UNIQUE = "unique"
    FIRST = "first"
    ANY = "any"
    PRIORITY = "priority"
    LIST = "list"
    SUM = "sum"


POLICIES = tuple(each.value for each in Policy)


def _policy(reader: EntryReader, name: str) -> Policy:
    """Return the hit policy. It is always `sum` if the table adds modifiers, and never otherwise."""
    if not reader.context.signs:
        return Policy(reader.choice_at(name, POLICIES[:-1]))
    written = reader.scalar_at(name)
    if written is not None and written.value != Policy.SUM.value:
        message = "modifiers add up: their policy is sum"
        reader.report("bad-value", written.span, message, "leave 'policy' out")
    return Policy.SUM


def _headers(reader: EntryReader, name: str) -> tuple[Text | None, ...]:
    return tuple(prose(each, reader.findings) if each.value else None for each in reader.scalars_at(name))


@dataclass(frozen=True, slots=True)
class Lines:
    """Printed lines of the body of a table, from `first` to `last`, counted from 1. None means to the end."""

    first: int
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Portion:
    """Part `at` (from 0) of a table that is split into `of` parts of nearly the same height."""

    at: int
    of: int


class Spreadsheet(Entry, noun="a spreadsheet"):
    """A spreadsheet file with the content of a table: headings in the first row, then a line for each row."""

    file: str = key("Its path from the folder of the game: CSV, TSV, XLSX or ODS", "file: weapons.csv")
    sheet: str = key(
        "The sheet, where the file has several", "file: weapons.fods\nsheet: Weapons", default="", otherwise="the first"
    )
    cells: str = key(
        "The part of the sheet, by its first and its last cell",
        "file: weapons.csv\ncells: A1:C3",
        default="",
        otherwise="all of it",
    )
    layout: Annotated[str, choice(*LAYOUTS)] = key(
        "The kind of the table",
        "file: weapons.csv\nas: records",
        name="as",
        default="",
        otherwise="cells where the table has `rows`, else records",
    )
    ignore: Names = key(
        "The headings of columns that are not for the table", "file: weapons.csv\nignore: Notes", default=()
    )


def _spreadsheet(reader: EntryReader, name: str) -> Spreadsheet | None:
    """Read the keys under `from`. The cells were already read together with the source."""
    written = reader.node_at(name)
    if isinstance(written, Sequence):
        reader.wrong(written, "'from' is the path of a file", "as in from: data/weapons.csv")
    if isinstance(written, Mapping):
        return Spreadsheet.read(written, "'from'", reader.findings)
    return Spreadsheet(file=written.value, span=written.span) if isinstance(written, Scalar) else None


AXIS: Schema = either(ONE_VALUE, names_to(VALUES.schema))
HEADINGS = Kind(
    "an input, or a list of them",
    lambda reader, _: reader.context.levels,
    either(AXIS, list_of(either(AXIS, list_of(AXIS)))),
)
COLUMNS = Kind("an input", lambda reader, _: reader.context.columns, AXIS)
CASES = Kind(
    "a list of cases",
    lambda reader, name: tuple(filter(None, map(reader.context.case, reader.list_at(name)))),
    list_of(CASE),
)


def _parts(entry: type[Entry], words: str, what: str) -> Kind[Any]:
    """A list of entries that messages call `what`."""

    def read(reader: EntryReader, name: str) -> tuple[Entry, ...]:
        return tuple(entry.read(node, what, reader.findings, reader.context) for node in reader.list_at(name))

    return Kind(words, read, list_of(ref(entry.__name__)))


CUTOFFS = _parts(Cutoff, "a list of cutoffs", "a cutoff")
QUESTIONS = _parts(Question, "a list of questions", "an entry of 'questions'")
NOT_APPLICABLE = _parts(NotApplicable, "a list of parts", "an entry of 'not-applicable'")


class Table(NamedEntry, Sourced, noun="a table"):
    """A table: a function of its inputs, printed as a grid, a list of cases, modifiers that add up, or a list."""

    title: Prose = key("What the table is called", "title: Score to hit")
    rule: Annotated[Text, link("rule")] | None = key("The rule that the table belongs to", "rule: hits", default=None)
    keywords: str = shared(KEYWORDS, default="")
    source: Sources = shared(SOURCE, default=())
    ours: bool = shared(OURS, default=False)
    values: Annotated[Domain, VALUES] | None = key(
        "The values that the cells may have: a domain, by its name or written here",
        "values: 1d6",
        default=None,
        otherwise="any text",
        former=("gives",),
    )
    policy: Policy = key(
        "What holds where several cases do: none may, the first decides, all agree, the highest of `order` "
        "decides, all are the answer, or they add up",
        "policy: first",
        kind=Kind(" or ".join(POLICIES), _policy, {"enum": [*POLICIES]}),
        default=Policy.UNIQUE,
        otherwise="unique, and sum for modifiers",
        only=PROVABLE,
    )
    order: WrittenNames = key(
        "The values from the one that prevails down, under policy priority",
        "values: [near, far]\npolicy: priority\norder: [far, near]\ncells: {open: [near, far], wood: [far, near]}",
        default=(),
        otherwise="the order of their domain",
    )
    stacked: bool = key(
        "Whether the values of one cell print below one another",
        "stack: yes",
        name="stack",
        default=False,
        only=("cells",),
    )
    group_by: str = key(
        "The input by whose keys cases are grouped, or the column that groups records",
        "group-by: cover",
        default="",
        only=("cases", "records"),
        former=("lead",),
    )
    per_line: Annotated[
        int,
        number("[1-9]", "a number from 1 to 9", "is not a number of cases side by side", "write a number from 1 to 9"),
    ] = key("How many cases print side by side", "per-line: 2", default=1, only=("cases",), former=("across",))
    levels: Annotated[tuple[tuple[Axis, ...], ...], HEADINGS] = key(
        "The inputs whose keys head the rows; of a list its dice, of records the domain of their names, if it has one",
        "rows: cover",
        name="rows",
        default=(),
        only=("cells", "list", "records"),
    )
    columns: Annotated[tuple[Key, ...], COLUMNS] = key(
        "The input whose keys head the columns", "columns: weapon", default=(), only=("cells", "modifiers")
    )
    keys: Names = key(
        "The keys that head the columns, where they are numbers or not all names",
        "keys: [rifle, mortar]",
        default=(),
        otherwise="every name of the input",
        only=("cells", "modifiers"),
    )
    headers: tuple[Text | None, ...] = key(
        "The texts above the columns of row keys, and after them above the values where these are one "
        "column; above label and remark of modifiers; above the key that groups cases, their conditions and their "
        "values",
        "headers: [Target]",
        kind=Kind(ALL_WORDS.words, _headers, ALL_WORDS.schema),
        default=(),
        only=LAYOUTS,
        former=("heads",),
    )
    clamp: Bounds = key(
        "The bounds of the total of modifiers",
        "clamp: -4..4",
        default=UNCLAMPED,
        otherwise="no bounds",
        only=("modifiers",),
    )
    goal: Goal | None = key(
        "What the total of modifiers is for: the calculator on the web uses it",
        "modifies: {roll: 1d10, at-least: to-hit}",
        kind=nested(Goal, "what the total is for"),
        name="modifies",
        default=None,
        only=("modifiers",),
    )
    colours: tuple[CellColour, ...] = key(
        "The colours of cells by what they print: the words of a value or of a row, or numbers such as 7+; the first "
        "that fits decides",
        "colours: {5+: fire, In the open: {colour: move, pattern: dots}}",
        kind=Kind("a mapping of words or numbers to colours", _colours, names_to(either(ONE_VALUE, ref("CellColour")))),
        default=(),
        otherwise="no colours",
        also=("colors",),
        only=("cells", "cases", "modifiers", "records"),
    )
    outputs: tuple[Output, ...] = key(
        "The columns of a table that gives several values at once",
        "outputs: {result: {values: [hit, miss]}, loss: {values: 0..2}}\ncells: {open: [hit, 1], wood: [miss, 0]}",
        kind=Kind("a mapping of ids to outputs", _outputs, names_to(ref("Output"))),
        default=(),
        only=("cells", "list", "records"),
    )
    cells: Annotated[tuple[Row, ...], GRID] = key(
        "What the table says, row by row", "cells: {open: [3, 4], wood: [5, 4]}", default=(), only=("cells",)
    )
    list_: Annotated[tuple[Row, ...], LIST] = key(
        "Things to roll for, such as names, gear or encounters: nothing is to be proved of them",
        "rows: 1d6\nlist: [Rope, Lamp, Bar, Saw, Wick, Bell]",
        default=(),
        only=("list",),
    )
    records: Annotated[tuple[Row, ...], RECORDS] = key(
        "Things with a value in each of the `outputs`, such as prices or weapons",
        "records: {Dagger: [2, 1d4]}",
        default=(),
        only=("records",),
    )
    spreadsheet: Spreadsheet | None = key(
        "The spreadsheet that holds what the table says, from the folder of the game",
        "from: weapons.csv",
        kind=Kind(
            "the path of a spreadsheet, or a mapping with more to say of it",
            _spreadsheet,
            either(ONE_VALUE, ref("Spreadsheet")),
        ),
        name="from",
        default=None,
    )
    sort_by: str = key(
        "The column by which records are sorted, or `name`",
        "sort-by: price",
        default="",
        otherwise="the order of the source",
        only=("records",),
    )
    case_list: Annotated[tuple[Case, ...], CASES] = key(
        "What the table says, as a list of values with conditions",
        "cases: [{value: 3, when: {cover: open}}, {value: 5, when: {cover: wood}}]",
        name="cases",
        default=(),
        only=("cases",),
    )
    modifiers: Annotated[tuple[Modifier, ...], MODIFIERS_KIND] = key(
        "What the table says, as modifiers that add up",
        "modifiers: [{label: In a wood, value: -1, when: {cover: wood}}]",
        default=(),
        only=("modifiers",),
    )
    cutoffs: Annotated[tuple[Cutoff, ...], CUTOFFS] = key(
        "Where no roll is needed, because the result is known",
        "cutoffs: [{when: {cover: wood, weapon: rifle}, value: 5}]",
        default=(),
        only=("cells", "cases"),
    )
    questions: Annotated[tuple[Question, ...], QUESTIONS] = key(
        "Where the sources leave the answer open",
        "questions: [{when: {cover: wood, weapon: mortar}, question: Do trees set off the shell?}]\n"
        "cells: {open: [3, 4], wood: [5, unknown]}",
        default=(),
        former=("open",),
        only=PROVABLE,
    )
    not_applicable: Annotated[tuple[NotApplicable, ...], NOT_APPLICABLE] = key(
        "What is not the table's business",
        "not-applicable: [{when: {cover: wood}, because: Nobody fires at a wood.}]\ncells: {open: [3, 4]}",
        default=(),
        former=("outside",),
        only=PROVABLE,
    )
    note: Prose | None = key("A note printed below the table", "note: Guns use the column of the mortar.", default=None)
    proof: Annotated[Call, PROOF] | None = key(
        "The function of the rules code that must answer as the table says, for every input",
        "values: 1d6\nproof: score(cover, weapon)",
        default=None,
        only=(*PROVABLE, "records"),
    )
    layout: Layout = Layout.CELLS
    axes: tuple[Axis, ...] = ()
    cases: tuple[Case, ...] = ()
    """All cases, in the order of print."""
    silences: tuple[Silence, ...] = ()
    """The open questions, and the parts that do not apply."""
    in_rule: bool = False
    """Whether it is part of the text of its rule, under `rolls`: the result of each score of the dice."""
    has_title: bool = True
    """Whether it has a title of its own; without one, a table in a rule has that of the rule."""
    sheet: Span | None = field(default=None, compare=False)
    """The place of its cells in another file, a spreadsheet."""
    part: Lines | Portion | None = None
    """Which lines print here, if only some do."""

    @classmethod
    def schema_extra(cls) -> Schema:
        """Require exactly one key with content, or `from` with a spreadsheet."""
        return {"oneOf": [{"required": [layout]} for layout in (*LAYOUTS, "from")]}

    def check(self, reader: EntryReader) -> None:
        self._check_idle_keys(reader)
        self._check_order(reader)
        context: CellReader = reader.context
        context.report_misfits()
        if reader.has("from"):
            reader.require("from")
        columns = 1 + any(line.remark for line in self.modifiers) + (not self.columns)
        if self.is_grid:
            columns = len(context.levels) + (not self.columns)
        elif self.layout is Layout.CASES:
            columns = 3 if self.group_by else 2
        if len(self.headers) > columns:
            noun = "heading column" if self.is_grid and self.columns else "column"
            message = f"there are {count_noun(len(self.headers), 'header')} for {count_noun(columns, noun)}"
            hint = f"leave out {len(self.headers) - columns}; a header stands above each column that has no key"
            reader.report("bad-value", reader.place("headers"), message, hint)

    def _check_idle_keys(self, reader: EntryReader) -> None:
        """Report keys that have no effect in this kind of table."""
        layout = self.layout.value
        idle = [key.name for key in self.declared.values() if key.only and layout not in key.only]
        idle += WITH_COLUMNS if self.layout is Layout.MODIFIERS and not reader.has("columns") else ()
        for name in filter(reader.has, idle):
            message = f"a table of {layout!r} has no key {name!r}"
            reader.report("unknown-key", reader.key_place(name), message, "remove it")
        if reader.has("outputs"):
            for name in filter(reader.has, ("columns", "keys", "values", "proof", "cutoffs")):
                message = f"a table of several outputs has no key {name!r}: each output has its own"
                reader.report("unknown-key", reader.key_place(name), message, "remove it")
        if reader.has("keys") and not reader.has("columns") and self.layout is Layout.CELLS:
            hint = "name the axis under 'columns', or remove it"
            message = "'keys' lists the keys of columns, but there is no 'columns'"
            reader.report("missing-key", reader.key_place("keys"), message, hint)

    def _check_order(self, reader: EntryReader) -> None:
        """Report an order of values that the policy does not need, or that is not a ranking of the values."""
        if self.policy is not Policy.PRIORITY:
            if reader.has("order"):
                hint = "say policy: priority, or remove it"
                message = "'order' only works under policy: priority"
                reader.report("unknown-key", reader.place("order"), message, hint)
            return
        if self.outputs:
            message = "policy priority does not work in a table of several outputs"
            reader.report("bad-value", reader.place("policy"), message, "make a table of each output")
            return
        if self.values is None or not self.values.enumeration:
            message = "policy priority needs values that are names in an order"
            hint = "name them under 'values', the one that prevails first: values: [destroyed, damaged, unhurt]"
            reader.report("bad-value", reader.place("policy"), message, hint)
            return
        if not reader.has("order"):
            return
        ranked: list[str] = []
        for each in self.order:
            if self.values.position(each.name) is None:
                hint = value_hint(each.name, self.values.names)
                message = f"{each.name!r} is not a value of {self.values.id!r}"
                reader.report("outside-domain", each.span, message, hint)
            elif each.name in ranked:
                message = f"{each.name!r} is listed twice in the order"
                reader.report("bad-value", each.span, message, "keep one of the two")
            ranked.append(each.name)
        plain = dict.fromkeys(case.value.plain for case in self._all_cases() if case.value.plain is not None)
        if missing := [str(value) for value in plain if value not in ranked]:
            message = f"the order leaves out {', '.join(missing)}, which this table gives"
            hint = "put it where it prevails over what stands after it"
            reader.report("bad-value", reader.place("order"), message, hint)

    def completed(self, reader: EntryReader) -> Self:
        cases = tuple(self._all_cases())
        if len(cases) > CELLS.most:
            size = f"{reader.what} has {len(cases):,} cases"
            reader.findings.add(over_limit(CELLS, size, self.span, "divide it into several tables"))
        headers: tuple[Text | None, ...] = self.headers
        if self.layout is Layout.LIST and self.levels:
            dice = self.levels[0][0].domain
            headers = ((headers[0] if headers else None) or dice.title or Text(dice.dice), *headers[1:])
        if self.is_grid:
            headers = (*headers, *[None] * (len(reader.context.levels) + 1 - len(headers)))
        return replace(self, cases=cases, silences=(*self.questions, *self.not_applicable), headers=headers)

    def _all_cases(self) -> Iterator[Case]:
        yield from self.case_list
        for cells in (*(row.all_cells() for row in self.rows), *(line.cells for line in self.modifiers)):
            yield from (case for cell in cells for case in cell.cases)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of a grid, a list or records; other tables have none."""
        return self.cells or self.list_ or self.records

    @property
    def is_grid(self) -> bool:
        """Whether it has rows of cells below headings."""
        return self.layout in (Layout.CELLS, Layout.LIST, Layout.RECORDS)

    @property
    def ranking(self) -> tuple[str, ...]:
        """The values under policy priority, the one that prevails first; empty under other policies."""
        if self.policy is not Policy.PRIORITY or self.values is None:
            return ()
        return tuple(each.name for each in self.order) or self.values.ids

    def group(self, case: Case) -> Key | None:
        """Return the key of a case in a list on the axis that groups it, from its first alternative."""
        axis = next((axis for axis in self.axes if axis.name == self.group_by), None)
        if axis is None:
            return None
        everything = Key(axis.name, axis.domain.keys, Text("any"), "any", everything=True, span=case.span)
        alternative = case.conditions[0] if case.conditions else ()
        return next((key for key in alternative if key.axis == axis.name), everything)

    def in_part(self, part: Lines | Portion | None) -> "Table":
        """Return the table with only a part to print; None means all of it."""
        return self if part == self.part else replace(self, part=part)

    @property
    def listed(self) -> bool:
        """Whether it prints as a list of sentences: a list to roll on, or a roll that depends only on its score."""
        is_list = self.layout is Layout.LIST or (self.in_rule and self.is_grid)
        return is_list and not (self.columns or self.outputs) and len(self.headers) == 2

    @property
    def is_data(self) -> bool:
        """Whether there is nothing to prove: it is a list to roll on, or records without a proof."""
        proofs = (self.proof, *(output.proof for output in self.outputs))
        return self.layout is Layout.LIST or (self.layout is Layout.RECORDS and not any(proofs))

    @property
    def box(self) -> Box:
        return tuple(axis.domain.keys for axis in self.axes)

    @property
    def parts(self) -> tuple[Modifier | Output, ...]:
        """Its modifiers and outputs: the parts with a label, which can have errata of their own."""
        return (*self.modifiers, *self.outputs)

    def labels(self) -> Iterator[Text]:
        """Yield the printed texts of its keys and conditions; those of names belong to their domains."""
        for case in self.cases:
            yield from (key.label for key in case.keys)
            if case.label is None:
                yield from (key.label for keys in case.conditions for key in keys)

    def texts(self) -> Iterator[Text]:
        """Yield its texts and references, and its labels with links unless they belong to a domain."""
        domains = [axis.domain for axis in self.axes if axis.domain.is_entry]
        of_domains = {name.label.span for domain in domains for name in (*domain.names, *domain.groups)}
        labels = {text.span: text for text in self.labels() if text.links and text.span not in of_domains}
        yield from labels.values()
        yield from (self.rule,) if self.in_rule and self.rule else ()
        yield from (text for text in super().texts() if self.has_title or text is not self.title)

    @property
    def why_no_number(self) -> tuple[str, str]:
        """Why a claim cannot compare with its value, and a hint; two empty texts if it can."""
        if self.policy in (Policy.SUM, Policy.LIST):
            does = "adds up modifiers" if self.policy is Policy.SUM else "lists all that holds"
            return f"{does}, so a claim cannot use it", "write the condition over its domains instead"
        if self.values is None or self.values.enumeration or self.values.ranges:
            return "gives no numbers to compare with", "name the domain of its values, such as values: 1..6"
        return "", ""

    def rank(self, case: Case) -> int:
        """Return the position of a case's value in the ranking; empty cells come last."""
        value = case.value.plain
        return self.ranking.index(value) if value in self.ranking else len(self.ranking)

    def describe(self, box: Box) -> str:
        """Describe a region in the author's words, without the axes that it spans completely."""
        parts = (
            joined((axis.name, axis.domain.describe(keys)), " ")
            for axis, keys in zip(self.axes, box, strict=True)
            if keys != axis.domain.keys
        )
        return joined(parts) or tell("the whole table")

    def functions(self) -> "Iterator[Table]":
        """Yield the functions of the table: one for each output, or the table itself if it has no outputs.

        The function of an output has only those axes on which its cases or its proof depend.
        """
        if not self.outputs:
            yield self
            return
        output_axis = next(position for position, axis in enumerate(self.axes) if axis.name == OUTPUT)
        names = [name.id for name in self.axes[output_axis].domain.names]
        for output in self.outputs:
            if output.says is None:
                yield self._function(output, output_axis, names.index(output.id))

    def _function(self, output: Output, output_axis: int, key: int) -> "Table":
        cases = [(case, tuple(box for box in case.boxes if key in box[output_axis])) for case in self.cases]
        silences = [
            (silence, tuple(box for box in silence.boxes if key in box[output_axis])) for silence in self.silences
        ]
        arguments = {argument.axis for argument in output.proof.arguments} if output.proof else set()
        boxes = [box for _, boxes in (*cases, *silences) for box in boxes]
        axes_left = [
            position
            for position, axis in enumerate(self.axes)
            if position != output_axis
            and (axis.name in arguments or any(box[position] != axis.domain.keys for box in boxes))
        ]

        def project(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
            return tuple(tuple(box[position] for position in axes_left) for box in boxes)

        return replace(
            self,
            values=output.values,
            proof=output.proof,
            outputs=(),
            axes=tuple(self.axes[position] for position in axes_left),
            cases=tuple(replace(case, boxes=project(boxes)) for case, boxes in cases if boxes),
            silences=tuple(replace(silence, boxes=project(boxes)) for silence, boxes in silences if boxes),
        )


class RuleTable(Table, noun="a roll", without=("rule", "keywords")):
    """A table in the text of a rule, under its `rolls`: one thing happens on 1–3, another on 4–5."""

    title: Prose = key(
        "What the table is called", "title: Score to hit", default=Text(""), otherwise="the title of its rule"
    )
    in_rule: bool = True


def read_table(
    name: Scalar, node: Node, findings: Findings, domains: Domains, rule: tuple[Scalar, Text] | None = None
) -> Table | None:
    """Read a table; with the name and the title of its `rule`, a table in that rule.

    Return None, with findings, if it cannot be read.
    """
    before, context = len(findings.items), CellReader(Axes(domains, findings))
    form = RuleTable if rule else Table
    reader = EntryReader(form, node, form.called(name), findings, context)
    layout = _read_axes(reader, node)
    if layout is None:
        return None
    fields: dict[str, Any] = {"policy": Policy.SUM} if context.signs else {}
    if rule is not None:
        has_title = reader.node_at("title") is not None
        fields |= {"rule": reference(rule[0], "rule"), "has_title": has_title}
        fields |= {} if has_title else {"title": rule[1]}
    if reader.has("from"):
        fields["sheet"] = reader.place(layout.value)
    axes, columns, levels = tuple(context.axes.by_name.values()), context.columns, context.levels
    fields |= {"layout": layout, "axes": axes, "columns": columns, "levels": levels}
    table = form.of_reader(reader, id=name.value, span=name.span, **fields)
    return table if len(findings.items) == before else None


def _read_axes(reader: EntryReader, node: Node) -> Layout | None:
    """Read all axes of a table, and which key holds its content. Return None if without them no cell can be read."""
    context: CellReader = reader.context
    axes, context.values = context.axes, reader.value_of("values")
    reader.value_of("title")  # what is wrong with it is reported even without axes
    before = len(reader.findings.items)
    rows, columns = reader.node_at("rows"), reader.node_at("columns")
    if rows is not None:
        levels = [axes.level(level) for level in (rows.items if isinstance(rows, Sequence) else (rows,))]
        context.levels = tuple(map(tuple, levels))
    elif (names := name_axis(reader.node_at("records"), reader)) is not None:
        axes.by_name[names.name] = names
        context.levels = ((names,),)
    across: Axis | None = None
    if isinstance(columns, Mapping) and len(columns.entries) != 1:
        message = f"the columns are one axis, not {len(columns.entries)}"
        hint = "give the other axes to the rows; these may have several"
        reader.report("bad-value", columns.span, message, hint)
    elif columns is not None:
        across = next(axes.axes_in(columns), None)
    if len(reader.findings.items) > before:
        return None
    outputs: tuple[Output, ...] = reader.value_of("outputs")
    context.output_domains = {output.id: output.values for output in outputs if output.says is None}
    if outputs and not context.output_domains:
        hint = "add a column with values, or put the text into a column of the cells"
        message = f"all columns of {reader.what} are texts beside its rows"
        reader.report("missing-key", reader.key_place("outputs"), message, hint)
        return None
    if outputs:  # before the conditions, which may name this axis
        names_ = tuple(Name(each.id, each.label, each.span) for each in outputs if each.says is None)
        across = axes.by_name[OUTPUT] = Axis(OUTPUT, Domain(OUTPUT, KeySet.of(range(len(names_))), names_))
    for scalar in condition_names(node):
        axes.axis(scalar)
    for scalar in comparing_conditions(node, {*axes.domains, *axes.by_name}):
        axes.compare(scalar)
    words = list(filter(reader.has, LAYOUTS))
    if len(words) != 1:
        if reader.has("from"):  # what is wrong with it is why there are no cells
            reader.require("from")
            reader.value_of("from")
        elif reader.sound:
            message = f"{reader.what} needs one of {', '.join(map(repr, LAYOUTS))}"
            hint = "keep one of them" if words else "as in cells: {open: [3, 4], wood: [5, 4]}"
            reader.report("missing-key", reader.span, message, hint)
        return None
    if reader.node_at(words[0]) is None and not reader.has("rows"):
        message, hint = f"{reader.what} has nothing under {words[0]!r}", "as in cells: {open: [3, 4], wood: [5, 4]}"
        reader.report("missing-key", reader.key_place(words[0]), message, hint if words[0] == "cells" else "")
        return None
    layout = Layout(words[0])
    context.signs = layout is Layout.MODIFIERS
    if layout is Layout.CASES:
        group = reader.scalar_at("group-by")
        across = None if group is None else axes.axis(group)
    else:
        context.columns = read_columns(across, reader)
        if across is not None and not context.columns and not context.signs:
            return None
    return layout


# The input of a table that takes the total of modifiers


def total_axis(table: Table) -> int | None:
    """Return the position of the only axis that can receive a total of modifiers.

    None if there is none or more than one. Dice with a variable bonus come first: the total is that bonus. Otherwise
    the total is the only number among the inputs.
    """
    domains = {at: axis.domain for at, axis in enumerate(table.axes) if axis.name != OUTPUT}
    bonuses = [at for at, domain in domains.items() if domain.roll and domain.roll.bonus[0] < domain.roll.bonus[1]]
    plain = (at for at, domain in domains.items() if not (domain.names or domain.roll) and domain.step is None)
    axes = bonuses or [*plain]
    return axes[0] if len(axes) == 1 else None

"""A book as data: `rules.json`, which an edition of the game is too.

What it contains of an entry follows from the declaration of the entry, and so does its schema: an object has a property
for each key, under its name in the source.

- A text has `markdown`, in which links name ids, and `plain`, as readers see it: `{"markdown": "See [[rule:hits]].",
  "plain": "See 4.2."}`. Plain passages have a line for each paragraph.
- A reference is a link without its brackets: `rule:hits`. A key that is left out is null, an empty text or an empty
  list.
- An expression, such as a claim or a call of the rules code, is a text as in the source.
- Tables, figures, cards and claims have what readers see of them instead of the keys of the source.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from rulewright.base.store import Store
from rulewright.base.visible import escape_hidden
from rulewright.book.book import Book
from rulewright.book.grid import VALUE, whole_grid
from rulewright.book.kinds import KINDS, EntryKind
from rulewright.book.wording import WRITTEN, plain, written
from rulewright.editions.prints import ClaimTruth, card_data, layout_digest
from rulewright.editions.texts import BETWEEN, Texts
from rulewright.entries.cells import UNCLAMPED, Case, Silence, Value
from rulewright.entries.domains import Axis, Domain, end_point
from rulewright.entries.entry import Entry, Key, Schema
from rulewright.entries.examples import Given, StatedAnswer
from rulewright.entries.figures import Figure
from rulewright.entries.keyset import Bound, Box, KeySet
from rulewright.entries.numbers import Plain
from rulewright.entries.origins import Source
from rulewright.entries.procedures import Operand
from rulewright.entries.references import all_bullets
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Target, Text
from rulewright.proof.report import ProofReport, Statement, tried_data

VERSION = "3.0"
"""The version of the format: the first number counts incompatible changes, the second additions."""
Data = dict[str, Any]
NOT_PROVED = ProofReport()


@dataclass(frozen=True, slots=True)
class Recorded:
    """The number of a published edition, and the day of its recording in ISO form."""

    number: str
    date: str


def nothing_more(_: Target) -> Data:
    return {}


def book_data(
    book: Book,
    proof: ProofReport = NOT_PROVED,
    store: Store | None = None,
    more: Callable[[Target], Data] = nothing_more,
    recorded: Recorded | None = None,
) -> Data:
    """Return what a game says and how far it is proved, as plain values with iterators over its entries.

    The proofs are empty if the rules code did not run. The store caches where claims hold, which may take long to
    compute. `more` returns further properties of an entry, such as its address.
    """
    texts = Texts(book)

    def section(kind: EntryKind) -> Iterator[Data]:
        entries: Any = book.game.of_kind(kind.name)
        if kind.name == "rule":  # in the order of print; those of other works print nowhere
            entries = dict.fromkeys((*book.rules_in_order, *book.game.rules))
        return (entry_of(kind.name, each, texts) | more(Target(kind.name, each.id)) for each in entries)

    return {
        "version": VERSION,
        "recorded": None if recorded is None else {"number": recorded.number, "date": recorded.date},
        "game": _game(book, texts),
        **{kind.section: section(kind) for kind in IN_DATA},
        "claims": _claims(texts, proof, store or Store()),
        "citations": _citations(book),
        "proofs": map(_proof, proof.statements),
        "functions": ({"name": each.name, "says": each.docstring} for each in proof.functions.values()),
        "proved": proof.coverage if proof.ran else None,
    }


def json_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield data as JSON with each entry on its own line. Entries are made one by one to save memory."""
    before = "{"
    for name, value in data.items():
        yield f'{before}\n"{name}": '
        before = ","
        if isinstance(value, Iterator):
            lines = (f"{',' if at else '['}\n{_line(each)}" for at, each in enumerate(value))
            first = next(lines, "[")
            yield first
            yield from lines
            yield "]" if first == "[" else "\n]"
        else:
            yield _line(value)
    yield "\n}\n"


def _line(value: object) -> str:
    return escape_hidden(json.dumps(value, ensure_ascii=False))


AS_PRINTED = {"table", "figure", "card"}
"""The kinds whose data are what readers see, and not the keys of the source."""
IN_DATA = tuple(kind for kind in KINDS if kind.name in AS_PRINTED or (kind.summary and kind.entry))
"""The kinds of entries that the data contain."""


def _game(book: Book, texts: Texts) -> Data:
    game = book.game
    names = {name: getattr(game, name) for name in ("id", "title", "subtitle", "edition", "version", "language")}
    work = {name: texts.maybe(getattr(game, name)) for name in ("licence", "source", "credits", "cover")}
    documents = [{"id": each.id, "title": plain(each.title, book)} for each in game.documents]
    made = {"authors": list(game.authors), **work, "address": game.address or None}
    return {**names, **made, "documents": documents, "ours": [plain(text, book) for text in game.ours]}


def entry_of(kind: str, entry: Any, texts: Texts) -> Data:
    """Return the data of an entry of the game."""
    match kind:
        case "table":
            return table_data(entry, texts)
        case "figure":
            return _figure(entry, texts)
        case "card":
            return card_data(entry, texts)
        case "rule":
            return entry_data(entry, texts) | _around(entry, texts)
    return entry_data(entry, texts)


def _around(rule: Rule, texts: Texts) -> Data:
    """Return the rule above a rule, and what belongs to it."""
    book = texts.book
    return {
        "within": texts.above.get(rule.id),
        "tables": [table.id for table in book.tables_of.get(rule.id, ())],
        "examples": [example.id for example in book.examples_of.get(rule.id, ())],
    }


def _figure(figure: Figure, texts: Texts) -> Data:
    picture = texts.book.game.content_pictures.get(figure.picture)
    return {
        "id": figure.id,
        "title": texts.data(figure.title),
        "caption": texts.maybe(figure.caption),
        "alt": figure.alt,
        "rule": texts.link(figure.rule),
        "drawing": layout_digest(picture, figure.diagram, figure.width),
    }


def _claims(texts: Texts, proof: ProofReport, store: Store) -> Iterator[Data]:
    """Yield the claims of quick references: what each says, where it holds, and whether the rules code agrees."""
    states = {each.span: each.state.value for each in proof.statements if each.kind == "claim"}
    truth = ClaimTruth(texts.book, store)
    for reference in texts.book.game.references:
        for item in all_bullets(reference.items):
            if item.claim is not None:
                yield {
                    "reference": reference.id,
                    "bullet": texts.data(item.text),
                    "claim": item.claim.text,
                    "holds": truth.of(item.claim),
                    "state": states.get(item.claim.span),
                }


# The values of entries


def entry_data(entry: Entry, texts: Texts) -> Data:
    """Return an entry with the entries in it."""
    values = {name: getattr(entry, name) for name in names_of(type(entry))}
    return values | {key.name: _data(getattr(entry, key.attribute), key, texts) for key in entry.declared.values()}


def names_of(entry: type[Entry]) -> tuple[str, ...]:
    """Return the fields that the author writes outside the mapping: the id, and the name of a term."""
    attributes = {key.attribute for key in entry.declared.values()}
    return tuple(each.name for each in fields(entry) if each.type is str and each.name not in attributes)


def _data(value: Any, key: Key[Any], texts: Texts) -> Any:
    match value:
        case Text():
            return texts.reference(value) if key.kind.refers else texts.data(value)
        case Entry():
            return entry_data(value, texts)
        case Source(document, place):
            return {"document": texts.reference(document), "place": place}
        case Given():
            return {"name": value.name, "value": value.written}
        case StatedAnswer():
            return texts.data(value.text)
        case Operand(word, fact):
            return word.name if fact is None else texts.reference(fact)
        case tuple() if not _is_range(value):
            return [_data(each, key, texts) for each in value]
        case Enum():
            return value.value
    return written(value) if type(value) in WRITTEN else plain_data(value)


def _is_range(value: tuple[Any, ...]) -> bool:
    return len(value) == 2 and all(type(each) is int for each in value)


def plain_data(value: Plain) -> Any:
    """Return a value in JSON: ranges and fractions as objects with two named numbers, infinity as a word."""
    match value:
        case (low, high):
            return {"from": low, "to": high}
        case Fraction():
            return {"numerator": value.numerator, "denominator": value.denominator}
        case float() if math.isinf(value):
            return {"infinite": "up" if value > 0 else "down"}
    return value


# Tables as data


def table_data(table: Table, texts: Texts) -> Data:
    """Return the data of a table; `kind` is the key of the source that holds its contents, `policy` its hit policy."""
    cells = zip(table.cases, texts.cells(table), strict=True)
    return {
        "id": table.id,
        "title": texts.data(table.title),
        "rule": texts.link(table.rule),
        "kind": table.layout.value,
        "policy": table.policy.value,
        "goal": _goal(table, texts),
        "total": _range(*table.clamp) if table.clamp != UNCLAMPED else None,
        "axes": [_axis(axis, texts) for axis in table.axes],
        "headings": _headings(table, texts),
        "cases": [_case(case, id_, at, table, texts) for case, (id_, at) in cells],
        "open": [_silence(each, table, texts) for each in table.silences if each.question],
        "outside": [_silence(each, table, texts) for each in table.silences if not each.question],
        "note": texts.maybe(table.note),
        "source": [{"document": texts.reference(document), "place": place} for document, place in table.origin.sources],
        "ours": table.origin.ours,
    }


def _headings(table: Table, texts: Texts) -> list[dict[str, str]]:
    """Return the printed headings, remarks and conditions, a text for each row."""
    grid = whole_grid(table)
    rows = (
        [part.text for cell in row.cells if cell.role != VALUE for part in cell.parts]
        for row in (*grid.head, *grid.body)
    )
    return [
        {"markdown": BETWEEN.join(map(texts.markdown, row)), "plain": BETWEEN.join(map(texts.plain, row))}
        for row in rows
        if any(text.source for text in row)
    ]


def _goal(table: Table, texts: Texts) -> Data | None:
    goal = table.goal
    if goal is None:
        return None
    return {"roll": goal.roll.name if goal.roll else None, "at-most": bool(goal.at_most), "of": texts.link(goal.named)}


def _axis(axis: Axis, texts: Texts) -> Data:
    domain = axis.domain
    names = [{"id": name.id, "label": texts.data(name.label)} for name in domain.names]
    return {
        "name": axis.name,
        "title": texts.maybe(domain.title),
        "names": names or None,
        "numbers": None if names else keys_data(domain, domain.keys),
        "unit": domain.unit or None,
        "dice": domain.dice or None,
    }


def _case(case: Case, id_: str, at: str, table: Table, texts: Texts) -> Data:
    """Return the data of a case: `keys` are the author's words, `when` is a list of boxes, any of which applies.

    Links to it have its `id`, and `at` are its printed headings.
    """
    return {
        "id": id_,
        "at": at,
        "keys": {key.axis: key.written for key in case.keys},
        "conditions": [{key.axis: key.written for key in keys} for keys in case.conditions],
        "when": [box_data(table, box) for box in case.boxes],
        "value": _value(case.value),
        "text": texts.data(case.value.label),
        "label": texts.maybe(case.label),
    }


def _value(value: Value) -> Any:
    if not value.axis:
        return plain_data(value.plain)
    within = _range(*value.clamp) if value.clamp != UNCLAMPED else None
    return {"times": value.factor, "axis": value.axis, "within": within}


def _silence(silence: Silence, table: Table, texts: Texts) -> Data:
    return {"when": [box_data(table, box) for box in silence.boxes], "why": texts.data(silence.why)}


def box_data(table: Table, box: Box) -> Data:
    """Return the keys on each restricted axis of a box; on the others every key applies."""
    return {
        axis.name: keys_data(axis.domain, keys)
        for axis, keys in zip(table.axes, box, strict=True)
        if keys != axis.domain.keys
    }


def keys_data(domain: Domain, keys: KeySet) -> list[Any]:
    """Return keys: names by their ids, numbers as ranges with both ends unless marked; the month 9/1943 is 194309."""
    if domain.enumeration:
        return [domain.names[key].id for key in keys]
    return [_measured(domain, low, high) for low, high in keys.intervals]


def _measured(domain: Domain, low: Bound, high: Bound) -> Data:
    if domain.calendar is not None:
        return _range(domain.number(int(low)), domain.number(int(high)))
    if domain.step is None:
        return _range(low, high)
    begin, begin_in = end_point(low, domain.step, below=True)
    end, end_in = end_point(high, domain.step, below=False)
    beyond = {"after": True} if not begin_in and not math.isinf(begin) else {}
    short = {"before": True} if not end_in and not math.isinf(end) else {}
    return {**_range(begin, end), **beyond, **short}


def _range(low: Bound, high: Bound) -> Data:
    """Return a range of numbers; null stands for an open end."""
    return {"from": None if math.isinf(low) else low, "to": None if math.isinf(high) else high}


# What names what, and the proofs


def _citations(book: Book) -> Iterator[Data]:
    pairs = dict.fromkeys((citation.source, citation.target) for citation in book.citations)
    return ({"from": _target(source), "to": _target(target)} for source, target in pairs)


def _target(target: Target) -> Data:
    return {"kind": target.kind, "id": target.id}


def _proof(statement: Statement) -> Data:
    return {
        "kind": statement.kind,
        "of": _target(statement.owner),
        "key": statement.key,
        "text": statement.text,
        "state": statement.state.value,
        "grade": statement.grade.value if statement.grade else None,
        "function": statement.function or None,
        "cases": statement.cases,
        "tried": tried_data(statement.tried),
        "reason": statement.reason or None,
    }


# The schema

REFERENCE: Schema = {"type": "string", "pattern": "^[a-z]+:."}
STRING: Schema = {"type": "string"}


def _object(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [*properties],
        "properties": properties,
    }


OF_CLASS: Mapping[type, Schema] = {
    Source: _object(document=REFERENCE, place=STRING),
    Given: _object(name=STRING, value=STRING),
    StatedAnswer: {"$ref": "#/$defs/text"},
    bool: {"type": "boolean"},
}
PLAIN: Schema = {"$ref": "#/$defs/plain-value"}


LISTED = {"required": ["href"], "properties": {"href": {"$ref": "#/$defs/href"}}, "unevaluatedProperties": False}
"""The schema of an entry besides its own data."""


def rules_schema(outer: str) -> bytes:
    """Return the schema of `rules.json`: `outer`, with the schemas of the entries among its definitions."""
    schema = json.loads(outer)
    declared = [kind for kind in IN_DATA if kind.name not in AS_PRINTED]
    classes = dict.fromkeys(each for kind in declared for each in kind.classes() if issubclass(each, Entry))
    schema["$defs"] |= {each.__name__: _entry_schema(each) for each in classes}
    for kind in declared:
        schema["$defs"].setdefault(kind.name, LISTED | {"allOf": [{"$ref": f"#/$defs/{kind.classes()[0].__name__}"}]})
        section = {"description": f"{kind.summary}.", "type": "array", "items": {"$ref": f"#/$defs/{kind.name}"}}
        schema["properties"].setdefault(kind.section, section)
    schema["required"] = [*schema["properties"]]
    return (json.dumps(schema, indent=2, ensure_ascii=False) + "\n").encode()


def _entry_schema(entry: type[Entry]) -> Schema:
    types = get_type_hints(entry, include_extras=True)
    names: dict[str, Schema] = dict.fromkeys(names_of(entry), STRING)
    keys = {
        key.name: {"description": f"{key.summary}."} | _schema(types[key.attribute], refers=key.kind.refers)
        for key in entry.declared.values()
    }
    description = " ".join((entry.__doc__ or "").split())
    properties = names | keys
    return {"description": description, "type": "object", "required": [*properties], "properties": properties}


def _schema(type_: Any, *, refers: bool) -> Schema:
    """Return the schema of a value of this type, as `_data` makes it."""
    origin, within = get_origin(type_), get_args(type_)
    if type_ == Plain:
        return PLAIN
    if origin is Annotated:
        return _schema(within[0], refers=refers)
    if origin in (Union, UnionType):
        options = [_schema(each, refers=refers) for each in within if each is not type(None)]
        return {"anyOf": [*options, {"type": "null"}]}
    if origin is tuple:
        inner = [_schema(each, refers=refers) for each in within if each is not Ellipsis]
        return {"type": "array", "items": inner[0] if len(within) == 2 and within[1] is Ellipsis else {"anyOf": inner}}
    if issubclass(type_, Text):
        return REFERENCE if refers else {"$ref": "#/$defs/text"}
    if issubclass(type_, Entry):
        return {"$ref": f"#/$defs/{type_.__name__}", "unevaluatedProperties": False}
    if issubclass(type_, Enum):
        return {"enum": [each.value for each in type_]}
    return OF_CLASS.get(type_, STRING)

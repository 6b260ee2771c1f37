"""Write `rules.json`: everything a game says and how far it is proved, for other programs.

`rules.schema.json`, which is written beside it, describes its format. VERSION is the version of the format: the first
number counts incompatible changes, the second additions.
"""

import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any, cast

from rulewright.base.visible import escape_hidden
from rulewright.book.book import Book
from rulewright.book.kinds import OF_CONTENT
from rulewright.book.wording import plain
from rulewright.editions.data import entry_schemas, text_data
from rulewright.entries.card import Card
from rulewright.entries.entry import Entry, NamedEntry
from rulewright.entries.text import Target
from rulewright.html.paths import RULES_SCHEMA, card_path, picture_paths
from rulewright.outputs.export.data import Texts, figure_data, listed, rule_data, table_data, target_data
from rulewright.proof.report import ProofReport, Statement, tried_data

VERSION = "2.0"


def rules_json(book: Book, proof: ProofReport) -> bytes:
    """Return the whole game as JSON with relative addresses. Things are generated one by one to save memory."""
    written = BytesIO()
    written.writelines(map(str.encode, _written(_export(book, proof))))
    return written.getvalue()


AS_DECLARED = tuple(kind for kind in OF_CONTENT if kind.entry is not None and kind.name not in ("figure", "table"))
"""The kinds whose data follow from the declaration of their entries. Figures and tables are exported as they print."""
LISTED = {"required": ["href"], "properties": {"href": {"$ref": "#/$defs/href"}}, "unevaluatedProperties": False}
"""The schema of an entry as `listed` makes it, besides its own data."""


def _classes() -> Iterator[type[Entry]]:
    classes = (each for kind in AS_DECLARED for each in kind.classes())
    return (each for each in classes if issubclass(each, Entry))


def rules_schema(outer: str) -> bytes:
    """Return the schema of `rules.json`: `outer`, with the schemas of the entries among its definitions."""
    schema = json.loads(outer)
    schema["$defs"] |= entry_schemas(dict.fromkeys(_classes()))
    for kind in AS_DECLARED:
        schema["$defs"].setdefault(kind.name, LISTED | {"allOf": [{"$ref": f"#/$defs/{kind.classes()[0].__name__}"}]})
        section = {"description": f"{kind.summary}.", "type": "array", "items": {"$ref": f"#/$defs/{kind.name}"}}
        schema["properties"].setdefault(kind.section, section)
    schema["required"] = [*schema["properties"]]
    return (json.dumps(schema, indent=2, ensure_ascii=False) + "\n").encode()


def _written(parts: Mapping[str, Any]) -> Iterator[str]:
    """Yield JSON with each thing of a part on its own line."""
    before = "{"
    for name, value in parts.items():
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


def _export(book: Book, proof: ProofReport) -> dict[str, Any]:
    """Return the game as plain values, with iterators over its things in source order."""
    game, texts = book.game, Texts(book)
    return {
        "$schema": RULES_SCHEMA,
        "version": VERSION,
        "game": _game(book, texts),
        "rules": (rule_data(rule, texts) for rule in game.rules),
        "tables": (table_data(table, texts, proof) for table in game.tables),
        "figures": (figure_data(figure, texts) for figure in game.figures),
        **{kind.section: _listed(kind.name, texts) for kind in AS_DECLARED if kind.name != "rule"},
        "cards": (_card(card, texts) for card in game.cards),
        "citations": _citations(book),
        "proofs": map(_proof, proof.statements),
        "functions": ({"name": each.name, "says": each.docstring} for each in proof.functions.values()),
        "proved": proof.coverage if proof.ran else None,
    }


def _game(book: Book, texts: Texts) -> dict[str, Any]:
    game = book.game
    fields = {name: getattr(game, name) for name in ("id", "title", "subtitle", "edition", "version", "language")}
    documents = [{"id": each.id, "title": plain(each.title, book)} for each in game.documents]
    ours = [plain(text, book) for text in game.ours]
    work = {name: texts.maybe(getattr(game, name)) for name in ("licence", "source", "credits", "cover")}
    made = {"authors": list(game.authors), **work, "address": game.address or None}
    return {**fields, **made, "documents": documents, "ours": ours}


def _listed(kind: str, texts: Texts) -> Iterator[dict[str, Any]]:
    entries = cast(tuple[NamedEntry, ...], texts.book.game.of_kind(kind))
    return (listed(entry, kind, texts) for entry in entries)


def _card(card: Card, texts: Texts) -> dict[str, Any]:
    return {
        "id": card.id,
        "title": text_data(card.title, texts),
        "width": float(card.size.width.value),
        "height": float(card.size.height.value),
        "href": texts.href(Target("card", card.id)),
        "pdf": card_path(card),
        "pictures": list(picture_paths(card, texts.book.game)),
    }


def _citations(book: Book) -> Iterator[dict[str, Any]]:
    pairs = dict.fromkeys((citation.source, citation.target) for citation in book.citations)
    return ({"from": target_data(source), "to": target_data(target)} for source, target in pairs)


def _proof(statement: Statement) -> dict[str, Any]:
    return {
        "kind": statement.kind,
        "of": target_data(statement.owner),
        "key": statement.key,
        "text": statement.text,
        "state": statement.state.value,
        "grade": statement.grade.value if statement.grade else None,
        "function": statement.function or None,
        "cases": statement.cases,
        "tried": tried_data(statement.tried),
        "reason": statement.reason or None,
    }

"""The JSON Schema of the input: it accepts what the reader accepts, and refuses every wrong kind of value."""

from collections.abc import Iterator
from collections.abc import Mapping as Lookup
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from rulewright.app.commands.schema import SCHEMA_FOLDERS, schema_text
from rulewright.base.findings import Findings
from rulewright.book.declarations import ENTRIES
from rulewright.book.kinds import BY_NAME
from rulewright.book.layers.schema import layer_schema
from rulewright.book.reading import UnitReader
from rulewright.entries.axes import Axes, Domains
from rulewright.entries.block import Columns
from rulewright.entries.blocks.zones import Zone
from rulewright.entries.card import Card
from rulewright.entries.cells import CellReader
from rulewright.entries.claims import ClaimReader
from rulewright.entries.entry import Declaration, EntryReader, Key
from rulewright.entries.examples import ExampleReader
from rulewright.entries.figures import DiagramContext
from rulewright.entries.fonts import FAMILIES, Font
from rulewright.entries.game_section import GameSection
from rulewright.entries.layers import LayerEntry
from rulewright.entries.maps import Area, Hexes, MapReader
from rulewright.entries.marks import Mark
from rulewright.entries.paper import A4
from rulewright.entries.requests import Request
from rulewright.entries.rulebooks import Booklet
from rulewright.entries.schema import definitions
from rulewright.entries.themes import Theme, standard_theme, themes_of_the_tool
from rulewright.entries.web_look import Logo, WebFonts, WebLook
from rulewright.outputs.manual.pages import GAME, card_pages, page, topics
from rulewright.outputs.manual.reference import card_file_schema, content_schema, page_name
from rulewright.pipeline.catalogue import STAGES
from rulewright.source.nodes import Mapping
from rulewright.source.tree import parse
from tests.conftest import LAYERS, ROOT
from tests.looks import ACCEPT
from tests.test_language import WORDS, identify
from tests.yaml_core import as_json

Json = Any


@cache
def validator(file: str, *, layer: bool) -> Draft7Validator:
    schema = card_file_schema() if file.startswith("cards/") else content_schema()
    if layer:
        schema = layer_schema(schema)
    Draft7Validator.check_schema(schema)
    return Draft7Validator(schema)


def findings(text: str, file: str, *, layer: bool = False) -> list[str]:
    node = parse(text, file, Findings())
    return [] if node is None else [error.message for error in validator(file, layer=layer).iter_errors(as_json(node))]


GAMES = sorted(path.relative_to(ROOT) for folder in ("content", "cards") for path in (ROOT / folder).glob("*/*.yaml"))


@pytest.mark.parametrize("path", GAMES, ids=str)
def test_it_accepts_every_file_of_the_games(path: Path) -> None:
    assert findings((ROOT / path).read_text("utf-8"), path.as_posix(), layer=path.parts[1] in LAYERS) == []


def sound_cases() -> Iterator[Any]:
    pages = [*(page(name) for name in STAGES), *card_pages().values(), *topics().values()]
    for each in filter(None, pages):
        for case in each.cases:
            for file, text in case.files.items():
                if not case.faulty and file.endswith(".yaml"):
                    layer = f"/{GAME}/" in file and extends(case.files)
                    yield pytest.param(text, file, layer, id=f"{each.name}: {case.title}: {file}")


def extends(files: Lookup[str, str | bytes]) -> bool:
    """Whether a case is about a game over another."""
    return any(file.startswith("content/") and f"/{GAME}/" not in file for file in files)


@pytest.mark.parametrize(("text", "file", "layer"), [*sound_cases()])
def test_it_accepts_every_sound_example_of_the_manual(text: str, file: str, layer: bool) -> None:
    assert findings(text, file, layer=layer) == []


@pytest.mark.parametrize("word", WORDS, ids=identify)
def test_it_accepts_the_example_of_every_key(word: Any) -> None:
    project = word.project()
    for file, data in project.items():
        if file.endswith(".yaml"):
            assert findings(data.decode(), file, layer=f"/{GAME}/" in file and extends(project)) == []


WRONG: dict[str, Json] = {"text": "a word", "list": [["a list"]], "mapping": {"zz": {"zz": [{"zz": "zz"}]}}}
"""A value of each kind that is of no use anywhere."""
DEFINITIONS = definitions(ENTRIES)
THEMED = {"font": FAMILIES, "theme": themes_of_the_tool(), "picture": {}, "profile": {}}
NODES: dict[str, str] = {"text": "a word", "list": "[[a list]]", "mapping": "{zz: {zz: [{zz: zz}]}}"}


@pytest.mark.parametrize("entry", ENTRIES, ids=page_name)
def test_it_refuses_what_the_reader_refuses(entry: type[Declaration]) -> None:
    """Where a declared kind reports a value's form at once, the schema refuses it too."""
    for key in entry.declared.values():
        validates = Draft7Validator({"$defs": DEFINITIONS, **key.kind.schema}).is_valid
        refused = [kind for kind in WRONG if refuses(entry, key, kind)]
        assert [kind for kind in refused if validates(WRONG[kind])] == [], key.name


class Context(DiagramContext, ExampleReader):
    """What any entry is read by."""

    def __init__(self) -> None:
        DiagramContext.__init__(self, MapReader(Hexes(), Area((1, 1), (9, 9)), {}), UnitReader({}, ()))
        ExampleReader.__init__(self, Domains({}), (), ())
        self.read_claim = ClaimReader({}).read_claim


def refuses(entry: type[Declaration], key: Key[Any], kind: str) -> bool:
    """Whether the reader does, by the form of the value alone."""
    node = parse(f"{key.name}: {NODES[kind]}", "content/x/x.yaml", Findings())
    assert isinstance(node, Mapping)
    found = Findings()
    own: dict[type[Declaration], Any] = {
        **dict.fromkeys(
            (Font, GameSection, Mark, Theme, WebFonts, WebLook, Logo, Card, *Request.__subclasses__()), THEMED
        ),
        Booklet: A4,
        **dict.fromkeys(BY_NAME["table"].classes(), CellReader(Axes(Domains({}), found))),
        **dict.fromkeys((Columns, Zone), lambda nodes, findings: ()),
    }
    context = own.get(entry, Context())
    base = standard_theme() if entry is Theme else None
    EntryReader(entry, node, "it", found, context, base).read_key(key)
    return any(fault.name == "wrong-type" for fault in found.items)


def test_the_reader_refuses_most_wrong_kinds() -> None:
    kinds = [(entry, key, kind) for entry in ENTRIES for key in entry.declared.values() for kind in WRONG]
    assert sum(refuses(*each) for each in kinds) > len(kinds) / 2


def test_it_knows_every_key_and_no_other() -> None:
    for name, schema in {**content_schema()["$defs"], **card_file_schema()["$defs"]}.items():
        entry = next((each for each in ENTRIES if each.__name__ == name), None)
        if entry is not None and entry.declared:
            assert set(schema["properties"]) == {
                word for key in entry.declared.values() for word in (key.name, *key.also)
            }
            assert schema["additionalProperties"] is False


def test_no_two_entries_have_one_name() -> None:
    names = [entry.__name__ for entry in ENTRIES]
    assert len(names) == len(set(names))
    assert len({page_name(entry) for entry in ENTRIES}) == len(names)


def test_every_entry_is_in_a_schema() -> None:
    """The entry of a layer is in those of all sections, as a layer has them."""
    reached = {**content_schema()["$defs"], **card_file_schema()["$defs"]}
    assert {entry.__name__ for entry in ENTRIES} - {LayerEntry.__name__} == reached.keys() - {"Block"}
    layer = layer_schema(content_schema())["$defs"]
    assert all(layer[name]["properties"].keys() >= LayerEntry.declared.keys() for name in ("Rule", "Table"))
    assert not any("required" in each for each in layer.values())


@pytest.mark.parametrize("name", SCHEMA_FOLDERS)
def test_the_file_that_is_shipped_is_the_schema_of_today(name: str) -> None:
    """`make accept` writes it."""
    path = ROOT / "templates" / "schema" / f"{name}.schema.json"
    if ACCEPT:
        path.write_text(schema_text(name), "utf-8")
    assert path.read_text("utf-8") == schema_text(name)

"""`rulewright schema`: print where the JSON Schemas of the source are, for editors.

`schema_text` makes the files, such as templates/schema/content.schema.json; a test keeps them up to date.
"""

import json

import click

from rulewright.app.commands.progress_line import say
from rulewright.html.environment import TOOL_TEMPLATES

SCHEMA_FOLDERS = {
    "content": "content/GAME/",
    "cards": "cards/GAME/",
    "content-layer": "content/GAME/ of a game that extends another",
    "cards-layer": "cards/GAME/ of a game that extends another",
}
"""The folder of sources that each schema is for, by the name of the schema."""


@click.command()
def schema() -> int:
    folder = TOOL_TEMPLATES / "schema"
    for name, source_folder in SCHEMA_FOLDERS.items():
        say(f"At the top of a file in {source_folder}:")
        print(f"# yaml-language-server: $schema={folder / name}.schema.json\n")
    return 0


def schema_text(name: str) -> str:
    """Return the text of a schema file: JSON with one line for each entry, so that a diff shows which entry changed.

    {"type": "object", "properties": {...}, "$defs": {
      "Rule": {...},
      "Term": {...}
    }}
    """
    from rulewright.book.layers.schema import layer_schema
    from rulewright.outputs.manual.reference import card_file_schema, content_schema

    file_schema = content_schema() if name.startswith("content") else card_file_schema()
    if name.endswith("-layer"):
        file_schema = layer_schema(file_schema)
    definitions = file_schema.pop("$defs")
    head = json.dumps(file_schema, ensure_ascii=False).removesuffix("}")
    lines = (f"  {json.dumps(entry)}: {json.dumps(each, ensure_ascii=False)}" for entry, each in definitions.items())
    return f'{head}, "$defs": {{\n' + ",\n".join(lines) + "\n}}\n"

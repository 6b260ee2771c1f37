"""`rulewright schema`: print where the JSON Schemas of the source are, for editors."""

import json

import click

from rulewright.commands.progress_line import say
from rulewright.render.typesetting.environment import tool_templates

FILES = {
    "content": "content/GAME/",
    "cards": "cards/GAME/",
    "content-layer": "content/GAME/ of a game that extends another",
    "cards-layer": "cards/GAME/ of a game that extends another",
}
"""The folder that each schema is for."""


@click.command()
def schema() -> int:
    folder = tool_templates() / "schema"
    for name, below in FILES.items():
        say(f"At the top of a file in {below}:")
        print(f"# yaml-language-server: $schema={folder / name}.schema.json\n")
    return 0


def schema_text(name: str) -> str:
    """Return the text of a schema file, with a line for each entry."""
    from rulewright.extending.schema import layer_schema
    from rulewright.reference import card_file_schema, content_schema

    schema = content_schema() if name.startswith("content") else card_file_schema()
    if name.endswith("-layer"):
        schema = layer_schema(schema)
    entries = schema.pop("$defs")
    head = json.dumps(schema, ensure_ascii=False).removesuffix("}")
    lines = (f"  {json.dumps(entry)}: {json.dumps(entries[entry], ensure_ascii=False)}" for entry in entries)
    return f'{head}, "$defs": {{\n' + ",\n".join(lines) + "\n}}\n"

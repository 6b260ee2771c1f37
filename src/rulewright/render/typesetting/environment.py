"""The Jinja environment: a project's own templates before those that come with the tool."""

from functools import cache
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket

PACKAGED = Path(__file__).resolve().parents[2] / "templates"
SOURCE_TREE = Path(__file__).resolve().parents[4] / "templates"


def template_folders(project: Path) -> list[Path]:
    """The folders with templates, by precedence: the project's, then the tool's own."""
    own = PACKAGED if PACKAGED.is_dir() else SOURCE_TREE
    folders = [project / "templates", own]
    return [folder for index, folder in enumerate(folders) if folder.is_dir() and folder not in folders[:index]]


class CompiledTemplates(BytecodeCache):
    """Templates compiled once in a process, however many projects use them; Jinja compares the source."""

    def __init__(self) -> None:
        self.bytecode: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if known := self.bytecode.get(bucket.key):
            bucket.bytecode_from_string(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.bytecode[bucket.key] = bucket.bytecode_to_string()


COMPILED = CompiledTemplates()


@cache
def environment(project: Path) -> Environment:
    """Autoescaping, and strict: a name that a template misspells is an error, not an empty string."""
    loader = FileSystemLoader(template_folders(project))
    jinja = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=COMPILED,
    )
    jinja.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}
    return jinja


def asset(project: Path, name: str) -> str:
    """The text of a stylesheet or script among the templates."""
    loader = environment(project).loader
    assert loader is not None
    return loader.get_source(environment(project), name)[0]

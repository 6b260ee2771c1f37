"""The architecture: each stage imports only from the ones before it."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "rulewright"

LAYERS = (
    ("limits", "translation.messages"),
    ("visible", "streams"),
    ("boundary",),
    (
        "findings",
        "prerequisites",
        "processors",
        "progress",
        "listing",
        "once_per_value",
        "installed_profiles",
        "game_folders",
    ),
    ("record", "store"),
    ("installation",),
    ("translation.catalogues",),
    ("edits", "pool"),
    ("cache",),
    ("markup",),
    ("manual",),
    ("tutorial",),
    ("source",),
    ("entries",),
    ("model",),
    ("blocks",),
    ("decode",),
    ("outline",),
    ("link",),
    ("wording",),
    ("grid", "imposition"),
    ("checks", "proof"),
    ("formats",),
    ("editions",),
    ("publish",),
    ("render.paths",),
    ("render.templating",),
    ("render.typesetting",),
    ("render.pdf",),
    ("render.sheets", "render.manual"),
    ("render.cards", "render.rulebook"),
    ("render.web", "render.report", "render.export"),
    ("render.publication",),
    ("library",),
    ("products",),
    ("readback",),
    ("reference",),
    ("multilingual", "extending"),
    ("catalogue",),
    ("waivers",),
    ("pipeline",),
    ("draft", "renaming"),
    ("stubs", "formatter"),
    ("importing",),
    ("comparing",),
    ("preview",),
    ("commands",),
    ("cli",),
    ("__main__",),
)
"""Lowest first. Parts of one layer do not import one another. `render` and `translation` are divided: their parts are layers of their own."""
DIVIDED = {"render", "translation"}
STATEMENTS = ("body", "orelse", "finalbody", "handlers", "cases")
STATEMENT_TYPES = (ast.stmt, ast.excepthandler, ast.match_case)
ODD_PLACES = """
try: import a
except E: import b
else: import c
finally: import d
match x:
    case 1: import e
"""


def layer_of(part: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if part in layer)


def module_of(path: Path) -> str:
    """The dotted name of a module below the package."""
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def part_of(module: str) -> str:
    first, *rest = module.split(".")
    return f"{first}.{rest[0]}" if first in DIVIDED and rest else first


MODULES = {
    module_of(path): path for path in sorted(SOURCE.rglob("*.py")) if module_of(path) not in {"__init__", *DIVIDED}
}


def imports_of(path: Path) -> set[str]:
    """The modules of the package that a module imports, at its top, in a function or for its types."""
    names = set()
    for node in statements(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {_module(node.module, alias.name) for alias in node.names}
        if isinstance(node, ast.Import):
            names |= {alias.name.removeprefix("rulewright.") for alias in node.names}
    return {name for name in names if name in MODULES and MODULES[name] != path}


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node; expressions, which import nothing, are passed over."""
    for part in STATEMENTS:
        for each in getattr(node, part, ()):
            yield each
            yield from statements(each)


def _module(package: str, name: str) -> str:
    """What `from package import name` imports: a module of that package, or the package that has the name."""
    module, package = f"{package}.{name}".removeprefix("rulewright."), package.removeprefix("rulewright.")
    return module if module in MODULES else package


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """What each module imports."""
    return {module: imports_of(path) for module, path in MODULES.items()}


def test_every_statement_is_looked_at() -> None:
    """The walk over statements finds what a walk over everything does."""
    tree = ast.parse((SOURCE / "pipeline.py").read_text("utf-8") + ODD_PLACES)
    assert set(statements(tree)) == {node for node in ast.walk(tree) if isinstance(node, STATEMENT_TYPES)}


def test_a_module_imports_only_from_layers_below(imports: dict[str, set[str]]) -> None:
    wrong = [
        f"{module} imports {name}"
        for module, others in imports.items()
        for name in others
        if part_of(name) != part_of(module) and layer_of(part_of(name)) >= layer_of(part_of(module))
    ]
    assert not wrong


def test_every_part_has_a_layer() -> None:
    assert {part_of(module) for module in MODULES} == {part for layer in LAYERS for part in layer}


def test_no_modules_import_one_another_in_a_circle(imports: dict[str, set[str]]) -> None:
    """Modules that import only what is done are done; what is left imports itself, by others or directly."""
    left = dict(imports)
    while done := [module for module, others in left.items() if not others & left.keys()]:
        for module in done:
            del left[module]
    assert not left


def test_checks_proof_and_renderers_do_not_import_one_another(imports: dict[str, set[str]]) -> None:
    for part, others in (("checks", {"proof", "render"}), ("proof", {"checks", "render"})):
        for module in MODULES:
            if part_of(module) == part:
                assert not {name.split(".")[0] for name in imports[module]} & others, module


def test_findings_imports_only_the_encoder_messages_and_the_limits_which_import_nothing(
    imports: dict[str, set[str]],
) -> None:
    assert imports["findings"] == {"limits", "visible"}
    assert imports["limits"] == imports["translation.messages"] == set()


def test_rules_code_in_content_imports_nothing_of_the_tool() -> None:
    content = SOURCE.parent.parent / "content"
    rules = list(content.glob("*/rules.py"))
    assert rules
    for path in rules:
        assert "rulewright" not in path.read_text("utf-8"), path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "heavy"),
    [
        ("check", ("weasyprint", "jinja2", "markdown_it", "pypdfium2", "fontTools", "tinyhtml5", "PIL")),
        ("tables", ("weasyprint", "jinja2", "markdown_it", "pypdfium2", "fontTools", "tinyhtml5", "PIL")),
    ],
)
def test_a_command_imports_only_what_it_uses(command: str, heavy: tuple[str, ...]) -> None:
    code = (
        "import sys; from rulewright.cli import main; status = main(sys.argv[1:]);"
        f"print([name for name in {heavy!r} if name in sys.modules], status, file=sys.stderr)"
    )
    root = SOURCE.parent.parent / "tests/games/salvo"
    run = [sys.executable, "-c", code, command, "--no-prove", "--project", str(root)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stderr == "[] 0\n"

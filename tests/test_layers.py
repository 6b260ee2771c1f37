"""The house: each room imports only from the rooms above it."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "rulewright"

ROOMS = (
    "base",
    "source",
    "entries",
    "tables",
    "book",
    "imposition",
    "checks proof",
    "editions",
    "html",
    "pdf",
    "outputs",
    "readback",
    "pipeline",
    "editing importing",
    "app",
)
"""The packages, lowest first. A module imports only from its own room and from those above it in this list."""
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


def module_of(path: Path) -> str:
    """The dotted name of a module below the package."""
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def room_of(module: str) -> str:
    return module.partition(".")[0]


def row_of(module: str) -> int:
    return next(number for number, row in enumerate(ROOMS) if room_of(module) in row.split())


MODULES = {
    module_of(path): path for path in sorted(SOURCE.rglob("*.py")) if module_of(path) not in {"__init__", "__main__"}
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
    tree = ast.parse((SOURCE / "pipeline" / "stages.py").read_text("utf-8") + ODD_PLACES)
    assert set(statements(tree)) == {node for node in ast.walk(tree) if isinstance(node, STATEMENT_TYPES)}


def test_a_module_imports_only_from_rooms_above(imports: dict[str, set[str]]) -> None:
    wrong = [
        f"{module} imports {name}"
        for module, others in imports.items()
        for name in others
        if room_of(name) != room_of(module) and row_of(name) >= row_of(module)
    ]
    assert not wrong


def test_every_room_is_in_the_list() -> None:
    assert {room_of(module) for module in MODULES} == set(" ".join(ROOMS).split())


def test_no_modules_import_one_another_in_a_circle(imports: dict[str, set[str]]) -> None:
    """Modules that import only what is done are done; what is left imports itself, by others or directly."""
    left = dict(imports)
    while done := [module for module, others in left.items() if not others & left.keys()]:
        for module in done:
            del left[module]
    assert not left


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
        "import sys; from rulewright.app.cli import main; status = main(sys.argv[1:]);"
        f"print([name for name in {heavy!r} if name in sys.modules], status, file=sys.stderr)"
    )
    root = SOURCE.parent.parent / "tests/games/salvo"
    run = [sys.executable, "-c", code, command, "--no-prove", "--project", str(root)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stderr == "[] 0\n"

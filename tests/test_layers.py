"""The architecture: each stage imports only from the ones before it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "rulewright"

LAYERS = (
    ("diagnostics", "prerequisites", "processors", "watching", "catalogue", "manual"),
    ("source",),
    ("model",),
    ("language",),
    ("blocks",),
    ("decode",),
    ("link",),
    ("wording",),
    ("grid", "imposition"),
    ("checks", "proof", "waivers"),
    ("formats",),
    ("render", "publish", "freshness"),
    ("readback",),
    ("pipeline",),
    ("commands",),
    ("cli",),
)
"""Lowest first. What stands side by side in a layer does not import one another."""


def layer_of(name: str) -> int:
    return next(at for at, layer in enumerate(LAYERS) if name in layer)


def modules() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if path != SOURCE / "__init__.py"]


def imported(path: Path) -> set[str]:
    """The parts of the package that a module imports anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module == "rulewright":
            names += [f"rulewright.{alias.name}" for alias in node.names if alias.name != "__version__"]
        found |= {name.split(".")[1] for name in names if name.startswith("rulewright.")}
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_from_layers_below(path: Path) -> None:
    part = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    for other in imported(path) - {part}:
        assert layer_of(other) < layer_of(part), f"{part} imports {other}"


def test_every_part_has_a_layer() -> None:
    parts = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in modules()}
    assert parts == {name for layer in LAYERS for name in layer}


def test_checks_proof_and_renderers_do_not_import_one_another() -> None:
    for part, others in (("checks", {"proof", "render"}), ("proof", {"checks", "render"})):
        for path in (SOURCE / part).rglob("*.py"):
            assert not imported(path) & others, path


def test_diagnostics_imports_nothing_of_the_package() -> None:
    assert imported(SOURCE / "diagnostics.py") == set()


def test_rules_code_in_content_imports_nothing_of_the_tool() -> None:
    content = SOURCE.parent.parent / "content"
    rules = list(content.glob("*/rules.py"))
    assert rules
    for path in rules:
        assert "rulewright" not in path.read_text("utf-8"), path


@pytest.mark.parametrize(
    ("command", "heavy"),
    [
        ("check", ("weasyprint", "jinja2", "markdown_it", "pypdfium2", "fontTools", "tinyhtml5")),
        ("tables", ("weasyprint", "jinja2", "markdown_it", "pypdfium2", "fontTools", "tinyhtml5")),
    ],
)
def test_a_command_imports_only_what_it_uses(command: str, heavy: tuple[str, ...]) -> None:
    code = (
        "import sys; from rulewright.cli import main; status = main(sys.argv[1:]);"
        f"print([name for name in {heavy!r} if name in sys.modules], status, file=sys.stderr)"
    )
    root = SOURCE.parent.parent
    run = [sys.executable, "-c", code, command, "--no-prove", "--project", str(root)]
    done = subprocess.run(run, capture_output=True, text=True, check=True)
    assert done.stderr == "[] 0\n"

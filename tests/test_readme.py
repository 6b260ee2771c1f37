"""What the README says is so: its example is built, and its error is printed as it stands there."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rulewright.app.commands.group import COMMANDS
from tests.conftest import ROOT, Project

README = (ROOT / "README.md").read_text("utf-8")


def block(language: str, starting: str) -> str:
    """The text of the code block in a language that begins with certain words."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return next(str(text) for kind, text in blocks if kind == language and text.startswith(starting))


def test_the_ten_lines_are_ten_and_build(project: Project) -> None:
    source = block("yaml", "game:")
    assert source.count("\n") == 10
    project.write("content/skirmish/game.yaml", source)
    project.write("content/skirmish/rules.py", block("python", "from enum"))
    project.write("cards/skirmish/hits.yaml", block("yaml", "title: Hits"))
    said = project.run("build", "skirmish")
    assert said.status == 0
    assert "no errors, no warnings; 4 cells: " in said.out
    assert "score(): 4 cells, 4 cases" in re.sub("<[^>]*>", "", project.read("build/skirmish/report.html"))
    assert (project.root / "build/skirmish/cards/hits.pdf").exists()


def test_the_error_is_the_one_printed(project: Project) -> None:
    source = block("yaml", "game:").replace("wood: [5, 4]", "wood: [4, 4]")
    project.write("content/skirmish/game.yaml", source)
    project.write("content/skirmish/rules.py", block("python", "from enum"))
    said = project.run("check", "skirmish")
    assert said.status == 1
    assert said.out.startswith(block("", "content/skirmish"))


def test_the_commands_are_those_of_the_command_line() -> None:
    assert set(re.findall(r"^\| `rulewright (\w+)", README, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize(
    "target", ["build", "check", "manual", "test", "test-fast", "test-long", "fuzz", "lint", "accept", "bench"]
)
def test_each_target_sets_everything_up_on_a_machine_that_has_nothing(target: str, tmp_path: Path) -> None:
    for file in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / file, tmp_path)
    said = subprocess.run(["make", "--dry-run", target], cwd=tmp_path, capture_output=True, text=True, check=True)
    uses = [line for line in said.stdout.splitlines() if ".venv/bin/" in line]
    assert "pip" in uses[0]

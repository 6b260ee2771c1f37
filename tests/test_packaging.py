"""The wheel in an empty folder, as `pipx run rulewright` has it; and what the manual gives to copy."""

import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
import yaml

from rulewright.app.cli import main
from rulewright.outputs.manual.pages import topics
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def tool(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The command of the wheel in an environment that has its dependencies, and nothing of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv" / "bin" / "python"
    where = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    )
    site = Path(where.stdout.strip())
    subprocess.run([sys.executable, "-m", "zipfile", "-e", wheel, site], check=True)
    links = Path(sysconfig.get_path("purelib"))
    for each in links.iterdir():  # the dependencies, without what makes this checkout importable
        if "rulewright" not in each.name and each.suffix != ".pth" and not (site / each.name).exists():
            (site / each.name).symlink_to(each)
    return str(python)


@pytest.mark.long
@pytest.mark.slow
def test_the_wheel_begins_a_game_in_an_empty_folder_and_builds_it(tool: str, tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        command = [tool, "-I", "-m", "rulewright", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert "11 files" in run("new", "mine")
    assert "mine: no errors, no warnings" in run("build")
    assert (tmp_path / "build/mine/cards/turn.pdf").read_bytes().startswith(b"%PDF")
    assert run("explain", "tutorial-cards").startswith("# A family game of cards in ten steps\n")
    where = subprocess.run(
        [tool, "-I", "-c", "import rulewright; print(rulewright.__file__)"], capture_output=True, text=True, check=True
    )
    assert str(ROOT) not in where.stdout


def copied(name: str, page: str = "automation") -> object:
    """A file of a page of the manual."""
    found = re.search(rf"`{re.escape(name)}`:\n\n```yml\n(.*?)^```$", topics()[page].text, re.MULTILINE | re.DOTALL)
    assert found
    return yaml.safe_load(found[1])


def commands(node: object) -> list[str]:
    """What a hook or a workflow runs of ours."""
    if isinstance(node, dict):
        own = [str(node[key]) for key in ("entry", "run") if str(node.get(key, "")).startswith("rulewright ")]
        return own + [each for value in node.values() for each in commands(value)]
    return [each for value in node for each in commands(value)] if isinstance(node, list) else []


@pytest.mark.parametrize(("file", "count"), [(".pre-commit-config.yaml", 3), (".github/workflows/rulewright.yml", 2)])
def test_what_is_there_to_copy_runs(file: str, count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = commands(copied(file))
    assert len(found) == count
    monkeypatch.chdir(tmp_path)
    for command in found:
        if command != "rulewright build":
            assert main(["new", "mine", "--project", str(tmp_path)]) in (0, 2)
            assert main(command.split()[1:]) == 0


def test_the_workflow_to_copy_publishes_what_it_builds(tmp_path: Path) -> None:
    workflow = copied(".github/workflows/publish.yml", "publishing")
    assert isinstance(workflow, dict)
    steps = workflow["jobs"]["publish"]["steps"]
    folders = [step["with"]["path"] for step in steps if "upload-pages-artifact" in step.get("uses", "")]
    assert main(["new", "my-game", "--project", str(tmp_path)]) == 0
    for command in commands(workflow):
        assert main([*command.split()[1:], "--project", str(tmp_path)]) == 0
    assert [(tmp_path / folder / "web/index.html").is_file() for folder in folders] == [True]
    assert (tmp_path / folders[0] / ".nojekyll").is_file()

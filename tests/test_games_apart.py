"""What ends the work on one game is told in one line, and the other games of the command are done."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import SMALL_CARD, SMALL_GAME, Project

COMMANDS = ("check", "tables", "build")


@pytest.fixture
def two(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """The games `broken` and `sound`; a build makes one file of each."""
    for game in ("broken", "sound"):
        project.write(f"content/{game}/game.yaml", SMALL_GAME.replace("    proof: score(cover, weapon)\n", ""))
        project.write(f"cards/{game}/hits.yaml", SMALL_CARD)
    monkeypatch.setattr("tempfile.tempdir", str(project.root))
    monkeypatch.setattr("rulewright.app.commands.build_games.render", lambda *_: {"page.html": b"words"})
    monkeypatch.setattr("rulewright.app.commands.build_games.font_size_lines", lambda *_: ())
    return project


def broken(monkeypatch: pytest.MonkeyPatch, name: str, error: Exception) -> None:
    """A function of the tool that fails for the first of the games."""
    module, _, function = name.rpartition(".")
    works: Callable[..., object] = getattr(__import__(module, fromlist=[function]), function)

    def fails(*given: object, **named: object) -> object:
        if any("broken" in str(getattr(each, "game", each)) for each in given):
            raise error
        return works(*given, **named)

    monkeypatch.setattr(name, fails)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("error", "line"),
    [
        (KeyError("x"), "rulewright: broken: this is a bug of the tool (KeyError): please send us "),
        (RecursionError(), "rulewright: broken: this is a bug of the tool (RecursionError): please send us "),
        (OSError(5, "Input/output error", "x"), "rulewright: broken: x: Input/output error: "),
    ],
)
def test_other_games_go_on(
    command: str, error: Exception, line: str, two: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "build_games" if command == "build" else command
    broken(monkeypatch, f"rulewright.app.commands.{module}.examine", error)
    said = two.run(command, "--no-prove")
    assert said.status == 2
    assert [each[: len(line)] for each in said.err.splitlines()] == [line]
    assert "sound" in said.out
    assert (two.root / "build/sound/page.html").exists() is (command == "build")
    assert not (two.root / "build/broken").exists()


@pytest.mark.parametrize(
    ("command", "form", "name"),
    [
        ("check", "text", "app.commands.check.summary"),
        ("check", "json", "outputs.formats.as_json._finding"),
        ("check", "github", "outputs.formats.as_github._command"),
        ("check", "junit", "outputs.formats.as_junit._suite"),
        ("check", "sarif", "outputs.formats.as_sarif._result"),
        ("tables", "text", "app.commands.tables._listed_cells"),
        ("tables", "json", "app.commands.tables._listed_cells"),
    ],
)
def test_a_game_whose_findings_cannot_be_written_does_not_hide_another(
    command: str, form: str, name: str, two: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in ("broken", "sound"):  # a warning in each
        two.write(f"content/{game}/terms.yaml", "terms: {Hit: {text: A hit.}}\n")
    broken(monkeypatch, f"rulewright.{name}", KeyError("x"))
    said = two.run(command, "--no-prove", "--format", form)
    assert said.status == 2
    line = "rulewright: broken: this is a bug of the tool (KeyError): please send us "
    assert [each[: len(line)] for each in said.err.splitlines() if each.startswith("rulewright")] == [line]
    assert "sound" in said.out
    assert "broken" not in said.out


def test_a_failing_look_for_changes_is_told_once(two: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("build", "build_games"):
        broken(monkeypatch, f"rulewright.app.commands.{module}.BuildCache", KeyError("x"))
    said = two.run("build", "--no-prove")
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert (two.root / "build/sound/page.html").exists()


def test_a_game_whose_print_cannot_be_read_back_does_not_hide_another(
    two: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.app.commands.check.pipeline.print_files", lambda *_, **__: {})
    monkeypatch.setattr("rulewright.app.commands.check.pipeline.read_back", lambda *_: None)
    broken(monkeypatch, "rulewright.app.commands.check._up_to_date_outputs", KeyError("x"))
    said = two.run("check", "--no-prove", "--printed")
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert "sound: " in said.out


@pytest.mark.parametrize("place", ["content/broken/loop.yaml", "cards/broken/loop.yaml"])
@pytest.mark.parametrize("target", ["loop.yaml", "missing.yaml"])
def test_a_link_that_leads_nowhere_is_told_by_its_file(place: str, target: str, two: Project) -> None:
    Path(two.root, place).symlink_to(target)
    said = two.run("build", "--no-prove")
    assert said.status == 2
    assert place in said.out + said.err
    assert "sound: 1 file in " in said.out
    assert not (two.root / "build/broken").exists()


def test_a_folder_of_a_game_that_links_to_itself(two: Project) -> None:
    (two.root / "content/loop").symlink_to("loop")
    assert "sound: 1 file in " in two.run("build", "--no-prove").out

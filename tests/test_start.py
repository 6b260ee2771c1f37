"""`rulewright new`: three small games, each the tutorial of its kind, of which every step builds."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from rulewright.app.cli import main
from rulewright.outputs.manual.pages import Case
from rulewright.outputs.manual.tutorial import TUTORIAL_GAMES, files_after, page_name, path_of_fence, tutorials
from rulewright.pipeline.stages import examine
from rulewright.proof.prove import ProofOptions
from tests.conftest import Project

STEPS = 10


def wrote(root: Path) -> dict[str, str]:
    """All files below a folder."""
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in root.rglob("*") if path.is_file()}


def test_new_asks_nothing_and_says_what_comes_next(project: Project) -> None:
    said = project.run("new", "night-raid")
    assert said.status == 0, said.err
    content, cards = project.root / "content/night-raid", project.root / "cards/night-raid"
    assert said.out == (
        f"night-raid: 11 files in {content} and {cards}\n"
        "rulewright preview night-raid shows it in the browser while you edit it; rulewright build night-raid makes all of it\n"
        "rulewright explain tutorial-wargame shows in ten steps how it is made\n"
        "rulewright translate night-raid fr begins a translation, into French for instance\n"
    )
    files = wrote(project.root)
    assert files["content/night-raid/game.yaml"].startswith("# The game: its title,")
    assert "\n  title: Night Raid\n" in files["content/night-raid/game.yaml"]
    assert not [text for text in files.values() if "edgerow" in text], "the name of the tutorial's own game"
    assert {
        "content/night-raid/rules.py",
        "content/night-raid/test_rules.py",
        "cards/night-raid/turn.yaml",
    } < files.keys()
    assert files[".gitignore"] == "build/\n"


@pytest.mark.parametrize("kind", TUTORIAL_GAMES)
def test_what_new_writes_has_no_findings_and_is_proved(kind: str, project: Project) -> None:
    assert project.run("new", "mine", "--kind", kind).status == 0
    examined = examine(project.root, "mine", ProofOptions())
    assert examined.findings.items == []
    assert examined.proof.coverage["cells"] == examined.proof.coverage["proved"] > 0
    assert examined.book is not None
    assert examined.book.game.title == "Mine"


@pytest.mark.parametrize("kind", TUTORIAL_GAMES)
def test_each_step_of_a_tutorial_adds_something_and_is_sound(kind: str, tmp_path: Path) -> None:
    """Steps only add, so what proves the whole game proves each step."""
    steps = tutorials()[page_name(kind)].cases
    assert [step.title.partition(".")[0] for step in steps] == [str(number + 1) for number in range(STEPS)]
    for number in range(1, STEPS + 1):
        write(files_after(kind, number, "mine", "Mine"), tmp_path / str(number))
        examined = examine(tmp_path / str(number), "mine", None)
        assert examined.findings.items == [], number
        assert any(steps[number - 1].fences), number


def write(files: dict[str, str], root: Path) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")


@pytest.mark.parametrize("kind", TUTORIAL_GAMES)
def test_a_tutorial_shows_the_files_of_new_and_nothing_else(kind: str) -> None:
    """All blocks of the page, one after another, are the files; the page tells the commands of its own game."""
    page = tutorials()[page_name(kind)]
    files = files_after(kind, None, "mine", TUTORIAL_GAMES[kind])
    shown = "".join(fence.text for step in page.cases for fence in step.fences)
    assert sorted("".join(files.values())) == sorted(
        shown.replace(TUTORIAL_GAMES[kind].lower().replace(" ", "-"), "mine")
    )
    assert all(fence_path.startswith(("content/mine/", "cards/mine/")) for fence_path in paths(page.cases))


def paths(steps: tuple[Case, ...]) -> list[str]:
    return [path_of_fence(fence, "mine") for step in steps for fence in step.fences]


def test_the_test_that_new_writes_passes(project: Project) -> None:
    for kind in TUTORIAL_GAMES:
        project.run("new", kind, "--kind", kind)
        folder = project.root / "content" / kind
        tests = "[test for name, test in vars(test_rules).items() if name.startswith('test_')]"
        code = f"import test_rules; tests = {tests}; assert tests; [test() for test in tests]"
        subprocess.run([sys.executable, "-c", code], cwd=folder, check=True)


def test_new_begins_beside_other_games(project: Project) -> None:
    project.write("content/old/game.yaml", "game: {title: Old, language: en}\n")
    assert project.run("new", "mine").status == 0
    assert not (project.root / ".gitignore").exists(), "the project has its own way"
    assert project.read("content/old/game.yaml") == "game: {title: Old, language: en}\n"


@pytest.mark.parametrize("taken", ["content/mine/notes.txt", "cards/mine/card.yaml", "content/mine"])
def test_new_never_overwrites(taken: str, project: Project) -> None:
    project.write(taken, "my own")
    said = project.run("new", "mine")
    assert said.status == 2
    folder = project.root / "/".join(taken.split("/")[:2])
    assert said.err == f"rulewright: {folder} exists already: choose another name, or remove it\n"
    assert wrote(project.root) == {taken: "my own"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "My Game!",
            "'My Game!' cannot be the folder of a game: write 'my-game': lower-case letters a to z, digits and hyphens",
        ),
        ("../up", "'../up' cannot be the folder of a game: write 'up': lower-case letters a to z, digits and hyphens"),
        ("", "'' cannot be the folder of a game: write 'x': lower-case letters a to z, digits and hyphens"),
        ("nul", "'nul' cannot be the folder of a game: Windows uses that name; write 'nul-game'"),
        (
            "draft",
            "'draft' cannot be the folder of a game: the tool, for build/draft/, uses that name; write 'draft-game'",
        ),
    ],
)
def test_new_refuses_a_name_with_a_hint(name: str, said: str, project: Project) -> None:
    answer = project.run("new", name)
    assert (answer.status, answer.err) == (2, f"rulewright: {said}\n")
    assert wrote(project.root) == {}


def test_what_could_not_be_written_is_not_there_by_half(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("cards", "a file in the way of the folder")
    said = project.run("new", "mine")
    assert said.status == 2
    assert "a file is in the way of a folder: move it" in said.err
    assert wrote(project.root) == {"cards": "a file in the way of the folder"}


def test_a_folder_without_games_names_new(project: Project) -> None:
    said = project.run("check")
    assert said.status == 2
    assert (
        "help: rulewright new my-game writes one to begin with; or run from the folder that holds content/" in said.out
    )


def test_the_tool_is_a_module_too() -> None:
    said = subprocess.run([sys.executable, "-m", "rulewright", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.startswith("rulewright ")


def test_a_check_on_a_terminal_says_what_it_has_not_looked_at(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("content/mine/game.yaml", "game: {title: Mine, language: en}\n")
    assert project.run("check").out == "mine: no errors, no warnings\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    said = project.run("check")
    assert said.out.endswith(
        "Nothing was printed: check --printed also finds what does not fit, and characters that the fonts lack.\n"
    )


def completed(words: list[str], project: Project, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What bash offers for the last word."""
    assert main(["completion", "bash"]) == 0
    script = project.write("completion.bash", capsys.readouterr().out)
    typed = " ".join(f"'{word}'" for word in words)
    code = (
        f"source {script}; COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1};"
        "_rulewright_completion rulewright; echo ${COMPREPLY[@]}"
    )
    done = subprocess.run(
        ["bash", "-c", code], cwd=project.root, capture_output=True, text=True, check=True, env=WITH_TOOL
    )
    return done.stdout.split()


WITH_TOOL = {**os.environ, "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))}
"""An environment in which shells find the command."""


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["rulewright", "pre"], ["preview"]),
        (["rulewright", "build", "--dr"], ["--draft"]),
        (["rulewright", "new", "mine", "--kind", "w"], ["wargame"]),
        (["rulewright", "check", "hed"], ["hedgerow"]),
        (["rulewright", "stubs", "--ch"], ["--check"]),
    ],
)
def test_a_shell_completes_commands_options_and_games(
    words: list[str], offered: list[str], project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    project.write("content/hedgerow/game.yaml", "")
    assert completed(words, project, capsys) == offered


def test_a_shell_completes_names_to_explain_and_to_rename(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.run("new", "mine")
    assert "gap-in-table" in completed(["rulewright", "explain", "gap-"], project, capsys)
    assert "turn" in completed(["rulewright", "rename", "tu"], project, capsys)
    assert completed(["rulewright", "rename", "rule:turn", ""], project, capsys) == ["turn"]


ZSH = """\
autoload -Uz compinit; compinit -u -D; eval "$(cat completion.zsh)"
show() { print -r "<<$BUFFER>>" }; zle -N show; bindkey '^X^X' show; print ready$((1 + 1))
"""
"""Typed into a zsh without settings: then two keys print the line that is being typed."""


@pytest.mark.skipif(which("zsh") is None, reason="there is no zsh")
def test_an_interactive_zsh_completes_the_same(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.write("content/hedgerow/game.yaml", "")
    assert main(["completion", "zsh"]) == 0
    project.write("completion.zsh", capsys.readouterr().out)
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(project.root)
        os.execvpe("zsh", ["zsh", "-f", "-i"], WITH_TOOL)
    try:
        answer_of(terminal, ZSH, "ready2")
        lines = ("rulewright pre", "rulewright build --dr", "rulewright new mine --kind w", "rulewright check hed")
        typed = [re.sub(".*<<|>>", "", answer_of(terminal, f"\x15{line}\t\x18\x18", "<<.*>>")) for line in lines]
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)
    words = [line.split()[-1] for line in typed]
    assert words == ["preview", "--draft", "wargame", "hedgerow"]


@pytest.mark.skipif(which("fish") is None, reason="there is no fish")
def test_fish_completes_the_same(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    project.write("content/hedgerow/game.yaml", "")
    assert main(["completion", "fish"]) == 0
    script = project.write("completion.fish", capsys.readouterr().out)
    code = f"source {script}; complete -C 'rulewright pre'; complete -C 'rulewright check hed'"
    run = ["fish", "--no-config", "-c", code]
    done = subprocess.run(run, cwd=project.root, capture_output=True, text=True, check=True, env=WITH_TOOL)
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["preview", "hedgerow"]


def answer_of(terminal: int, typed: str, awaited: str) -> str:
    """What a terminal shows, after something is typed, up to a sign."""
    os.write(terminal, typed.encode())
    shown = ""
    while (found := re.search(awaited, shown)) is None:
        shown += os.read(terminal, 4096).decode(errors="replace")
    return found[0]


def test_explain_prints_a_tutorial_and_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "tutorial-rpg"]) == 0
    assert capsys.readouterr().out.startswith("# A role-playing game in ten steps\n")
    assert main(["explain"]) == 0
    assert "\nTutorials\n  tutorial-wargame  A wargame in ten steps\n" in capsys.readouterr().out

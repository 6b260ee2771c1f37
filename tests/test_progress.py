"""Long proofs say how far they are: on a terminal, after a second, in one line that is gone at the end."""

import io

import pytest

from rulewright.commands import progress
from rulewright.commands.progress import ERASE, Progress
from tests.conftest import SMALL_CARD, SMALL_GAME, Project


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be set."""
    now = [100.0]
    monkeypatch.setattr("rulewright.commands.progress.time.monotonic", lambda: now[0])
    return now


def test_one_line_is_rewritten_and_erased(clock: list[float]) -> None:
    terminal = Terminal()
    with Progress(terminal) as shown:
        watch = shown.of("lout")
        watch("table hits", 10_000, 1_000_000)
        assert terminal.getvalue() == ""
        clock[0] += 1.5
        watch("table hits", 500_000, 1_000_000)
        watch("table hits", 500_001, 1_000_000)
        assert terminal.getvalue() == f"{ERASE}lout: table hits, 500,000 of 1,000,000"
        clock[0] += 0.2
        watch("table hits", 600_000, 1_000_000)
    assert terminal.getvalue().split(ERASE) == [
        "",
        "lout: table hits, 500,000 of 1,000,000",
        "lout: table hits, 600,000 of 1,000,000",
        "",
    ]


def test_nothing_is_said_in_a_pipe_or_to_the_impatient(clock: list[float]) -> None:
    pipe, terminal = io.StringIO(), Terminal()
    with Progress(pipe) as shown:
        clock[0] += 5
        shown("table hits", 1, 2)
    with Progress(terminal) as shown:
        shown("table hits", 1, 2)
    assert (pipe.getvalue(), terminal.getvalue()) == ("", "")


def test_ctrl_c_erases_the_line(clock: list[float]) -> None:
    terminal = Terminal()

    def interrupted() -> None:
        with Progress(terminal) as shown:
            clock[0] += 5
            shown("table hits", 1, 2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert terminal.getvalue().endswith(ERASE)


def test_a_long_check_tells_the_game_and_the_table(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code takes half a second and more for each of four calls."""
    terminal = Terminal()
    monkeypatch.setattr("rulewright.commands.progress.sys.stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0.2)
    project.write("content/small/game.yaml", SMALL_GAME)
    project.write("cards/small/hits.yaml", SMALL_CARD)
    slow = """\
from typing import Literal


def score(cover: Literal["open", "wood"], weapon: Literal["rifle", "mortar"]) -> int:
    sum(range(40_000_000))
    return 4 if weapon == "mortar" else 3 if cover == "open" else 5
"""
    project.write("content/small/rules.py", slow)
    assert project.run("check").status == 0
    assert "small: table hits, 0 of 4" in terminal.getvalue()
    assert terminal.getvalue().endswith(ERASE)

"""Long work says how far it is: on a terminal, after a second, in one line that is gone at the end."""

import io
import re
import signal
import time

import pytest

from rulewright.app.commands import progress_line
from rulewright.app.commands.progress_line import ERASE, ProgressLine, line
from rulewright.base.pool import Job, run_jobs
from tests.conftest import SMALL_CARD, SMALL_GAME, Project

BAR = re.compile(r"\[#*-*\]")
"""It is shorter where a slow machine takes ten seconds."""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be set."""
    now = [100.0]
    monkeypatch.setattr("rulewright.app.commands.progress_line.time.monotonic", lambda: now[0])
    return now


def test_one_line_is_rewritten_and_erased(clock: list[float]) -> None:
    terminal = Terminal()
    with ProgressLine(terminal) as shown:
        watch = shown.for_game("lout")
        watch("table hits", 10_000, 1_000_000)
        assert terminal.getvalue() == ""
        clock[0] += 1.5
        watch("table hits", 500_000, 1_000_000)
        watch("table hits", 500_001, 1_000_000)
        assert (
            terminal.getvalue() == f"{ERASE}lout: table hits [###############---------------] 500,000 of 1,000,000, 2 s"
        )
        clock[0] += 0.2
        watch("table hits", 600_000, 1_000_000)
    assert terminal.getvalue().split(ERASE) == [
        "",
        "lout: table hits [###############---------------] 500,000 of 1,000,000, 2 s",
        "lout: table hits [##################------------] 600,000 of 1,000,000, 2 s",
        "",
    ]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        (80, "lout: rulebook.pdf [##########--------------------] 1 of 3, 12 s"),
        (50, "lout: rulebook.pdf [#####-----------] 1 of 3, 12 s"),
        (42, "lout: rulebook.pdf [##------] 1 of 3, 12 s"),
        (41, "lout: rulebook.pdf, 1 of 3, 12 s"),
        (20, "lout: rulebook.pdf, "),
    ],
)
def test_the_bar_takes_what_room_there_is(columns: int, said: str) -> None:
    assert line("lout", "rulebook.pdf", 1, 3, seconds=12, width=columns) == said


def test_where_nobody_knows_how_much_there_is_no_bar_stands() -> None:
    assert line("lout", "reading it all back", 0, 0, seconds=3.4, width=80) == "lout: reading it all back, 3 s"


def test_work_that_tells_nothing_for_long_is_told_by_a_timer() -> None:
    terminal = Terminal()
    with ProgressLine(terminal) as shown:
        shown.for_game("lout")("rulebook.pdf", 0, 1)
        time.sleep(1.3)
    said = terminal.getvalue().split(ERASE)
    assert said[1] == "lout: rulebook.pdf [------------------------------] 0 of 1, 1 s"
    assert len(said) > 3
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_nothing_is_said_in_a_pipe_or_to_the_impatient(clock: list[float]) -> None:
    pipe, terminal = io.StringIO(), Terminal()
    with ProgressLine(pipe) as shown:
        clock[0] += 5
        shown("table hits", 1, 2)
    with ProgressLine(terminal) as shown:
        shown("table hits", 1, 2)
    assert (pipe.getvalue(), terminal.getvalue()) == ("", "")


def test_ctrl_c_erases_the_line(clock: list[float]) -> None:
    terminal = Terminal()

    def interrupted() -> None:
        with ProgressLine(terminal) as shown:
            clock[0] += 5
            shown("table hits", 1, 2)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert terminal.getvalue().endswith(ERASE)


def test_a_long_check_tells_the_game_and_the_table(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code takes a fifth of a second and more for each of four calls."""
    terminal = Terminal()
    monkeypatch.setattr("rulewright.app.commands.progress_line.sys.stderr", terminal)
    monkeypatch.setattr(progress_line, "DELAY", 0.2)
    project.write("content/small/game.yaml", SMALL_GAME)
    project.write("cards/small/hits.yaml", SMALL_CARD)
    slow = """\
from typing import Literal


def score(cover: Literal["open", "wood"], weapon: Literal["rifle", "mortar"]) -> int:
    sum(range(8_000_000))
    return 4 if weapon == "mortar" else 3 if cover == "open" else 5
"""
    project.write("content/small/rules.py", slow)
    assert project.run("check").status == 0
    assert "small: table hits [------------------------------] 0 of 4, " in terminal.getvalue()
    assert terminal.getvalue().endswith(ERASE)


def test_each_step_of_a_build_is_told(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("rulewright.app.commands.progress_line.sys.stderr", terminal)
    monkeypatch.setattr(progress_line, "DELAY", 0.0)
    monkeypatch.setattr(progress_line, "PACE", 0.0)
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\n")
    assert small.run("build", "--no-prove").status == 0
    said = BAR.sub("[]", terminal.getvalue())
    steps = [
        "small: reading content/small/game.yaml [] 0 of 3, ",
        "small: reading cards/small/hits.yaml [] 1 of 3, ",
        "small: following all links, ",
        "small: checking all texts: repeated-word []",
        "small: preparing the print, ",
        "small: composing cards/hits.pdf []",
        "small: cards/hits.png []",
        "small: the pages for the web, ",
        "small: reading the rulebook 'rulebook' back [] 1 of 4, ",
        "small: reading rulebook.pdf: 1–1 back [] 1 of 4, ",
        "small: writing index.html []",
    ]
    assert [step for step in steps if step not in said] == []
    places = [said.index(step) for step in steps]
    assert places == sorted(places)
    assert "small: composing rulebook.pdf" in said
    assert said.endswith(ERASE)


def test_parts_of_one_file_name_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[str]()
    jobs = [Job(f"rulebook.pdf: {name}", 1, str) for name in ("rule-firing", "rule-moving")]
    run_jobs([*jobs, Job("cards/hits.pdf", 1, str)], lambda what, *_: told.append(what), most=3)
    assert "rulebook.pdf: rule-firing, rule-moving, cards/hits.pdf" in told

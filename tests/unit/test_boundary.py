"""Whatever happens inside a command, the user gets one line and status 2, and never a traceback."""

import errno
import io
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

import pytest

from rulewright.app.commands.shared import unwritable
from rulewright.base import pool
from rulewright.base.boundary import Failure, guard, remedy
from rulewright.base.findings import Findings
from rulewright.base.messages.messages import Message
from rulewright.outputs.report.findings import changes
from rulewright.proof.executor import RulesExecutor
from rulewright.proof.report import ProofReport
from tests.conftest import Project


class Ended(NamedTuple):
    status: int
    err: str


@pytest.fixture
def ended(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Callable[[], int]], Ended]:
    """Runs a command; its reports go to a folder of the test."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return lambda run: Ended(guard(run), capsys.readouterr().err)


def prints(text: str = "a finding") -> int:
    print(text, end="")
    return 0


def failing(error: BaseException) -> Callable[[], int]:
    def run() -> int:
        raise error

    return run


def test_a_command_that_works_keeps_its_status(ended: Callable[[Callable[[], int]], Ended]) -> None:
    assert ended(lambda: 1) == Ended(1, "")


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (KeyboardInterrupt(), "interrupted; the files of the last build are untouched"),
        (Failure(Message("no colours today")), "no colours today"),
        (pool.WorkerDiedError(Message("the process that made a.pdf ended")), "the process that made a.pdf ended"),
        (MemoryError(), "this machine has too little memory: close other programs, or name one game only"),
        (RuntimeError("can't start new thread"), "no more threads can start: close other programs"),
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device: free some space"),
        (
            PermissionError(errno.EACCES, "Permission denied", "a.txt"),
            "a.txt: Permission denied: change its permissions",
        ),
        (OSError(errno.ENAMETOOLONG, "File name too long", "a\x1b"), r"a\x1b: File name too long: shorten its name"),
        (
            FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']"),
            "No usable temporary directory found in ['/tmp']: free some space there, or name another folder as TMPDIR",
        ),
        (BlockingIOError(errno.EAGAIN, "Try again"), "Try again: close other programs: no more processes can start"),
    ],
)
def test_a_fault_of_the_machine_has_its_cause_and_a_remedy(
    error: BaseException, line: str, ended: Callable[[Callable[[], int]], Ended], tmp_path: Path
) -> None:
    assert ended(failing(error)) == Ended(2, f"rulewright: {line}\n")
    assert not list(tmp_path.iterdir())


def deeper() -> int:
    return deeper() + 1


@pytest.mark.parametrize(
    ("run", "name"),
    [
        (failing(ZeroDivisionError("division by zero")), "ZeroDivisionError"),
        (deeper, "RecursionError"),
        (lambda: len("\ud800".encode()), "UnicodeEncodeError"),
        (failing(ExceptionGroup("two at once", [ValueError("one"), ValueError("two")])), "ExceptionGroup"),
    ],
)
def test_a_bug_leaves_a_report(
    run: Callable[[], int], name: str, ended: Callable[[Callable[[], int]], Ended], tmp_path: Path
) -> None:
    said = ended(run)
    (report,) = tmp_path.iterdir()
    assert said == Ended(2, f"rulewright: this is a bug of the tool ({name}): please send us {report}\n")
    text = report.read_text("utf-8")
    assert text.startswith("rulewright 0.")
    assert name in text
    assert "boundary.py" in text
    for folder in (*filter(None, sys.path), str(Path.home())):
        assert f"{folder}/" not in text


def test_a_bug_where_no_report_can_be_written(
    ended: Callable[[Callable[[], int]], Ended], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    said = ended(failing(ValueError("odd")))
    line = "this is a bug of the tool (ValueError): please send us the source, for no report could be written"
    assert said == Ended(2, f"rulewright: {line}\n")


def test_an_error_of_the_system_that_nobody_knows_leaves_a_report_too(
    ended: Callable[[Callable[[], int]], Ended], tmp_path: Path
) -> None:
    said = ended(failing(OSError(errno.EIO, "Input/output error", "disk")))
    assert said.err.startswith("rulewright: disk: Input/output error: if the path is right, this may be a bug")
    assert str(next(tmp_path.iterdir())) in said.err


@pytest.mark.parametrize("number", [errno.EPIPE, errno.ENOENT, errno.ENAMETOOLONG, errno.EACCES])
def test_only_a_full_disk_asks_for_space(number: int) -> None:
    assert "space" not in remedy(OSError(number, os.strerror(number)))


# Standard output


@pytest.fixture
def full() -> Iterator[TextIO]:
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no full device")
    with open("/dev/full", "w", encoding="utf-8") as stream:
        yield stream  # closing it complains if something still waits to be written


def stops() -> int:
    prints("usage")
    sys.exit()


@pytest.mark.parametrize("run", [prints, stops])
def test_a_full_disk_behind_standard_output(
    run: Callable[[], int], full: TextIO, ended: Callable[[Callable[[], int]], Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", full)
    assert ended(run) == Ended(2, "rulewright: standard output cannot be written: No space left on device\n")


def test_a_reader_that_wants_no_more_gets_no_complaint(
    ended: Callable[[Callable[[], int]], Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert ended(prints) == Ended(2, "")


def test_standard_output_that_is_closed_from_the_start(
    ended: Callable[[Callable[[], int]], Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr("rulewright.base.boundary.discard_output", lambda: None)  # the descriptor is that of the tests
    assert ended(lambda: 0) == Ended(2, "rulewright: standard output cannot be written: it is closed\n")


@pytest.mark.parametrize(
    ("encoding", "printed"),
    [
        ("ascii", rb"\xe9 \u2013 \U0001f3b2 \udcff"),
        ("latin-1", b"\xe9 \\u2013 \\U0001f3b2 \\udcff"),
        ("cp1252", b"\xe9 \x96 \\U0001f3b2 \\udcff"),
        ("utf-8", "é – 🎲 \\udcff".encode()),
    ],
)
def test_every_encoding_prints_every_character(
    encoding: str, printed: bytes, ended: Callable[[Callable[[], int]], Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding))
    assert ended(lambda: prints("é – 🎲 \udcff")) == Ended(0, "")
    assert written.getvalue() == printed


# Processes and threads


class Awkward(Exception):
    """Cannot be copied: its maker takes two arguments."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def test_an_error_that_cannot_travel_from_a_process_of_the_pool_travels_as_its_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> None:
        raise Awkward("no such ", "colour")

    monkeypatch.setattr(pool, "_jobs", [pool.Job("card", 1, fail)])
    monkeypatch.setattr(pool, "_owners", [0])
    with pytest.raises(RuntimeError, match=r"^Awkward: no such colour$"):
        pool._run(0)


def refuse(*_: object) -> None:
    raise RuntimeError("can't start new thread")


def test_one_thread_proves_where_no_second_can_start(monkeypatch: pytest.MonkeyPatch) -> None:
    with RulesExecutor(3, start_delay=0) as executor:
        first = executor.submit(time.sleep, 0.05)
        monkeypatch.setattr(threading.Thread, "start", refuse)
        assert [executor.submit(int, text).result() for text in "12"] == [1, 2]
        first.result()


def test_no_thread_at_all_is_told(monkeypatch: pytest.MonkeyPatch, ended: Callable[[Callable[[], int]], Ended]) -> None:
    monkeypatch.setattr(threading.Thread, "start", refuse)

    def run() -> int:
        with RulesExecutor(3) as executor:
            return executor.submit(int, "0").result()

    assert ended(run) == Ended(2, "rulewright: no more threads can start: close other programs\n")


# Settings, and what a build leaves


@pytest.mark.parametrize("epoch", ["²", "tomorrow", "9" * 30])
def test_a_date_that_is_no_number_of_seconds(small: Project, monkeypatch: pytest.MonkeyPatch, epoch: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    said = small.run("build", "--no-prove")
    line = f"rulewright: SOURCE_DATE_EPOCH is {epoch!r}: set it to a number of seconds, or remove it\n"
    assert (said.status, said.err) == (2, line)


@pytest.mark.parametrize(
    "last",
    [
        b"[" * 100_000,
        b'{"findings": [{"id": "a", "message": ' + b"[" * 900 + b"]" * 900 + b'}], "statements": []}',
        rb'{"findings": [{"id": "a", "message": "\ud800"}], "statements": []}',
        rb'{"findings": [], "statements": [{"kind": "\udcff", "owner": "a", "key": "", "text": "", "state": ""}]}',
    ],
    ids=["deep", "as deep as can be", "half a character", "another"],
)
def test_a_report_of_the_last_build_that_somebody_has_altered_is_as_none(last: bytes) -> None:
    assert changes(last, Findings(), ProofReport()) is None


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        (errno.ENOSPC, "free some space; the files"),
        (errno.EACCES, "change its permissions; the files"),
        (errno.ENAMETOOLONG, "shorten its name; the files"),
        (errno.EPIPE, "help: the files"),
    ],
)
def test_unwritable_names_the_true_cause(number: int, hint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert unwritable(Path("build/small"), OSError(number, os.strerror(number), "build/small/a.html")) == 2
    err = capsys.readouterr().err
    words = f"error[unwritable]: the output cannot be written: {os.strerror(number)}: build/small/a.html\n"
    assert err.startswith(f"build/small: {words}")
    assert f"{hint} of the last build are untouched\n" in err

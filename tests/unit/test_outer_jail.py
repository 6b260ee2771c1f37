"""What holds the contained process from outside. These tests only ask what macOS and Windows would be told."""

import os
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from rulewright.proof import outer_jail
from rulewright.proof.contained import jail
from rulewright.proof.outer_jail import OuterJail, command, profile
from rulewright.proof.process import RulesProcess

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has bubblewrap")
SCRIPT = Path('/opt/a "tool"/contained/start.py')


def started_process(*started: str) -> "subprocess.Popen[bytes]":
    """A process that was started by this command."""
    return cast("subprocess.Popen[bytes]", type("Process", (), {"_handle": 77, "args": [*started, "python"]})())


PROCESS = started_process()


@pytest.fixture
def macos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program that macOS has."""
    sandbox = tmp_path / "sandbox-exec"
    sandbox.touch()
    monkeypatch.setattr(outer_jail, "SANDBOX_EXEC", sandbox)
    return sandbox


def test_macos_starts_the_script_in_its_sandbox(macos: Path) -> None:
    start = command(SCRIPT, "darwin")
    assert start[:3] == [str(macos), "-p", profile(SCRIPT)]
    assert start[4:] == ["-P", "-s", "-S", str(SCRIPT)]
    assert OuterJail(started_process(*start), 512, "darwin").parts == ["sandbox-exec"]


def test_a_macos_without_it_starts_the_script_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outer_jail, "SANDBOX_EXEC", Path("/no/such/program"))
    assert command(SCRIPT, "darwin")[1:] == ["-P", "-s", "-S", str(SCRIPT)]
    assert OuterJail(PROCESS, 512, "darwin").parts == []


def test_the_profile_denies_before_it_allows_what_python_needs() -> None:
    lines = profile(SCRIPT).splitlines()
    denied = ["network*", "process-fork", "process-exec*", "signal (target others)", "file-write*"]
    assert [line for line in lines if line.startswith("(deny ")][:5] == [f"(deny {each})" for each in denied]
    assert lines.index("(deny process-exec*)") < next(
        n for n, line in enumerate(lines) if "(allow process-exec*" in line
    )
    assert lines[-1].startswith("(allow file-read-data (subpath ")
    assert '(subpath "/opt/a \\"tool\\"")' in lines[-1]
    assert all(line.count("(") == line.count(")") for line in lines)


class Kernel:
    """Records what Windows is asked, and answers as it is told."""

    def __init__(self, **answers: int) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.answers = {"CreateJobObjectW": 5, "SetInformationJobObject": 1, "AssignProcessToJobObject": 1} | answers

    def __getattr__(self, name: str) -> Any:
        def answer(*given: Any) -> int:
            self.calls.append((name, *given))
            return self.answers[name]

        return answer


def test_windows_puts_the_process_into_a_job() -> None:
    kernel = Kernel()
    assert OuterJail(PROCESS, 512, "win32", kernel).parts == ["a job object"]
    create, limit, assign = kernel.calls
    assert create[0] == "CreateJobObjectW"
    assert assign == ("AssignProcessToJobObject", 5, 77)
    assert limit[:3] == ("SetInformationJobObject", 5, 9)
    assert limit[4] == len(limit[3]) == 144
    assert struct.unpack_from("<I", limit[3], 16) == (0x8 | 0x100 | 0x400 | 0x2000,)
    assert struct.unpack_from("<I", limit[3], 40) == (1,)
    assert struct.unpack_from("<Q", limit[3], 112) == (512 << 20,)


@pytest.mark.parametrize("call", ["CreateJobObjectW", "SetInformationJobObject", "AssignProcessToJobObject"])
def test_a_job_that_windows_refuses_does_not_count(call: str) -> None:
    assert OuterJail(PROCESS, 512, "win32", Kernel(**{call: 0})).parts == []


# Linux


@pytest.fixture
def bwrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Path]]:
    """A stand-in for bubblewrap with these lines, on a system whose own jail lacks a part."""

    def install(lines: str) -> Path:
        program = tmp_path / "bwrap"
        program.write_text(f"#!/bin/sh\n{lines}\n")
        program.chmod(0o755)
        return program

    monkeypatch.setattr(jail, "is_whole", lambda: False)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    outer_jail.bubblewrap.cache_clear()
    yield install
    outer_jail.bubblewrap.cache_clear()


RUN = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'


@LINUX
def test_a_whole_jail_needs_no_bubblewrap(bwrap: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    bwrap(RUN)
    monkeypatch.setattr(jail, "is_whole", lambda: True)
    assert command(SCRIPT, "linux")[1:] == ["-P", "-s", "-S", str(SCRIPT)]
    assert OuterJail(PROCESS, 512, "linux").parts == []


@LINUX
@pytest.mark.usefixtures("real_workers")
def test_without_a_part_of_it_rules_code_runs_in_bubblewrap(bwrap: Callable[[str], Path]) -> None:
    start = command(SCRIPT, "linux"), str(bwrap(RUN))
    assert start[0][0] != start[1], "none was installed yet"
    outer_jail.bubblewrap.cache_clear()
    assert command(SCRIPT, "linux")[:3] == [start[1], "--unshare-all", "--die-with-parent"]
    with RulesProcess("def f() -> int: return 3") as rules:
        assert list(rules.evaluate("f", [])) == [3]
        assert "bubblewrap" in rules.jail


@LINUX
def test_a_system_that_allows_no_namespaces_does_without(bwrap: Callable[[str], Path]) -> None:
    bwrap("exit 1")
    assert command(SCRIPT, "linux")[1:] == ["-P", "-s", "-S", str(SCRIPT)]


@LINUX
def test_bubblewrap_shows_no_file_that_python_does_not_need(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The real one, where it is installed."""
    monkeypatch.setattr(jail, "is_whole", lambda: False)
    outer_jail.bubblewrap.cache_clear()
    start = outer_jail.bubblewrap(str(tmp_path / "tool"))
    outer_jail.bubblewrap.cache_clear()
    if not start:
        pytest.skip("no bubblewrap, or it does not work here")
    secret = tmp_path / "secret"
    secret.write_text("nobody's business")
    reading = subprocess.run([*start, sys.executable, "-c", f"open({str(secret)!r})"], capture_output=True, check=False)
    assert b"FileNotFoundError" in reading.stderr

"""What holds the contained process on macOS and Windows, which these tests cannot run: the profile, and the calls."""

import struct
import subprocess
from pathlib import Path
from typing import Any, cast

import pytest

from rulewright.proof import outer_jail
from rulewright.proof.outer_jail import OuterJail, command, profile

SCRIPT = Path("/opt/a \"tool\"/contained/start.py")
PROCESS = cast("subprocess.Popen[bytes]", type("Process", (), {"_handle": 77})())


@pytest.fixture
def macos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program that macOS has."""
    sandbox = tmp_path / "sandbox-exec"
    sandbox.touch()
    monkeypatch.setattr(outer_jail, "SANDBOX", sandbox)
    return sandbox


def test_macos_starts_the_script_in_its_sandbox(macos: Path) -> None:
    start = command(SCRIPT, "darwin")
    assert start[:3] == [str(macos), "-p", profile(SCRIPT)]
    assert start[4:] == ["-P", "-s", "-S", str(SCRIPT)]
    assert OuterJail(PROCESS, 512, "darwin").parts == ["sandbox-exec"]


def test_a_macos_without_it_starts_the_script_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outer_jail, "SANDBOX", Path("/no/such/program"))
    assert command(SCRIPT, "darwin")[1:] == ["-P", "-s", "-S", str(SCRIPT)]
    assert OuterJail(PROCESS, 512, "darwin").parts == []


def test_the_profile_denies_before_it_allows_what_python_needs() -> None:
    lines = profile(SCRIPT).splitlines()
    denied = ["network*", "process-fork", "process-exec*", "signal (target others)", "file-write*"]
    assert [line for line in lines if line.startswith("(deny ")][:5] == [f"(deny {each})" for each in denied]
    assert lines.index("(deny process-exec*)") < next(n for n, line in enumerate(lines) if "(allow process-exec*" in line)
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


def test_linux_holds_nothing_from_outside() -> None:
    assert OuterJail(PROCESS, 512, "linux").parts == []
    assert command(SCRIPT, "linux")[1:] == ["-P", "-s", "-S", str(SCRIPT)]

"""The containment of the rules code from outside, by what the system offers. `process.py` starts processes with it.

`command` returns a command such as `bwrap ... python -P -s -S contained/start.py`, and `OuterJail` limits the process
that it starts. The containment from inside is `contained/`.

- Linux: if the kernel is too old or the processor unknown for the jail inside, bubblewrap, where it works, hides the
  network, other processes, and all files but those that Python needs.
- macOS: `sandbox-exec` forbids writing files, starting other programs, connections, and reading personal files.
- Windows: a job object forbids further processes, limits memory and ends the process with its parent. Files and
  connections are not restricted.
"""

import struct
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from shutil import which
from typing import Any, cast

from rulewright.proof.contained import jail

SYSTEM_FOLDERS = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache")
"""System folders that Python may need to start."""
TRIAL_SECONDS = 10
"""Seconds for the trial of bubblewrap: not every system lets a user create namespaces."""
SANDBOX_NAMES = {"sandbox-exec": "sandbox-exec", "bwrap": "bubblewrap"}
"""The programs that start Python in a sandbox, with their names in messages."""
SANDBOX_EXEC = Path("/usr/bin/sandbox-exec")
PROFILE = """(version 1)
(allow default)
(deny network*)
(deny process-fork)
(deny process-exec*)
(allow process-exec* {interpreter})
(deny signal (target others))
(deny file-write*)
(allow file-write* (literal "/dev/null"))
(deny file-read-data (subpath "/Users") (subpath "/Volumes") (subpath "/private/var/folders") (subpath "/private/tmp"))
(allow file-read-data {interpreter} {tool})
"""
"""A profile in the sandbox language of macOS, where the last matching rule decides."""
JOB_LIMITS = struct.Struct("<qqI4xQQI4xQII6Q4Q")
"""JOBOBJECT_EXTENDED_LIMIT_INFORMATION, the structure with the limits of a job object, on 64-bit Windows.

Two times, the flags, the least and most working set, the number of processes, affinity, priority and scheduling class;
six counters; the memory of a process and of the job, and the peaks of both.
"""
EXTENDED_LIMITS = 9
"""The number of this structure for SetInformationJobObject."""
ACTIVE_PROCESSES, PROCESS_MEMORY, DIE_ON_EXCEPTION, KILL_ON_CLOSE = 0x8, 0x100, 0x400, 0x2000
"""Flags: which limits of the structure apply, and when Windows ends the processes."""


def command(script: Path, platform: str = sys.platform) -> list[str]:
    """Return the command that runs a script in Python, in the sandbox of the system if there is one."""
    # Windows starts the Python of a virtual environment by a launcher, which would be the one process of the job.
    python = getattr(sys, "_base_executable", sys.executable) if platform == "win32" else sys.executable
    sandbox: Sequence[str] = ()
    if platform == "darwin" and SANDBOX_EXEC.exists():
        sandbox = (str(SANDBOX_EXEC), "-p", profile(script))
    elif platform == "linux" and not jail.is_whole():
        sandbox = bubblewrap(str(script.parents[1]))
    return [*sandbox, python, "-P", "-s", "-S", str(script)]


class OuterJail:
    """The containment of one process from outside; it lasts as long as this object. `parts` names its parts."""

    def __init__(
        self, process: subprocess.Popen[bytes], megabytes: int, platform: str = sys.platform, kernel: Any = None
    ) -> None:
        self.job = _job(process, megabytes, kernel or _kernel()) if platform == "win32" else None
        started = Path(cast(list[str], process.args)[0]).name
        sandbox = [name for program, name in SANDBOX_NAMES.items() if program == started]
        self.parts = sandbox + ["a job object"] * (self.job is not None)


@lru_cache
def bubblewrap(tool: str) -> tuple[str, ...]:
    """Return the start of a command that runs Python in bubblewrap; empty if bubblewrap does not work here."""
    folders = dict.fromkeys((*SYSTEM_FOLDERS, *_python_folders(), tool))
    options = (word for folder in folders for word in ("--ro-bind-try", folder, folder))
    start = (which("bwrap") or "", "--unshare-all", "--die-with-parent", *options, "--dev", "/dev", "--")
    with suppress(OSError, subprocess.TimeoutExpired):
        trial = [*start, sys.executable, "-I", "-S", "-c", ""]
        if subprocess.run(trial, capture_output=True, timeout=TRIAL_SECONDS, check=False).returncode == 0:
            return start
    return ()


def profile(script: Path) -> str:
    """Return the macOS sandbox profile of a script."""
    folders = dict.fromkeys(_python_folders())
    return PROFILE.format(interpreter=" ".join(map(_subpath, folders)), tool=_subpath(str(script.parents[1])))


def _python_folders() -> tuple[str, ...]:
    """Return the folders of this Python, of the Python of its virtual environment, and of the program itself."""
    return sys.prefix, sys.base_prefix, str(Path(sys.executable).resolve().parent)


def _subpath(folder: str) -> str:
    """Return a folder in the language of a macOS profile: `(subpath "/opt/python")`."""
    quoted = folder.replace("\\", "\\\\").replace('"', '\\"')
    return f'(subpath "{quoted}")'


def _kernel() -> Any:
    """Return the library kernel32 of Windows, with the types of the functions for job objects."""
    import ctypes

    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
    kernel.CreateJobObjectW.restype = ctypes.c_void_p
    kernel.SetInformationJobObject.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint32)
    kernel.AssignProcessToJobObject.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    return kernel


def _job(process: Any, megabytes: int, kernel: Any) -> int | None:
    """Put a process into a new job object; None if Windows refuses. Closing the handle ends the process."""
    job = kernel.CreateJobObjectW(None, None)
    flags = ACTIVE_PROCESSES | PROCESS_MEMORY | DIE_ON_EXCEPTION | KILL_ON_CLOSE
    times, working_set, most_processes, affinity_and_classes = (0, 0), (0, 0), 1, (0, 0, 0)  # 0: no limit
    counters, memory = (0,) * 6, (megabytes << 20, 0, 0, 0)
    limits = JOB_LIMITS.pack(*times, flags, *working_set, most_processes, *affinity_and_classes, *counters, *memory)
    is_limited = job and kernel.SetInformationJobObject(job, EXTENDED_LIMITS, limits, JOB_LIMITS.size)
    return job if is_limited and kernel.AssignProcessToJobObject(job, int(process._handle)) else None

"""How the contained process is held from outside. On Linux it locks itself in, which is more: `contained/jail.py`.

A Linux that lacks a part of that jail, because the kernel is old or the processor unknown, starts the process in
bubblewrap, if that is installed and works: no network, no other process in sight, and of the files only those that
Python needs, to be read. Where the jail is whole bubblewrap would add nothing: seccomp has already refused every system
call on files, processes and connections.

macOS has `sandbox-exec`: no file is written, nothing but the interpreter is started, no connection opened, and no file
of a person read. Windows has job objects: no further process, a limit of memory, and death with the parent; it holds
back neither files nor connections. Neither takes away what the process needs to start.
"""

import struct
import subprocess
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from shutil import which
from typing import Any, cast

from rulewright.proof.contained import jail

SYSTEM_FOLDERS = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache")
"""What of a system Python may need to start."""
PATIENCE = 10
"""Seconds for the trial of bubblewrap: not every system lets a user make namespaces."""

SANDBOXES = {"sandbox-exec": "sandbox-exec", "bwrap": "bubblewrap"}
"""The names of the programs that start Python in a sandbox."""
SANDBOX = Path("/usr/bin/sandbox-exec")
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
"""In the language of macOS's sandbox, where the last rule that fits decides."""

EXTENDED_LIMITS = 9
LIMITS = struct.Struct("<qqI4xQQI4xQII6Q4Q")
"""JOBOBJECT_EXTENDED_LIMIT_INFORMATION of 64-bit Windows."""
ACTIVE_PROCESSES, PROCESS_MEMORY, DIE_ON_EXCEPTION, KILL_ON_CLOSE = 0x8, 0x100, 0x400, 0x2000


def command(script: Path, platform: str = sys.platform) -> list[str]:
    """The command that runs a script in Python, in the sandbox of the system if there is one."""
    # Windows starts the Python of a virtual environment by a launcher, which would be the one process of the job.
    python = getattr(sys, "_base_executable", sys.executable) if platform == "win32" else sys.executable
    return [*_sandbox(script, platform), python, "-P", "-s", "-S", str(script)]


def _sandbox(script: Path, platform: str) -> tuple[str, ...]:
    if platform == "darwin" and SANDBOX.exists():
        return str(SANDBOX), "-p", profile(script)
    return bubblewrap(str(script.parents[1])) if platform == "linux" and not jail.is_whole() else ()


@lru_cache
def bubblewrap(tool: str) -> tuple[str, ...]:
    """The start of a command that runs Python, and a tool, in bubblewrap; empty where that does not work."""
    folders = dict.fromkeys((*SYSTEM_FOLDERS, *_python_folders(), tool))
    files = (word for folder in folders for word in ("--ro-bind-try", folder, folder))
    start = (which("bwrap") or "", "--unshare-all", "--die-with-parent", *files, "--dev", "/dev", "--")
    with suppress(OSError, subprocess.TimeoutExpired):
        trial = [*start, sys.executable, "-I", "-S", "-c", ""]
        if subprocess.run(trial, capture_output=True, timeout=PATIENCE, check=False).returncode == 0:
            return start
    return ()


def _python_folders() -> tuple[str, ...]:
    return sys.prefix, sys.base_prefix, str(Path(sys.executable).resolve().parent)


def profile(script: Path) -> str:
    """The profile under which a script runs."""
    folders = dict.fromkeys(_python_folders())
    return PROFILE.format(interpreter=" ".join(map(_subpath, folders)), tool=_subpath(str(script.parents[1])))


def _subpath(folder: str) -> str:
    quoted = folder.replace("\\", "\\\\").replace('"', '\\"')
    return f'(subpath "{quoted}")'


class OuterJail:
    """What holds one process from outside; `parts` names it. It lasts as long as this object."""

    def __init__(
        self, process: subprocess.Popen[bytes], megabytes: int, platform: str = sys.platform, kernel: Any = None
    ) -> None:
        self.job = _job(process, megabytes, kernel or _kernel()) if platform == "win32" else None
        started = Path(cast(list[str], process.args)[0]).name
        sandbox = [name for program, name in SANDBOXES.items() if program == started]
        self.parts = sandbox + ["a job object"] * (self.job is not None)


def _kernel() -> Any:
    import ctypes

    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
    kernel.CreateJobObjectW.restype = ctypes.c_void_p
    kernel.SetInformationJobObject.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint32)
    kernel.AssignProcessToJobObject.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    return kernel


def _job(process: Any, megabytes: int, kernel: Any) -> int | None:
    """A job of one process; None where Windows refuses it. The system ends the process when the handle is closed."""
    job = kernel.CreateJobObjectW(None, None)
    flags = ACTIVE_PROCESSES | PROCESS_MEMORY | DIE_ON_EXCEPTION | KILL_ON_CLOSE
    limits = LIMITS.pack(0, 0, flags, 0, 0, 1, 0, 0, 0, *[0] * 6, megabytes << 20, 0, 0, 0)
    held = job and kernel.SetInformationJobObject(job, EXTENDED_LIMITS, limits, LIMITS.size)
    return job if held and kernel.AssignProcessToJobObject(job, int(process._handle)) else None

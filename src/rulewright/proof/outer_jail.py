"""How macOS and Windows hold the contained process, from outside. On Linux it locks itself in: `contained/jail.py`.

macOS has `sandbox-exec`: no file is written, nothing but the interpreter is started, no connection opened, and no file
of a person read. Windows has job objects: no further process, a limit of memory, and death with the parent; it holds
back neither files nor connections. Neither takes away what the process needs to start.
"""

import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

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
    """The command that runs a script in Python; on macOS in the sandbox, if that is there."""
    # Windows starts the Python of a virtual environment by a launcher, which would be the one process of the job.
    python = getattr(sys, "_base_executable", sys.executable) if platform == "win32" else sys.executable
    plain = [python, "-P", "-s", "-S", str(script)]
    return [str(SANDBOX), "-p", profile(script), *plain] if _has_sandbox(platform) else plain


def _has_sandbox(platform: str) -> bool:
    return platform == "darwin" and SANDBOX.exists()


def profile(script: Path) -> str:
    """The profile under which a script runs."""
    folders = dict.fromkeys((sys.prefix, sys.base_prefix, str(Path(sys.executable).resolve().parent)))
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
        self.parts = ["sandbox-exec"] * _has_sandbox(platform) + ["a job object"] * (self.job is not None)


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

"""The jail: on Linux the kernel lets the rules code only compute and answer.

Landlock denies access to all files. Seccomp denies every system call except those for memory, locks and the two pipes,
so there are no files, processes, signals or sockets. Neither can be undone, and seccomp also binds running threads. No
library is needed, only a few calls of the C library through ctypes. Other systems and older kernels lack some parts;
`jail` returns the names of the parts that are active.
"""

import platform
import struct
import sys
from contextlib import suppress
from typing import Any

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

CALLS = {
    "x86_64": (
        0xC000003E,
        {"read": 0, "write": 1, "mmap": 9, "mprotect": 10, "seccomp": 317}
        | {"munmap": 11, "brk": 12, "rt_sigprocmask": 14, "rt_sigreturn": 15, "sched_yield": 24, "mremap": 25}
        | {"madvise": 28, "setitimer": 38, "exit": 60, "gettid": 186, "futex": 202, "restart_syscall": 219}
        | {"clock_gettime": 228, "exit_group": 231, "getrandom": 318},
    ),
    "aarch64": (
        0xC00000B7,
        {"read": 63, "write": 64, "mmap": 222, "mprotect": 226, "seccomp": 277}
        | {"munmap": 215, "brk": 214, "rt_sigprocmask": 135, "rt_sigreturn": 139, "sched_yield": 124, "mremap": 216}
        | {"madvise": 233, "setitimer": 103, "exit": 93, "gettid": 178, "futex": 98, "restart_syscall": 128}
        | {"clock_gettime": 113, "exit_group": 94, "getrandom": 278},
    ),
}
"""For each processor its number in seccomp, and the numbers of the system calls that rules code needs."""

RESTRICTED_CALLS = ("read", "write", "mmap", "mprotect", "seccomp")
"""System calls whose arguments are checked, and `seccomp`, which only the jail calls."""

NO_NEW_PRIVILEGES = 38
SET_FILTER, FOR_ALL_THREADS = 1, 1 | 4
LANDLOCK_CREATE, LANDLOCK_RESTRICT = 444, 446
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""Number of file rights that each version of Landlock knows; later versions count as the last."""

LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
"""Operations of a BPF filter."""
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050001, 0x80000000
"""Results of a filter; REFUSE makes the system call fail with EPERM."""
NUMBER, PROCESSOR, ARGUMENTS = 0, 4, 16
"""Offsets in bytes of what a filter can load: the number of the system call, the processor, and the arguments."""
THIRD_ARGUMENT = ARGUMENTS + 2 * 8
EXECUTABLE = 4
"""The bit of PROT_EXEC in the third argument of mmap and mprotect."""
NULL_DEVICES = (1, 2)
"""Descriptors that lead to the null device, for `print`."""


def limit(name: str, most: int) -> None:
    """Set a resource limit, unless the system lacks it or already has a lower one."""
    with suppress(AttributeError, ValueError, OSError):
        resource.setrlimit(getattr(resource, name), (most, most))


def is_whole() -> bool:
    """Return whether this system has both Landlock and seccomp."""
    library = _c_library()
    return library is not None and _landlock_version(*library) >= 1 and _has_list_of_calls()


def jail(requests: int, replies: int) -> list[str]:
    """Lock this process in for good, and return the names of the active parts.

    From now on it can only read the descriptor `requests` and write the descriptor `replies`. Landlock binds the
    calling thread and those that it starts; seccomp binds all threads.
    """
    library = _c_library()
    if library is not None and library[1].prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        library = None
    parts = {"Landlock": library is not None and _landlock(*library)}
    for name in ("RLIMIT_FSIZE", "RLIMIT_NPROC", "RLIMIT_NOFILE", "RLIMIT_CORE"):
        limit(name, 0)
    parts["seccomp"] = library is not None and _seccomp(*library, requests, replies)
    return [name for name, holds in parts.items() if holds]


def _c_library() -> tuple[Any, Any] | None:
    """Return the module ctypes and the C library; None if this is not Linux or one is missing."""
    if sys.platform != "linux":
        return None
    try:
        import ctypes

        library = ctypes.CDLL(None)
        library.syscall.restype = ctypes.c_long
    except (ImportError, OSError, AttributeError):
        return None
    return ctypes, library


def _landlock_version(ctypes: Any, library: Any) -> int:
    """Return the version of Landlock in the kernel; below 1 if it has none."""
    return int(library.syscall(LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1))


def _has_list_of_calls() -> bool:
    """Return whether CALLS has the numbers for this processor and a Python of 64 bits."""
    return platform.machine() in CALLS and sys.maxsize > 2**32


def _landlock(ctypes: Any, library: Any) -> bool:
    """Deny this thread access to all files; return whether that worked."""
    version = _landlock_version(ctypes, library)
    if version < 1:
        return False
    rights = (1 << FILE_RIGHTS[min(version, max(FILE_RIGHTS))]) - 1
    rules = library.syscall(LANDLOCK_CREATE, struct.pack("<Q", rights), ctypes.c_size_t(8), 0)
    return rules >= 0 and bool(library.syscall(LANDLOCK_RESTRICT, rules, 0) == 0)


def _seccomp(ctypes: Any, library: Any, requests: int, replies: int) -> bool:
    """Restrict all threads to the allowed system calls; return whether that worked."""
    if not _has_list_of_calls():
        return False
    processor, numbers = CALLS[platform.machine()]
    steps = _filter(processor, numbers, requests, replies)
    # an array of `struct sock_filter`, and a `struct sock_fprog` with its length and address
    program = ctypes.create_string_buffer(b"".join(struct.pack("<HBBI", *step) for step in steps))
    pointer = struct.pack("<HxxxxxxQ", len(steps), ctypes.addressof(program))
    return bool(library.syscall(numbers["seccomp"], SET_FILTER, FOR_ALL_THREADS, pointer) == 0)


Step = tuple[int, int, int, int]
"""One instruction of a BPF filter: the operation, how many steps to skip if it is true and if not, and a number.

`(EQUAL, 0, 1, 9), (RETURN, 0, 0, ALLOW)` allows the system call 9, and for another one skips the second step.
"""


def _filter(processor: int, numbers: dict[str, int], requests: int, replies: int) -> list[Step]:
    """Return a filter that allows the system calls in `numbers` and refuses all others, and executable memory."""
    steps: list[Step] = [(LOAD, 0, 0, PROCESSOR), (EQUAL, 1, 0, processor), (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER)]
    for name, number in numbers.items():
        if name not in RESTRICTED_CALLS:
            steps += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ALLOW)]
    for name, descriptors in (("read", [requests]), ("write", [*NULL_DEVICES, replies])):
        steps_of_call = 2 + 2 * len(descriptors)  # to load the argument, two for each descriptor, and to refuse
        steps += [(EQUAL, 0, steps_of_call, numbers[name]), (LOAD, 0, 0, ARGUMENTS)]
        for descriptor in descriptors:
            steps += [(EQUAL, 0, 1, descriptor), (RETURN, 0, 0, ALLOW)]
        steps += [(RETURN, 0, 0, REFUSE)]
    for name in ("mmap", "mprotect"):
        steps += [(EQUAL, 0, 4, numbers[name]), (LOAD, 0, 0, THIRD_ARGUMENT), (ANY_BIT, 1, 0, EXECUTABLE)]
        steps += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE)]
    return [*steps, (RETURN, 0, 0, REFUSE)]

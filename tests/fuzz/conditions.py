"""Conditions of an attempt, each a line: odd things among its files, and odd surroundings of its process.

link NAME TARGET     a symbolic link            set NAME=VALUE     a variable of the environment
fifo NAME            a pipe with a name         unset NAME         no such variable
folder NAME          an empty folder            umask 077          which rights new files lack
mode 000 NAME        the rights of a file       out full|closed    what stdout is; `err` likewise
first COMMAND        runs before                limit FSIZE 4096   a limit on what the process may use
beside COMMAND       runs at the same time      kill SIGTERM 0.25  a signal after so many seconds
"""

import ctypes
import os
import resource
import shutil
import signal
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

DROP_FROM_BOUNDING_SET = 24
PASS_OVER_RIGHTS = (1, 2)
"""For prctl(2): what root may do to files without a right to, CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""
OF_FILES = ("link", "fifo", "folder", "mode")


def needs_process(conditions: Iterable[str]) -> bool:
    """Whether any is more than an odd thing among the files; rights bind a process only, for root has them all."""
    return any(each.split()[0] not in OF_FILES or each.startswith("mode") for each in conditions)


def of(conditions: Iterable[str], name: str) -> Iterator[list[str]]:
    """The words after the name, for each condition of this name."""
    return (each.split(" ")[1:] for each in conditions if each.split(" ")[0] == name)


def put_files(conditions: Iterable[str], project: Path) -> None:
    for (name,) in of(conditions, "folder"):
        _free(project / name).mkdir()
    for name, target in of(conditions, "link"):
        _free(project / name).symlink_to(target)
    for (name,) in of(conditions, "fifo"):
        os.mkfifo(_free(project / name))
    for mode, name in of(conditions, "mode"):
        (project / name).chmod(int(mode, 8))


def _free(path: Path) -> Path:
    """Where nothing is any more; what is above it is a folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    return path


def take_files_away(conditions: Iterable[str], project: Path) -> None:
    """Lets the folder be read and deleted again."""
    for _, name in of(conditions, "mode"):
        (project / name).chmod(0o755)


def environment(conditions: Iterable[str]) -> dict[str, str]:
    """That of this process, changed."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    for words in of(conditions, "set"):
        name, _, value = " ".join(words).partition("=")
        variables[name] = value
    for (name,) in of(conditions, "unset"):
        variables.pop(name, None)
    return variables


def prepare(conditions: tuple[str, ...]) -> Callable[[], None]:
    """What the new process does before it runs the command; the rights of files bind it even if it is root's."""
    prctl = ctypes.CDLL(None).prctl
    passed_over = PASS_OVER_RIGHTS if any(of(conditions, "mode")) and os.geteuid() == 0 else ()

    def in_process() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # tests in the background are deaf to Ctrl-C
        for (mask,) in of(conditions, "umask"):
            os.umask(int(mask, 8))
        for stream, name in ((1, "out"), (2, "err")):
            for (kind,) in of(conditions, name):
                _redirect(stream, kind)
        for name, most in of(conditions, "limit"):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (int(most), int(most)))
        for right in passed_over:
            prctl(DROP_FROM_BOUNDING_SET, right, 0, 0, 0)

    return in_process


def _redirect(stream: int, kind: str) -> None:
    if kind == "closed":
        os.close(stream)
    else:
        os.dup2(os.open("/dev/full", os.O_WRONLY), stream)

"""The boundary of the command line: turn each exception of a command into one line on standard error and status 2.

- An error of the system gets its cause and a remedy: `content/x.yaml: Permission denied: change its permissions`.
- Any other exception is a bug of this tool. Its traceback goes to a temporary file, and the line names that file.

`cli` runs each command through `guard`.
"""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rulewright.base.streams import OutputError, discard_output, nowhere, prepared_streams
from rulewright.base.visible import visible

HINTS = {
    errno.ENOSPC: "free some space",
    errno.EDQUOT: "free some space",
    errno.EFBIG: "free some space, or raise the limit on the size of files",
    errno.EACCES: "change its permissions",
    errno.EPERM: "change its permissions",
    errno.EROFS: "choose a place that can be written",
    errno.ENAMETOOLONG: "shorten its name",
    errno.ELOOP: "remove the link that leads to itself",
    errno.EXDEV: "it is mounted, or in a lower layer of a container: remove it",
    errno.EBUSY: "it is mounted, or in use: unmount it, or remove it",
    errno.ENOTDIR: "a file is in the way of a folder: move it",
    errno.EEXIST: "a file is in the way of a folder: move it",
    errno.EISDIR: "a folder is in the way of a file: move it",
    errno.EMFILE: "raise the limit on open files",
    errno.ENFILE: "close other programs",
    errno.EAGAIN: "close other programs: no more processes can start",
    errno.ENOMEM: "close other programs: there is too little memory",
}
"""What the user can do, by the error number of the system."""
NO_THREADS = "can't start new thread"
"""The message of Python's RuntimeError when no thread can start."""
NOT_MAPPED = "failed to map segment"
"""Part of the message of an ImportError when there is no memory for a library."""
NO_TEMPORARY = "No usable temporary directory"
"""Part of the message of `tempfile` when it finds no folder that it can write to."""
NO_ROOM = "no more threads can start: close other programs"
INTERRUPTED = "interrupted; the files of the last build are untouched"


class Failure(RuntimeError):
    """A run cannot go on, for a `reason` outside this tool; the reason also says what to do."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def guard(run: Callable[[], int]) -> int:
    """Run a command and return its exit status; 2 with one line on standard error if it fails."""
    try:
        with prepared_streams() as output:
            try:
                return run()
            finally:
                output.flush()
    except OutputError as error:
        discard_output()
        return _fail(f"standard output cannot be written: {error!s}") if str(error) else 2
    except (Exception, KeyboardInterrupt) as error:
        return _fail(_explain_and_report(error))


class GameFailures:
    """Catches what goes wrong in one game of a command: it is reported, and does not stop the other games.

    `status` is the exit status: 0, or 2 once a game has failed.
    """

    def __init__(self) -> None:
        self.status = 0

    @contextmanager
    def catch(self, game: str) -> Iterator[None]:
        """Report an exception inside the block as a failure of `game`."""
        try:
            yield
        except OutputError:
            raise
        except Exception as error:
            self.status = _fail(f"{game}: {_explain_and_report(error)}")


def cause(error: OSError) -> str:
    """Return the system's description of an error: `Permission denied`."""
    return error.strerror or str(error) or type(error).__name__


def remedy(error: OSError) -> str:
    """Return what the user can do about an error; empty if we do not know."""
    if NO_TEMPORARY in str(error.strerror):
        return "free some space there, or name another folder as TMPDIR"
    return HINTS.get(error.errno or 0, "")


def _fail(reason: str) -> int:
    """Print why the run failed, if that is possible, and return the exit status 2."""
    try:
        print(f"rulewright: {visible(reason)}", file=sys.stderr, flush=True)
    except (OSError, ValueError):  # standard error is closed or full
        sys.stderr = nowhere()
    return 2


def _explain_and_report(error: BaseException) -> str:
    """Return why a run failed, on one line. For a bug also write a report to a file, and name the file."""
    if isinstance(error, KeyboardInterrupt):
        exec("")  # noqa: S102  # else Python ends with a status of its own where it was interrupted within another `exec`
        return INTERRUPTED
    if isinstance(error, Failure):
        return error.reason
    if isinstance(error, MemoryError) or (isinstance(error, ImportError) and NOT_MAPPED in str(error)):
        return "this machine has too little memory: close other programs, or name one game only"
    if isinstance(error, RuntimeError) and str(error) == NO_THREADS:
        return NO_ROOM
    if isinstance(error, OSError):
        advice = remedy(error) or f"if the path is right, this may be a bug: please send us {_written_report(error)}"
        return ": ".join(part for part in (str(error.filename or ""), cause(error), advice) if part)
    return f"this is a bug of the tool ({type(error).__name__}): please send us {_written_report(error)}"


def _written_report(error: BaseException) -> str:
    """Write the traceback to a new file and return its name, or what to send if no file can be written."""
    from tempfile import NamedTemporaryFile

    try:
        with NamedTemporaryFile(prefix="rulewright-", suffix=".txt", delete=False) as stream:
            stream.write(_report_text(error).encode(errors="backslashreplace"))
    except (OSError, MemoryError, RecursionError):
        return "the source, for no report could be written"
    return stream.name


def _report_text(error: BaseException) -> str:
    """Return versions and the traceback, without the names of this machine's folders."""
    import platform
    from traceback import format_exception

    from rulewright import __version__

    trace = "".join(format_exception(error))
    for folder in sorted({*sys.path, sys.prefix, sys.base_prefix, os.path.expanduser("~")}, key=len, reverse=True):
        trace = trace.replace(os.path.join(folder, ""), "") if folder.strip(os.sep) else trace
    system = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    return f"rulewright {__version__}, {system}\n\n{trace}"

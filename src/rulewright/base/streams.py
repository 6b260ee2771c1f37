"""Standard output and standard error that print every character and report when they cannot print."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Any, TextIO, cast


class OutputError(Exception):
    """Standard output cannot be written; the text is empty if its reader has closed it."""


@contextmanager
def prepared_streams() -> Iterator[TextIO]:
    """Make both streams print every character; those that the encoding lacks become escapes."""
    if sys.stderr is None:
        sys.stderr = nowhere()
    if sys.stdout is None:
        raise OutputError("it is closed")
    for stream in (sys.stdout, sys.stderr):
        use_encoding(stream, None)
    with redirect_stdout(cast(TextIO, _Output(sys.stdout))) as output:
        yield output


def use_encoding(stream: TextIO, encoding: str | None) -> None:
    """Set the encoding of a stream (None: the present one), with escapes for other characters."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding=encoding, errors="backslashreplace")


def nowhere() -> TextIO:
    """Return a stream that discards everything."""
    return open(os.devnull, "w", encoding="utf-8")


def discard_output() -> None:
    """Discard buffered output, which Python would otherwise try to write at exit."""
    with suppress(OSError, ValueError), nowhere() as stream:
        os.dup2(stream.fileno(), sys.stdout.fileno() if sys.stdout else 1)


class _Output:
    """A stream that raises OutputError, so that its errors differ from those of the work that prints."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        with self._errors():
            return self._stream.write(text)

    def flush(self) -> None:
        with self._errors():
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise OutputError from None
        except (OSError, ValueError) as error:  # ValueError: it is closed
            raise OutputError(getattr(error, "strerror", None) or str(error)) from None

"""How far a long proof has come: one line on a terminal, rewritten in place and gone at the end."""

import sys
import time
from contextlib import AbstractContextManager
from types import TracebackType
from typing import TextIO

PATIENCE = 1.0
"""Seconds before anything is said: most proofs have ended by then."""
PACE = 0.1
"""Seconds from one line to the next."""
ERASE = "\r\x1b[K"
WIDEST = 79


class Progress(AbstractContextManager["Progress"]):
    """Says nothing where nobody is looking: in a pipe, or a run of continuous integration."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._shown = False
        self._next = time.monotonic() + PATIENCE
        self._game = ""

    def of(self, game: str) -> "Progress":
        """From now on it is this game that is proved."""
        self._game = game
        return self

    def __call__(self, what: str, done: int, every: int) -> None:
        """Told often, says something now and then."""
        if not self._stream.isatty() or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + PACE
        line = f"{self._game}: {what}, {done:,} of {every:,}"
        self._stream.write(ERASE + line[:WIDEST])
        self._stream.flush()
        self._shown = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._stream.write(ERASE)
            self._stream.flush()
            self._shown = False

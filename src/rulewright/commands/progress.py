"""How far long work has come: one line on a terminal, rewritten in place and gone at the end."""

import os
import signal
import sys
import threading
import time
from contextlib import AbstractContextManager
from types import FrameType, TracebackType
from typing import Any, TextIO

PATIENCE = 1.0
"""Seconds before anything is said: most work has ended by then."""
PACE = 0.1
"""Seconds from one line to the next."""
ERASE = "\r\x1b[K"
USUAL_WIDTH = 80
SHORTEST_BAR, LONGEST_BAR = 8, 30
"""Between its brackets; where there is less room for it there is no bar."""


class Progress(AbstractContextManager["Progress"]):
    """Says nothing where nobody is looking: in a pipe, or a run of continuous integration.

    Work that tells nothing for long is told as it last was, by a timer where the system has one. A process that is
    forked meanwhile inherits no timer.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._watched = self._stream.isatty()
        self._shown = self._drawing = False
        self._began = time.monotonic()
        self._next = self._began + PATIENCE
        self._game = ""
        self._told: tuple[str, int, int] | None = None
        self._before: Any = None

    def of(self, game: str) -> "Progress":
        """From now on it is this game that is worked on."""
        self._game = game
        return self

    def __call__(self, what: str, done: int, every: int) -> None:
        """Told often, says something now and then."""
        self._told = (what, done, every)
        self._show()

    def __enter__(self) -> "Progress":
        if self._watched and hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGALRM, self._show)
            signal.siginterrupt(signal.SIGALRM, False)
            signal.setitimer(signal.ITIMER_REAL, PATIENCE, PACE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
            self._before = None
        if self._shown:
            self._write(ERASE)
            self._shown = False

    def _show(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        now = time.monotonic()
        if not self._watched or self._told is None or now < self._next or self._drawing:
            return
        self._next, self._shown = now + PACE, True
        self._write(ERASE + line(self._game, *self._told, seconds=now - self._began, width=width(self._stream)))

    def _write(self, text: str) -> None:
        self._drawing = True  # the timer may strike while this is written
        self._stream.write(text)
        self._stream.flush()
        self._drawing = False


def line(game: str, what: str, done: int, every: int, *, seconds: float, width: int) -> str:
    """What is being done, in so many columns; with a bar where it is known how much there is."""
    start, end = f"{game}: {what}", f"{seconds:.0f} s"
    if every:
        end = f"{done:,} of {every:,}, {end}"
        room = min(LONGEST_BAR, width - len(start) - len(end) - len(" [] "))
        if room >= SHORTEST_BAR:
            full = room * done // every
            return f"{start} [{'#' * full}{'-' * (room - full)}] {end}"
    return f"{start}, {end}"[:width]


def width(stream: TextIO) -> int:
    """The columns of a terminal but the last, where a character may begin a new line."""
    try:
        return (os.get_terminal_size(stream.fileno()).columns or USUAL_WIDTH) - 1
    except (OSError, ValueError):
        return USUAL_WIDTH - 1

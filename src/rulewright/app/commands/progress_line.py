"""The progress line of long work on a terminal, rewritten in place and erased at the end."""

import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from types import FrameType, TracebackType
from typing import Any, TextIO

from rulewright.base.findings import Findings
from rulewright.base.streams import use_encoding
from rulewright.base.visible import visible
from rulewright.outputs.formats.as_text import findings_text

DELAY = 1.0
"""Seconds before the line appears; most work has ended by then."""
PACE = 0.1
"""Seconds between updates."""
ERASE = "\r\x1b[K"
USUAL_WIDTH = 80
SHORTEST_BAR, LONGEST_BAR = 8, 30
"""Columns between the brackets; with less room there is no bar."""


class ProgressLine(AbstractContextManager["ProgressLine"]):
    """Shows the progress on a terminal; nothing in a pipe or in continuous integration.

    A timer, if the system has one, redraws the line during a long step: a thread would prevent forks.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = sys.stderr if stream is None else stream
        self._is_terminal = self._stream.isatty()
        self._shown = self._drawing = False
        self._began = time.monotonic()
        self._next_update = self._began + DELAY
        self._game = ""
        self._latest: tuple[str, int, int] | None = None
        self._usual_handler: Any = None

    def for_game(self, game: str) -> "ProgressLine":
        """Show this game from now on; return the line, which is the callback of the progress."""
        self._game = game
        return self

    def __call__(self, work: str, done: int, total: int) -> None:
        """The progress callback; it is called often and draws sometimes."""
        self._latest = (work, done, total)
        self._show()

    def __enter__(self) -> "ProgressLine":
        if self._is_terminal and hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            self._usual_handler = signal.signal(signal.SIGALRM, self._show)
            signal.siginterrupt(signal.SIGALRM, False)
            signal.setitimer(signal.ITIMER_REAL, DELAY, PACE)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._usual_handler is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._usual_handler)
            self._usual_handler = None
        if self._shown:
            self._write(ERASE)
            self._shown = False

    def _show(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        now = time.monotonic()
        if not self._is_terminal or self._latest is None or now < self._next_update or self._drawing:
            return
        self._next_update, self._shown = now + PACE, True
        work, done, total = self._latest
        seconds = now - self._began
        self._write(ERASE + line(self._game, work, done, total, seconds=seconds, width=width(self._stream)))

    def _write(self, text: str) -> None:
        self._drawing = True  # the timer may fire while this is written
        self._stream.write(text)
        self._stream.flush()
        self._drawing = False


def line(game: str, work: str, done: int, total: int, *, seconds: float, width: int) -> str:
    """Return the line in at most `width` columns, with a bar if the total number of steps is known (not 0).

    `my-game: printing cards [####----] 4 of 8, 2 s`.
    """
    start, end = visible(f"{game}: {work}"), f"{seconds:.0f} s"
    if total:
        end = f"{done:,} of {total:,}, {end}"
        room = min(LONGEST_BAR, width - len(start) - len(end) - len(" [] "))
        if room >= SHORTEST_BAR:
            full = room * done // total
            return f"{start} [{'#' * full}{'-' * (room - full)}] {end}"
    return f"{start}, {end}"[:width]


def width(stream: TextIO) -> int:
    """Return the columns of a terminal but the last, where a character may begin a new line."""
    try:
        return (os.get_terminal_size(stream.fileno()).columns or USUAL_WIDTH) - 1
    except (OSError, ValueError):
        return USUAL_WIDTH - 1


# Printing findings to a terminal or a file


def use_colour(stream: TextIO) -> bool:
    """Return whether to use colour: on a terminal, unless NO_COLOR is set."""
    return stream.isatty() and "NO_COLOR" not in os.environ


def print_findings(findings: Findings, texts: Mapping[str, str], stream: TextIO) -> None:
    """Print all findings with their excerpts."""
    if findings.items:
        print(findings_text(findings.sorted(), texts, colour=use_colour(stream)), file=stream)


def say(line: str, stream: TextIO | None = None) -> None:
    """Print one line, by default to standard output."""
    print(visible(line), file=stream or sys.stdout)


def write_data(text: str) -> None:
    """Print text for programs, always as UTF-8."""
    use_encoding(sys.stdout, "utf-8")
    sys.stdout.write(text)

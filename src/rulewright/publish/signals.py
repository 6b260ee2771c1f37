"""Ctrl-C waits for what is nearly done."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Holds back SIGINT and SIGTERM, and delivers them at the end."""
    if current_thread() is not main_thread():
        yield
        return
    caught: list[tuple[int, FrameType | None]] = []
    before = {
        sign: signal.signal(sign, lambda *received: caught.append(received)) for sign in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)
        for number, _ in caught:
            signal.raise_signal(number)

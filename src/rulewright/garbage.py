"""No garbage collection during work that makes many small objects and few cycles.

Layout takes a fifth less time; and a collection looks at a whole book, again and again while checks of it run.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()

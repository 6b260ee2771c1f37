"""How long a layout may take where the project has templates of its own: a stylesheet may ask for endless work.

WeasyPrint has no bound. Without such templates there is none here either, for a book may be as long as it likes.
Nothing is bounded where Python has no SIGPROF (Windows), or outside the main thread. The preview prints in another
thread: there an endless layout goes on until the next edit, which ends it (`preview/maker.py`).
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from rulewright.render.templating.faults import UnprintableError, own_templates

SECONDS, PER_ELEMENT = 15.0, 0.02
"""Of processor time: a few for every page, and ten times what an element usually takes."""


class _TooLongError(BaseException):
    """The printer swallows any `Exception`."""


@contextmanager
def bounded_layout(page: Any) -> Iterator[None]:
    """Ends work on a page, an element of a tree, that takes far longer than its length explains."""
    in_main = threading.current_thread() is threading.main_thread()  # no other is interrupted
    if not own_templates.get() or not in_main or not hasattr(signal, "setitimer"):
        yield
        return
    seconds = SECONDS + PER_ELEMENT * sum(1 for _ in page.iter())
    before = signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    except _TooLongError:
        raise UnprintableError(f"a page laid out with it takes longer than {seconds:.0f} s") from None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _end(*_: object) -> NoReturn:
    raise _TooLongError

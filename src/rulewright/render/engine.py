"""WeasyPrint, imported without asking a compiler where the system's libraries are.

WeasyPrint opens each library under several names, and for each that fails to open the standard library runs
ldconfig and gcc to look for it: a third of the time to import it. On Linux the last of the names opens
directly wherever `prerequisites` finds the libraries, so the search is left out there.
"""

import ctypes.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.prerequisites import missing_libraries


@contextmanager
def _without_search() -> Iterator[None]:
    searching = ctypes.util.find_library
    if sys.platform.startswith("linux") and not missing_libraries():
        ctypes.util.find_library = _nowhere
    try:
        yield
    finally:
        ctypes.util.find_library = searching


def _nowhere(name: str) -> str | None:  # noqa: ARG001 - the signature of what it stands in for
    return None


with _without_search():
    from weasyprint import CSS, HTML
    from weasyprint.formatting_structure.boxes import ReplacedBox, TableCellBox, TextBox
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

__all__ = [
    "CSS", "HTML", "FontConfiguration", "ReplacedBox", "TableCellBox", "TextBox", "URLFetcher", "URLFetcherResponse",
]  # fmt: skip

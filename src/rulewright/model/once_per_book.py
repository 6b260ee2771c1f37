"""What is worked out of a whole book once, though several checks or pages ask for it."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from rulewright.model.book import Book

T = TypeVar("T")


def once_per_book(work: Callable[[Book], T]) -> Callable[[Book], T]:
    """Keeps the result with the book, which never changes, and goes with it."""
    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def kept(book: Book) -> T:
        results = book.__dict__  # as functools.cached_property does
        if name not in results:
            results[name] = work(book)
        result: T = results[name]
        return result

    return kept

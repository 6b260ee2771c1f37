"""What is worked out of a whole book once, though several checks or pages ask for it."""

from collections.abc import Callable
from dataclasses import fields
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


def forget(book: Book) -> None:
    """Frees at once what was worked out of a book: it refers to the book, so only a collection would find it."""
    own = {each.name for each in fields(book)}
    for name in book.__dict__.keys() - own:
        del book.__dict__[name]

"""Whom a book is for: players, or the editors who work on it."""

from collections.abc import Iterable
from enum import Enum
from typing import TypeVar

T = TypeVar("T")


class Readers(Enum):
    """Editors also see the apparatus: how far tables are proved, what the sources leave open, and the rules code."""

    PLAYERS = "players"
    EDITORS = "editors"

    def part(self, value: T) -> T | None:
        """A part of the apparatus; None for players."""
        return value if self is Readers.EDITORS else None

    def parts(self, values: Iterable[T]) -> tuple[T, ...]:
        """Parts of the apparatus; none for players."""
        return tuple(values) if self is Readers.EDITORS else ()


READERS = tuple(each.value for each in Readers)
"""The words for them; the first is the default."""

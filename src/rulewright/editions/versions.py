"""Numbers of editions: what a change means for a reader tells which figure must rise."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from rulewright.translation.messages import tell

NUMBER = re.compile(r"(0|[1-9]\d{0,5})(?:\.(0|[1-9]\d{0,5}))?(?:\.(0|[1-9]\d{0,5}))?")


class Level(IntEnum):
    """How much a change means: wording, a rule or a value, or a reference that no longer leads where it did."""

    NONE = 0
    PATCH = 1
    MINOR = 2
    MAJOR = 3


LEVELS = {
    Level.NONE: tell("none"),
    Level.PATCH: tell("wording"),
    Level.MINOR: tell("a rule or a value"),
    Level.MAJOR: tell("a broken reference"),
}
"""What each level is called."""


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """The number of an edition: `1.1` is before `1.1.1`, and the same as `1.1.0`."""

    major: int
    minor: int = 0
    patch: int = 0

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}" if self.patch else f"{self.major}.{self.minor}"

    def raised(self, level: Level) -> "Version":
        """The next number after changes of this level."""
        match level:
            case Level.MAJOR:
                return Version(self.major + 1)
            case Level.MINOR:
                return Version(self.major, self.minor + 1)
            case Level.PATCH:
                return Version(self.major, self.minor, self.patch + 1)
        return self


def read_version(text: str) -> Version | None:
    """The number that a text is: one to three figures with dots between them; None for any other text."""
    found = NUMBER.fullmatch(text.strip())
    return Version(*(int(figures or 0) for figures in found.groups())) if found else None


def highest(levels: Iterable[Level]) -> Level:
    """The most that any of some changes means."""
    return max(levels, default=Level.NONE)

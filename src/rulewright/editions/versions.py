"""The numbers of editions, and how much a change raises them."""

import re
from dataclasses import dataclass
from enum import IntEnum

from rulewright.base.memo import by_value
from rulewright.base.messages.messages import tell

NUMBER = re.compile(r"(0|[1-9]\d{0,5})(?:\.(0|[1-9]\d{0,5}))?(?:\.(0|[1-9]\d{0,5}))?")


class Level(IntEnum):
    """How much a change means: wording, a rule or a value, or a broken reference."""

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


@by_value
@dataclass(frozen=True, slots=True, order=True)
class Version:
    """The number of an edition. `1.1` comes before `1.1.1`, and equals `1.1.0`."""

    major: int
    minor: int = 0
    patch: int = 0

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}.{self.patch}" if self.patch else f"{self.major}.{self.minor}"

    def raised(self, level: Level) -> "Version":
        """Return the next number after changes of this level."""
        match level:
            case Level.MAJOR:
                return Version(self.major + 1)
            case Level.MINOR:
                return Version(self.major, self.minor + 1)
            case Level.PATCH:
                return Version(self.major, self.minor, self.patch + 1)
        return self


def read_version(text: str) -> Version | None:
    """Return the number of an edition: one to three numbers with dots between them; None for any other text."""
    match = NUMBER.fullmatch(text.strip())
    return Version(*(int(figures or 0) for figures in match.groups())) if match else None

"""What links lead to, and what owns a text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Target:
    """The target of a link, or the owner of a text: a kind and the id within it."""

    kind: str
    id: str

"""Prints that need not be made again: what they are made from is what it was, and so is the file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Print:
    """A finished file of the build before: the digest of all that it was made from, and its bytes."""

    made_from: str
    data: bytes


@dataclass(slots=True)
class PrintCache:
    """The prints of the build before by their paths, and what those of this one are made from.

    `tool` stands for everything but the game that a print depends on: the tool itself, its packages, the fonts.
    """

    tool: str = ""
    before: Mapping[str, Print] = field(default_factory=dict)
    made_from: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def take(self, path: str, *inputs: str | bytes) -> bytes | None:
        """The file of the build before, if it was made from the same; None where it has to be printed."""
        digest = sha256(self.tool.encode())
        for each in inputs:
            data = each.encode() if isinstance(each, str) else each
            digest.update(b"%d:" % len(data) + data)
        self.made_from[path] = digest.hexdigest()
        known = self.before.get(path)
        if known is None or known.made_from != self.made_from[path]:
            return None
        self.taken.add(path)
        return known.data

    def forget(self, path: str) -> None:
        """A print with findings is made again, so that they are found again."""
        self.made_from.pop(path, None)

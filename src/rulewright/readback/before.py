"""What need not be read back again: the same print, of which the source says the same, read by the same tool."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256


@dataclass(slots=True)
class ReadBefore:
    """Digests of what read back as it should: in the build before, and in this one.

    `tool` stands for all that reading depends on beside the game. What had findings has no digest, so it is read again
    and they are found again.
    """

    tool: str = ""
    before: frozenset[str] = frozenset()
    found: list[str] = field(default_factory=list)

    def knows(self, digest: str) -> bool:
        """Whether that is so of a print; if it is, it stays so for the next build."""
        if digest in self.before:
            self.found.append(digest)
        return digest in self.before

    def keep(self, digest: str) -> None:
        """Notes that a print reads back as it should."""
        self.found.append(digest)

    def digest(self, *said: object, data: Iterable[bytes]) -> str:
        """One digest of finished files, and of what the source has to say in them."""
        digest = sha256(repr((self.tool, said)).encode())
        for each in data:
            digest.update(b"%d:" % len(each))
            digest.update(each)
        return digest.hexdigest()

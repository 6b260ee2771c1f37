"""Results of this session and of the last build, by path and digest."""

from collections.abc import Mapping

from rulewright.cache import PrintCache


class MemoryCache(PrintCache):
    """Finds what an earlier state of the source has made, or else what the last build wrote."""

    def __init__(self, last_build: PrintCache) -> None:
        super().__init__()
        self._last_build = last_build
        self._made: dict[str, tuple[str, bytes]] = {}

    def key(self, *values: str | bytes) -> str:
        return self._last_build.key(*values)

    def find(self, path: str, key: str) -> bytes | None:
        known, data = self._made.get(path, ("", b""))
        return data if known == key else self._last_build.find(path, key)

    def remember(self, files: Mapping[str, bytes]) -> None:
        """Lets later states use these files, if they had no findings."""
        self._made |= {path: (self.keys[path], data) for path, data in files.items() if path in self.keys}

    def newest(self, path: str) -> bytes | None:
        """The file as it was made last in this session, whatever has changed since."""
        return self._made[path][1] if path in self._made else None

"""The things of a package: whatever has a name, in the collections that hold it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulewright.findings import Span

SECTIONS = (
    "oracles",
    "moves",
    "assets",
    "npcs",
    "atlas",
    "truths",
    "rarities",
    "delve_sites",
    "site_themes",
    "site_domains",
)
"""The parts of a package that hold collections, or things themselves."""
BELOW = ("contents", "collections", "oracles")
"""Keys that hold things by their names."""
ID = re.compile(r'"(?:_id|\$id|id)"\s*:\s*"((?:[^"\\]|\\.)*)"')
DEEPEST = 20


@dataclass(frozen=True, slots=True)
class Thing:
    """A collection, an oracle, a move, an asset: what is said of it, and what is below it."""

    id: str
    section: str
    values: Mapping[str, Any]
    origin: Span
    below: tuple["Thing", ...] = ()

    @property
    def name(self) -> str:
        return text_of(self.values, "name", "title", "label", "Name") or self.id.rpartition("/")[2].replace("_", " ")

    @property
    def is_oracle(self) -> bool:
        return isinstance(self.values.get("rows") or self.values.get("table"), list)

    def walk(self) -> Iterator["Thing"]:
        yield self
        for each in self.below:
            yield from each.walk()


@dataclass(frozen=True)
class Package:
    """A file of Datasworn: its values, and the lines on which its things stand."""

    values: Mapping[str, Any]
    text: str = field(repr=False)
    name: str

    @cached_property
    def _lines(self) -> dict[str, int]:
        """The line of each thing by its id, in one pass over the text."""
        found: dict[str, int] = {}
        line, at = 1, 0
        for match in ID.finditer(self.text):
            line, at = line + self.text.count("\n", at, match.start()), match.start()
            found.setdefault(match[1], line)
        return found

    def place(self, id_: str) -> Span:
        return Span(self.name, self._lines.get(id_, 1), 1)

    def things(self) -> Iterator[Thing]:
        """The things of all sections, collections with what is in them."""
        for section in SECTIONS:
            yield from self._inside(self.values.get(section), section, section, 0)

    def _inside(self, found: Any, section: str, path: str, depth: int) -> Iterator[Thing]:
        pairs = found.items() if isinstance(found, dict) else enumerate(found) if isinstance(found, list) else ()
        for key, values in pairs:
            if isinstance(values, dict) and depth < DEEPEST:
                id_ = text_of(values, "_id", "$id", "id") or f"{path}/{key}"
                below = [thing for name in BELOW for thing in self._inside(values.get(name), section, id_, depth + 1)]
                yield Thing(id_, section, values, self.place(id_), tuple(below))


def text_of(values: Mapping[str, Any], *names: str) -> str:
    """The first of these values that is a text; empty if none is."""
    return next((each for name in names if isinstance(each := values.get(name), str) and each.strip()), "")

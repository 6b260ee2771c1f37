"""A section as an entry of the book."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.importing.draft import Guessed, Value
from rulewright.importing.markdown.sections import Section

GLOSSARY = re.compile(
    r"\W*(?:the\s+)?(?:glossary|glossar|glossaire|definitions?|terms|terminology|key\s*words|key\s+terms|begriffe|lexicon)\b.{0,30}",
    re.IGNORECASE,
)
EXAMPLE = re.compile(r"(?:worked\s+|extended\s+|detailed\s+)?(?:example|beispiel|exemple)s?\b", re.IGNORECASE)
UNTITLED = "–"


@dataclass(slots=True, eq=False)
class Heading:
    """A section as an entry of the book. `title` are the words of its heading behind the number."""

    section: Section
    id: str
    title: str
    number: str = ""
    parent: "Heading | None" = None
    part: str = ""
    guesses: list[str] = field(default_factory=list)
    number_guess: str | None = None
    below: "list[Heading]" = field(default_factory=list)

    @property
    def is_glossary(self) -> bool:
        return any(GLOSSARY.fullmatch(each.title) for each in self.and_above())

    def and_above(self) -> "Iterator[Heading]":
        """This heading, and all above it."""
        heading: Heading | None = self
        while heading is not None:
            yield heading
            heading = heading.parent

    @property
    def is_example(self) -> bool:
        """A section that only tells an example of the rule above it."""
        return self.parent is not None and not self.number and not self.below and EXAMPLE.match(self.title) is not None

    def keys(self, *, counted: bool) -> dict[str, Value]:
        """The keys of the rule that say where it is; `counted` if the game gives the numbers."""
        keys: dict[str, Value] = {}
        if self.number and not counted:
            keys["number"] = Guessed(self.number, self.number_guess) if self.number_guess else self.number
        elif self.part:
            keys["part"] = self.part
        elif not counted and (self.parent is None or any(each.number for each in self.parent.below)):
            keys["numbered"] = "no"
        if self.parent is not None and not self._follows(self.parent, counted):
            keys["parent"] = self.parent.id
        return keys

    def _follows(self, parent: "Heading", counted: bool) -> bool:
        """Whether its number says under which it is."""
        return bool(self.number) and not counted and self.number.startswith(f"{parent.number}.")


@dataclass(slots=True)
class Book:
    """The headings in order; `counted` if none of them had a number, so the game counts them."""

    headings: list[Heading]
    counted: bool

"""Families of type: those that come with the tool, and those of a game from files of its own.

A family has a file for each of its faces. It may have the same file for several: nothing is thickened or slanted by
machine, so a face that a family lacks is one that it has.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import Union

from rulewright.findings import Span


class Generic(Enum):
    """What kind of type a family is, as CSS calls it."""

    SANS = "sans-serif"
    SERIF = "serif"
    MONO = "monospace"


@dataclass(frozen=True, slots=True)
class FontFile:
    """A file by its name among those of the tool; one of a game has its content, and a name made of its digest."""

    name: str
    data: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a family, by its weight as CSS counts it."""

    weight: int
    italic: bool
    file: FontFile


@dataclass(frozen=True, slots=True)
class Family:
    """A family by the `name` that an author gives it; `printed` is what prints call it.

    What its files lack is printed in `fallback`, and what that lacks in its own.
    """

    name: str
    printed: str
    generic: Generic
    faces: tuple[Face, ...]
    fallback: Union["Family", None] = None
    span: Span = field(default=Span(""), compare=False, repr=False)

    @property
    def chain(self) -> tuple["Family", ...]:
        """The family, and those that stand in for what it lacks."""
        return (self, *(self.fallback.chain if self.fallback else ()))

    def has(self, weight: int, *, italic: bool) -> bool:
        return any((each.weight, each.italic) == (weight, italic) for each in self.faces)

    def face(self, weight: int, *, italic: bool) -> FontFile:
        """The file for a weight: the nearest that the family has."""
        near = min(self.faces, key=lambda each: (each.italic is not italic, abs(each.weight - weight)))
        return near.file


REGULAR, SEMIBOLD, BOLD = 400, 600, 700


def _of_the_tool(name: str, generic: Generic, **faces: tuple[int, bool]) -> Family:
    """`faces` are weights and slants by the ends of the names of files."""
    short = name.replace(" ", "")
    return Family(
        name, name, generic, tuple(Face(*face, FontFile(f"{short}-{end}.ttf")) for end, face in faces.items())
    )


_FOUR = {"Regular": (REGULAR, False), "It": (REGULAR, True), "Bold": (BOLD, False), "BoldIt": (BOLD, True)}
_SIX = {**_FOUR, "Semibold": (SEMIBOLD, False), "SemiboldIt": (SEMIBOLD, True)}
SANS = _of_the_tool("Source Sans Pro", Generic.SANS, **_SIX)
SERIF = _of_the_tool("Source Serif Pro", Generic.SERIF, **_SIX)
TYPEWRITER = _of_the_tool("Space Mono", Generic.MONO, **_FOUR)
CODE = _of_the_tool("Fira Mono", Generic.MONO, Regular=(REGULAR, False), Bold=(BOLD, False))
FAMILIES = (SANS, SERIF, TYPEWRITER, CODE)
"""Those that come with the tool, the usual one first."""
MARKED_IN = SANS
"""What the letters of marks and counters are drawn in whatever the theme: those of a serif hang out of their boxes."""


def with_fallbacks(*families: Family) -> tuple[Family, ...]:
    """Families with those that stand in for them, each once."""
    return tuple(dict.fromkeys(each for family in families for each in family.chain))

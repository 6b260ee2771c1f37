"""Fonts: the families that come with the tool, and those of a game, by the files that it names.

Bold and italics are never synthesised: the nearest face of a family replaces a missing one.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from hashlib import sha256
from typing import Union

from rulewright.base.findings import Finding, Findings, Span
from rulewright.entries.entry import KINDS, Entry, key
from rulewright.entries.roles import defined
from rulewright.source import nodes
from rulewright.source.fonts import FACES, KEY, Fonts, files_of
from rulewright.source.nodes import Node, Scalar


class Generic(Enum):
    """The generic family of a typeface in CSS."""

    SANS = "sans-serif"
    SERIF = "serif"
    MONO = "monospace"


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file. A built-in file has only a name; a file of a game has its content, and its digest in the name."""

    name: str
    data: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a family: its CSS weight, its slant and its file."""

    weight: int
    italic: bool
    file: FontFile


@dataclass(frozen=True, slots=True)
class Family:
    """A font family. Authors call it `name`, and prints call it `printed`.

    Characters that its files lack print in `fallback`.
    """

    name: str
    printed: str
    generic: Generic
    faces: tuple[Face, ...]
    fallback: Union["Family", None] = None
    span: Span = field(default=Span(""), compare=False, repr=False)

    @property
    def chain(self) -> tuple["Family", ...]:
        return (self, *(self.fallback.chain if self.fallback else ()))

    def has(self, weight: int, *, italic: bool) -> bool:
        return any((each.weight, each.italic) == (weight, italic) for each in self.faces)

    def face(self, weight: int, *, italic: bool) -> FontFile:
        """Return the file of the available face nearest to a weight and slant."""
        near = min(self.faces, key=lambda each: (each.italic is not italic, abs(each.weight - weight)))
        return near.file


def with_fallbacks(*families: Family) -> tuple[Family, ...]:
    """Return families and their fallbacks without repetitions."""
    return tuple(dict.fromkeys(each for family in families for each in family.chain))


# The families of the tool

REGULAR, SEMIBOLD, BOLD = 400, 600, 700
TWO = {"Regular": (REGULAR, False), "Bold": (BOLD, False)}
FOUR = {"Regular": (REGULAR, False), "It": (REGULAR, True), "Bold": (BOLD, False), "BoldIt": (BOLD, True)}
SIX = {**FOUR, "Semibold": (SEMIBOLD, False), "SemiboldIt": (SEMIBOLD, True)}
"""The weight and slant of faces by the ends of their file names."""


def _built_in(name: str, generic: Generic, faces: Mapping[str, tuple[int, bool]]) -> Family:
    short = name.replace(" ", "")
    files = tuple(Face(*face, FontFile(f"{short}-{end}.ttf")) for end, face in faces.items())
    return Family(name, name, generic, files)


SANS = _built_in("Source Sans Pro", Generic.SANS, SIX)
SERIF = _built_in("Source Serif Pro", Generic.SERIF, SIX)
TYPEWRITER = _built_in("Space Mono", Generic.MONO, FOUR)
CODE = _built_in("Fira Mono", Generic.MONO, TWO)
FAMILIES = {each.name: each for each in (SANS, SERIF, TYPEWRITER, CODE)}
"""The families of the tool by name, the default first."""
MARK_FONT = SANS
"""The font of letters in marks and counters under any theme, since serif letters would overlap their boxes."""
FONT = defined("font", f"{', '.join(FAMILIES)}, or a font of the game")
KINDS[Family] = FONT


# The families of a game

NAME = re.compile(r"[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*")
"""The form of a family's name, which is safe in stylesheets and PDFs."""
STAND_INS = {Generic.SANS: SANS, Generic.SERIF: SERIF, Generic.MONO: TYPEWRITER}
LETTERS = "bcdfghjklmnpqrst"
NEAREST = "the nearest face that there is"


class Font(Entry, noun="a font"):
    """A font family of the game, by its files in the game's folder.

    If one file serves all faces, just write its path.
    """

    regular: str = key("The file of the upright face", "regular: fonts/FiraMono-Regular.ttf")
    italic: str = key("The file of the italic", "italic: fonts/FiraMono-Regular.ttf", default="", otherwise=NEAREST)
    bold: str = key("The file of the bold face", "bold: fonts/FiraMono-Bold.ttf", default="", otherwise=NEAREST)
    bold_italic: str = key(
        "The file of the bold italic", "bold-italic: fonts/FiraMono-Bold.ttf", default="", otherwise=NEAREST
    )
    fallback: Family | None = key(
        "The font that prints the characters which this one lacks: one of the tool, or one given before it",
        "fallback: Source Serif Pro",
        default=None,
        otherwise="that of the tool of the same kind: sans, serif, or of one width",
        kind=defined("font", "text"),
    )


def read_families(games: Iterable[Node], read: Fonts, findings: Findings) -> Mapping[str, Family]:
    """Return the families of the tool and those under `fonts` in the section `game`, by name."""
    families = dict(FAMILIES)
    for game in games:
        section = game.get(KEY) if isinstance(game, nodes.Mapping) else None
        for name, written in section.entries if isinstance(section, nodes.Mapping) else ():
            if _is_name(name, families, findings):
                families[name.value] = _family(name, written, read, families, findings)
    return families


def _family(name: Scalar, node: Node, read: Fonts, families: Mapping[str, Family], findings: Findings) -> Family:
    """Return a family. Without a readable file it is a font of the tool, so that a draft can be printed."""
    what = f"font {name.value!r}"
    font = None if isinstance(node, Scalar) else Font.read(node, what, findings, {"font": families})
    fonts = {file.face: read[at] for file in files_of(node) if (at := (file.path.value, file.face)) in read}
    if not fonts or (font is not None and not font.regular):
        return replace(SANS, name=name.value)
    digests = {face: f"own-{sha256(font.data).hexdigest()[:24]}.ttf" for face, font in fonts.items()}
    faces = tuple(Face(*FACES[face], FontFile(digests[face], font.data)) for face, font in fonts.items())
    generic = Generic(next(iter(fonts.values())).kind)
    fallback = (font and font.fallback) or STAND_INS[generic]
    return Family(name.value, _printed_name(name.value, digests.values()), generic, faces, fallback, name.span)


def _is_name(name: Scalar, families: Mapping[str, Family], findings: Findings) -> bool:
    """Return whether a name is valid and free; if not, report it."""
    if name.value in families:
        message = f"there is a font {name.value!r} already"
        hint = "give it a name that no font of the tool or of the game has"
        findings.add(Finding("duplicate-id", name.span, message, hint))
        return False
    if not NAME.fullmatch(name.value):
        message = f"{name.value!r} is not a font name"
        hint = "write letters and digits of English, with spaces or hyphens between words"
        findings.add(Finding("bad-name", name.span, message, hint))
        return False
    return True


def _printed_name(name: str, files: Iterable[str]) -> str:
    """Return a name that no installed font has, so that no other font is used by accident."""
    digest = sha256("".join(files).encode()).digest()
    return f"{name} {''.join(LETTERS[each % 16] for each in digest[:5])}"

"""A character that the fonts of a print do not have.

It prints as an empty box, or in whatever font the machine at hand has for it, and another machine has another. Every
character of the finished PDF is looked up in the font that it should be in; the place is where the source has it.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path

from fontTools.ttLib import TTFont

from rulewright.diagnostics import Diagnostic
from rulewright.readback.page import Page
from rulewright.readback.prints import Print
from rulewright.readback.sources import Sources
from rulewright.render.environment import asset
from rulewright.render.pdf import FONT_PACKAGES

BROUGHT = re.compile(r"@font-face\s*\{[^}]*?font-family:\s*[\"']?([^\"';}]+)")
"""The families that a style sheet brings along."""
WEIGHTS = {"Semi-Bold": "Semibold", "Bold": "Bold"}
FACE = re.compile(r"^(?P<family>.*?)(?:-(?P<weight>Semi-Bold|Bold))?(?P<italic>-Italic)?$")
"""How PDFs name a face: `Source-Sans-Pro-Semi-Bold-Italic`."""


def fonts_and_glyphs(print_: Print, pages: Sequence[Page], sources: Sources, project: Path) -> Iterator[Diagnostic]:
    """Characters that the fonts lack, and other fonts than those of the style sheet."""
    used: dict[str, dict[str, str]] = {}
    for page in pages:
        for piece in page.pieces:
            used.setdefault(piece.font, {}).update(dict.fromkeys(piece.text, piece.words))
    ours = {name.strip().replace(" ", "-") for name in BROUGHT.findall(asset(project, print_.stylesheet))}
    for font, characters in used.items():
        family = _family(font)
        if family in ours:
            known = _characters(font)
            yield from _missing(print_, sources, font, {c: w for c, w in characters.items() if c not in known})
        else:
            yield from _foreign(print_, sources, font, characters, ours)


def _missing(print_: Print, sources: Sources, font: str, lacking: Mapping[str, str]) -> Iterator[Diagnostic]:
    for character, words in lacking.items():
        message = f"{print_.name} cannot print {_named(character)} in {words!r}: {_spoken(font)} does not have it"
        yield _finding(print_, sources, character, message)


def _foreign(
    print_: Print, sources: Sources, font: str, characters: Mapping[str, str], ours: set[str]
) -> Iterator[Diagnostic]:
    """Letters in a font of this machine: because ours lack them, or because a style sheet asks for it."""
    ours_ = [f"{family}" for family in sorted(ours)]
    lacking = {c: w for c, w in characters.items() if c.strip() and not any(c in _characters(each) for each in ours_)}
    for character, words in lacking.items():
        message = f"{print_.name} prints {_named(character)} in {words!r} with {_spoken(font)}, a font of this machine"
        yield _finding(print_, sources, character, message)
    words = next((w for c, w in characters.items() if c not in lacking and c.strip()), "")
    if words and not lacking:
        message = f"{print_.name} prints {words!r} in {_spoken(font)}, a font of this machine"
        hint = "other machines print it otherwise: bring the font along with @font-face, or use one of the tool's"
        about = f"{print_.about}: {_spoken(font)}"
        yield Diagnostic("foreign-font", sources.place(words, print_), message, hint, about=about)


def _finding(print_: Print, sources: Sources, character: str, message: str) -> Diagnostic:
    hint = "write something else for it, or have it drawn as a mark"
    place = sources.with_character(character, print_)
    return Diagnostic("missing-glyph", place, message, hint, about=f"{print_.about}: U+{ord(character):04X}")


def _named(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, 'without a name')} ({character})"


def _spoken(font: str) -> str:
    return font.replace("-", " ")


def _family(font: str) -> str:
    found = FACE.match(font)
    return found["family"] if found else font


@cache
def _characters(font: str) -> frozenset[str]:
    """What a face of one of our packages has; all there is for a face that a project brings along itself."""
    found = FACE.match(font)
    family = found["family"].replace("-", "") if found else ""
    if found is None or family not in FONT_PACKAGES:
        return _Everything()
    style = WEIGHTS.get(found["weight"] or "", "") + ("It" if found["italic"] else "")
    data = (files(FONT_PACKAGES[family]) / "files" / f"{family}-{style or 'Regular'}.ttf").read_bytes()
    return frozenset(map(chr, TTFont(BytesIO(data), lazy=True).getBestCmap())) | {"\n", "\r", "\u00ad"}


class _Everything(frozenset[str]):
    """A font of which nothing is known but that the project brings it along."""

    def __contains__(self, _: object) -> bool:
        return True

"""The fonts of a print: those that it should be in, what is in which, and the characters each of them has."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from unicodedata import category, normalize

from fontTools.ttLib import TTFont

from rulewright.model.product import Print
from rulewright.readback.page import Page
from rulewright.render.typesetting.environment import asset
from rulewright.render.typesetting.fonts import PACKAGES, font_file

BROUGHT = re.compile(r"@font-face\s*\{[^}]*?font-family:\s*[\"']?([^\"';}]+)")
WEIGHTS = {"Semi-Bold": "Semibold", "Bold": "Bold"}
FACE = re.compile(r"^(?P<family>.*?)(?:-(?P<weight>Semi-Bold|Bold))?(?P<italic>-Italic)?$")
"""How PDFs name a face: `Source-Sans-Pro-Semi-Bold-Italic`."""


def families(print_: Print, project: Path) -> frozenset[str]:
    """What a print's theme and its style sheet, with `@font-face`, bring along, named as PDFs do."""
    brought = BROUGHT.findall(asset(project, print_.stylesheet))
    return frozenset(name.strip().replace(" ", "-") for name in (*brought, *(each.value for each in print_.families)))


def family(font: str) -> str:
    """The family of a face."""
    found = FACE.match(font)
    return found["family"] if found else font


def characters_in(pages: Sequence[Page]) -> Mapping[str, Mapping[str, str]]:
    """For each face that is used its characters, each with words that it stands in."""
    used: dict[str, dict[str, str]] = {}
    for page in pages:
        for piece in page.pieces:
            used.setdefault(piece.font, {}).update(dict.fromkeys(normalize("NFC", piece.text), piece.words))
    return {font: {each: words for each, words in found.items() if _inked(each)} for font, found in used.items()}


def _inked(character: str) -> bool:
    """Whether there must be a glyph for it: spaces, joiners and variants of what stands before have none."""
    return bool(character.strip()) and category(character) not in ("Cc", "Cf") and not "\ufe00" <= character <= "\ufe0f"


def has(font: str, character: str) -> bool:
    """Whether a face has a character; one that a project brings along itself is taken to have all."""
    known = _characters(font)
    return known is None or character in known


@cache
def _characters(font: str) -> frozenset[str] | None:
    found = FACE.match(font)
    name = found["family"].replace("-", "") if found else ""
    if found is None or name not in PACKAGES:
        return None
    style = WEIGHTS.get(found["weight"] or "", "") + ("It" if found["italic"] else "")
    face = TTFont(BytesIO(font_file(f"{name}-{style or 'Regular'}.ttf")), lazy=True)
    return frozenset(map(chr, face.getBestCmap()))


def spoken(font: str) -> str:
    """A face as people call it."""
    return font.replace("-", " ")

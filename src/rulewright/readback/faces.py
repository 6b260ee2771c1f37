"""The fonts of a print: which it should use, which text is in which, and which characters each has."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from unicodedata import category, normalize

from fontTools.ttLib import TTFont

from rulewright.model.product import PrintedPdf
from rulewright.readback.page import Page
from rulewright.render.typesetting.environment import asset
from rulewright.render.typesetting.fonts import CODE, PACKAGES, font_file

FONT_FACE = re.compile(r"@font-face\s*\{[^}]*?font-family:\s*[\"']?([^\"';}]+)")
WEIGHTS = {"Semi-Bold": "Semibold", "Bold": "Bold"}
FACE = re.compile(r"^(?P<family>.*?)(?:-(?P<weight>Semi-Bold|Bold))?(?P<italic>-Italic)?$")
"""How PDFs name a face: `Source-Sans-Pro-Semi-Bold-Italic`."""


def families(print_: PrintedPdf, project: Path) -> frozenset[str]:
    """The families of a print's theme, and those that its stylesheet brings with `@font-face`, as PDFs name them."""
    own = FONT_FACE.findall(asset(project, print_.stylesheet))
    return frozenset(name.strip().replace(" ", "-") for name in (*own, *(each.value for each in print_.families)))


def family(font: str) -> str:
    """The family of a face."""
    match = FACE.match(font)
    return match["family"] if match else font


def characters_in(pages: Sequence[Page]) -> Mapping[str, Mapping[str, str]]:
    """For each face its characters in use, each with words that contain it."""
    used: dict[str, dict[str, str]] = {}
    for page in pages:
        for piece in page.pieces:
            used.setdefault(piece.font, {}).update(dict.fromkeys(normalize("NFC", piece.text), piece.words))
    return {font: {each: words for each, words in found.items() if _inked(each)} for font, found in used.items()}


def _inked(character: str) -> bool:
    """Whether it needs a glyph: spaces, joiners and variation selectors have none."""
    return bool(character.strip()) and category(character) not in ("Cc", "Cf") and not "\ufe00" <= character <= "\ufe0f"


def has(font: str, character: str) -> bool:
    """Whether a face has a character. A face that the project brings counts as having all."""
    known = _characters(font)
    return known is None or character in known


@cache
def _characters(font: str) -> frozenset[str] | None:
    match = FACE.match(font)
    name = match["family"].replace("-", "") if match else ""
    if match is None or not _is_ours(name):
        return None
    style = WEIGHTS.get(match["weight"] or "", "") + ("It" if match["italic"] else "")
    face = TTFont(BytesIO(font_file(f"{name}-{style or 'Regular'}.ttf")), lazy=True)
    return frozenset(map(chr, face.getBestCmap()))


def _is_ours(family: str) -> bool:
    return family in PACKAGES or f"{family}-Regular.ttf" in CODE


def spoken(font: str) -> str:
    """A face as people write it."""
    return font.replace("-", " ")

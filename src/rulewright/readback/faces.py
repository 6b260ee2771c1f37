"""The fonts of a print: which families it may use, which characters each face prints, and which characters a font has.

A face is one font of a family, such as its semi-bold italic.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from unicodedata import category, normalize

import uharfbuzz

from rulewright.entries.fonts import BOLD, FAMILIES, REGULAR, SEMIBOLD, Family, FontFile, with_fallbacks
from rulewright.entries.product import PrintedPdf
from rulewright.html.environment import asset
from rulewright.html.fonts import content
from rulewright.readback.page import Page

FONT_FACE = re.compile(r"@font-face\s*\{[^}]*?font-family:\s*[\"']?([^\"';}]+)")
"""The name of a family in a stylesheet: `@font-face { font-family: "Fell"`."""
WEIGHTS = {"Semi-Bold": SEMIBOLD, "Bold": BOLD}
FACE = re.compile(r"^(?P<family>.*?)(?:-(?P<weight>Semi-Bold|Bold))?(?P<italic>-Italic)?(?:-Oblique)?$")
"""The name of a face in a PDF: `Source-Sans-Pro-Semi-Bold-Italic`; oblique if the italic lacks a character."""
SHIPPED = {each.printed.replace(" ", "-"): each for each in FAMILIES.values()}
"""The families that come with the tool, by their names in PDFs."""
Fonts = Mapping[str, Family | None]
"""Families by their names in PDFs; None for one that the stylesheet of a project brings."""


def fonts_of(file: PrintedPdf, project: Path) -> Fonts:
    """Return the families of a print's theme, and those that its stylesheet adds with `@font-face`."""
    from_stylesheet = (name.strip().replace(" ", "-") for name in FONT_FACE.findall(asset(project, file.stylesheet)))
    themed = {each.printed.replace(" ", "-"): each for each in with_fallbacks(*file.families)}
    return {**{name: SHIPPED.get(name) for name in from_stylesheet}, **themed}


def family(font: str) -> str:
    """Return the family of a face: `Source-Sans-Pro` for `Source-Sans-Pro-Bold`."""
    match = FACE.match(font)
    return match["family"] if match else font


def characters_in(pages: Sequence[Page]) -> Mapping[str, Mapping[str, str]]:
    """Return the characters that each face prints, each with an example of words that contain it.

    Characters without a glyph, such as spaces, are left out.
    """
    examples: dict[str, dict[str, str]] = {}
    for page in pages:
        for run in page.runs:
            characters = filter(_needs_glyph, normalize("NFC", run.text))
            examples.setdefault(run.font, {}).update(dict.fromkeys(characters, run.words))
    return examples


def _needs_glyph(character: str) -> bool:
    """Whether a character needs a glyph: spaces, joiners and variation selectors do not."""
    return bool(character.strip()) and category(character) not in ("Cc", "Cf") and not "\ufe00" <= character <= "\ufe0f"


def has_character(font: str, character: str, fonts: Fonts = SHIPPED) -> bool:
    """Return whether a face has a character. A font that did not come with the tool counts as having all."""
    match = FACE.match(font)
    shipped = fonts.get(match["family"]) if match else None
    if match is None or shipped is None:
        return True
    return character in _characters(shipped.face(WEIGHTS.get(match["weight"], REGULAR), italic=bool(match["italic"])))


@cache
def _characters(file: FontFile) -> frozenset[str]:
    return frozenset(map(chr, uharfbuzz.Face(content(file)).unicodes))


def readable_name(font: str) -> str:
    """Return the name of a face as people write it: `Source Sans Pro Bold`."""
    return font.replace("-", " ")

"""Characters of a source that the fonts of the tool lack: a draft waives them, so that it builds, and says so."""

import unicodedata
from collections.abc import Iterable

from rulewright.importing.draft import Value
from rulewright.readback.faces import has

FACES = ("Source-Serif-Pro", "Source-Sans-Pro")
"""The faces of texts and of tables."""
KNOWN = "\u0180"
"""All characters below it are in both."""
FEW = 12
"""So many characters have a waiver each; more are an alphabet that needs other fonts."""
WHY = "The fonts of the tool lack it: take another character, draw it as a mark, or bring a font."


def lacking(texts: Iterable[str]) -> list[str]:
    """The characters that a face lacks, in order."""
    characters = sorted({character for text in texts if not text.isascii() for character in text if character >= KNOWN})
    return [each for each in characters if _inked(each) and not all(has(face, each) for face in FACES)]


def _inked(character: str) -> bool:
    return bool(character.strip()) and unicodedata.category(character) not in ("Cc", "Cf", "Mn")


def waivers(characters: list[str]) -> dict[str, Value]:
    """The findings that these characters would be, waived with the reason."""
    if not characters:
        return {}
    each: dict[str, Value] = {f"missing-glyph/*: U+{ord(one):04X}": f"{_name(one)}. {WHY}" for one in characters}
    all_of: dict[str, Value] = {"missing-glyph/*": f"{''.join(characters[:FEW])}… {WHY}"}
    return {**(each if len(characters) <= FEW else all_of), "foreign-font/*": WHY}


def _name(character: str) -> str:
    return unicodedata.name(character, "A character without a name")

"""A character that the fonts of a print do not have.

It prints as an empty box, or in some font of this machine, and another machine has another. Every character of the
finished PDF is looked up in its font; the finding points at the character in the source.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from rulewright.findings import Finding
from rulewright.model.product import PrintedPdf
from rulewright.readback.faces import characters_in, family, fonts_of, has, spoken
from rulewright.readback.page import Page
from rulewright.readback.sources import Sources


def missing_glyph(print_: PrintedPdf, pages: Sequence[Page], sources: Sources, project: Path) -> Iterator[Finding]:
    """Every missing character, once."""
    ours = fonts_of(print_, project)
    lacking: dict[str, str] = {}
    for font, characters in characters_in(pages).items():
        searched = [font] if family(font) in ours else sorted(ours)
        for character, words in characters.items():
            if not any(has(each, character, ours) for each in searched):
                foreign = f", so {spoken(font)} of this machine stands in" if searched != [font] else ""
                lacking.setdefault(character, f"{words!r}: its fonts lack it{foreign}")
    for character, why in lacking.items():
        name = unicodedata.name(character, "without a name")
        message = f"{print_.name} cannot print U+{ord(character):04X} {name} ({character}) in {why}"
        hint = "use another character, declare a mark that draws it, or bring a font that has it: see fonts"
        place = sources.with_character(character, print_)
        yield Finding("missing-glyph", place, message, hint, about=f"{print_.about}: U+{ord(character):04X}")

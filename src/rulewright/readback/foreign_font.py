"""Text in a font of the machine that printed it.

On another machine it looks different and its lines break elsewhere, so a card that fits here may not fit there. The
tool brings its own fonts, and a stylesheet of a project may bring others.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from rulewright.findings import Finding
from rulewright.model.product import PrintedPdf
from rulewright.readback.faces import characters_in, family, fonts_of, has, spoken
from rulewright.readback.page import Page
from rulewright.readback.sources import Sources

HINT = "write it with other signs, or add the font with @font-face in the stylesheet"


def foreign_font(print_: PrintedPdf, pages: Sequence[Page], sources: Sources, project: Path) -> Iterator[Finding]:
    """Each such font once. One that stands in for characters that ours lack is no finding: they are `missing-glyph`."""
    ours = fonts_of(print_, project)
    for font, characters in characters_in(pages).items():
        asked = [words for character, words in characters.items() if any(has(each, character, ours) for each in ours)]
        if family(font) not in ours and asked:
            message = f"{print_.name} prints {asked[0]!r} in {spoken(font)}, a font of this machine"
            place, about = sources.place(asked[0], print_), f"{print_.about}: {spoken(font)}"
            yield Finding("foreign-font", place, message, HINT, about=about)

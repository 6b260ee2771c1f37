"""What stands before symbols such as `@Font` and `@Colour`: it says how something looks, and is no text."""

import re
from collections.abc import Iterator

from rulewright.importing.lout.colours import colour_of
from rulewright.importing.lout.objects import Call, plain

FACES = {"Bold": "@B", "Slope": "@I", "Italic": "@I", "BoldSlope": "@BI", "BoldItalic": "@BI"}
"""The faces of `@Font`, and the symbols that mean the same."""
COLOURED = {"@Colour", "@Color", "@SetColour", "@SetColor", "@SetTexture"}
MEASURE = re.compile(r"[-+]?[\d.]*[a-z]{0,2}")
KNOWN = {
    *FACES,
    "Base",
    "Times",
    "Helvetica",
    "Courier",
    "Palatino",
    "Schoolbook",
    "Bookman",
    "AvantGarde",
    "Chancery",
    "Symbol",
    "smallcaps",
    "nosmallcaps",
    "adjust",
    "ragged",
    "cragged",
    "rragged",
    "oragged",
    "outdent",
    "lines",
    "clines",
    "rlines",
    "olines",
    "hyphen",
    "nohyphen",
    "lout",
    "compress",
    "separate",
    "troff",
    "tex",
    "English",
    "French",
    "German",
    "Dutch",
    "Spanish",
    "Italian",
    "Swedish",
    "Danish",
    "Norwegian",
    "Finnish",
    "Polish",
    "Russian",
    "Portuguese",
    "inf",
}
"""Words of fonts, of the breaking of lines, and languages."""


def odd_words(call: Call) -> Iterator[str]:
    """The words before a symbol that are no setting of Lout's."""
    text = plain(call.left) if call.left is not None else ""
    if colour_of(text) or (call.name in COLOURED and text.startswith("@")):
        return
    yield from (word for word in text.split() if word not in KNOWN and not MEASURE.fullmatch(word))

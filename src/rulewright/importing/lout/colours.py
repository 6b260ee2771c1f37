"""Colours and settings of text in Lout."""

import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from rulewright.importing.draft import Guessed, Value
from rulewright.importing.lout.objects import Call, Object, Parts, plain

LEVELS = {"lightest": 0.95, "light": 0.8, "": 0.45, "dark": 0.3, "darkest": 0.15}
HUES = {
    "blue": (0, 0, 1),
    "green": (0, 1, 0),
    "red": (1, 0, 0),
    "yellow": (1, 1, 0),
    "cyan": (0, 1, 1),
    "magenta": (1, 0, 1),
}
PLAIN = {
    "black": "#000000",
    "white": "#ffffff",
    "grey": "#888888",
    "gray": "#888888",
    "lightgrey": "#d9d9d9",
    "verylightgrey": "#eeeeee",
    "darkgrey": "#555555",
    "verydarkgrey": "#333333",
    "orange": "#e08a2c",
    "brown": "#7a5a36",
    "purple": "#7a3f80",
    "pink": "#f0b8c0",
    "gold": "#c9a227",
    "olive": "#7d8240",
    "navy": "#1f2f5f",
    "teal": "#2f7a7a",
    "maroon": "#7a2430",
    "red": "#c8322c",
    "green": "#3c8c50",
    "blue": "#2f5fa8",
    "yellow": "#e6c84b",
    "cyan": "#3fa8b4",
    "magenta": "#b4408c",
}
GUESSES = ("#b4c6a3", "#c9814a", "#4a6a94", "#ecd9a0", "#8fa8a0", "#6b4a6e")
"""Apart also in greyscale."""
NAME = re.compile(r"(very)?(lightest|light|darkest|dark)?([a-z]+)")
NUMBERS = {"rgb": 3, "cmyk": 4}
NO_COLOUR = {"", "no", "none", "nopaint", "nochange"}


def colour_of(words: str) -> str:
    """A colour of Lout as ours: a name such as `lightgrey`, or `rgb 0.2 0.4 0.1`; empty where it is none."""
    parts = words.lower().split()
    if parts and parts[0] in NUMBERS:
        return _numbers(parts[0], parts[1:])
    name = "".join(parts)
    return PLAIN.get(name) or _named(name)


def _named(name: str) -> str:
    match = NAME.fullmatch(name)
    if match is None or match[3] not in HUES or not match[2]:
        return ""
    level = LEVELS[match[2] + ("est" if match[1] else "")] if not match[2].endswith("est") else LEVELS[match[2]]
    top, bottom = (1, level) if level > LEVELS[""] else (2 * level, 0)
    return _hex([top if on else bottom for on in HUES[match[3]]])


def _numbers(kind: str, texts: list[str]) -> str:
    try:
        values = [float(Decimal(text)) for text in texts]
    except (InvalidOperation, ValueError):
        return ""
    if len(values) != NUMBERS[kind] or not all(0 <= value <= 1 for value in values):
        return ""
    if kind == "rgb":
        return _hex(values)
    return _hex([(1 - value) * (1 - values[3]) for value in values[:3]])


def _hex(values: list[float]) -> str:
    return "#" + "".join(f"{round(255 * value):02x}" for value in values)


def guessed(name: str, number: int) -> Value:
    """A colour for a name that nothing defines."""
    return Guessed(GUESSES[number % len(GUESSES)], f"nothing says which colour {name} is")


def first_colour(value: Object | None) -> str:
    """The paint of the first box of an object, or the colour of its first words."""
    waiting = [value] if value is not None else []
    colours = []
    while waiting:
        first = waiting.pop(0)
        if isinstance(first, Call):
            colours.append(("paint" not in first.options, colour_of(first.option("paint"))))
            colours.append(
                (True, colour_of(plain(first.left)) if first.left is not None and "Colo" in first.name else "")
            )
            waiting += [part for part in (first.meaning, first.right) if part is not None]
        elif isinstance(first, Parts):
            waiting += first.items
    found = [
        colour for _, colour in sorted(colours, key=lambda each: each[0]) if colour not in ("", "#ffffff", "#000000")
    ]
    return found[0] if found else ""


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

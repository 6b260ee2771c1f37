"""The fonts of print for the web, within a stylesheet: the same look everywhere, from the first line drawn.

As files of their own they would arrive after the text and move it, and not every browser takes fonts from the file
system. They are cut down to the letters of western Europe and what else the pages use. That takes a second or two, so
the stylesheet of the build before is kept where its letters are the same.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

from rulewright.model.theme import Family
from rulewright.render.print_cache import PrintCache


@dataclass(frozen=True, slots=True)
class Face:
    """One face of a family of ours, and the package and the name of the font that it is cut from."""

    family: str
    weight: int
    style: str
    package: str
    font: str


SERIF, SANS = "font_source_serif_pro", "font_source_sans_pro"
FACES = (
    Face("Rulewright Serif", 400, "normal", SERIF, "SourceSerifPro-Regular.ttf"),
    Face("Rulewright Serif", 400, "italic", SERIF, "SourceSerifPro-It.ttf"),
    Face("Rulewright Serif", 600, "normal", SERIF, "SourceSerifPro-Semibold.ttf"),
    Face("Rulewright Sans", 400, "normal", SANS, "SourceSansPro-Regular.ttf"),
    Face("Rulewright Sans", 600, "normal", SANS, "SourceSansPro-Semibold.ttf"),
)
CARD_FAMILIES = {Family.SANS: "Rulewright Card", Family.SERIF: "Rulewright Card Serif"}
"""What the families that cards are printed in are called here: in other ones columns would not be wide enough."""
LETTERS = frozenset(
    (*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "\n\u202f–—‘’‚“”„†‡•…\u2032″‹›€−×≤≥≠∞⅓⅔⅛⅜⅝⅞→"))
)
"""What nearly all pages have enough in: so that nearly all have the same fonts."""
FEATURES = ("ccmp", "kern", "liga", "lnum", "locl", "mark", "pnum", "tnum")
NAMED = (0, 13, 14)
"""What is kept of a font's own words: its copyright and its licence. What was changed may not bear its name."""
CSS = (
    '@font-face {{ font-family: "{0.family}"; font-weight: {0.weight}; font-style: {0.style}; '
    'src: url("data:font/woff2;base64,{1}") format("woff2"); }}\n'
)


def card_faces(family: Family) -> Iterator[Face]:
    """The faces of a family that cards are printed in."""
    package, font = (SERIF, "SourceSerifPro") if family is Family.SERIF else (SANS, "SourceSansPro")
    for weight, style, face in (
        (400, "normal", "Regular"), (400, "italic", "It"), (700, "normal", "Bold"), (700, "italic", "BoldIt"),
    ):  # fmt: skip
        yield Face(CARD_FAMILIES[family], weight, style, package, f"{font}-{face}.ttf")


def font_files(texts: Iterable[str], print_cache: PrintCache, cards: Iterable[Family]) -> dict[str, bytes]:
    """The stylesheets with the fonts for these texts, one with those of `cards` where there are any; the licence."""
    letters = LETTERS.union(*(map(ord, set(text)) for text in texts))
    of_cards = tuple(face for family in cards for face in card_faces(family))
    sheets = {"fonts.css": FACES, **({"card-fonts.css": of_cards} if of_cards else {})}
    found = {name: _cut_faces(name, faces, letters, print_cache) for name, faces in sheets.items()}
    return {**found, "fonts-license.txt": _read(SERIF, "LICENSE.txt")}


def _cut_faces(name: str, faces: tuple[Face, ...], letters: frozenset[int], print_cache: PrintCache) -> bytes:
    inputs = repr((sorted(letters), faces, FEATURES, NAMED))
    return print_cache.take(f"web/{name}", inputs) or _stylesheet(faces, letters)


@cache
def _stylesheet(faces: tuple[Face, ...], letters: frozenset[int]) -> bytes:
    return "".join(CSS.format(face, b64encode(_cut(face, letters)).decode()) for face in faces).encode()


def _read(package: str, name: str) -> bytes:
    return (files(package) / "files" / name).read_bytes()


def _cut(face: Face, letters: Iterable[int]) -> bytes:
    from fontTools import subset  # slow to import, and seldom needed

    options = subset.Options(
        flavor="woff2", layout_features=list(FEATURES), name_IDs=list(NAMED), hinting=False, recalc_timestamp=False
    )
    font = subset.load_font(BytesIO(_read(face.package, face.font)), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    out = BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()

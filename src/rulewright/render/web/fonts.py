"""The fonts of print for the web, within a stylesheet: the same look everywhere, from the first paint.

Separate files would arrive after the text and move it, and not every browser loads fonts from the file system. The
fonts are cut down to the letters of western Europe and what else the pages use, and the cut ones are kept in the store.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.resources import files

from rulewright.model.theme import Family
from rulewright.render.web.cut_fonts import cut_font
from rulewright.store import Store


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
"""The names here of the families of cards. In other families columns would not be wide enough."""
LETTERS = frozenset(
    (*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "\n\u202f–—‘’‚“”„†‡•…\u2032″‹›€−×≤≥≠∞⅓⅔⅛⅜⅝⅞→"))
)
"""Letters that suffice for nearly all pages, so that nearly all have the same fonts."""
USUAL = bytes(sign for sign in LETTERS if sign < 0x80)
CSS = (
    '@font-face {{ font-family: "{0.family}"; font-weight: {0.weight}; font-style: {0.style}; '
    'src: url("data:font/woff2;base64,{1}") format("woff2"); }}\n'
)
FONT = "font-"
"""The names of files with whole fonts begin so."""
WHOLE_CSS = (
    '@font-face {{ font-family: "{0.family}"; font-weight: {0.weight}; font-style: {0.style}; src: url("{1}"); }}\n'
)


def card_faces(family: Family) -> Iterator[Face]:
    """The faces of a family that cards are printed in."""
    package, font = (SERIF, "SourceSerifPro") if family is Family.SERIF else (SANS, "SourceSansPro")
    for weight, style, face in (
        (400, "normal", "Regular"), (400, "italic", "It"), (700, "normal", "Bold"), (700, "italic", "BoldIt"),
    ):  # fmt: skip
        yield Face(CARD_FAMILIES[family], weight, style, package, f"{font}-{face}.ttf")


def font_files(texts: Iterable[bytes], store: Store, cards: Iterable[Family]) -> dict[str, bytes]:
    """The stylesheets with the fonts for these texts, one with those of `cards` where there are any; the licence."""
    letters = LETTERS.union(*(map(ord, set(text.translate(None, USUAL).decode())) for text in texts))
    of_cards = tuple(face for family in cards for face in card_faces(family))
    sheets = {"fonts.css": FACES, **({"card-fonts.css": of_cards} if of_cards else {})}
    stylesheets = {name: _stylesheet(faces, letters, store) for name, faces in sheets.items()}
    return {**stylesheets, "fonts-license.txt": _read(SERIF, "LICENSE.txt")}


def whole_fonts(cards: Iterable[Family] | None = None) -> str:
    """The same with fonts that are not cut, in files beside it, for a preview; with `cards`, those of cards."""
    faces = FACES if cards is None else tuple(face for family in cards for face in card_faces(family))
    return "".join(WHOLE_CSS.format(face, f"{FONT}{face.font}") for face in faces)


def whole_font(name: str) -> bytes:
    """The font of one of these files; KeyError if it is none of ours."""
    faces = (*FACES, *(face for family in CARD_FAMILIES for face in card_faces(family)))
    return _read({face.font: face.package for face in faces}[name], name)


def _stylesheet(faces: Iterable[Face], letters: frozenset[int], store: Store) -> bytes:
    return "".join(CSS.format(face, b64encode(_font(face, letters, store)).decode()) for face in faces).encode()


def _font(face: Face, letters: frozenset[int], store: Store) -> bytes:
    font = _read(face.package, face.font)
    return store.get(("font of the web", repr(sorted(letters)), font), partial(cut_font, font, letters))


def _read(package: str, name: str) -> bytes:
    return (files(package) / "files" / name).read_bytes()

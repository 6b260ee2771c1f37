"""Find the font files for prints: in packages that come with the tool, and among the files of a game.

A stylesheet refers to a file as `font:NAME`. For a file of a game, NAME contains the digest of the file. So the same
stylesheet always gets the same fonts, and two games in one process cannot get each other's fonts.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from typing import cast

from rulewright.entries.colour import Tint
from rulewright.entries.fonts import BOLD, REGULAR, SEMIBOLD, Family, FontFile

PACKAGES = {"SourceSansPro": "font_source_sans_pro", "SourceSerifPro": "font_source_serif_pro"}
"""The Python package of each font family."""
OF_MUPDF = {
    "FiraMono-Regular.ttf": "fimo",
    "FiraMono-Bold.ttf": "fimbo",
    "SpaceMono-Regular.ttf": "spacemo",
    "SpaceMono-It.ttf": "spacemit",
    "SpaceMono-Bold.ttf": "spacembo",
    "SpaceMono-BoldIt.ttf": "spacembi",
}
"""Monospaced faces, with their names in the package `pymupdf_fonts`."""
ON_CARDS, IN_BOOKS = (("normal", REGULAR), ("bold", BOLD)), (("normal", REGULAR), ("600", SEMIBOLD))
"""The weights that cards and books use: the CSS value and the weight of the font file."""
FACE = '@font-face {{ font-family: "{}"; font-weight: {}; font-style: {}; font-stretch: normal; src: url(font:{}) }}\n'
"""The CSS rule for a face. A family has no condensed variants, so a condensed file counts as a normal face."""

_of_games: dict[str, bytes] = {}
"""The font files of games that stylesheets of this process use, by name."""


def font_file(name: str) -> bytes:
    """Return the file of a face, such as `SourceSansPro-BoldIt.ttf`; KeyError for an unknown name."""
    if name in _of_games:
        return _of_games[name]
    if name in OF_MUPDF:
        from pymupdf_fonts import myfont  # type: ignore[import-untyped]  # only where there is code

        return cast(bytes, myfont(OF_MUPDF[name]))
    return (files(PACKAGES[name.partition("-")[0]]) / "files" / name).read_bytes()


def content(file: FontFile) -> bytes:
    return file.data or font_file(file.name)


def serve(file: FontFile) -> str:
    """Register a file of a game so that `font_file` finds it, and return its name."""
    if file.data:
        _of_games[file.name] = file.data
    return file.name


def font_faces(families: Iterable[Family], weights: Iterable[tuple[str, int]] = ON_CARDS) -> str:
    """Return the CSS rules that load families, each in these weights, upright and italic."""
    return "".join(rule for family in families for rule in _faces(family, weights))


def _faces(family: Family, weights: Iterable[tuple[str, int]]) -> Iterator[str]:
    for written, weight in weights:
        for style in ("normal", "italic"):
            file = family.face(weight, italic=style == "italic")
            yield FACE.format(family.printed, written, style, serve(file))


def stack(family: Family) -> str:
    """Return a family and its substitutes as a CSS list."""
    return ", ".join(f'"{each.printed}"' for each in family.chain)


# Colours as CSS writes them

Ink = Callable[[Tint], str]


def on_screen(tint: Tint) -> str:
    return tint.hex


def on_press(tint: Tint) -> str:
    """Return a colour in the four inks if the author gives them; otherwise prepress converts it."""
    return tint.hex if tint.cmyk is None else f"device-cmyk({' '.join(f'{share}%' for share in tint.cmyk)})"


# Design values in stylesheets, which name them as CSS does

VALUE = re.compile(r"var\(--([a-z-]+)\)")


def filled(stylesheet: str, values: Mapping[str, str]) -> str:
    """Replace `var(--name)` in a stylesheet with values. Unknown names stay for another stylesheet to define."""
    return VALUE.sub(lambda match: values.get(match[1], match[0]), stylesheet)

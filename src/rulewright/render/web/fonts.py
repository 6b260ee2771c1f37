"""The fonts of print for the web: cut down to the letters of European languages, a tenth of their size.

Cutting takes a few tenths of a second for each, and for one release of a font the outcome is always the same; so it is
kept in the user's cache folder. Where that cannot be written, each run cuts them again.
"""

import hashlib
import os
from contextlib import suppress
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile

FACES = {
    "serif.woff2": ("font_source_serif_pro", "SourceSerifPro-Regular.ttf"),
    "serif-italic.woff2": ("font_source_serif_pro", "SourceSerifPro-It.ttf"),
    "serif-semibold.woff2": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
    "sans.woff2": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "sans-semibold.woff2": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
}
"""The file of each face on the web, and the package and the name of its font."""
FOLDER = "fonts"
LICENCE = ("font_source_serif_pro", "LICENSE.txt")
"""The Open Font License, which goes where the fonts go."""
LETTERS = (
    *range(0x20, 0x7F), *range(0xA0, 0x180),
    *map(ord, "–—‘’‚“”„†‡•…‰\u2032″‹›€™−×≤≥≠≈∞½¼¾⅓⅔⅛⅜⅝⅞←↑→↓✓∆√°"),
)  # fmt: skip
FEATURES = ("ccmp", "kern", "liga", "lnum", "locl", "mark", "pnum", "tnum")


NAMED = (0, 13, 14)
"""What is kept of a font's own words: its copyright and its licence. What was changed may not bear its name."""


def font_files() -> dict[str, bytes]:
    """Each font, and their licence, by its path below the web folder."""
    fonts = {f"{FOLDER}/{name}": _cut(*source) for name, source in FACES.items()}
    return fonts | {f"{FOLDER}/LICENSE.txt": _read(*LICENCE)}


def _read(package: str, name: str) -> bytes:
    return (files(package) / "files" / name).read_bytes()


@cache
def _cut(package: str, name: str) -> bytes:
    data = _read(package, name)
    key = hashlib.sha256(data + repr((LETTERS, FEATURES, NAMED)).encode()).hexdigest()[:32]
    kept = _cache_folder() / f"{key}.woff2"
    with suppress(OSError):
        return kept.read_bytes()
    made = _make(data)
    with suppress(OSError):
        _keep(kept, made)
    return made


def _make(data: bytes) -> bytes:
    from fontTools import subset  # slow to import, and only needed once

    options = subset.Options(
        flavor="woff2", layout_features=list(FEATURES), name_IDs=list(NAMED), hinting=False, recalc_timestamp=False
    )
    font = subset.load_font(BytesIO(data), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    out = BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()


def _cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulewright"


def _keep(path: Path, data: bytes) -> None:
    """Moved into place, so that nobody reads half a font."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, delete=False) as stream:
        stream.write(data)
    os.replace(stream.name, path)

"""The fonts that come with the tool as packages."""

from importlib.resources import files
from typing import cast

PACKAGES = {"SourceSansPro": "font_source_sans_pro", "SourceSerifPro": "font_source_serif_pro"}
"""The package of each family."""
CODE = {"FiraMono-Regular.ttf": "fimo", "FiraMono-Bold.ttf": "fimbo"}
"""The faces of code, by the names that their package gives them."""


def font_file(name: str) -> bytes:
    """The file of a face, such as `SourceSansPro-BoldIt.ttf`; KeyError for a family that is not ours."""
    if name in CODE:
        from pymupdf_fonts import myfont  # type: ignore[import-untyped]  # only where there is code

        return cast(bytes, myfont(CODE[name]))
    return (files(PACKAGES[name.partition("-")[0]]) / "files" / name).read_bytes()

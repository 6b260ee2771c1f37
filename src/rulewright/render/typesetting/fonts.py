"""The fonts that come with the tool as packages, and the smallest type."""

from decimal import Decimal
from importlib.resources import files

PACKAGES = {"SourceSansPro": "font_source_sans_pro", "SourceSerifPro": "font_source_serif_pro"}
"""The package of each family."""

SMALLEST_ON_CARDS, SMALLEST_IN_BOOKS = Decimal(6), Decimal(7)
"""Points below which type is hard to read: smaller texts shrink to this and no further."""


def font_file(name: str) -> bytes:
    """The file of a face, such as `SourceSansPro-BoldIt.ttf`; KeyError for a family that is not ours."""
    return (files(PACKAGES[name.partition("-")[0]]) / "files" / name).read_bytes()

"""The fonts that come with the tool as packages."""

from importlib.resources import files

PACKAGES = {"SourceSansPro": "font_source_sans_pro", "SourceSerifPro": "font_source_serif_pro"}
"""The package of each family."""


def font_file(name: str) -> bytes:
    """The file of a face, such as `SourceSansPro-BoldIt.ttf`; KeyError for a family that is not ours."""
    return (files(PACKAGES[name.partition("-")[0]]) / "files" / name).read_bytes()

"""The ICC profiles of presses that packages of this machine bring, by the condition that they are of.

Only profiles with a free licence are listed, each at the place where its package puts it: of several the first that is
there counts. Like `cache`, this module imports next to nothing.
"""

import os

INSTALLED: dict[str, tuple[tuple[str, str], ...]] = {
    "FOGRA39": (
        ("texlive-base", "/usr/share/texlive/texmf-dist/tex/generic/colorprofiles/FOGRA39L_coated.icc"),
        ("texlive-colorprofiles", "/usr/share/texmf-dist/tex/generic/colorprofiles/FOGRA39L_coated.icc"),
        ("colord-extra-profiles", "/usr/share/color/icc/colord/FOGRA39L_coated.icc"),
        ("scribus-data", "/usr/share/scribus/profiles/ISOcoated_v2_300_bas.icc"),
    ),
    "FOGRA47": (("colord-extra-profiles", "/usr/share/color/icc/colord/FOGRA47L_uncoated.icc"),),
    "CGATS TR 006": (("colord-extra-profiles", "/usr/share/color/icc/colord/GRACoL_TR006_coated.icc"),),
}
"""The packages with their files. texlive-base and scribus-data are Debian's, the others are of other systems."""
MOST = 4_000_000
"""Bytes of a profile; the largest above has one million."""


def packages_with(condition: str) -> list[str]:
    """The packages that bring a profile of a condition."""
    return [package for package, _ in INSTALLED.get(condition, ())]


def installed_profile(condition: str) -> tuple[str, bytes] | None:
    """The name and the content of the first profile of a condition that is installed."""
    for _, path in INSTALLED.get(condition, ()):
        try:
            with open(path, "rb") as stream:
                return os.path.basename(path), stream.read(MOST)
        except OSError:  # this package is not installed
            continue
    return None


def places() -> list[str]:
    """Every place where a profile may be."""
    return [path for known in INSTALLED.values() for _, path in known]

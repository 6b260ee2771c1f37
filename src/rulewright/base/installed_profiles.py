"""Find ICC profiles of printing conditions that packages of this machine installed.

Only profiles with a free licence are listed. The first installed one of a condition is used. Like `cache`, this module
imports very little.
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
"""Packages and files by condition. texlive-base and scribus-data are Debian's; the others are of other systems."""
MOST = 4_000_000
"""The most bytes that are read of a profile; the largest above has one million."""


def packages_with(condition: str) -> list[str]:
    """Return the packages that contain a profile of a condition."""
    return [package for package, _ in INSTALLED.get(condition, ())]


def installed_profile(condition: str) -> tuple[str, bytes] | None:
    """Return the file name and content of the first installed profile of a condition."""
    for _, path in INSTALLED.get(condition, ()):
        try:
            with open(path, "rb") as stream:
                return os.path.basename(path), stream.read(MOST)
        except OSError:  # this package is not installed
            continue
    return None


def places() -> list[str]:
    """Return every path where a profile may be."""
    return [path for known in INSTALLED.values() for _, path in known]

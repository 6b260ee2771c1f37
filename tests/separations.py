"""A second reader of files for a press, which shares no code with what made them: Ghostscript and Poppler.

Ghostscript paints each plate of a press as a picture. Poppler says which boxes, fonts and pictures a file has, and which
standard it claims.
"""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from shutil import which
from tempfile import mkdtemp

import pytest
from PIL import Image

PROGRAMS = ("gs", "pdfinfo", "pdffonts", "pdfimages")
MISSING = [program for program in PROGRAMS if which(program) is None]
second_reader = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
PLATE = re.compile(r"plates(\d*)\((.+)\)\.tif")
BOX = re.compile(r"(\w+)Box:\s+" + r"\s+".join([r"(-?[\d.]+)"] * 4))


def plates(pdf: Path, dpi: int = 72) -> Mapping[str, Image.Image]:
    """Each plate of the first page by its name; 255 is no ink."""
    folder = Path(mkdtemp(dir=pdf.parent))
    device = ("-sDEVICE=tiffsep", f"-r{dpi}", "-dFirstPage=1", "-dLastPage=1", "-dUseCropBox=false")
    _run("gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", *device, f"-sOutputFile={folder}/plates.tif", str(pdf))
    found = ((PLATE.fullmatch(path.name), path) for path in folder.iterdir())
    return {match[2]: Image.open(path).convert("L") for match, path in found if match}


def boxes(pdf: Path) -> Mapping[str, tuple[float, ...]]:
    """The boxes of the first page in points."""
    return {name: tuple(map(float, sides)) for name, *sides in BOX.findall(_run("pdfinfo", "-box", str(pdf)))}


def subtype(pdf: Path) -> str:
    """The standard that a file claims: PDF/X-1a:2003. Poppler knows PDF/X-4 as metadata alone."""
    found = re.search(r"PDF subtype:\s+(\S+)", _run("pdfinfo", str(pdf)))
    found = found or re.search(r"GTS_PDFXVersion>([^<]+)<", _run("pdfinfo", "-meta", str(pdf)))
    return found[1] if found else ""


def unembedded(pdf: Path) -> list[str]:
    """The fonts that are not within a file; each line ends in: embedded, subset, unicode, number, generation."""
    lines = _run("pdffonts", str(pdf)).splitlines()[2:]
    assert lines
    return [line for line in lines if line.split()[-5] != "yes"]


def picture_colours(pdf: Path) -> set[str]:
    """The colour spaces of all pictures: gray, cmyk, rgb, icc."""
    return {line.split()[5] for line in _run("pdfimages", "-list", str(pdf)).splitlines()[2:]}


def _run(*command: str) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "Error" not in done.stderr + done.stdout, done.stderr
    return done.stdout

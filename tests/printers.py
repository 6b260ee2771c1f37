"""Printers that all tests of a process share: for a small game, reading the fonts takes longer than the print."""

from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256

import pytest

from rulewright.render.pdf.printer import PrintedDocument, Printer, Printers
from rulewright.render.web import fonts
from tests.sharing import shared

_printer = lru_cache(maxsize=16)(Printer)


@lru_cache(maxsize=64)
def _printed(style: str, html: str, standard: str) -> PrintedDocument:
    return _printer(style).print(html, standard)


@dataclass(frozen=True)
class KnownDocuments:
    """Prints the icons and the preview of games with the same title and the same card once."""

    style: str

    def print(self, html: str, standard: str) -> PrintedDocument:
        return _printed(self.style, html, standard)


_cut_fonts = fonts._stylesheet


@lru_cache(maxsize=64)
def _known_fonts(faces: tuple[fonts.Face, ...], letters: frozenset[int]) -> bytes:
    """Cuts the fonts of the web for the same letters once, whichever process needs them first."""
    name = sha256(repr((faces, sorted(letters))).encode()).hexdigest()[:12]
    return shared(f"fonts-{name}", (), partial(_cut_fonts, faces, letters))


def share_printers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Printers, "__missing__", lambda _, style: _printer(style))
    patch.setattr("rulewright.render.publication.brand.Printer", KnownDocuments)
    patch.setattr(fonts, "_stylesheet", _known_fonts)

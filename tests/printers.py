"""Printers that tests share: for a small game, reading the fonts takes longer than the print."""

from dataclasses import dataclass
from functools import lru_cache

import pytest

from rulewright.pdf import Printers
from rulewright.pdf.printer import PrintedDocument, Printer

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


class KnownPrinters:
    def __getitem__(self, style: str) -> KnownDocuments:
        return KnownDocuments(style)


def share_printers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Printers, "__missing__", lambda _, style: _printer(style))
    patch.setattr("rulewright.outputs.publication.Printers", KnownPrinters)

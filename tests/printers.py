"""Prints and printers that tests share.

A file that was made of the same values is not made again, in another test or a later run. For a small game, reading
the fonts takes longer than the print, so all tests of a process share its printers too.
"""

from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path

import pytest

from rulewright.installation import installation
from rulewright.products.pool import Job
from rulewright.products.run import OutputFile, Rendered
from rulewright.render.pdf.printer import PrintedDocument, Printer, Printers
from rulewright.store import Store

FOLDER = Path(__file__).resolve().parent.parent / ".pytest_cache" / "prints"
SHARING = True
"""Whether files are taken from other tests: not where a test alters the tool, or looks at how it prints."""

_job = OutputFile.job

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


@cache
def _store() -> Store:
    return Store(str(FOLDER), installation())


def _known_job(output: OutputFile) -> Job[Rendered]:
    job = _job(output)
    return Job(job.name, job.weight, partial(make_once, output)) if SHARING else job


def make_once(output: OutputFile) -> Rendered:
    """A file that another test made of the same values. One with findings is made again, as in a build."""
    key = _store().key(output.path, *output.inputs)
    data = _store().find(key)
    if data is not None:
        return data, ()
    made, findings = output.make()
    if not findings:
        _store().keep(key, made)
    return made, findings


def share_printers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Printers, "__missing__", lambda _, style: _printer(style))
    patch.setattr("rulewright.render.publication.brand.Printer", KnownDocuments)
    patch.setattr(OutputFile, "job", _known_job)

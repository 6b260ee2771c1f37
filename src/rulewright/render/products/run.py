"""What every product of a print run is made with: the book, what was printed before, and where findings go.

A product says which files it wants. What none was kept of is made, side by side where there are several processors.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Faults, Severity, Span
from rulewright.model.book import Book
from rulewright.proof.report import ProofReport
from rulewright.render.pdf.printer import Printers
from rulewright.render.print_cache import PrintCache
from rulewright.render.products.crew import Job, done
from rulewright.watching import Watch, unwatched

MISSING_GLYPH = ".notdef glyph"
"""How WeasyPrint begins to say that no font has a character."""

Rendered = tuple[bytes, Sequence[Diagnostic]]
"""A finished file, and what is to be said of it."""


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file by its path below build/GAME: all that it is made from, and how it is made, perhaps by another process.

    `style` is the stylesheet that it is printed with, if it is.
    """

    path: str
    inputs: Sequence[str | bytes]
    make: Callable[[], Rendered]
    style: str = ""

    def job(self) -> Job[Rendered]:
        return Job(self.path, sum(map(len, self.inputs)), self.make)


def text_file(path: str, text: str) -> OutputFile:
    """A file of text that is there already."""
    return OutputFile(path, [text], partial(_encoded, text))


def _encoded(text: str) -> Rendered:
    return text.encode(), ()


@dataclass(frozen=True, slots=True)
class PrintRun:
    """The printing of one game; what was printed before from the same is not printed again.

    `created` is the date for the metadata of PDFs, in ISO form, or empty.
    """

    book: Book
    proof: ProofReport
    faults: Faults
    project: Path
    created: str
    kept: PrintCache
    watch: Watch = unwatched
    printers: Printers = field(default_factory=Printers)

    def files(self, wanted: Iterable[OutputFile]) -> dict[str, bytes]:
        """Every file by its path, in order: as it was made before from the same inputs, or made now."""
        files = {each.path: (each, self.kept.take(each.path, *each.inputs)) for each in wanted}
        missing = [each for each, known in files.values() if known is None]
        for style in {each.style for each in missing if each.style}:
            self.printers[style]  # before the processes part, so that each has it
        results = done([each.job() for each in missing], self.watch)
        made = dict(zip((each.path for each in missing), results, strict=True))
        for path, (_, findings) in made.items():
            self._tell(path, findings)
        return {path: made[path][0] if known is None else known for path, (_, known) in files.items()}

    def _tell(self, path: str, findings: Sequence[Diagnostic]) -> None:
        """A file with findings is made again by the next build, so that they are found again."""
        self.faults.extend(findings)
        if findings:
            self.kept.forget(path)


def complaints(what: str, span: Span, warnings: Iterable[str]) -> Iterable[Diagnostic]:
    """What WeasyPrint warns of. Reading back tells of missing glyphs, at their place in the source."""
    for warning in warnings:
        if not warning.startswith(MISSING_GLYPH):
            yield Diagnostic("print-warning", span, f"{what}: WeasyPrint says: {warning}", severity=Severity.WARNING)

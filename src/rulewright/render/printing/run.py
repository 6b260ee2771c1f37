"""What every product of a print run is made with: the book, what was printed before, and where findings go."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Faults, Severity, Span
from rulewright.model.book import Book
from rulewright.proof.report import ProofReport
from rulewright.render.kept import Kept

MISSING_GLYPH = ".notdef glyph"
"""How WeasyPrint begins to say that no font has a character."""

Made = tuple[bytes, Iterable[Diagnostic]]
"""A finished file, and what is to be said of it."""


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
    kept: Kept

    def take_or_make(self, path: str, inputs: Iterable[str | bytes], make: Callable[[], Made]) -> bytes:
        """The file as it was printed before from the same inputs, or as `make` prints it."""
        known = self.kept.take(path, *inputs)
        if known is not None:
            return known
        data, findings = make()
        self.tell(path, findings)
        return data

    def tell(self, path: str, findings: Iterable[Diagnostic]) -> None:
        """A file with findings is made again by the next build, so that they are found again."""
        found = list(findings)
        self.faults.extend(found)
        if found:
            self.kept.forget(path)


def complaints(what: str, span: Span, warnings: Iterable[str]) -> Iterable[Diagnostic]:
    """What WeasyPrint warns of. Reading back tells of missing glyphs, at their place in the source."""
    for warning in warnings:
        if not warning.startswith(MISSING_GLYPH):
            yield Diagnostic("print-warning", span, f"{what}: WeasyPrint says: {warning}", severity=Severity.WARNING)

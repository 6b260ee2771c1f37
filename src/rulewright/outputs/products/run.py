"""The print run that every product needs: the book, the store of results, and the list of findings.

A product says which files it wants. The run takes them from the store, or makes them in several processes.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from rulewright.base.findings import Finding, Findings, Severity, Span
from rulewright.base.pool import Job, run_jobs
from rulewright.base.progress import Progress, no_progress
from rulewright.base.store import Store
from rulewright.book.book import Book
from rulewright.book.game import Game
from rulewright.pdf import Printers
from rulewright.pdf.page_images import Picture
from rulewright.proof.report import ProofReport

# Pictures that WeasyPrint cannot draw

CONTENT = re.compile(r"data:image/[\w+.-]+;base64,([\w+/]+=*)")
HINT = "a number or a command in it may be misspelt: open it in a drawing program and save it again, or save it as PNG"


def undrawn_picture(what: str, warning: str, game: Game) -> Finding | None:
    """Return an error if the warning is about a picture of the game, else None."""
    quoted = CONTENT.search(warning) if warning.startswith("Failed to") else None
    data = b64decode(quoted[1]) if quoted else b""
    folders = ((f"cards/{game.id}", game.pictures), (f"content/{game.id}", game.content_pictures))
    files = (f"{folder}/{each.name}" for folder, shown in folders for each in shown.values() if each.data == data)
    if (file := next(files, None)) is None:
        return None
    from rulewright.pdf.printer import undrawn_place

    span = Span(file, *undrawn_place(data))
    return Finding("bad-picture", span, f"{what}: WeasyPrint cannot draw this picture", HINT)


MISSING_GLYPH = ".notdef glyph"
"""The beginning of WeasyPrint's warning that no font has a character."""

Rendered = tuple[bytes, Sequence[Finding]]
"""A finished file with its findings."""


@dataclass(frozen=True)
class OutputFile:
    """A file to make, by its path below build/GAME: its inputs, and a function that any process may call.

    The inputs of a card include its HTML and take time to compute, so only those of wanted files are computed. `style`
    is the stylesheet of a print, otherwise empty.
    """

    path: str
    values: Callable[[], Iterable[str | bytes]]
    make: Callable[[], Rendered]
    style: str = ""

    @cached_property
    def inputs(self) -> tuple[str | bytes, ...]:
        """Return all values from which the file is made; they are its key in the store."""
        return tuple(self.values())

    def job(self) -> Job[Rendered]:
        return Job(self.path, sum(map(len, self.inputs)), self.make)


def fixed_values(*values: str | bytes) -> Callable[[], Iterable[str | bytes]]:
    """Return a function that returns these values."""
    return lambda: values


def with_values(values: Callable[[], Iterable[str | bytes]], *more: str) -> Callable[[], Iterable[str | bytes]]:
    """Return a function that returns the same values and some `more`."""
    return lambda: (*values(), *more)


def picture_of(make: Callable[..., Picture], *values: Any) -> Callable[[], Rendered]:
    """Return a function that makes a picture without findings."""
    return lambda: (make(*values).png, ())


def composing(path: str) -> str:
    """Return the progress message for a file before it is printed."""
    return f"composing {path}"


def text_file(path: str, text: str) -> OutputFile:
    """Return an output file for a finished text."""
    return OutputFile(path, fixed_values(text), partial(_encoded, text))


def _encoded(text: str) -> Rendered:
    return text.encode(), ()


@dataclass(frozen=True, slots=True)
class PrintRun:
    """The print run of one game.

    `created` is the date for the metadata of PDFs, in ISO form, or empty.
    """

    book: Book
    proof: ProofReport
    findings: Findings
    project: Path
    created: str
    store: Store
    progress: Progress = no_progress
    printers: Printers = field(default_factory=Printers)

    def files(self, wanted: Iterable[OutputFile]) -> dict[str, bytes]:
        """Return the wanted files by path, in order: each from the store if its inputs are unchanged, or else new."""
        every = {each.path: each for each in wanted}
        keys = dict(self._keys(every.values()))
        stored = {path: self.store.find(key) for path, key in keys.items()}
        missing = [each for path, each in every.items() if stored[path] is None]
        for style in {each.style for each in missing if each.style}:
            self.printers[style]  # before the processes are forked, so that each has it
        results = run_jobs([each.job() for each in missing], self.progress)
        made = dict(zip((each.path for each in missing), results, strict=True))
        for path, (_, findings) in made.items():
            self.findings.extend(findings)
            if not findings:
                self.store.keep(keys[path], made[path][0])
        return {path: made[path][0] if data is None else data for path, data in stored.items()}

    def _keys(self, wanted: Collection[OutputFile]) -> Iterator[tuple[str, str]]:
        for done, each in enumerate(wanted):
            self.progress(composing(each.path), done, len(wanted))
            yield each.path, self.store.key(each.path, *each.inputs)


def complaints(what: str, span: Span, warnings: Iterable[str], game: Game) -> Iterable[Finding]:
    """Yield WeasyPrint's warnings as findings; a picture of the game that is missing in the print is an error.

    Missing glyphs are left out: the read-back reports them at their place in the source.
    """
    for warning in warnings:
        if undrawn := undrawn_picture(what, warning, game):
            yield undrawn
        elif not warning.startswith(MISSING_GLYPH):
            # A picture in a warning may have megabytes.
            message = f"{what}: WeasyPrint says: {CONTENT.sub('data:…', warning)}"
            hint = "look at what you changed under templates/"
            yield Finding("print-warning", span, message, hint, severity=Severity.WARNING)

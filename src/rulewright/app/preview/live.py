"""A game while it is edited, for the server of the preview.

In: the server calls `LiveGame.edited` after each edit. Out: the files, pages and pictures that browsers request, and a
`Status` to show beside them. The source after an edit is a *revision*, counted from 1; it is *sound* if it has no
errors. Each revision has a `Snapshot`, which makes its files. If a revision has errors, pages show a *draft* of it, or
the last sound revision where they prevent even that.
"""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path

import rulewright.pdf.printer  # noqa: F401  # loaded now: an edit may interrupt a job, and half an import would stay
from rulewright.app.preview.page_digests import page_digests
from rulewright.app.preview.snapshot import Snapshot, SourcePlaces, Workshop
from rulewright.app.preview.workers import PACE, ExaminationResults, Examiner, Urgency, Worker
from rulewright.base.findings import Finding, Findings, Severity, counted
from rulewright.base.installation import user_store
from rulewright.base.listing import digest
from rulewright.base.memo import memoised
from rulewright.base.messages.catalogues import SOURCE_LANGUAGE, catalogue
from rulewright.book.book import Book
from rulewright.book.layers.reading import read_layers
from rulewright.editing.draft import stamped
from rulewright.html.environment import asset, rendered
from rulewright.html.templating.template_errors import template_findings
from rulewright.outputs.web.assets import words_script
from rulewright.pdf.page_images import open_pdf, page_image, png_picture
from rulewright.pipeline.stages import draft_book, linked_book, translated_book, with_base
from rulewright.proof.prove import unproved
from rulewright.readback.read_back import read_back
from rulewright.source.files import Sources

PROVING = "the proof is running"
BROKEN = "A template of the project has an error: see the findings."
SHELL, SHELL_SCRIPT = "preview/shell.html.j2", "preview/shell.js"
READ_BACK_DELAY = 1.0
"""Seconds from a print to its read-back, because another edit may come first."""
LONG_PRINT = 1.0
"""Seconds of printing after which its progress is shown."""
PRINTED_SUFFIXES = (".pdf", ".png")
stamped_draft = memoised(4)(stamped)
"""`stamped`, memoised because each picture of a page needs the whole print."""


@dataclass(frozen=True, slots=True)
class Status:
    """What a browser shows beside the pages.

    - `revision` is the number of the revision, and `page_version` counts the changes of what pages show.
    - `broken` means that the source has errors.
    - `proof` says what the proof has shown, or how far it is.
    - `texts` are the files that findings quote, by their paths.
    - `styles` is a digest of everything that goes into the style sheets.
    - `printing` is the progress of the print in view, or "".
    """

    revision: int = 0
    page_version: int = 0
    broken: bool = False
    proof: str = ""
    findings: tuple[Finding, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)
    styles: str = ""
    printing: str = ""

    @property
    def errors(self) -> int:
        """The number of errors among the findings."""
        return sum(each.severity is Severity.ERROR for each in self.findings)


class NothingToShowError(Exception):
    """Errors prevent the page; the text tells the author so."""


class LiveGame:
    """The game in the preview. Any thread may call its methods; `changed` is called in any thread for a new status.

    All reading and rendering is a job of the worker. Checks and proofs run in a process of their own.
    """

    def __init__(self, project: Path, game: str, *, prove: bool, changed: Callable[[], None]) -> None:
        self.project, self.game, self._prove, self._changed = project, game, prove, changed
        self.status, self.language = Status(), SOURCE_LANGUAGE
        self.places: SourcePlaces | None = None
        self._worker = Worker()
        self._examiner = Examiner(project, game, prove=prove)
        self._workshop = Workshop(project, game, user_store(), self._print_progress)
        self._sources: Sources | None = None
        self._next_report = 0.0
        self._sound: Snapshot | None = None  # the last revision without errors
        self._current: Snapshot | None = None  # the last revision that can be shown: `_sound` or a draft
        self._findings: dict[str, tuple[Finding, ...]] = {}  # by the path of the print; "check" for those of checks
        self._print_in_view = PrintedPages(b"")

    @property
    def title(self) -> str:
        """The title of the game, or the name of its folder before it has been read."""
        return self._sound.book.game.title if self._sound else self.game

    def edited(self) -> "Future[None]":
        """Read the source again, and stop examining the earlier revision."""
        self._examiner.stop()
        return self._worker.submit(Urgency.EDIT, self._read)

    def file(self, path: str) -> "Future[bytes]":
        """Make a file below build/GAME; KeyError if there is none.

        NothingToShowError before the first sound revision.
        """
        make = partial(self._file_with_progress, path)
        if path.startswith("web/") and not path.endswith(PRINTED_SUFFIXES):
            return self._worker.submit(Urgency.PAGE, make)
        return self._worker.submit(Urgency.PRINT, make, repeat=True)  # may take seconds, and nobody asks for it again

    def pages(self, path: str) -> "Future[tuple[PrintedPage, ...]]":
        """The pages of a PDF."""
        return self._worker.submit(Urgency.PRINT, lambda: self._pages_of_print(path).pages)

    def picture(self, path: str, index: int, width: int) -> "Future[tuple[bytes, PrintedPage]]":
        """Make a PNG of a page of a PDF, counted from 0, `width` pixels wide."""

        def make() -> tuple[bytes, PrintedPage]:
            printed = self._pages_of_print(path)
            return printed.picture(index, width), printed.pages[index]

        return self._worker.submit(Urgency.PRINT, make)

    def card(self, path: str) -> "Future[bytes]":
        """Make the card of this file as the browser lays it out."""
        return self._worker.submit(Urgency.PAGE, partial(self._card, path))

    def shell(self) -> "Future[str]":
        """Make the page around all others, in the language of the game."""
        return self._worker.submit(
            Urgency.PAGE, lambda: rendered(self.project, SHELL, self.language, code=self.language)
        )

    def shell_words(self) -> "Future[str]":
        """Make the script with the words of that page."""

        def make() -> str:
            scripts = [asset(self.project, SHELL_SCRIPT)]
            return words_script(asset(self.project, "web/words.js"), scripts, catalogue(self.language))

        return self._worker.submit(Urgency.PAGE, make)

    def close(self) -> None:
        self._examiner.close()
        self._worker.close()

    # Reading, and the results of checks and proofs

    def _read(self) -> None:
        """Read and link the source, so that pages are ready; checks and proofs follow later."""
        findings = Findings()
        sources = read_layers(self.project, self.game, findings, in_parts=True)
        self._sources, self.language = sources, sources.language_of_findings  # whose trees the next reading reuses
        book = linked_book(sources, findings)
        revision, page_version = self.status.revision + 1, self.status.page_version + 1
        if book is None:
            self._show_draft(draft_book(sources), findings.items)
            self._update(
                revision=revision,
                broken=True,
                proof="",
                findings=tuple(findings.sorted()),
                texts=sources.texts,
                page_version=page_version,
            )
            return
        book, self._findings = with_base(self.project, book), {}
        translate = partial(translated_book, sources, book)
        reason = PROVING if self._prove else "the rules code was not run"
        self._show(Snapshot(self._workshop, book, unproved(book, reason), translate=translate))
        activity = "proving…" if self._prove else "checking…"
        earlier = () if self.status.broken else self.status.findings  # shown until those of this revision are there
        self._update(
            revision=revision,
            broken=False,
            proof=activity,
            findings=earlier,
            texts=sources.texts,
            page_version=page_version,
        )
        self._examiner.examine(
            partial(self._examined, revision), partial(self._examination_progress, revision, activity)
        )

    def _show(self, snapshot: Snapshot) -> None:
        """Show a sound revision."""
        self._sound = self._current = snapshot
        self.places = SourcePlaces(snapshot.book)

    def _show_draft(self, book: Book | None, errors: Iterable[Finding]) -> None:
        """Show a source with errors: what can be shown of it, and the last sound revision for the rest."""
        self._examiner.stop()
        if book is None:
            self._current = self._sound
        else:
            self._current = Snapshot(self._workshop, book, unproved(book, "the source has errors"), errors)
            self.places = SourcePlaces(book)

    def _examination_progress(self, revision: int, activity: str, work: str, done: int, total: int) -> None:
        """Show the progress of the examination, unless its results are there; called in another thread."""
        if revision == self.status.revision and self.status.proof.startswith(activity):
            self._update(proof=_with_count(f"{activity} {work}", done, total))

    def _print_progress(self, work: str, done: int, total: int) -> None:
        """Show the progress of a long print."""
        if (now := time.monotonic()) >= self._next_report:
            self._next_report = now + PACE
            self._update(printing=_with_count(f"printing… {work}", done, total))

    def _examined(self, revision: int, results: ExaminationResults | None) -> None:
        """Queue the results as a job that interrupts no print."""
        self._worker.submit(Urgency.NEWS, partial(self._add_results, revision, results))

    def _add_results(self, revision: int, results: ExaminationResults | None) -> None:
        """Show the results of an examination, unless the source has changed since; None if its process died."""
        if revision != self.status.revision or self._sound is None:
            return
        if results is None:
            self._update(proof="not checked: the process that checks died")
            return
        self._findings["check"] = results.findings
        proof = results.proof
        if proof.ran or results.findings:
            latest = proof if proof.ran else self._sound.proof
            self._show(self._sound.with_proof(latest, results.findings, results.translations))
        summary = "not proved"
        if proof.ran:
            summary = f"proved: {proof.coverage['proved']:,} of {counted(proof.coverage['cells'], 'cell')}"
        self._update(proof=summary, findings=self._all_findings(), page_version=self.status.page_version + 1)

    def _all_findings(self) -> tuple[Finding, ...]:
        """Return the findings of the source, then those of the prints that were made."""
        return tuple(dict.fromkeys(finding for each in self._findings.values() for finding in each))

    def _update(self, **changes: object) -> None:
        styles = self._current.styles if self._current else ""
        self.status = replace(self.status, styles=styles, **changes)  # type: ignore[arg-type]
        self._changed()

    # Files

    def _snapshot_to_show(self) -> Snapshot:
        if self._current is None:
            raise NothingToShowError("The source has errors: nothing can be shown yet.")
        return self._current

    def _file_with_progress(self, path: str) -> bytes:
        """Make a file, with DRAFT on a print of a source with errors, and show the progress of a long print."""
        findings, self._next_report = Findings(), time.monotonic() + LONG_PRINT
        with template_findings(self.project, findings):
            try:
                data = self._make(path)
            finally:
                if self.status.printing:
                    self._update(printing="")
            is_draft_print = path.endswith(PRINTED_SUFFIXES) and self.status.errors
            return stamped_draft(path, data, catalogue(self.language)) if is_draft_print else data
        # Only after an error in a template: `template_findings` has left its block and added the finding.
        self._add_print_findings(path, findings.items)
        raise NothingToShowError(BROKEN)

    def _make(self, path: str) -> bytes:
        """Make a file; after the print of a PDF, add its findings, and read it back later."""
        snapshot = self._snapshot_to_show()
        if snapshot is not self._sound:
            return self._make_of_draft(snapshot, path)
        data = snapshot.file(path)
        if path not in self._findings and path.endswith(".pdf"):  # the first print of this revision
            self._add_print_findings(path, snapshot.findings.get(path, ()))
            self._worker.later(READ_BACK_DELAY, partial(self._read_back, self.status.revision, path))
        return data

    def _make_of_draft(self, draft: Snapshot, path: str) -> bytes:
        """Make a file of a draft; if the errors prevent it, make that of the last sound revision."""
        try:
            return draft.file(path)
        except Exception:
            if self._sound is None:
                raise NothingToShowError("The source has errors that prevent this page.") from None
            return self._sound.file(path)

    def _pages_of_print(self, path: str) -> "PrintedPages":
        """Return the pages of a file, cached until another file is in view or the file changes."""
        data = self._file_with_progress(path)
        if self._print_in_view.data != data:
            self._print_in_view = PrintedPages(data)
        return self._print_in_view

    def _card(self, path: str) -> bytes:
        snapshot = self._snapshot_to_show()
        with template_findings(self.project, Findings()):
            return snapshot.card(path).encode()
        raise NothingToShowError(BROKEN)  # only after an error in a template, which ends the block above

    def _read_back(self, revision: int, path: str) -> None:
        """Read back a print, unless the source has changed since or printing had findings."""
        snapshot = self._sound
        is_current = revision == self.status.revision and not self.status.broken
        if snapshot and is_current and not snapshot.findings.get(path):
            files = {path: snapshot.file(path)}
            findings = read_back(snapshot.book, files, self.project, self._workshop.store)
            self._add_print_findings(path, findings)

    def _add_print_findings(self, path: str, findings: Iterable[Finding]) -> None:
        self._findings[path] = tuple(findings)
        if self._findings[path]:
            self._update(findings=self._all_findings())


def _with_count(work: str, done: int, total: int) -> str:
    """Return `proving… tables, 3 of 12`, or the work alone if the total is not known (0)."""
    return f"{work}, {done:,} of {total:,}" if total else work


# The pages of a print as pictures

FAST = 1
"""The zlib level for pictures that are not stored."""
MM_PER_POINT = 25.4 / 72


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A page of a PDF: a digest of what it is painted from, and its width and height in millimetres."""

    digest: str
    width: float
    height: float


class PrintedPages:
    """The pages of a PDF, which browsers see as pictures."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def pages(self) -> tuple[PrintedPage, ...]:
        sizes = [page.get_size() for page in open_pdf(self.data)]  # in points
        digests = page_digests(self.data) or [digest(self.data, str(index)) for index in range(len(sizes))]
        return tuple(
            PrintedPage(each, round(width * MM_PER_POINT, 2), round(height * MM_PER_POINT, 2))
            for each, (width, height) in zip(digests, sizes, strict=True)
        )

    def picture(self, index: int, width: int) -> bytes:
        """Return a page, counted from 0, as PNG, `width` pixels wide; KeyError if there is no such page."""
        if not 0 <= index < len(self.pages):
            raise KeyError(index)
        return png_picture(page_image(self.data, index, width), level=FAST).png

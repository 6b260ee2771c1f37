"""A game while it is edited: its latest sound state, what is wrong with it, and how far its proof is."""

import os
import signal
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, lru_cache, partial
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock, Timer
from typing import Any

import rulewright.render.pdf.printer  # noqa: F401  # loaded now: an edit may interrupt a job, and half an import would stay
from rulewright.draft import stamped
from rulewright.extending.reading import read_layers
from rulewright.findings import Finding, Findings, Severity
from rulewright.installation import user_store
from rulewright.listing import digest
from rulewright.model.book import Book
from rulewright.model.frame import frame_of, give_frame
from rulewright.pipeline import KeptGame, draft_book, linked_book, translated_book, with_base
from rulewright.preview.maker import EDIT, NEWS, PAGE, PRINT, Maker
from rulewright.preview.snapshot import Snapshot, SourcePlaces, Workshop
from rulewright.progress import Progress, no_progress
from rulewright.proof.prove import unproved
from rulewright.proof.report import ProofReport
from rulewright.readback import read_back as reading
from rulewright.readback.page_digests import painting_digests
from rulewright.render.pdf.page_images import open_pdf, page_image, png_picture
from rulewright.render.templating.faults import template_faults
from rulewright.render.typesetting.environment import asset, keep_parts, rendered
from rulewright.render.web.assets import words_script
from rulewright.source.files import ParsedFiles
from rulewright.translation.catalogues import SOURCE, catalogue

# Checks, proofs and the read-back of a state, in a process that the next state ends

FORKS = "forkserver" in get_all_start_methods()
PROCESSES: Any = get_context("forkserver" if FORKS else "spawn")
"""A server of forks has imported the tool once, and no process waits for that again."""
if FORKS:
    PROCESSES.set_forkserver_preload(["rulewright.pipeline"])


PACE = 0.3
"""Seconds from one report of progress to the next."""
AFTERWARDS = 0.15
"""Seconds that what is looked at has the processors for itself."""


@dataclass(frozen=True, slots=True)
class Examined:
    """What an examination found; `sources` are the texts that it read, for excerpts.

    `translations` has the proof of each language.
    """

    findings: tuple[Finding, ...]
    proof: ProofReport
    sources: dict[str, str]
    translations: dict[str, ProofReport] = field(default_factory=dict)


class Examiner:
    """Examines one game, one state at a time. A process that has imported all it needs waits for the next state."""

    def __init__(self, project: Path, game: str, *, prove: bool) -> None:
        self._arguments = (str(project), game, prove)
        self._lock = Lock()
        self._busy: Any = None
        self._waiting: Timer | None = None
        self._closed = False
        self._ready = self._start()

    def examine(self, done: "Callable[[Examined | None], None]", progress: Progress = no_progress) -> None:
        """Gives up the state before, and calls `done` in another thread with what is found now.

        It is called with None if the process died, and not at all if the next state came first.
        """
        self.stop()
        self._waiting = Timer(AFTERWARDS, self._begin, (done, progress))
        self._waiting.daemon = True
        self._waiting.start()

    def close(self) -> None:
        """Ends both processes."""
        self.stop()
        with self._lock:
            self._closed = True
            self._ready[0].kill()

    def stop(self) -> None:
        """Gives up what it examines, or is about to."""
        if self._waiting is not None:
            self._waiting.cancel()
        with self._lock:
            busy, self._busy = self._busy, None
        if busy is not None:
            busy.kill()

    def _begin(self, done: "Callable[[Examined | None], None]", progress: Progress) -> None:
        with self._lock:
            if self._closed:
                return
            process, connection = self._ready
            self._busy, self._ready = process, self._start()
        self._wait(process, connection, done, progress)

    def _start(self) -> tuple[Any, Connection]:
        ours, theirs = PROCESSES.Pipe()
        process = PROCESSES.Process(target=_examine, args=(theirs, *self._arguments), daemon=False)
        process.start()
        theirs.close()
        return process, ours

    def _wait(
        self, process: Any, connection: Connection, done: "Callable[[Examined | None], None]", progress: Progress
    ) -> None:
        try:
            connection.send(True)
            while isinstance(result := connection.recv(), tuple):
                progress(*result)
        except (EOFError, OSError):
            result = None
        process.join()
        if process is self._busy:
            done(result)


class _Reports:
    """Tells the parent of progress, now and then."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._next = connection, 0.0

    def __call__(self, what: str, done: int, every: int) -> None:
        if (now := time.monotonic()) >= self._next:
            self._next = now + PACE
            self._connection.send((what, done, every))


def _examine(connection: Connection, project: str, game: str, prove: bool) -> None:
    """Waits for the word to begin; ends with the process that it works for."""
    if hasattr(os, "nice"):
        os.nice(5)  # what is looked at comes first
    from rulewright.installation import user_store
    from rulewright.pipeline import examine
    from rulewright.proof.process import Limits

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    try:
        connection.recv()
        reports, limits = _Reports(connection), Limits() if prove else None
        examined = examine(Path(project), game, limits, progress=reports, store=user_store())
        proofs = {each.translated.language: each.proof for each in examined.translations if each.translated}
        result = Examined(tuple(examined.faults.sorted()), examined.proof, examined.sources.texts, proofs)
        connection.send(result)
    except (EOFError, OSError):
        return


# The pages of a print as pictures

FAST = 1
"""How much zlib compresses a picture that nobody keeps."""
MM = 25.4 / 72
"""Millimetres in a point."""


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """What a page is painted from, and its sides in millimetres."""

    digest: str
    wide: float
    high: float

    def encoded(self) -> dict[str, object]:
        return asdict(self)


class PrintedPages:
    """The pages of a PDF."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @cached_property
    def pages(self) -> tuple[PrintedPage, ...]:
        sides = [page.get_size() for page in open_pdf(self.data)]
        digests = painting_digests(self.data) or [digest(self.data, str(at)) for at in range(len(sides))]
        sizes = ((round(wide * MM, 2), round(high * MM, 2)) for wide, high in sides)
        return tuple(PrintedPage(each, *size) for each, size in zip(digests, sizes, strict=True))

    def picture(self, page: int, width: int) -> bytes:
        """A page as PNG, so many pixels wide; KeyError if there is none."""
        if not 0 <= page < len(self.pages):
            raise KeyError(page)
        return png_picture(page_image(self.data, page, width), level=FAST).png


PROVING = "the proof is running"
BROKEN = "A template of the project has an error: see the findings."
SHELL, SHELL_SCRIPT = "preview/shell.html.j2", "preview/shell.js"
QUIET = 1.0
"""Seconds from a print to its read-back, for the next edit may come sooner."""
LONG = 1.0
"""Seconds of a print until it is told how far it is."""
PRINTED = (".pdf", ".png")
draft_of = lru_cache(4)(stamped)
"""Each picture of a page asks for its whole print."""


@dataclass(frozen=True, slots=True)
class Status:
    """What a browser shows beside the pages.

    `state` counts the changes of the source, `pages` those of what pages show. `broken` says that the source has
    errors, so that the pages are those of an earlier state. `texts` are the files that findings quote. `styles` is a
    digest of all that style sheets are made from. `printing` says how far the print is that somebody waits for.
    """

    state: int = 0
    pages: int = 0
    broken: bool = False
    proof: str = ""
    findings: tuple[Finding, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)
    styles: str = ""
    printing: str = ""

    @property
    def errors(self) -> int:
        return sum(each.severity is Severity.ERROR for each in self.findings)


class NothingToShowError(Exception):
    """Errors prevent it; the text says where they are."""


class LiveGame:
    """Its methods may be called in any thread; `changed` is called, in any thread, whenever the status has changed."""

    def __init__(self, project: Path, game: str, *, prove: bool, changed: Callable[[], None]) -> None:
        self.project, self.game, self._prove, self._changed = project, game, prove, changed
        self.status, self.language = Status(), SOURCE
        self.places: SourcePlaces | None = None
        keep_parts(project)
        self._maker = Maker()
        self._examiner = Examiner(project, game, prove=prove)
        self._workshop = Workshop(project, game, user_store(), self._print_progress)
        self._next_told = 0.0
        self._snapshot: Snapshot | None = None
        self._draft: Snapshot | None = None
        self._parsed: ParsedFiles = {}
        self._kept = KeptGame()
        self._found: dict[str, tuple[Finding, ...]] = {}
        self._looked_at = PrintedPages(b"")

    @property
    def title(self) -> str:
        """The title of the game, or its folder before it is known."""
        return self._snapshot.book.game.title if self._snapshot else self.game

    def edited(self) -> "Future[None]":
        """Reads the source again; what the state before is examined for is of no use any more."""
        self._examiner.stop()
        return self._maker.submit(EDIT, self._read)

    def file(self, path: str) -> "Future[bytes]":
        """A file below build/GAME; KeyError if there is none, NothingToShowError before the first sound state."""
        made = partial(self._file, path)
        if path.startswith("web/") and not path.endswith(PRINTED):
            return self._maker.submit(PAGE, made)
        return self._maker.submit(PRINT, made, again=True)  # it may take seconds, and nobody asks for it again

    def pages(self, path: str) -> "Future[tuple[PrintedPage, ...]]":
        """The pages of a PDF."""
        return self._maker.submit(PRINT, lambda: self._printed(path).pages)

    def picture(self, path: str, page: int, width: int) -> "Future[tuple[bytes, PrintedPage]]":
        """A page of a PDF as PNG, so many pixels wide."""
        return self._maker.submit(PRINT, partial(self._picture, path, page, width))

    def card(self, path: str) -> "Future[bytes]":
        """The card of this file, as the browser sets it."""
        return self._maker.submit(PAGE, partial(self._card, path))

    def shell(self) -> "Future[str]":
        """The page around all others, in the language of the game."""
        return self._maker.submit(PAGE, lambda: rendered(self.project, SHELL, self.language, code=self.language))

    def shell_words(self) -> "Future[str]":
        """The words of its script."""
        return self._maker.submit(PAGE, self._shell_words)

    def _shell_words(self) -> str:
        scripts = [asset(self.project, SHELL_SCRIPT)]
        return words_script(asset(self.project, "web/words.js"), scripts, catalogue(self.language))

    def close(self) -> None:
        self._examiner.close()
        self._maker.close()

    def _read(self) -> None:
        """The pages follow at once; checks and proofs later."""
        faults = Findings()
        sources = read_layers(self.project, self.game, faults, self._parsed, in_parts=True)
        self.language = sources.language_of_findings
        book = linked_book(sources, faults, self._kept)
        state = self.status.state + 1
        if book is None:
            self._show_draft(draft_book(sources, self._kept), faults.findings)
            found, pages = tuple(faults.sorted()), self.status.pages + 1
            self._tell(state=state, broken=True, proof="", findings=found, texts=sources.texts, pages=pages)
            return
        book, self._found = with_base(self.project, book), {}
        give_frame(book, self._snapshot.book if self._snapshot else None)
        translate = partial(translated_book, sources, book)
        self._show(Snapshot(self._workshop, book, self._unproved(book), translate=translate))
        words = "proving…" if self._prove else "checking…"
        earlier = () if self.status.broken else self.status.findings  # until those of this state are known
        pages = self.status.pages + 1
        self._tell(state=state, broken=False, proof=words, findings=earlier, texts=sources.texts, pages=pages)
        self._examiner.examine(partial(self._examined, state), partial(self._progress, state, words))

    def _unproved(self, book: Book) -> ProofReport:
        """What is to be proved: the same until a claim or something in the frame of the book is another."""
        why, frame = PROVING if self._prove else "the rules code was not run", frame_of(book)
        make = partial(unproved, book, why)
        return make() if frame is None else frame.of_things("unproved", book.game.references, make)

    def _show(self, snapshot: Snapshot) -> None:
        self._snapshot = self._draft = snapshot
        self.places = SourcePlaces(snapshot.book)

    def _show_draft(self, book: Book | None, errors: Iterable[Finding]) -> None:
        """A source with errors: what can be shown of it, and the last sound state for the rest."""
        self._examiner.stop()
        if book is None:
            self._draft = self._snapshot
        else:
            self._draft = Snapshot(self._workshop, book, unproved(book, "the source has errors"), errors)
            self.places = SourcePlaces(book)

    def _progress(self, state: int, words: str, what: str, done: int, every: int) -> None:
        """How far the examination is; in another thread."""
        if state == self.status.state and self.status.proof.startswith(words):
            self._tell(proof=_counted(" ".join((words, what)), done, every))

    def _print_progress(self, what: str, done: int, every: int) -> None:
        """How far the print is that is being made, if it takes long."""
        if (now := time.monotonic()) >= self._next_told:
            self._next_told = now + PACE
            self._tell(printing=_counted(" ".join(("printing…", what)), done, every))

    def _examined(self, state: int, found: Examined | None) -> None:
        """What was found stops no print."""
        self._maker.submit(NEWS, partial(self._add, state, found))

    def _add(self, state: int, found: Examined | None) -> None:
        if state != self.status.state or self._snapshot is None:
            return
        if found is None:
            self._tell(proof="not checked: the process that checks died")
            return
        self._found["check"] = found.findings
        if found.proof.ran or found.findings:
            proof = found.proof if found.proof.ran else self._snapshot.proof
            self._show(self._snapshot.proved(proof, found.findings, found.translations))
        self._tell(proof=_proved(found.proof), findings=self._findings(), pages=self.status.pages + 1)

    def _findings(self) -> tuple[Finding, ...]:
        """Those of the source, then those of the prints that were made."""
        return tuple(dict.fromkeys(finding for found in self._found.values() for finding in found))

    def _shown(self) -> Snapshot:
        if self._draft is None:
            raise self._nothing("The source has errors: nothing can be shown yet.")
        return self._draft

    def _file(self, path: str) -> bytes:
        faults, self._next_told = Findings(), time.monotonic() + LONG
        with template_faults(self.project, faults):
            try:
                data = self._make(path)
            finally:
                if self.status.printing:
                    self._tell(printing="")
            draft = path.endswith(PRINTED) and self.status.errors
            return draft_of(path, data, catalogue(self.language)) if draft else data
        self._print_findings(path, faults.findings)
        raise self._nothing(BROKEN)

    def _make(self, path: str) -> bytes:
        snapshot = self._shown()
        if snapshot is not self._snapshot:
            return self._drafted(snapshot, path)
        data = snapshot.file(path)
        if path not in self._found and path.endswith(".pdf"):
            self._print_findings(path, snapshot.findings.get(path, ()))
            self._maker.later(QUIET, partial(self._read_print_back, self.status.state, path))
        return data

    def _drafted(self, draft: Snapshot, path: str) -> bytes:
        """A file of a draft, or that of the last sound state where the errors prevent it."""
        try:
            return draft.file(path)
        except Exception:
            if self._snapshot is None:
                raise self._nothing("The source has errors that prevent this page.") from None
            return self._snapshot.file(path)

    def _nothing(self, why: str) -> NothingToShowError:
        return NothingToShowError(why)

    def _printed(self, path: str) -> PrintedPages:
        """The pages of a file; they are kept until another file is looked at, or another state of it."""
        data = self._file(path)
        if self._looked_at.data != data:
            self._looked_at = PrintedPages(data)
        return self._looked_at

    def _picture(self, path: str, page: int, width: int) -> tuple[bytes, PrintedPage]:
        printed = self._printed(path)
        return printed.picture(page, width), printed.pages[page]

    def _card(self, path: str) -> bytes:
        snapshot = self._shown()
        with template_faults(self.project, Findings()):
            return snapshot.card(path).encode()
        raise self._nothing(BROKEN)

    def _read_print_back(self, state: int, path: str) -> None:
        snapshot = self._snapshot
        if snapshot and state == self.status.state and not self.status.broken and not snapshot.findings.get(path):
            files = {path: snapshot.file(path)}
            self._print_findings(path, reading.read_back(snapshot.book, files, self.project, self._workshop.store))

    def _print_findings(self, path: str, findings: Iterable[Finding]) -> None:
        self._found[path] = tuple(findings)
        if self._found[path]:
            self._tell(findings=self._findings())

    def _tell(self, **changes: object) -> None:
        styles = self._draft.styles if self._draft else ""
        self.status = replace(self.status, styles=styles, **changes)  # type: ignore[arg-type]
        self._changed()


def _counted(work: str, done: int, every: int) -> str:
    return f"{work}, {done:,} of {every:,}" if every else work


def _proved(proof: ProofReport) -> str:
    """How the proof ended, in a few words."""
    if not proof.ran:
        return "not proved"
    proved, cells = proof.coverage["proved"], proof.coverage["cells"]
    return f"proved: {proved:,} of {cells} cell" if cells == 1 else f"proved: {proved:,} of {cells} cells"

"""A game while it is edited: its latest sound state, what is wrong with it, and how far its proof is."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Faults
from rulewright.installation import user_store
from rulewright.model.names import count_text
from rulewright.pipeline import linked_book
from rulewright.preview.background import Examined, Examiner
from rulewright.preview.maker import EDIT, LATER, PAGE, Maker
from rulewright.preview.places import SourcePlaces
from rulewright.preview.snapshot import Snapshot, Workshop
from rulewright.proof.prove import unproved
from rulewright.proof.report import ProofReport
from rulewright.readback import read_back as reading
from rulewright.render.pdf.page_images import open_pdf, page_picture
from rulewright.render.templating.faults import template_faults
from rulewright.source.files import read

PROVING = "the proof is running"


@dataclass(frozen=True, slots=True)
class Status:
    """What a browser shows beside the pages.

    `state` counts the changes of the source, `pages` those of what pages show. `broken` says that the source has
    errors, so that the pages are those of an earlier state. `texts` are the files that findings quote.
    """

    state: int = 0
    pages: int = 0
    broken: bool = False
    proof: str = ""
    findings: tuple[Diagnostic, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)


class NothingToShowError(Exception):
    """Errors prevent it; the text says where they are."""


class LiveGame:
    """Its methods may be called in any thread; `changed` is called, in any thread, whenever the status has changed."""

    def __init__(self, project: Path, game: str, *, prove: bool, changed: Callable[[], None]) -> None:
        self.project, self.game, self._prove, self._changed = project, game, prove, changed
        self.status = Status()
        self.places: SourcePlaces | None = None
        self._maker = Maker()
        self._examiner = Examiner(project, game, prove=prove)
        self._workshop = Workshop(project, game, user_store())
        self._snapshot: Snapshot | None = None
        self._found: dict[str, tuple[Diagnostic, ...]] = {}

    @property
    def title(self) -> str:
        """The title of the game, or its folder before it is known."""
        return self._snapshot.book.game.title if self._snapshot else self.game

    def edited(self) -> "Future[None]":
        """Reads the source again."""
        return self._maker.submit(EDIT, self._read)

    def file(self, path: str) -> "Future[bytes]":
        """A file below build/GAME; KeyError if there is none, NothingToShowError before the first sound state."""
        return self._maker.submit(PAGE, partial(self._file, path))

    def picture(self, path: str, page: int, width: int) -> "Future[tuple[bytes, float, float, int]]":
        """A page of a PDF as PNG, so many pixels wide; its sides in points, and how many pages there are."""
        return self._maker.submit(PAGE, partial(self._picture, path, page, width))

    def close(self) -> None:
        self._examiner.close()
        self._maker.close()

    def _read(self) -> None:
        """The pages follow at once; checks and proofs later."""
        faults = Faults()
        sources = read(self.project, self.game, faults)
        book = linked_book(sources, faults)
        state = self.status.state + 1
        if book is None:
            self._tell(state=state, broken=True, proof="", findings=tuple(faults.sorted()), texts=sources.texts)
            return
        self._found = {}
        proof = unproved(book, PROVING if self._prove else "the rules code was not run")
        self._show(Snapshot(self._workshop, book, proof))
        words = "proving…" if self._prove else "checking…"
        earlier = () if self.status.broken else self.status.findings  # until those of this state are known
        pages = self.status.pages + 1
        self._tell(state=state, broken=False, proof=words, findings=earlier, texts=sources.texts, pages=pages)
        self._examiner.examine(partial(self._examined, state))

    def _show(self, snapshot: Snapshot) -> None:
        self._snapshot, self.places = snapshot, SourcePlaces(snapshot.book)

    def _examined(self, state: int, found: Examined | None) -> None:
        self._maker.submit(EDIT, partial(self._add, state, found))

    def _add(self, state: int, found: Examined | None) -> None:
        if state != self.status.state or self._snapshot is None:
            return
        if found is None:
            self._tell(proof="not checked: the process that checks died")
            return
        self._found["check"] = found.findings
        if found.proof.ran:
            self._show(self._snapshot.proved(found.proof))
        self._tell(proof=_proved(found.proof), findings=self._findings(), pages=self.status.pages + 1)

    def _findings(self) -> tuple[Diagnostic, ...]:
        """Those of the source, then those of the prints that were made."""
        return tuple(dict.fromkeys(finding for found in self._found.values() for finding in found))

    def _sound(self) -> Snapshot:
        if self._snapshot is None:
            raise NothingToShowError("The source has errors: nothing can be shown yet.")
        return self._snapshot

    def _file(self, path: str) -> bytes:
        faults = Faults()
        with template_faults(self.project, faults):
            return self._make(path)
        self._print_findings(path, faults.findings)
        raise NothingToShowError("A template of the project has an error: see the findings.")

    def _make(self, path: str) -> bytes:
        snapshot = self._sound()
        data = snapshot.file(path)
        if path not in self._found and path.endswith(".pdf"):
            self._print_findings(path, snapshot.findings.get(path, ()))
            self._maker.submit(LATER, partial(self._read_print_back, self.status.state, path))
        return data

    def _picture(self, path: str, page: int, width: int) -> tuple[bytes, float, float, int]:
        data = self._file(path)
        pdf = open_pdf(data)
        if not 0 <= page < len(pdf):
            raise KeyError(path)
        sides = pdf[page].get_size()
        return page_picture(data, page, width).png, *sides, len(pdf)

    def _read_print_back(self, state: int, path: str) -> None:
        snapshot = self._sound()
        if state == self.status.state and not snapshot.findings.get(path):
            files = {path: snapshot.file(path)}
            self._print_findings(path, reading.read_back(snapshot.book, files, self.project, self._workshop.store))

    def _print_findings(self, path: str, findings: Iterable[Diagnostic]) -> None:
        self._found[path] = tuple(findings)
        if self._found[path]:
            self._tell(findings=self._findings())

    def _tell(self, **changes: object) -> None:
        self.status = replace(self.status, **changes)  # type: ignore[arg-type]
        self._changed()


def _proved(proof: ProofReport) -> str:
    """How the proof ended, in a few words."""
    if not proof.ran:
        return "not proved"
    coverage = proof.coverage
    return f"proved: {coverage['proved']:,} of {count_text(coverage['cells'], 'cell')}"

"""The stages in order: read, decode, link, check, prove; then render and write.

Every command runs a stretch of this. A stage whose input is at fault is not run: what it would say
would only repeat the fault.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.catalogue import Stage
from rulewright.checks import check
from rulewright.decode.games import decode
from rulewright.diagnostics import Faults
from rulewright.link import link
from rulewright.model.book import Book
from rulewright.proof.process import Limits
from rulewright.proof.prove import prove, unproved
from rulewright.proof.report import ProofReport
from rulewright.source.files import Sources, read
from rulewright.waivers import identify, settle

if TYPE_CHECKING:
    from rulewright.render.kept import Kept


@dataclass(frozen=True, slots=True)
class Examination:
    """What is known of a game without rendering it; `book` is None where it could not be made out."""

    game: str
    faults: Faults
    sources: Sources
    book: Book | None = None
    proof: ProofReport = field(default_factory=ProofReport)


def examine(project: Path, game: str, limits: Limits | None) -> Examination:
    """Reads, checks and proves one game; with no limits given no rules code is run."""
    faults = Faults()
    sources = read(project, game, faults)
    book = _book(sources, faults)
    if book is None:
        identify(faults)
        return Examination(game, faults, sources)
    faults.extend(check(book))
    if limits is None:
        proof = unproved(book, "the rules code was not run")
    else:
        proof = prove(book, sources.rules, sources.rules_file, limits)
    faults.extend(proof.findings)
    settle(faults, book.game, (Stage.CHECK,) if limits is None else (Stage.CHECK, Stage.PROVE))
    return Examination(game, faults, sources, book, proof)


def _book(sources: Sources, faults: Faults) -> Book | None:
    """The linked book; None where a stage found an error, for the next would only repeat it."""
    if faults.fatal:
        return None
    decoded = decode(sources, faults)
    if faults.fatal:
        return None
    book = link(decoded, faults)
    if faults.fatal:
        return None
    return book


@dataclass(frozen=True, slots=True)
class Before:
    """What the last build left: its prints, and its report.json."""

    kept: "Kept"
    report: bytes | None = None


def render(examined: Examination, project: Path, created: str, before: Before | None = None) -> Mapping[str, bytes]:
    """Every output of a sound game by its path below build/GAME; findings of rendering join its faults.

    `created` is the date for the metadata of PDFs, in ISO form, or empty.
    """
    # Imported here: a check or a listing needs neither Jinja nor WeasyPrint.
    from rulewright.render.kept import Kept
    from rulewright.render.outputs import outputs, reports

    book, proof, faults = examined.book, examined.proof, examined.faults
    assert book is not None
    before = before or Before(Kept())
    files = outputs(book, proof, faults, project, created, before.kept)
    settle(faults, book.game, (Stage.PRINT,))
    return files | reports(book, proof, faults, examined.sources.texts, project, before.report)

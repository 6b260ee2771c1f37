"""The stages in order: read, decode, link, check, prove; then render, read back and write.

Every command runs a stretch of this. A stage whose input is at fault is not run: what it would say
would only repeat the fault.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rulewright.checks import check
from rulewright.decode.games import decode
from rulewright.diagnostics import Faults
from rulewright.link import link
from rulewright.model.book import Book
from rulewright.proof.process import Limits
from rulewright.proof.prove import prove, unproved
from rulewright.proof.report import ProofReport
from rulewright.source.files import Sources, read


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
    if faults.fatal:
        return Examination(game, faults, sources)
    decoded = decode(sources, faults)
    if faults.fatal:
        return Examination(game, faults, sources)
    book = link(decoded, faults)
    if faults.fatal:
        return Examination(game, faults, sources)
    faults.extend(check(book))
    if limits is None:
        proof = unproved(book, "the rules code was not run")
    else:
        proof = prove(book, sources.rules, sources.rules_file, limits)
    faults.extend(proof.findings)
    return Examination(game, faults, sources, book, proof)


def render(examined: Examination, project: Path, created: str) -> Mapping[str, bytes]:
    """Every output of a sound game by its path below build/GAME; what rendering and reading back find joins its faults.

    `created` is the date for the metadata of PDFs, in ISO form, or empty.
    """
    from rulewright.render.outputs import reports

    assert examined.book is not None
    files = printed(examined, project, created)
    read_back(examined, files, project)
    texts = examined.sources.texts
    return {**files, **reports(examined.book, examined.proof, examined.faults, texts, project)}


def printed(examined: Examination, project: Path, created: str) -> Mapping[str, bytes]:
    """The outputs without the report on them; findings of rendering join the faults."""
    # Imported here, as below: a check or a listing needs neither Jinja nor WeasyPrint nor PDFium.
    from rulewright.render.outputs import outputs

    assert examined.book is not None
    return outputs(examined.book, examined.proof, examined.faults, project, created)


def read_back(examined: Examination, files: Mapping[str, bytes], project: Path) -> None:
    """What outputs say otherwise than they should joins the faults; what does not fit its page is told already."""
    from rulewright import readback

    assert examined.book is not None
    if not examined.faults.fatal:
        examined.faults.extend(readback.read_back(examined.book, files, project))

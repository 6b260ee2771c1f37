"""The stages in order: read, decode, link, check, prove; then render, read back and write.

Every command runs some of them. Where the source has errors, the checks still look at what could be read; the later
stages do not run, for they would only repeat the errors.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.alterations.counts import KindCount
from rulewright.checks import check, check_parts
from rulewright.decode.games import decode
from rulewright.decode.kept import KeptEntries
from rulewright.diagnostics import Faults, Stage
from rulewright.garbage import uncollected
from rulewright.link import link
from rulewright.model.book import Book, Target
from rulewright.model.owners import Owners
from rulewright.products import PRODUCTS
from rulewright.progress import Progress, no_progress
from rulewright.proof.dead_citations import dead_citations
from rulewright.proof.process import Limits
from rulewright.proof.prove import prove, unproved
from rulewright.proof.report import ProofReport
from rulewright.proof.searching import Sample
from rulewright.source.files import ParsedFile, Sources, read
from rulewright.store import Store
from rulewright.waivers import identify, impossible_waivers, settle


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game as read and linked; `book` is None if an error prevents it. `parsed` are its files, `kept` its entries."""

    sources: Sources
    faults: Faults
    book: Book | None
    parsed: dict[str, ParsedFile]
    kept: KeptEntries


def read_game(project: Path, game: str, before: ReadGame | None = None) -> ReadGame:
    """What was read `before` is read again, but neither parsed nor decoded again unless it has changed."""
    faults, parsed, kept = Faults(), before.parsed if before else {}, before.kept if before else KeptEntries()
    with uncollected():
        sources = read(project, game, faults, parsed, in_parts=before is not None)
        if before and before.book and before.sources == sources:
            return before
        return ReadGame(sources, faults, linked_book(sources, faults, kept), parsed, kept)


@dataclass(frozen=True, slots=True)
class Examination:
    """A game read, checked and proved, but not rendered; `book` is None if an error prevents it."""

    game: str
    faults: Faults
    sources: Sources
    book: Book | None = None
    proof: ProofReport = field(default_factory=ProofReport)
    words: tuple[KindCount, ...] = ()


def examine(
    project: Path,
    game: str,
    limits: Limits | None,
    *,
    mutants: bool = False,
    words: bool = False,
    sample: Sample | None = None,
    progress: Progress = no_progress,
    store: Store | None = None,
    before: ReadGame | None = None,
    grave: bool = False,
) -> Examination:
    """Reads, checks and proves one game; without limits it runs no rules code.

    With `mutants` it also tries whether the proof notices alterations, and with `words` whether the checks notice
    altered words; with a `sample` it searches what has too many combinations for a proof. `progress` shows the
    progress, and the store has the results of earlier proofs. `before` is the game as it was read a moment ago. If only
    what is `grave` matters, the checks run that can find errors.
    """
    begun = read_game(project, game, before)
    faults, sources, book = begun.faults, begun.sources, begun.book
    if book is None:
        return Examination(game, faults, sources)
    faults.extend(check(book, progress, grave=grave))
    if limits is None:
        proof = unproved(book, "the rules code was not run")
    else:
        file = sources.rules_file
        proof = prove(
            book, sources.rules, file, limits, mutants=mutants, sample=sample, progress=progress, store=store or Store()
        )
    faults.extend(proof.findings)
    faults.extend(dead_citations(book, sources.rules or "", sources.rules_file))
    proved = proof.ran or (limits is not None and not proof.findings)  # a game without rules code has nothing to run
    settle(faults, book.game, _stages(checks=not grave, prove=proved, mutants=mutants))
    return Examination(game, faults, sources, book, proof, _alter_words(book, progress) if words else ())


def _alter_words(book: Book, progress: Progress) -> tuple[KindCount, ...]:
    from rulewright.alterations.noticing import alter_words

    return alter_words(book, progress)


def _stages(*, checks: bool, prove: bool, mutants: bool) -> Iterator[Stage]:
    """The stages that looked at the whole book: rules code that cannot be loaded leaves nothing proved."""
    if checks:
        yield Stage.CHECK
    if prove:
        yield Stage.PROVE
        if mutants:
            yield Stage.MUTATE


def linked_book(sources: Sources, faults: Faults, kept: KeptEntries | None = None) -> Book | None:
    """The book that the sources make; None if the source has errors: then only what could be read is checked.

    `kept` has what was made of entries when the game was read before.
    """
    if not sources.content:
        identify(faults)
        return None
    decoded = decode(sources, PRODUCTS, faults, kept)
    faults.extend(impossible_waivers(decoded))
    book = link(decoded, faults)
    if not faults.fatal:
        return book
    faults.drop_echoes(decoded.unread if sources.complete else None)
    faults.extend(check_parts(_sound_part(book, faults)))
    settle(faults, decoded, ())
    return None


def draft_book(sources: Sources, kept: KeptEntries | None = None) -> Book | None:
    """What can be shown of sources with errors; None where a file could not be read, for too much would lack."""
    if not sources.content or not sources.complete:
        return None
    faults = Faults()
    book = link(decode(sources, PRODUCTS, faults, kept), faults)
    return _sound_part(book, faults)


def _sound_part(book: Book, faults: Faults) -> Book:
    """The book without the tables in whose lines, or in those of whose domains, something is wrong.

    Links to what is lost lead nowhere.
    """
    owners = Owners(book.game)
    faulty = {owners.at(finding.span) for finding in faults.findings}
    sound = (
        table
        for table in book.game.tables
        if Target("table", table.id) not in faulty
        and not any(Target("domain", axis.domain.id) in faulty for axis in table.axes)
    )
    rest = replace(book, game=replace(book.game, tables=tuple(sound)))
    return replace(rest, targets={name: each for name, each in rest.targets.items() if rest.has(each)})


def render(
    examined: Examination,
    project: Path,
    created: str,
    store: Store | None = None,
    last_report: bytes | None = None,
    progress: Progress = no_progress,
) -> Mapping[str, bytes]:
    """Every output of a sound game by its path below build/GAME; the findings on the way join its faults.

    `created` is the date for the metadata of PDFs, in ISO form, or empty; `last_report` is the last build's
    report.json; `progress` shows the progress.
    """
    # Imported here, as below: a check or a listing needs neither Jinja nor WeasyPrint nor PDFium.
    from rulewright.products.outputs import report_files

    assert examined.book is not None
    store = store or Store()
    files = printed(examined, project, created, store, progress)
    read_back(examined, files, project, store, progress)
    book, proof, faults, texts = examined.book, examined.proof, examined.faults, examined.sources.texts
    return {**files, **report_files(book, proof, faults, texts, project, files, last_report, store)}


def printed(
    examined: Examination,
    project: Path,
    created: str = "",
    store: Store | None = None,
    progress: Progress = no_progress,
) -> Mapping[str, bytes]:
    """The outputs without the report; the findings of rendering join the faults."""
    from rulewright.products.outputs import outputs

    assert examined.book is not None
    files = outputs(examined.book, examined.proof, examined.faults, project, created, store or Store(), progress)
    settle(examined.faults, examined.book.game, (Stage.PRINT,))
    return files


def read_back(
    examined: Examination,
    files: Mapping[str, bytes],
    project: Path,
    store: Store | None = None,
    progress: Progress = no_progress,
) -> None:
    """Adds a fault for each difference between outputs and source; nothing if printing has failed already."""
    from rulewright.readback import read_back as reading

    if examined.faults.fatal:
        return
    assert examined.book is not None
    examined.faults.extend(reading.read_back(examined.book, files, project, store or Store(), progress))
    settle(examined.faults, examined.book.game, (Stage.READ_BACK,))

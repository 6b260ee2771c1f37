"""The stages in order: read → link → check → prove → render → verify → publish.

In: the folder of a project and the name of a game. Out: its findings and its files. Every command runs some stages:

- `read_game` reads and links a game, and returns a `ReadGame`.
- `examine` also checks and proves it, and returns an `Examination`.
- `render` makes all files of an examined game, and reads them back; `rulewright.app.publish` writes them.

If the source has errors, the checks still run on its readable part. Later stages do not run, because they would only
repeat the errors.

A game that extends others is a *layer* on its *bases*: their sources are read as one game. `settle` gives findings
their ids and sets aside those that the source waives; it runs after each stage that adds findings.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from rulewright.base.findings import Finding, Findings, Severity, Stage
from rulewright.base.game_folders import SHARED
from rulewright.base.messages.messages import tell
from rulewright.base.progress import Progress, no_progress
from rulewright.base.store import NO_STORE, Store
from rulewright.book.book import Book
from rulewright.book.layers.reading import at_their_places, in_layer, is_of, read_layers, with_used_terms
from rulewright.book.link import link
from rulewright.book.owners import Owners
from rulewright.book.reading import decode
from rulewright.book.translations import Translated
from rulewright.checks import check, check_parts
from rulewright.editions.folder import UnreadableEdition, recorded
from rulewright.entries.table import Table
from rulewright.entries.text import Target
from rulewright.outputs.products import PRODUCTS
from rulewright.pipeline.waivers import identify, impossible_waivers, settle
from rulewright.proof.prove import ProofOptions, prove, unproved
from rulewright.proof.report import ProofReport
from rulewright.proof.rules_syntax import dead_citations
from rulewright.source.files import Layered, Sources


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game as read and linked; `book` is None if errors prevent it."""

    sources: Sources
    findings: Findings
    book: Book | None


def read_game(project: Path, game: str, progress: Progress = no_progress) -> ReadGame:
    """Read and link a game."""
    findings = Findings()
    sources = read_layers(project, game, findings, progress=progress)
    progress("following all links", 0, 0)
    book = linked_book(sources, findings)
    return ReadGame(sources, findings, with_base(project, book) if book else None)


def with_base(project: Path, book: Book) -> Book:
    """Add the book of the game that this one extends, if it extends one."""
    if book.game.layer is None or not book.game.layer.base:
        return book
    return replace(book, base=read_game(project, book.game.layer.base).book)


@dataclass(frozen=True, slots=True)
class Examination:
    """A game read, checked and proved, but not rendered; `book` is None if an error prevents it.

    Its findings include those of its `translations`. Each of these has `counts`, which say how complete it is.
    """

    game: str
    findings: Findings
    sources: Sources
    book: Book | None = None
    proof: ProofReport = field(default_factory=ProofReport)
    counts: Translated | None = None
    translations: tuple["Examination", ...] = ()

    @property
    def prefix(self) -> str:
        """The folder of a translation in build/GAME, such as `fr/`; empty for the game itself."""
        return f"{self.counts.language}/" if self.counts else ""

    @property
    def by_language(self) -> Mapping[str, "Examination"]:
        """The translations by their languages."""
        return {each.counts.language: each for each in self.translations if each.counts}

    @property
    def translation_counts(self) -> tuple[Translated, ...]:
        """How complete each translation of the game is."""
        return tuple(each.counts for each in self.translations if each.counts)

    def with_language(self, findings: Iterable[Finding]) -> list[Finding]:
        """Add the language to the findings of a translation."""
        if self.counts is None:
            return list(findings)
        from rulewright.book.translations.edition import of_language

        return list(of_language(self.counts.language, findings))


def examine(
    project: Path,
    game: str,
    proof_options: ProofOptions | None,
    *,
    progress: Progress = no_progress,
    store: Store = NO_STORE,
    errors_only: bool = False,
) -> Examination:
    """Read, check and prove one game; without `proof_options` no rules code runs.

    - `store` has the results of earlier proofs.
    - `errors_only` runs only the checks that can find errors.
    """
    game_read = read_game(project, game, progress)
    findings, sources, book = game_read.findings, game_read.sources, game_read.book
    if book is None:
        findings.items[:] = in_layer(game, findings.items) if sources.layered else findings.items
        return Examination(game, findings, sources)
    findings.extend(check(book, progress, errors_only=errors_only))
    if not errors_only:
        findings.extend(changes_since_edition(project, book, store))
    proof = _proved(book, sources, proof_options, store, progress)
    findings.extend(proof.findings)
    findings.extend(dead_citations(book, sources.rules or "", sources.rules_file))
    translations: tuple[Examination, ...] = ()
    # Translations and bases are only proved: the options for a search, for mutants and a cluster hold for this game.
    plain_options = ProofOptions(proof_options.limits) if proof_options else None
    if book.game.translations:
        translations = tuple(
            _translations(sources, findings, book, plain_options, store, progress, errors_only=errors_only)
        )
    settle(findings, book.game, _complete_stages(proof_options, proof, errors_only=errors_only))
    if sources.layered:
        examine_base = partial(examine, project, proof_options=plain_options, store=store, errors_only=errors_only)
        findings.items[:] = _of_layer(sources, sources.layered, findings.items, examine_base)
    return Examination(game, findings, sources, book, proof, translations=translations)


def _complete_stages(proof_options: ProofOptions | None, proof: ProofReport, *, errors_only: bool) -> Iterator[Stage]:
    """Yield the stages that examined the whole book: a waiver that none of their findings needs is stale.

    Rules code that does not load proves nothing.
    """
    if not errors_only:
        yield Stage.CHECK
    has_nothing_to_run = not proof.ran and not proof.findings
    if proof_options and (proof.ran or has_nothing_to_run):
        yield Stage.PROVE
        if proof_options.mutants:
            yield Stage.MUTATE


def _of_layer(
    sources: Sources, layered: Layered, findings: Iterable[Finding], examine_base: Callable[[str], Examination]
) -> list[Finding]:
    """Return the findings of a game that extends others, without the warnings that these also have.

    The bases are examined only if there are warnings about their files.
    """
    in_files = list(at_their_places(findings, layered, sources.rules_file))
    errors = [each for each in in_files if each.severity is Severity.ERROR]
    warnings = [each for each in in_files if each.severity is not Severity.ERROR]
    if any(not is_of(sources.game, each) for each in warnings):
        for base in (name for name in layered.bases if not name.startswith(SHARED)):
            warnings = [*_not_yet_reported(warnings, examine_base(base).findings.items)]
    return list(in_layer(sources.game, (*errors, *warnings)))


def changes_since_edition(project: Path, book: Book, store: Store) -> Iterator[Finding]:
    """Yield findings about the changes since the last recorded edition."""
    try:
        files = recorded(project, book.game.id)
    except UnreadableEdition as error:
        yield error.finding
        return
    if files:
        from rulewright.editions.history import findings_since  # most games have none

        yield from findings_since(book, files, store)


def _translations(
    sources: Sources,
    findings: Findings,
    book: Book,
    proof_options: ProofOptions | None,
    store: Store,
    progress: Progress,
    *,
    errors_only: bool,
) -> Iterator[Examination]:
    """Read, check and prove each translation as a game of its own, and add its findings to those of the original.

    Findings of the original are not repeated.
    """
    from rulewright.book.translations.edition import editions

    for edition in editions(sources, book.game.translations):
        new_findings, translated, counts = Findings(), edition.translated, edition.share()
        translation, proof = linked_book(translated, new_findings), ProofReport()
        if translation is not None:
            translation = _with_same_pages(translation, book)
            cells, differences = edition.differences(book, translation)
            errors = [each for each in differences if each.severity is Severity.ERROR]
            counts = replace(counts, cells=cells, differing=len(errors))
            new_findings.extend(errors if errors_only else [*differences, *edition.warnings()])
            new_findings.extend(check(translation, progress, errors_only=errors_only))
            proof = _proved(translation, translated, proof_options, store, progress)
            new_findings.extend(proof.findings)
        examined = Examination(sources.game, Findings(), translated, translation, proof, counts)
        findings.extend(examined.with_language(_not_yet_reported(new_findings.items, findings.items)))
        yield examined


def translated_book(sources: Sources, original: Book, language: str) -> Book | None:
    """Make the book of a translation, even if it is incomplete; None if a file could not be read."""
    from rulewright.book.translations.edition import editions

    (edition,) = editions(sources, (language,))
    book = linked_book(edition.translated, Findings()) or draft_book(edition.translated)
    return None if book is None else _with_same_pages(book, original)


def _with_same_pages(book: Book, original: Book) -> Book:
    """Divide a translation into the same web pages as the original."""
    from rulewright.html.places import places_of

    return replace(book, game=replace(book.game, lengths=places_of(original).lengths()))


def _not_yet_reported(findings: Iterable[Finding], reported: Iterable[Finding]) -> Iterator[Finding]:
    """Leave out findings at the same place as a reported one, or about the same subject."""
    starts, subjects = {_start(each) for each in reported}, {(each.name, each.about) for each in reported}
    for each in findings:
        has_reported_subject = each.about and (each.name, each.about) in subjects
        if _start(each) not in starts and not has_reported_subject:
            yield each


def _start(finding: Finding) -> tuple[str, str, int, int]:
    """Return the name of a finding, its file, line and column. Its end varies: languages write numbers differently."""
    return finding.name, finding.span.file, finding.span.line, finding.span.column


def _proved(
    book: Book, sources: Sources, options: ProofOptions | None, store: Store, progress: Progress
) -> ProofReport:
    """Return the report of the proof; without options, one in which nothing is proved."""
    if options is None:
        return unproved(book, tell("the rules code was not run"))
    return prove(book, sources.rules, sources.rules_file, options, progress=progress, store=store)


def linked_book(sources: Sources, findings: Findings) -> Book | None:
    """Make the book from its sources; None if they have errors: then only the readable part is checked."""
    if not sources.content:
        identify(findings)
        return None
    decoded = decode(sources, PRODUCTS, findings)
    findings.extend(impossible_waivers(decoded))
    book = with_used_terms(link(decoded, findings))
    if not findings.fatal:
        return book
    findings.drop_echoes(decoded.unread if sources.complete else None)  # links to entries that could not be read
    findings.extend(check_parts(_sound_part(book, findings)))
    settle(findings, decoded, ())
    return None


def draft_book(sources: Sources) -> Book | None:
    """Make a book from sources with errors; None if a file could not be read, because too much would be missing."""
    if not sources.content or not sources.complete:
        return None
    findings = Findings()
    return _sound_part(link(decode(sources, PRODUCTS, findings), findings), findings)


def _sound_part(book: Book, findings: Findings) -> Book:
    """Leave out tables that have findings in their lines or in the lines of their domains, and all links to them."""
    owners = Owners(book.game)
    faulty = {owners.at(finding.span) for finding in findings.items}

    def is_sound(table: Table) -> bool:
        domains = (Target("domain", axis.domain.id) for axis in table.axes)
        return faulty.isdisjoint((Target("table", table.id), *domains))

    part = replace(book, game=replace(book.game, tables=tuple(filter(is_sound, book.game.tables))))
    return replace(
        part,
        targets={name: target for name, target in part.targets.items() if part.has(target)},
        citations=tuple(each for each in part.citations if part.has(each.source) and part.has(each.target)),
    )


Files = Mapping[str, bytes]
"""Outputs by their paths below build/GAME."""


def render(
    examined: Examination,
    project: Path,
    created: str,
    store: Store = NO_STORE,
    last_report: bytes | None = None,
    progress: Progress = no_progress,
) -> Files:
    """Make every output of a game without errors, by its path below build/GAME; add findings to `examined`.

    `created` is the date for the metadata of PDFs, in ISO form, or empty; `last_report` is the last build's
    report.json; `progress` shows the progress.
    """
    # Imported here, as below: a check or a listing needs neither Jinja nor WeasyPrint nor PDFium.
    from rulewright.outputs.products.making import report_files
    from rulewright.outputs.products.run import PrintRun

    assert examined.book is not None
    files = print_files(examined, project, created, store, progress)
    read_back(examined, files, project, store, progress)
    findings, texts, reports = examined.findings, examined.sources.texts, dict[str, bytes]()
    for version, version_files in each_language(examined, files):
        assert version.book is not None
        last = last_report if version is examined else None
        run = PrintRun(version.book, version.proof, findings, project, created, store, progress)
        version_reports = report_files(run, texts, version_files, last, version.translation_counts)
        reports |= {version.prefix + path: data for path, data in version_reports.items()}
    return {**files, **reports}


def each_language(examined: Examination, files: Files) -> Iterator[tuple[Examination, Mapping[str, bytes]]]:
    """Yield the game and its translations that can be read, each with its own ones of `files`.

    For instance, `fr/cards/fire.pdf` belongs to the French translation, as `cards/fire.pdf`.
    """
    prefixes = tuple(each.prefix for each in examined.translations)
    yield examined, {path: data for path, data in files.items() if not prefixes or not path.startswith(prefixes)}
    for each in examined.translations:
        if each.book is not None:
            paths = (path for path in files if path.startswith(each.prefix))
            yield each, {path.removeprefix(each.prefix): files[path] for path in paths}


def print_files(
    examined: Examination,
    project: Path,
    created: str = "",
    store: Store = NO_STORE,
    progress: Progress = no_progress,
) -> Files:
    """Make the outputs without the report, by their paths; add the findings of printing to `examined`."""
    progress("preparing the print", 0, 0)
    from rulewright.outputs.products.making import outputs  # with all that prints
    from rulewright.outputs.products.run import PrintRun

    assert examined.book is not None
    files = dict[str, bytes]()
    for version, _ in each_language(examined, {}):
        assert version.book is not None
        findings = Findings()
        run = PrintRun(version.book, version.proof, findings, project, created, store, progress)
        files |= {version.prefix + path: data for path, data in outputs(run).items()}
        examined.findings.extend(version.with_language(findings.items))
    settle(examined.findings, examined.book.game, (Stage.PRINT,))
    return files


def read_back(
    examined: Examination,
    files: Files,
    project: Path,
    store: Store = NO_STORE,
    progress: Progress = no_progress,
) -> None:
    """Add a finding for each difference between outputs and source, unless rendering failed."""
    from rulewright.readback import read_back as reading  # the module; its function has the name of this one

    if examined.findings.fatal:
        return
    assert examined.book is not None
    for version, version_files in each_language(examined, files):
        assert version.book is not None
        findings = reading.read_back(version.book, version_files, project, store, progress)
        examined.findings.extend(version.with_language(findings))
    settle(examined.findings, examined.book.game, (Stage.READ_BACK,))

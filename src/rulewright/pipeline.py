"""The stages in order: read → link → check → prove → render → verify → publish.

Every command runs some of them. `read_game` reads and links a game: it gives a `ReadGame`. `examine` also checks and
proves it: it gives an `Examination`. `render` makes all files from that, and reads them back to verify them;
`rulewright.publish` writes them.

If the source has errors, the checks still run on the readable part; later stages do not run, because they would only
repeat the errors.
"""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from rulewright.checks import check, check_parts
from rulewright.decode.games import EntryCache, decode
from rulewright.editions.folder import UnreadableEdition, recorded
from rulewright.entries.text import Target
from rulewright.extending.reading import at_their_places, in_layer, is_of, read_layers, with_used_terms
from rulewright.findings import Finding, Findings, Severity, Stage
from rulewright.game_folders import SHARED
from rulewright.link import LinkCache, link
from rulewright.model.about import Translated
from rulewright.model.book import Book
from rulewright.model.owners import Owners
from rulewright.products import PRODUCTS
from rulewright.progress import Progress, no_progress
from rulewright.proof.binding import Sample
from rulewright.proof.process import Limits
from rulewright.proof.prove import prove, unproved
from rulewright.proof.report import ProofReport
from rulewright.proof.rules_syntax import dead_citations
from rulewright.source.files import Layered, ParsedFiles, Sources
from rulewright.store import Store
from rulewright.translation.messages import tell
from rulewright.waivers import identify, impossible_waivers, settle


@dataclass(frozen=True, slots=True)
class GameCache:
    """The decoded entries and the links of an earlier reading; unchanged ones are reused."""

    entries: EntryCache = field(default_factory=EntryCache)
    links: LinkCache = field(default_factory=LinkCache)


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game as read and linked; `book` is None if errors prevent it. The next reading uses `parsed` and `cache`."""

    sources: Sources
    findings: Findings
    book: Book | None
    parsed: ParsedFiles
    cache: GameCache


def read_game(project: Path, game: str, before: ReadGame | None = None, progress: Progress = no_progress) -> ReadGame:
    """Read and link a game; parts that are unchanged since `before` are neither parsed nor decoded again."""
    findings = Findings()
    parsed, cache = (before.parsed, before.cache) if before else ({}, GameCache())
    sources = read_layers(project, game, findings, parsed, in_parts=before is not None, progress=progress)
    if before and before.book and before.sources == sources:
        return before
    progress("following all links", 0, 0)
    book = linked_book(sources, findings, cache)
    return ReadGame(sources, findings, with_base(project, book) if book else None, parsed, cache)


def with_base(project: Path, book: Book) -> Book:
    """Add the book of the game that this one extends, if it extends one."""
    if book.game.layer is None or not book.game.layer.base:
        return book
    return replace(book, base=read_game(project, book.game.layer.base).book)


@dataclass(frozen=True, slots=True)
class Examination:
    """A game read, checked and proved, but not rendered; `book` is None if an error prevents it.

    Its findings include those of its `translations`. Each of these says in `translated` how complete it is.
    """

    game: str
    findings: Findings
    sources: Sources
    book: Book | None = None
    proof: ProofReport = field(default_factory=ProofReport)
    translated: Translated | None = None
    translations: tuple["Examination", ...] = ()

    @property
    def prefix(self) -> str:
        """The folder of its outputs in build/GAME: a translation has a folder named after its language."""
        return f"{self.translated.language}/" if self.translated else ""

    @property
    def shares(self) -> tuple[Translated, ...]:
        """How complete each translation of the game is."""
        return tuple(each.translated for each in self.translations if each.translated)

    def say(self, findings: Iterable[Finding]) -> list[Finding]:
        """Add the language to the findings of a translation."""
        if self.translated is None:
            return list(findings)
        from rulewright.multilingual.edition import of_language

        return list(of_language(self.translated.language, findings))


def examine(
    project: Path,
    game: str,
    limits: Limits | None,
    *,
    mutants: bool = False,
    sample: Sample | None = None,
    progress: Progress = no_progress,
    store: Store | None = None,
    before: ReadGame | None = None,
    errors_only: bool = False,
    executor: Executor | None = None,
    trees: bool = True,
) -> Examination:
    """Read, check and prove one game; `limits=None` runs no rules code.

    - `mutants` also tests whether the proof notices changed values.
    - `sample` searches tables with too many combinations for a proof.
    - `progress` shows the progress; `store` has the results of earlier proofs; `executor` runs the rules code.
    - `before` is the game as it was last read: only changed parts are read again.
    - `errors_only` runs only the checks that can find errors.
    - `trees=False` drops the parsed files to save memory.
    """
    game_read = read_game(project, game, before, progress)
    findings, sources, book = game_read.findings, game_read.sources, game_read.book
    if book is None:
        findings.items[:] = in_layer(game, findings.items) if sources.layered else findings.items
        return Examination(game, findings, sources)
    # Only a game with translations needs `game_read` below.
    translate = partial(_translations, game_read) if book.game.translations else None
    if translate is None and not trees:
        sources = sources.without_trees()
    del game_read  # before the checks, which need as much memory
    findings.extend(check(book, progress, errors_only=errors_only))
    if not errors_only:
        findings.extend(changes_since_edition(project, book, store))
    store_of_proofs = store or Store()
    proof = _proved(book, sources, limits, store_of_proofs, progress, mutants=mutants, sample=sample, executor=executor)
    findings.extend(proof.findings)
    findings.extend(dead_citations(book, sources.rules or "", sources.rules_file))
    has_nothing_to_run = limits is not None and not proof.ran and not proof.findings
    was_proved = proof.ran or has_nothing_to_run
    translations: tuple[Examination, ...] = ()
    if translate is not None:
        translations = tuple(translate(book, limits, store_of_proofs, progress, errors_only=errors_only))
    settle(findings, book.game, _stages(checks=not errors_only, prove=was_proved, mutants=mutants))
    if sources.layered:
        findings.items[:] = _of_layer(
            project, sources, sources.layered, findings.items, limits, store, errors_only=errors_only
        )
    return Examination(game, findings, sources, book, proof, translations=translations)


def _of_layer(
    project: Path,
    sources: Sources,
    layered: Layered,
    findings: Iterable[Finding],
    limits: Limits | None,
    store: Store | None,
    *,
    errors_only: bool,
) -> list[Finding]:
    """Return the findings of a game that extends others, without the warnings that these also have.

    The bases are examined only if there are warnings about their files.
    """
    in_files = list(at_their_places(findings, layered, sources.rules_file))
    errors = [each for each in in_files if each.severity is Severity.ERROR]
    warnings = [each for each in in_files if each.severity is not Severity.ERROR]
    if any(not is_of(sources.game, each) for each in warnings):
        for base in (name for name in layered.bases if not name.startswith(SHARED)):
            base_findings = examine(project, base, limits, store=store, errors_only=errors_only).findings.items
            warnings = [*_not_yet_reported(warnings, base_findings)]
    return list(in_layer(sources.game, (*errors, *warnings)))


def changes_since_edition(project: Path, book: Book, store: Store | None = None) -> Iterator[Finding]:
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
    game_read: ReadGame, book: Book, limits: Limits | None, store: Store, progress: Progress, *, errors_only: bool
) -> Iterator[Examination]:
    """Read, check and prove each translation as a game of its own, and add its findings to those of the original.

    Findings of the original are not repeated.
    """
    from rulewright.multilingual.edition import editions

    findings = game_read.findings
    for edition in editions(game_read.sources, book.game.translations):
        of_edition, sources, share = Findings([*edition.findings]), edition.translated, edition.share()
        translation, proof = linked_book(sources, of_edition), ProofReport()
        if translation is not None:
            translation = _with_same_pages(translation, book)
            cells, differences = edition.differences(book, translation)
            errors = [each for each in differences if each.severity is Severity.ERROR]
            share = replace(share, cells=cells, differing=len(errors))
            of_edition.extend(errors if errors_only else differences)
            of_edition.extend([] if errors_only else edition.warnings())
            of_edition.extend(check(translation, progress, errors_only=errors_only))
            proof = _proved(translation, sources, limits, store, progress)
            of_edition.extend(proof.findings)
        examined = Examination(game_read.sources.game, Findings(), sources, translation, proof, translated=share)
        findings.extend(examined.say(_not_yet_reported(of_edition.items, findings.items)))
        yield examined


def translated_book(sources: Sources, original: Book, language: str) -> Book | None:
    """Make the book of a translation, even if it is incomplete; None if a file could not be read."""
    from rulewright.multilingual.edition import editions

    (edition,) = editions(sources, (language,))
    book = linked_book(edition.translated, Findings()) or draft_book(edition.translated)
    return None if book is None else _with_same_pages(book, original)


def _with_same_pages(book: Book, original: Book) -> Book:
    """Divide a translation into the same web pages as the original."""
    from rulewright.render.typesetting.places import places_of

    return replace(book, game=replace(book.game, lengths=places_of(original).lengths()))


def _not_yet_reported(findings: Iterable[Finding], reported: Iterable[Finding]) -> Iterator[Finding]:
    """Leave out findings at the same place as a reported one, or about the same subject."""
    places, subjects = {_place(each) for each in reported}, {(each.name, each.about) for each in reported}
    for each in findings:
        if _place(each) not in places and (not each.about or (each.name, each.about) not in subjects):
            yield each


def _place(finding: Finding) -> tuple[str, str, int, int]:
    """Return the name and the start of a finding. Its end varies, because languages write numbers differently."""
    return finding.name, finding.span.file, finding.span.line, finding.span.column


def _proved(
    book: Book,
    sources: Sources,
    limits: Limits | None,
    store: Store,
    progress: Progress,
    *,
    mutants: bool = False,
    sample: Sample | None = None,
    executor: Executor | None = None,
) -> ProofReport:
    """Return the report of the proof; without limits, one in which nothing is proved."""
    if limits is None:
        return unproved(book, tell("the rules code was not run"))
    return prove(
        book,
        sources.rules,
        sources.rules_file,
        limits,
        mutants=mutants,
        sample=sample,
        executor=executor,
        progress=progress,
        store=store,
    )


def _stages(*, checks: bool, prove: bool, mutants: bool) -> Iterator[Stage]:
    """Yield the stages that examined the whole book; rules code that does not load proves nothing."""
    if checks:
        yield Stage.CHECK
    if prove:
        yield Stage.PROVE
        if mutants:
            yield Stage.MUTATE


def linked_book(sources: Sources, findings: Findings, cache: GameCache | None = None) -> Book | None:
    """Make the book from its sources; None if they have errors: then only the readable part is checked."""
    cache = cache or GameCache()
    if not sources.content:
        identify(findings)
        return None
    decoded = decode(sources, PRODUCTS, findings, cache.entries)
    findings.extend(impossible_waivers(decoded))
    book = with_used_terms(link(decoded, findings, cache.links))
    if not findings.fatal:
        return book
    findings.drop_echoes(decoded.unread if sources.complete else None)
    findings.extend(check_parts(_sound_part(book, findings)))
    settle(findings, decoded, ())
    return None


def draft_book(sources: Sources, cache: GameCache | None = None) -> Book | None:
    """Make a book from sources with errors; None if a file could not be read, because too much would be missing."""
    if not sources.content or not sources.complete:
        return None
    findings, cache = Findings(), cache or GameCache()
    book = link(decode(sources, PRODUCTS, findings, cache.entries), findings, cache.links)
    return _sound_part(book, findings)


def _sound_part(book: Book, findings: Findings) -> Book:
    """Leave out tables that have findings in their lines or in the lines of their domains, and all links to them."""
    owners = Owners(book.game)
    faulty = {owners.at(finding.span) for finding in findings.items}
    sound = (
        table
        for table in book.game.tables
        if Target("table", table.id) not in faulty
        and not any(Target("domain", axis.domain.id) in faulty for axis in table.axes)
    )
    part = replace(book, game=replace(book.game, tables=tuple(sound)))
    return replace(
        part,
        targets={name: target for name, target in part.targets.items() if part.has(target)},
        citations=tuple(each for each in part.citations if part.has(each.source) and part.has(each.target)),
    )


def render(
    examined: Examination,
    project: Path,
    created: str,
    store: Store | None = None,
    last_report: bytes | None = None,
    progress: Progress = no_progress,
) -> Mapping[str, bytes]:
    """Make every output of a game without errors, by its path below build/GAME; add findings to `examined`.

    `created` is the date for the metadata of PDFs, in ISO form, or empty; `last_report` is the last build's
    report.json; `progress` shows the progress.
    """
    # Imported here, as below: a check or a listing needs neither Jinja nor WeasyPrint nor PDFium.
    from rulewright.products.making import report_files
    from rulewright.products.run import PrintRun

    assert examined.book is not None
    store = store or Store()
    files = printed(examined, project, created, store, progress)
    read_back(examined, files, project, store, progress)
    findings, texts, reports = examined.findings, examined.sources.texts, dict[str, bytes]()
    for version, version_files in editions_of(examined, files):
        assert version.book is not None
        last = last_report if version is examined else None
        run = PrintRun(version.book, version.proof, findings, project, created, store, progress)
        version_reports = report_files(run, texts, version_files, last, version.shares)
        reports |= {version.prefix + path: data for path, data in version_reports.items()}
    return {**files, **reports}


def editions_of(examined: Examination, files: Mapping[str, bytes]) -> Iterator[tuple[Examination, Mapping[str, bytes]]]:
    """Yield the game and its translations that can be read, each with its own files.

    `files` are those of all languages. `fr/cards/fire.pdf` belongs to the French translation, as `cards/fire.pdf`.
    """
    prefixes = tuple(each.prefix for each in examined.translations)
    yield examined, {path: data for path, data in files.items() if not prefixes or not path.startswith(prefixes)}
    for each in examined.translations:
        if each.book is not None:
            paths = (path for path in files if path.startswith(each.prefix))
            yield each, {path.removeprefix(each.prefix): files[path] for path in paths}


def printed(
    examined: Examination,
    project: Path,
    created: str = "",
    store: Store | None = None,
    progress: Progress = no_progress,
) -> Mapping[str, bytes]:
    """Make the outputs without the report; add the findings of rendering to `examined`."""
    progress("preparing the print", 0, 0)
    from rulewright.products.making import outputs  # with all that prints
    from rulewright.products.run import PrintRun

    assert examined.book is not None
    files = dict[str, bytes]()
    for each, _ in editions_of(examined, {}):
        assert each.book is not None
        findings = Findings()
        run = PrintRun(each.book, each.proof, findings, project, created, store or Store(), progress)
        files |= {each.prefix + path: data for path, data in outputs(run).items()}
        examined.findings.extend(each.say(findings.items))
    settle(examined.findings, examined.book.game, (Stage.PRINT,))
    return files


def read_back(
    examined: Examination,
    files: Mapping[str, bytes],
    project: Path,
    store: Store | None = None,
    progress: Progress = no_progress,
) -> None:
    """Add a finding for each difference between outputs and source; does nothing if rendering failed."""
    from rulewright.readback import read_back as reading

    if examined.findings.fatal:
        return
    assert examined.book is not None
    for version, version_files in editions_of(examined, files):
        assert version.book is not None
        findings = reading.read_back(version.book, version_files, project, store or Store(), progress)
        examined.findings.extend(version.say(findings))
    settle(examined.findings, examined.book.game, (Stage.READ_BACK,))

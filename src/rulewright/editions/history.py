"""The history of a game: what each published edition changed, and findings about the changes since the last one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from pathlib import Path

from rulewright.base.findings import Finding
from rulewright.base.memo import memoised
from rulewright.base.store import Store
from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.editions.comparison import compare, is_dead
from rulewright.editions.data import NOT_PROVED, book_data
from rulewright.editions.difference import Change, Difference
from rulewright.editions.edition import DamagedEdition, Edition, Key, edition_of, parsed, read
from rulewright.editions.folder import DEAD, NEXT, TOO_SMALL, EditionFile, UnreadableEdition, recorded
from rulewright.editions.versions import Level, Version, read_version
from rulewright.editions.view import VERBS, ChangeView, Step, one_line
from rulewright.proof.report import ProofReport


@dataclass(frozen=True, eq=False)
class History:
    """The steps from edition to edition, the latest first; empty if fewer than two editions are recorded.

    It stays the same object as long as its files do not change.
    """

    steps: tuple[Step, ...] = ()

    def of(self, key: Key) -> Iterator[tuple[Step, tuple[ChangeView, ...]]]:
        """Yield the editions that changed a thing or its parts, the latest first. `key` has its present id.

        Earlier editions may have another id for it. The edition that added a thing other than a rule is left out,
        because its cells and bullets came with it.
        """
        for step in self.steps:
            own = step.difference.by_key.get(key)
            changes = step.changes.get(key, ())
            if changes and (own is None or not own.added or key[0] == "rule"):
                yield step, changes
            if own is not None and own.before is None:
                return
            if own is not None and own.renamed:
                key = (key[0], own.before or "")

    @property
    def editions(self) -> tuple[Edition, ...]:
        """All editions, the latest first."""
        return (*(step.difference.after for step in self.steps), *(step.difference.before for step in self.steps[-1:]))

    def names(self, key: Key, edition: str) -> tuple[str, ...]:
        """Return the ids that a thing of this edition has had since; the last is its present id, if it still exists."""
        kind, ids = key[0], [key[1]]
        later = takewhile(lambda step: step.edition != edition, self.steps)
        for step in tuple(later)[::-1]:
            if new := step.renames.get((kind, ids[-1])):
                ids.append(new)
        return tuple(ids)


NONE = History()


def history(project: Path, game: str, language: str) -> History:
    """Return the changes of the recorded editions of a game.

    It is empty for a translation, because editions record the original only, and if an edition cannot be read, which a
    finding reports.
    """
    try:
        return _history(tuple((each.text(), each.version) for each in recorded(project, game)), language)
    except (UnreadableEdition, DamagedEdition):
        return NONE


@memoised(2)
def _history(files: tuple[tuple[str, Version], ...], language: str) -> History:
    """Cached, because a preview asks for it after each edit."""
    editions = [parsed(*each) for each in files]
    if any(each.language != language for each in editions):
        return NONE
    return History(tuple(Step(compare(before, after)) for before, after in pairwise(editions))[::-1])


# A game over another

Proofs = tuple[ProofReport, ProofReport]


def layer_step(base: Book, book: Book, proofs: Proofs = (NOT_PROVED, NOT_PROVED), store: Store | None = None) -> Step:
    """Return the step from a game to a layer over it, with the layer's reasons. `proofs` are those of both."""
    before, after = (
        edition_of(book_data(each, proof, store)) for each, proof in zip((base, book), proofs, strict=True)
    )
    of_all = book.game.layer.because if book.game.layer else None
    return Step(compare(before, after), dict(_reasons(book)), plain(of_all, book) if of_all is not None else "")


def _reasons(book: Book) -> Iterator[tuple[Key, tuple[str, ...]]]:
    """Yield the reasons for single things, except those that repeat the reason for all."""
    layer = book.game.layer
    if layer is not None:
        for key, changes in layer.by_key.items():
            own = [each.because for each in changes if each.because is not None and each.because != layer.because]
            if own:
                yield key, tuple(plain(because, book) for because in dict.fromkeys(own))


# The changes since the last recorded edition, as findings. Readers cite a rule by its address, and compare their print
# by its number. They notice a dead address, or a number that hides how much has changed, but the author does not.


def findings_since(book: Book, files: Sequence[EditionFile], store: Store | None = None) -> Iterator[Finding]:
    """Report the changes since the last recorded edition, if there is one."""
    if not files:
        return
    try:
        difference = compare(read(files[-1]), edition_of(book_data(book, store=store)))
    except UnreadableEdition as error:
        yield error.finding
        return
    if difference.level:
        version, last = read_version(book.game.version), files[-1].version
        yield from _check_number(book, difference, version, last)
        if version is None or version.major <= last.major:
            yield from (_dead_id(each, book, last) for each in difference.changes if is_dead(each, difference))


def _check_number(book: Book, difference: Difference, version: Version | None, last: Version) -> Iterator[Finding]:
    """Check that the number in the source is large enough for the changes."""
    needed = last.raised(difference.level)
    if version is None:
        message = f"since edition {last}: {Step(difference).meaning}"
        hint = f"rulewright diff lists the changes; rulewright edition {needed} records them"
        yield NEXT.at(book.game.span, message, hint, about=f"{last}")
    elif version < needed:
        change = next(each for each in difference.changes if each.level is difference.level)
        view = Step(difference).view(change)
        details = [one_line(each) for each in view.details[:1]] or [VERBS[verb] for verb in view.verbs]
        largest = ": ".join((view.name, *details))
        message = f"version {version} is too small for what has changed since edition {last}: {largest}"
        hint = f"write version: {needed}; rulewright diff lists the changes"
        yield TOO_SMALL.at(book.game.version_span, message, hint, about=f"{last}")


def _dead_id(change: Change, book: Book, last: Version) -> Finding:
    kind = "quick reference" if change.kind == "reference" else change.kind
    old, next_major = f"the {kind} {change.before!r} of edition {last}", last.raised(Level.MAJOR)
    if change.removed:
        message, span = f"{old} is gone, and links to it are dead", book.game.span
        hint = f"add former-ids: {change.before} to the rule that says it now, or write version: {next_major}"
    else:
        message = f"{old} is now called {change.after!r}, and old links to it are dead"
        span = next(each.span for each in book.game.of_kind(change.kind) if each.id == change.after)
        hint = f"add former-ids: {change.before} to it"
    if change.kind != "rule":
        hint = f"give it its id back, or write version: {next_major}"
    return DEAD.at(span, message, hint, about=f"{change.kind}:{change.before}")

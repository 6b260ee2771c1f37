"""The published editions of a game one after the other, and what they changed of the things that are there now."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise, takewhile
from pathlib import Path

from rulewright.editions.comparison import compare, is_dead
from rulewright.editions.difference import Change, Difference, renames
from rulewright.editions.folder import (
    DEAD,
    NEXT,
    TOO_SMALL,
    DamagedEdition,
    EditionFile,
    UnreadableEdition,
    parsed,
    recorded,
)
from rulewright.editions.recording import NOT_PROVED, snapshot
from rulewright.editions.snapshot import (
    EXAMPLE,
    FACT,
    FIGURE,
    REFERENCE,
    RULE,
    TABLE,
    TERM,
    Key,
    Level,
    Snapshot,
    Version,
    links_in,
    read_version,
    whole_of,
)
from rulewright.editions.view import VERBS, ChangeView, DifferenceView, meaning, one_line
from rulewright.findings import Finding, Span
from rulewright.model.book import Book
from rulewright.proof.report import ProofReport
from rulewright.store import Store
from rulewright.wording import plain


@dataclass(frozen=True)
class Step:
    """What one edition changed of the one before it, or a layer of the game below.

    `reasons` are those that the layer gives for single things, and `because` its reason for all others.
    """

    difference: Difference
    reasons: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)
    because: str = ""

    @property
    def edition(self) -> str:
        return self.difference.after.edition

    @property
    def date(self) -> str:
        """In ISO form."""
        return self.difference.after.date

    @cached_property
    def view(self) -> DifferenceView:
        return DifferenceView(self.difference, self.reasons)

    @cached_property
    def renames(self) -> Mapping[Key, str]:
        """The new ids of things that got another."""
        return renames(self.difference.changes)

    @cached_property
    def changes(self) -> dict[Key, tuple[ChangeView, ...]]:
        """What readers are told, by the things as this edition names them; that of parts is with the whole."""
        found: dict[Key, tuple[ChangeView, ...]] = {}
        for section in self.view.sections:
            for each in section.changes:
                for key in (whole_of(each.change.key), *self._quoted_in(each.change.key)):
                    found[key] = (*found.get(key, ()), each)
        return found

    def _quoted_in(self, key: Key) -> Iterator[Key]:
        """The rule that gives a fact says something else with it."""
        thing = self.difference.after.by_key.get(key) if key[0] == FACT else None
        return links_in(thing.get("rule")) if thing else iter(())


@dataclass(frozen=True, eq=False)
class History:
    """The steps from edition to edition, the latest first; none where fewer than two are recorded.

    As long as its files do not change it is the same object.
    """

    steps: tuple[Step, ...] = ()

    def of(self, key: Key) -> Iterator[tuple[Step, tuple[ChangeView, ...]]]:
        """The editions that changed a thing or its parts, the latest first. `key` is what the source calls it now.

        Earlier editions may have called it otherwise. Nothing is told of the edition that brought a thing which is no
        rule: its cells and bullets came with it.
        """
        for step in self.steps:
            own = step.difference.by_key.get(key)
            changes = step.changes.get(key, ())
            if changes and (own is None or not own.added or key[0] == RULE):
                yield step, changes
            if own is not None and own.before is None:
                return
            if own is not None and own.renamed:
                key = (key[0], own.before or "")

    @property
    def editions(self) -> tuple[Snapshot, ...]:
        """All of them, the latest first."""
        return (*(step.difference.after for step in self.steps), *(step.difference.before for step in self.steps[-1:]))

    def names(self, key: Key, edition: str) -> tuple[str, ...]:
        """The ids that a thing of this edition had from then on; the last is what it is called now, if it is there."""
        kind, ids = key[0], [key[1]]
        later = takewhile(lambda step: step.edition != edition, self.steps)
        for step in tuple(later)[::-1]:
            if new := step.renames.get((kind, ids[-1])):
                ids.append(new)
        return tuple(ids)


NONE = History()


def history(project: Path, game: str, language: str) -> History:
    """What the recorded editions of a game changed; nothing of a translation, whose texts they do not have.

    Nothing of editions that cannot be read either: a finding tells that.
    """
    try:
        return _history(tuple((each.text(), each.version) for each in recorded(project, game)), language)
    except (UnreadableEdition, DamagedEdition):
        return NONE


@lru_cache(maxsize=2)
def _history(files: tuple[tuple[str, Version], ...], language: str) -> History:
    """A preview asks for it after each edit; editions do not change."""
    editions = [parsed(*each) for each in files]
    if any(each.language != language for each in editions):
        return NONE
    return History(tuple(Step(compare(before, after)) for before, after in pairwise(editions))[::-1])


# What a game that extends another changes of it, as a step from the one to the other

Proofs = tuple[ProofReport, ProofReport]


def layer_step(base: Book, book: Book, proofs: Proofs = (NOT_PROVED, NOT_PROVED), store: Store | None = None) -> Step:
    """From one game to another; with the reasons, if that is a layer over it. `proofs` are those of both."""
    before, after = (snapshot(each, proof, store) for each, proof in zip((base, book), proofs, strict=True))
    of_all = book.game.layer.because if book.game.layer else None
    return Step(compare(before, after), dict(_reasons(book)), plain(of_all, book) if of_all is not None else "")


def _reasons(book: Book) -> Iterator[tuple[Key, tuple[str, ...]]]:
    """Those of each changed thing; the reason of all changes is told once."""
    layer = book.game.layer
    if layer is not None:
        for key, changes in layer.by_key.items():
            own = [each.because for each in changes if each.because is not None and each.because != layer.because]
            if own:
                yield key, tuple(plain(because, book) for because in dict.fromkeys(own))


# What has changed since the last recorded edition, as findings


def findings_since(book: Book, files: Sequence[EditionFile], store: Store | None = None) -> Iterator[Finding]:
    """What is to be said of the changes since the last of the recorded editions; nothing without one."""
    if not files:
        return
    try:
        difference = compare(files[-1].read(), snapshot(book, store=store))
    except UnreadableEdition as error:
        yield error.finding
        return
    if difference.level:
        given, last = read_version(book.game.version), files[-1].version
        yield from _number(book, difference, given, last)
        if given is None or given.major <= last.major:
            yield from (_dead(each, book, last) for each in difference.changes if is_dead(each, difference))


def _number(book: Book, difference: Difference, given: Version | None, last: Version) -> Iterator[Finding]:
    """Whether the number that the source gives tells how much has changed."""
    needed = last.raised(difference.level)
    if given is None:
        message = f"since edition {last}: {meaning(difference)}"
        hint = f"rulewright diff lists the changes; rulewright edition {needed} records them"
        yield NEXT.at(book.game.span, message, hint, about=f"{last}")
    elif given < needed:
        message = f"version {given} is too small for what has changed since edition {last}: {_gravest(difference)}"
        hint = f"write version: {needed}; rulewright diff lists the changes"
        yield TOO_SMALL.at(book.game.version_span, message, hint, about=f"{last}")


def _gravest(difference: Difference) -> str:
    """The first of the changes that ask for the number."""
    change = next(each for each in difference.changes if each.level is difference.level)
    view = DifferenceView(difference).view(change)
    told = [one_line(each) for each in view.details[:1]] or [VERBS[verb] for verb in view.verbs]
    return ": ".join((view.name, *told))


def _dead(change: Change, book: Book, last: Version) -> Finding:
    old = change.before or ""
    what = {"kind": WORDS[change.kind], "old": old, "last": last}
    if change.removed:
        message = "the {kind} {old!r} of edition {last} is gone, and links to it are dead".format(**what)
        now, hint = (
            None,
            (f"add former-ids: {old} to the rule that says it now, or write version: {last.raised(Level.MAJOR)}"),
        )
    else:
        now = change.key
        message = "the {kind} {old!r} of edition {last} is now called {new!r}, and old links to it are dead".format(
            new=change.after, **what
        )
        hint = f"add former-ids: {old} to it"
    if change.kind != RULE:
        hint = f"give it its id back, or write version: {last.raised(Level.MAJOR)}"
    return DEAD.at(_place(now, book), message, hint, about=f"{change.kind}:{old}")


WORDS = {
    RULE: "rule",
    TABLE: "table",
    TERM: "term",
    REFERENCE: "quick reference",
    EXAMPLE: "example",
    FIGURE: "figure",
}


def _place(key: Key | None, book: Book) -> Span:
    """Where a thing is in the source; what is gone has only the place of the game."""
    if key is None:
        return book.game.span
    holders = {
        RULE: book.rules,
        TABLE: book.tables,
        TERM: book.terms,
        REFERENCE: book.references,
        EXAMPLE: book.examples,
        FIGURE: book.figures,
    }
    span: Span = holders[key[0]][key[1]].span  # type: ignore[attr-defined]
    return span

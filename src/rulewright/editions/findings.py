"""What has changed since the last recorded edition, as findings: what its number must say, and which addresses died.

Readers cite a rule by its address, and compare their print by its number. An address that leads nowhere, or a number
that hides how much has changed, is noticed by them and not by the author.
"""

from collections.abc import Iterator, Sequence

from rulewright.editions.as_text import meaning
from rulewright.editions.comparison import compare
from rulewright.editions.details import one_line
from rulewright.editions.difference import Change, Difference
from rulewright.editions.folder import EditionFile, UnreadableEdition
from rulewright.editions.kinds import DEAD, NEXT, TOO_SMALL
from rulewright.editions.levels import is_dead
from rulewright.editions.recording import snapshot
from rulewright.editions.snapshot import EXAMPLE, FIGURE, REFERENCE, RULE, TABLE, TERM, Key
from rulewright.editions.versions import Level, Version, read_version
from rulewright.editions.view import VERBS, DifferenceView
from rulewright.findings import Finding, Span
from rulewright.model.book import Book
from rulewright.store import Store


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

"""Read a game with the games that it extends, report findings where they belong, and drop unused shared terms."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulewright.base.findings import Finding, Findings, Label, Span, over_limit
from rulewright.base.game_folders import SHARED
from rulewright.base.limits import LAYERS
from rulewright.base.listing import read_file as read_bytes
from rulewright.base.progress import Progress, no_progress
from rulewright.book.book import Book
from rulewright.book.layers.merging import Layer
from rulewright.book.layers.patching import EXTENDS, game_of
from rulewright.entries.names import did_you_mean
from rulewright.entries.text import Target
from rulewright.source.files import Layered, Sources, read, source_folders, yaml_files
from rulewright.source.nodes import Scalar, Sequence
from rulewright.source.opening import CannotOpenError

SAYS_EXTENDS = re.compile(rb"%s[\"']?\s*:" % EXTENDS.encode())
"""Finds the key `extends`, with or without quotes; a word in a text has no colon after it."""


def read_layers(
    project: Path,
    game: str,
    findings: Findings,
    *,
    in_parts: bool = False,
    progress: Progress = no_progress,
) -> Sources:
    """Read all files of a game like `source.files.read`, and merge it with the games that it extends."""
    own = Findings()
    sources = read(project, game, own, in_parts=in_parts, progress=progress)
    if not list(_extended(sources)):
        findings.extend(own.items)
        return sources
    return _Reading(project, game, in_parts, findings).whole()


def games_below(project: Path, game: str) -> tuple[str, ...]:
    """Return the folders of the games that a game extends. Few games do, so only files with the key are parsed."""
    files: list[Path] = []
    with suppress(CannotOpenError):  # reading reports it
        files = yaml_files(project / "content" / game)
    if not any(SAYS_EXTENDS.search(read_bytes(str(path)) or b"") for path in files):
        return ()
    layered = read_layers(project, game, Findings()).layered
    return layered.bases if layered else ()


@dataclass(slots=True)
class _Reading:
    """Reads a game and all that it extends.

    `order` has the lowest first; `below` has the games below each. `visited` keeps the trees, which are read twice.
    """

    project: Path
    game: str
    in_parts: bool
    findings: Findings
    order: list[str] = field(default_factory=list)
    below: dict[str, set[str]] = field(default_factory=dict)
    visited: list[Sources] = field(default_factory=list)

    def whole(self) -> Sources:
        """Read the lowest game, and merge each layer into it."""
        unknown = Findings()
        self._visit(self.game, (), unknown)
        if unknown.items:
            self.findings.extend(unknown.items)
            return read(self.project, self.game, Findings())
        whole = self._read(self.order[0], None)
        for game in self.order[1:]:
            own = self._read(game, whole)
            beside = set(self.order) - self.below[game] - {game}
            whole = Layer(whole, own, beside, self.findings).merged()
        return whole

    def _visit(self, game: str, path: tuple[str, ...], unknown: Findings) -> None:
        """Append the games below a game to `order`, and then the game itself."""
        self.below[game] = set()
        sources = read(self.project, game, Findings(), in_parts=self.in_parts)
        self.visited.append(sources)
        for base in _extended(sources):
            name = base.value.removeprefix("../")
            if refused := self._refusal(name, base, (*path, game)):
                unknown.add(refused)
                continue
            if name not in self.below:
                self._visit(name, (*path, game), unknown)
            self.below[game] |= {name, *self.below[name]}
        self.order.append(game)

    def _refusal(self, name: str, base: Scalar, path: tuple[str, ...]) -> Finding | None:
        """Say why the last game of the path cannot extend `name`; None if it can."""
        if name in path:
            message = f"{name} extends itself: {' → '.join((*path, name))}"
            return Finding("bad-value", base.span, message, "take it out here or there")
        if len(self.below) > LAYERS.most:
            counted = f"{self.game} extends {len(self.below):,} games or more"
            return over_limit(LAYERS, counted, base.span, "make one of several layers")
        if name not in source_folders(self.project):
            message = f"there is no game {name!r} to extend"
            others = [each for each in source_folders(self.project) if each not in path]
            hint = did_you_mean(name, others, "write the name of a folder below content/")
            return Finding("bad-value", base.span, message, hint)
        return None

    def _read(self, game: str, below: Sources | None) -> Sources:
        """Read the files of one game over another."""
        names = () if below is None else (below.game, *reversed(below.layered.bases if below.layered else ()))
        return read(self.project, game, self.findings, in_parts=self.in_parts, below=names)


def _extended(sources: Sources) -> Iterator[Scalar]:
    """Yield the names under `extends`."""
    game = game_of(sources)
    listed = game[1].get(EXTENDS) if game else None
    for each in listed.items if isinstance(listed, Sequence) else (listed,):
        if isinstance(each, Scalar) and not each.empty:
            yield each


# The findings of a game over others

UNUSED = (
    "reference-on-no-card",
    "rule-on-no-card",
    "table-on-no-card",
    "term-on-no-card",
    "unused-figure",
    "unused-rule",
    "unused-term",
)
"""Findings that do not count in files that several games share, because another game may use the entry."""


def at_their_places(findings: Iterable[Finding], layered: Layered, rules_file: str) -> Iterator[Finding]:
    """Move findings of the combined rules code to the lines of the files that it was made from."""

    def own_place(span: Span) -> Span:
        return layered.place(span) if span.file == rules_file else span

    for each in findings:
        labels = tuple(Label(own_place(label.span), label.message) for label in each.labels)
        yield replace(each, span=own_place(each.span), labels=labels)


def is_of(game: str, finding: Finding) -> bool:
    """Return whether a finding is in the files of the game itself, or outside the files of games."""
    folder, _, rest = finding.span.file.partition("/")
    return folder not in ("content", "cards") or rest.partition("/")[0] in (game, "")


def in_layer(game: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Add to findings in files of the games below in which game they were found."""
    for each in findings:
        shared = each.span.file.startswith(f"content/{SHARED}")
        if is_of(game, each):
            yield each
        elif not (shared and each.name in UNUSED):
            yield replace(each, message=f"{each.message} (in {game!r})")


# Terms that several games share


def with_used_terms(book: Book) -> Book:
    """Return the book without the shared terms that no text links to, directly or through other terms."""
    shared = {Target("term", each.id) for each in book.game.terms if each.span.file.startswith(f"content/{SHARED}")}
    if not shared:
        return book
    waiting = [each.target for each in book.citations if each.source not in shared]
    used: set[Target] = set()
    while waiting:
        target = waiting.pop()
        if target in shared and target not in used:
            used.add(target)
            waiting += [each.target for each in book.citations if each.source == target]
    unused = shared - used
    terms = tuple(term for term in book.game.terms if Target("term", term.id) not in unused)
    citations = tuple(each for each in book.citations if each.source not in unused)
    return replace(book, game=replace(book.game, terms=terms), citations=citations) if unused else book

"""What stands at a place of the source: the thing in whose lines it lies, and the rule behind that."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from rulewright.findings import Span
from rulewright.model.book import Book, Target
from rulewright.model.game import Game, Rule
from rulewright.model.text import Text


class Owners:
    """The things of a game by the place at which each begins."""

    def __init__(self, game: Game) -> None:
        self._starts = sorted(_starts(game))
        self._keys = [key for key, _ in self._starts]

    def at(self, span: Span) -> Target | None:
        """The last thing that begins at or before a place in the same file."""
        before = bisect_right(self._keys, (span.file, span.line, span.column)) - 1
        if before < 0 or self._keys[before][0] != span.file:
            return None
        return self._starts[before][1]


class _Placed(Protocol):
    """Whatever of a game has an id and a place."""

    @property
    def id(self) -> str: ...
    @property
    def span(self) -> Span: ...


class _Ruled(Protocol):
    """Whatever belongs to a rule."""

    @property
    def rule(self) -> Text | None: ...


def _starts(game: Game) -> Iterator[tuple[tuple[str, int, int], Target]]:
    kinds: Mapping[str, Sequence[_Placed]] = {
        "colour": game.colours,
        "mark": game.marks,
        "domain": game.domains,
        "fact": game.facts,
        "term": game.terms,
        "rule": game.rules,
        "table": game.tables,
        "reference": game.references,
        "example": game.examples,
        "erratum": game.errata,
        "ruling": game.rulings,
        "card": game.cards,
        "figure": game.numbered_figures,
    }
    for kind, things in kinds.items():
        for thing in things:
            yield _start(thing, kind)
    for change in game.layer.changes if game.layer else ():
        if change.below:  # the rest of it stands there
            yield (change.below.file, change.below.line, change.below.column), Target(change.kind, change.id)
    for table in game.tables:
        if table.sheet:
            yield (table.sheet.file, table.sheet.line, table.sheet.column), Target("table", table.id)
    for product in game.products:
        if product.request:
            yield _start(product.request, product.kind)


def _start(thing: _Placed, kind: str) -> tuple[tuple[str, int, int], Target]:
    return (thing.span.file, thing.span.line, thing.span.column), Target(kind, thing.id)


def rule_behind(book: Book, owner: Target | None) -> Rule | None:
    """The rule that a thing belongs to; itself where it is one, None where no rule stands behind it."""
    if owner is None:
        return None
    if owner.kind == "rule":
        return book.rules[owner.id]
    holders: Mapping[str, Mapping[str, _Ruled]] = {
        "table": book.tables,
        "reference": book.references,
        "fact": book.facts,
        "term": book.terms,
        "example": book.examples,
        "figure": book.figures,
    }
    thing = holders.get(owner.kind, {}).get(owner.id)
    return None if thing is None else book.rule_of(thing.rule)

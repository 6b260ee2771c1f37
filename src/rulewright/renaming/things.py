"""What a name may mean in a game: its kind, and the place where it is defined."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from rulewright.diagnostics import Span
from rulewright.model.domain import Domain
from rulewright.model.game import Game
from rulewright.source.files import Sources
from rulewright.translation.messages import Message, tell

KINDS = {
    "rule": tell("a rule"),
    "table": tell("a table"),
    "reference": tell("a reference"),
    "fact": tell("a fact"),
    "domain": tell("a domain"),
    "mark": tell("a mark"),
    "colour": tell("a colour"),
    "example": tell("an example"),
    "figure": tell("a figure"),
    "erratum": tell("an erratum"),
    "ruling": tell("a ruling"),
    "document": tell("a document"),
    "term": tell("a term"),
    "card": tell("a card"),
    "function": tell("a function"),
}


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with a name, which is written at `span`. A `domain` has it for a value."""

    kind: str
    name: str
    span: Span
    domain: Domain | None = None

    @property
    def qualified(self) -> str:
        return f"{self.domain.id if self.domain else self.kind}:{self.name}"

    @property
    def what(self) -> Message:
        if self.domain:
            return tell("a value of the domain {domain!r}", domain=self.domain.id)
        return KINDS[self.kind]


class _Placed(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def span(self) -> Span: ...


def things(game: Game, sources: Sources) -> Iterator[Thing]:
    """All that can be renamed."""
    kinds: Mapping[str, Sequence[_Placed]] = {
        "rule": game.rules,
        "table": game.tables,
        "reference": game.references,
        "fact": game.facts,
        "domain": game.domains,
        "mark": game.marks,
        "colour": game.colours,
        "example": game.examples,
        "erratum": game.errata,
        "ruling": game.rulings,
        "document": game.documents,
        "figure": game.numbered_figures,
    }
    for kind, all_ in kinds.items():
        yield from (Thing(kind, each.id, each.span) for each in all_)
    yield from (Thing("term", term.name, term.span) for term in game.terms)
    for domain in game.domains:
        yield from (Thing("value", name.id, name.span, domain) for name in domain.names if not domain.boolean)
    yield from (Thing("card", name, Span(f"cards/{game.id}/{name}.yaml")) for name, _ in sources.cards)
    with suppress(SyntaxError, ValueError):  # the proof says what is wrong with it
        yield from _functions(sources)


def _functions(sources: Sources) -> Iterator[Thing]:
    for node in ast.parse(sources.rules or "").body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield Thing("function", node.name, Span(sources.rules_file, node.lineno, node.col_offset + len("def ") + 1))

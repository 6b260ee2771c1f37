"""What a name may mean in a game: its kind, and the place where it is defined."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from rulewright.findings import Span
from rulewright.model.domain import Domain
from rulewright.model.game import Game
from rulewright.source.files import Sources

KINDS = {
    "rule": "a rule",
    "table": "a table",
    "reference": "a reference",
    "fact": "a fact",
    "domain": "a domain",
    "mark": "a mark",
    "colour": "a colour",
    "example": "an example",
    "figure": "a figure",
    "erratum": "an erratum",
    "ruling": "a ruling",
    "document": "a document",
    "term": "a term",
    "card": "a card",
    "function": "a function",
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
    def what(self) -> str:
        if self.domain:
            return f"a value of the domain {self.domain.id!r}"
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

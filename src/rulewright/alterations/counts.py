"""An alteration of printed words, and how many of each kind are noticed."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.diagnostics import Span
from rulewright.model.book import Target
from rulewright.model.text import Text

Replacements = tuple[tuple[Text, Text], ...]
"""Texts of a game, and what to put in place of each."""


@dataclass(frozen=True, slots=True)
class WordMutant:
    """One alteration of printed words: whose they are, what it does, and the texts that it replaces.

    `targets` are those of links that the book has not yet.
    """

    owner: Target
    words: str
    span: Span
    replacements: Replacements
    targets: Mapping[str, Target] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many alterations of one kind were tried, and those that no check noticed."""

    kind: str
    tried: int
    unnoticed: tuple[WordMutant, ...]

    @property
    def noticed(self) -> int:
        return self.tried - len(self.unnoticed)

    @property
    def share(self) -> float:
        """The share noticed, from 0 to 1; 1 where there is nothing to alter."""
        return self.noticed / self.tried if self.tried else 1.0

"""Which erratum of a game tells of a difference: it quotes what the source printed."""

from collections.abc import Iterator, Sequence

from rulewright.comparing.differences import Difference, DifferenceKind
from rulewright.comparing.matching import Match
from rulewright.comparing.statement import Statement
from rulewright.comparing.tokens import Tokens
from rulewright.comparing.vocabulary import Vocabulary
from rulewright.model.book import Book
from rulewright.model.owners import rule_behind
from rulewright.wording import plain

_QUOTED = 0.5
"""The share of the words of an erratum that a statement must have for it to be about that."""


class Errata:
    """The errata of a game by the rules that they correct."""

    def __init__(self, book: Book, tokens: Tokens, words: Vocabulary) -> None:
        self.words = words
        self.by_rule: dict[str, list[tuple[str, frozenset[str]]]] = {}
        for erratum in book.game.errata:
            rule = rule_behind(book, book.target_of(erratum.where))
            if rule is not None:
                printed = frozenset(tokens.tokens(plain(erratum.printed, book)))
                self.by_rule.setdefault(rule.id, []).append((erratum.id, printed))

    def of(self, match: Match, found: Sequence[Statement], differences: Sequence[Difference]) -> str:
        """The erratum that tells of all differences; empty where there is none."""
        return next((name for name, printed in self._near(found) if self._tells(printed, match, differences)), "")

    def _near(self, found: Sequence[Statement]) -> Iterator[tuple[str, frozenset[str]]]:
        for rule in dict.fromkeys(each.rule for each in found):
            yield from self.by_rule.get(rule, ())

    def _tells(self, printed: frozenset[str], match: Match, differences: Sequence[Difference]) -> bool:
        if self.words.weight(printed & match.said.own) < _QUOTED * self.words.weight(printed):
            return False
        return all(self._quotes(printed, each) for each in differences)

    def _quotes(self, printed: frozenset[str], difference: Difference) -> bool:
        if difference.kind in {DifferenceKind.NEGATION, DifferenceKind.EMPHASIS}:
            return False
        return bool(self.words.of_source(difference.words) & printed)

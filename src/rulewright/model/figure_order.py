"""Where figures print, and their numbers: through the whole book in the order in which they print.

A passage of a rule or an example that has a link to a figure alone in a paragraph prints it there, the first if there
are several. Any other figure prints at the end of its rule, after the tables and before the examples.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Protocol

from rulewright.markup.words import placed_figures
from rulewright.model.example import Example
from rulewright.model.figure import Figure
from rulewright.model.game import Game, Rule
from rulewright.model.text import Target, Text

EXAMPLE = "example-"
"""Before the id of an example in the name of its passage; that of a rule is its id."""


class Linked(Protocol):
    """A linked game: what of a book the order of figures needs."""

    @property
    def game(self) -> Game: ...
    @property
    def targets(self) -> Mapping[str, Target]: ...
    @property
    def rules_in_order(self) -> tuple[Rule, ...]: ...
    @property
    def examples_of(self) -> Mapping[str, tuple[Example, ...]]: ...
    @property
    def figures(self) -> Mapping[str, Figure]: ...
    def rule_of(self, text: Text | None) -> Rule | None: ...


class FigureOrder:
    """The figures of one book."""

    def __init__(self, book: Linked) -> None:
        self._book = book
        self._order: dict[str, str] = {}
        rules: dict[str, list[str]] = {}
        for figure in book.game.numbered_figures:
            if (rule := book.rule_of(figure.rule)) is not None:
                rules.setdefault(rule.id, []).append(figure.id)
        placed = dict(self._placed()) if book.game.numbered_figures else {}
        for passage, figures in self._passages(rules, placed) if book.game.numbered_figures else ():
            self._order.update((each, passage) for each in figures)
        self._placed_in = placed

    def _placed(self) -> Iterator[tuple[str, str]]:
        """The passage of each figure that one places: the first, as later ones are overwritten by earlier."""
        found = [(id_, passage) for passage, text in self._texts() for id_ in self._figures_in(text)]
        return reversed(found)

    def _texts(self) -> Iterator[tuple[str, Text]]:
        """The passages of rules and examples in the order of print."""
        for rule in self._book.rules_in_order:
            if rule.text is not None:
                yield rule.id, rule.text
            yield from ((f"{EXAMPLE}{each.id}", each.text) for each in self._book.examples_of.get(rule.id, ()))

    def _figures_in(self, text: Text) -> Iterator[str]:
        targets = (self._book.targets.get(target) for target in placed_figures(text.source))
        return (target.id for target in targets if target is not None and target.kind == "figure")

    def _passages(
        self, of_rules: Mapping[str, list[str]], placed: Mapping[str, str]
    ) -> Iterator[tuple[str, list[str]]]:
        """Each passage with the figures that it prints, and each rule with those at its end under an empty name."""
        for rule in self._book.rules_in_order:
            if rule.text is not None:
                yield rule.id, [each for each in self._figures_in(rule.text) if placed[each] == rule.id]
            yield "", [each for each in of_rules.get(rule.id, ()) if each not in placed]
            for example in self._book.examples_of.get(rule.id, ()):
                name = f"{EXAMPLE}{example.id}"
                yield name, [each for each in self._figures_in(example.text) if placed[each] == name]

    def placed_by(self, figure: Figure) -> str:
        """The name of the passage that prints a figure; empty where none does."""
        return self._placed_in.get(figure.id, "")

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """All that the book prints, in its order."""
        return tuple(self._book.figures[id_] for id_ in self._order)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each figure; those that only cards print come last."""
        all_ = dict.fromkeys((*self._order, *self._book.figures))
        return {id_: number for number, id_ in enumerate(all_, 1)}

    @cached_property
    def at_the_end_of(self) -> Mapping[str, tuple[Figure, ...]]:
        """The figures at the end of each rule."""
        result: dict[str, tuple[Figure, ...]] = {}
        for figure in self.figures:
            rule = self._book.rule_of(figure.rule)
            if rule is not None and not self.placed_by(figure):
                result[rule.id] = (*result.get(rule.id, ()), figure)
        return result

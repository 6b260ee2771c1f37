"""What rulings concern, so that print marks it: a ruling is our decision, and a player may want to decide otherwise.

A ruling marks the bullets, modifiers and outputs that name it. If none does, it marks what its `where` names: a cell, a
table, a quick reference, or a rule where a card cites it.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Protocol

from rulewright.findings import Span
from rulewright.model.colour import BLACK
from rulewright.model.game import Erratum, ErratumClass, Game, Mark, Reference
from rulewright.model.item import Item
from rulewright.model.table import Case, Table
from rulewright.model.text import Link, Target, Text
from rulewright.translation.messages import tell

RULING = "ruling"
"""The id of the mark: a game that declares one has its own sign and legend."""
SIGNS = "§‡¶†"
"""The sign is the first of these that no mark of the game uses."""
LEGEND = tell("our ruling: see the errata")
LINK = Link(f"mark:{RULING}", "", Span(""))
SIGN = Text(f"[[{LINK.target}]]", (LINK,))


def marks_with_ruling(marks: Iterable[Mark], errata: Iterable[Erratum]) -> tuple[Mark, ...]:
    """The marks of a game, with that of rulings if it has rulings and declares no mark for them."""
    declared = tuple(marks)
    first = next(rulings(errata), None)
    if first is None or any(mark.id == RULING for mark in declared):
        return declared
    free = next((sign for sign in SIGNS if all(mark.letter != sign for mark in declared)), SIGNS[0])
    return (*declared, Mark(RULING, free, BLACK, False, tell("our ruling"), Text(LEGEND), first.span))


def rulings(errata: Iterable[Erratum]) -> Iterator[Erratum]:
    return (erratum for erratum in errata if erratum.class_ is ErratumClass.RULING)


def signed(text: Text) -> Text:
    """A text with the sign of rulings after it."""
    return Text(f"{text.source}{SIGN.source}", (*text.links, LINK), text.span, text.raw)


class Linked(Protocol):
    """A linked game: what of a book the rulings need."""

    @property
    def game(self) -> Game: ...
    @property
    def references(self) -> Mapping[str, Reference]: ...
    def resolve(self, link: Link) -> Target | None: ...
    def target_of(self, text: Text | None) -> Target | None: ...
    def case(self, cell: Target) -> Case: ...


class RulingSigns:
    """What the rulings of one book concern."""

    def __init__(self, book: Linked) -> None:
        self.book = book

    def __bool__(self) -> bool:
        return bool(self._rulings)

    @cached_property
    def things(self) -> frozenset[Target]:
        """The tables, quick references and rules that rulings concern as a whole, and single cells."""
        return frozenset(target for _, target in self.unnamed())

    def unnamed(self) -> Iterator[tuple[Erratum, Target]]:
        """The rulings that no bullet, modifier or output names, with what they concern."""
        for ruling in self._rulings:
            target = self.book.target_of(ruling.where)
            if ruling.id not in self._named and target is not None:
                yield ruling, target

    @cached_property
    def _rulings(self) -> tuple[Erratum, ...]:
        return tuple(rulings(self.book.game.errata))

    @cached_property
    def _named(self) -> dict[str, list[Span]]:
        """The places of the bullets, modifiers and outputs that name each ruling."""
        found: dict[str, list[Span]] = {}
        for text, erratum in _naming(self.book.game):
            target = self.book.target_of(erratum)
            if target is not None and any(ruling.id == target.id for ruling in self._rulings):
                found.setdefault(target.id, []).append(text.span)
        return found

    @cached_property
    def places(self) -> frozenset[Span]:
        """The places of the bullets, modifiers, outputs and cells that print with a sign."""
        named = (place for places in self._named.values() for place in places)
        cells = (self.book.case(target).span for target in self.things if target.kind == "cell")
        listed = (self.book.references[target.id] for target in self.things if target.kind == "reference")
        return frozenset((*named, *cells, *(item.text.span for reference in listed for item in reference.items)))

    def sign(self, text: Text, case: Case | None = None) -> Text | None:
        """The sign after a text of a table, if a ruling concerns it."""
        concerned = text.span in self.places or (case is not None and case.span in self.places)
        return SIGN if concerned else None

    def printed(self, item: Item) -> Text:
        """The text of a bullet as it prints."""
        return signed(item.text) if item.text.span in self.places else item.text

    def signs_in(self, table: Table) -> bool:
        """Whether some cell, modifier or output of a table prints with a sign."""
        spans = (*(case.span for case in table.cases), *(part.label.span for part in table.parts()))
        return any(span in self.places for span in spans)

    def concern(self, link: Link) -> bool:
        """Whether a link cites a rule that a ruling concerns."""
        target = self.book.resolve(link)
        return target is not None and target.kind == "rule" and target in self.things


def _naming(game: Game) -> Iterator[tuple[Text, Text]]:
    """The bullets, modifiers and outputs that name an erratum."""
    for item in (item for reference in game.references for outer in reference.items for item in outer.walk()):
        yield from ((item.text, erratum) for erratum in item.errata)
    for table in game.tables:
        for part in table.parts():
            yield from ((part.label, erratum) for erratum in part.errata)

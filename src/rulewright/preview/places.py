"""From what a page shows to its line of the source, and back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

from rulewright.findings import Span
from rulewright.grid import grid
from rulewright.listing import digest
from rulewright.model.book import Book, Outline, Target
from rulewright.model.owners import Owners
from rulewright.once_per_value import once_per_value
from rulewright.render.paths import card_path
from rulewright.render.typesetting.places import places_of
from rulewright.render.typesetting.site_plan import ChapterPlan
from rulewright.wording import figure_label, full_name, own_name, plain

CELL = "cell"


class _Placed(Protocol):
    """Whatever has an id and a place in the source."""

    @property
    def id(self) -> str: ...
    @property
    def span(self) -> Span: ...


class SourcePlaces:
    """Where each thing of a book stands, in the source and on the pages."""

    def __init__(self, book: Book) -> None:
        self.book, self.places = book, places_of(book)

    @cached_property
    def _owners(self) -> Owners:
        return Owners(self.book.game)

    @cached_property
    def _spans(self) -> Mapping[str, Span]:
        game = self.book.game
        things: Mapping[str, Sequence[_Placed]] = {
            "rule": game.rules,
            "term": game.terms,
            "table": game.tables,
            "reference": game.references,
            "example": game.examples,
            "erratum": game.errata,
            "card": game.cards,
            "mark": game.marks,
            "figure": game.numbered_figures,
            "ruling": game.rulings,
        }
        return {self.places.href(Target(kind, each.id)): each.span for kind, all_ in things.items() for each in all_}

    def span(self, address: str) -> Span | None:
        """The place in the source of an address below web/: `hits.html#table-hits`, or that of a card's page.

        A cell or a block is counted from 0 in its table or card: `hits.html#table-hits/cell/2/1` is the second value of
        the third row, `card-hits.html/block/0/3` the fourth block of the first side.
        """
        thing, *part = address.split("/")
        span = self._spans.get(thing)
        if part and span is not None and all(number.isdecimal() for number in part[1:]) and len(part) == 3:
            first, second = int(part[1]), int(part[2])
            return (self._cell(span, first, second) if part[0] == CELL else self._block(span, first, second)) or span
        return span

    def _cell(self, table: Span, row: int, column: int) -> Span | None:
        found = next((each for each in self.book.game.tables if each.span == table), None)
        rows = grid(found).body if found else ()
        cells = rows[row].cells if row < len(rows) else ()
        parts = cells[column].parts if column < len(cells) else ()
        cases = (part.case or None for part in parts)
        return next((case.span for case in cases if case), None) or next((part.text.span for part in parts), None)

    def _block(self, card: Span, side: int, at: int) -> Span | None:
        found = next((each for each in self.book.game.cards if each.span == card), None)
        pages = found.pages if found else ()
        blocks = pages[side] if side < len(pages) else ()
        return blocks[at].span if at < len(blocks) else None

    def address(self, span: Span) -> str:
        """The address below build/GAME that shows what stands at a place of the source, or empty."""
        owner = self._owners.at(span)
        if owner is None:
            return ""
        href = self.places.href(owner)
        return f"web/{href}" if href else self._file(owner)

    def _file(self, owner: Target) -> str:
        """The first file of a product that a file of cards/ asks for."""
        for product in self.book.products:
            if product.request and product.request.id == owner.id and product.kind == owner.kind:
                return next((file.path for file in product.files(self.book) if "*" not in file.path), "")
        return ""

    def sides(self) -> dict[str, int]:
        """How many pages each card has, by its address: a print with more does not fit."""
        return {card_path(card): len(card.pages) for card in self.book.game.cards}

    @cached_property
    def contents(self) -> tuple[tuple[str, str, str], ...]:
        """All that can be shown: its kind, its title, and its address below build/GAME."""
        rules = (entry for chapter in self.book.outline for entry in self._rules(chapter))
        return (*self._other_contents, *rules)

    @cached_property
    def listed(self) -> str:
        """A digest that is another where the contents are; only chapters that were edited are looked at again."""
        named = [_named(chapter) for chapter in self.book.outline]
        others = [self._name(id_) for each in named for id_ in each.others]
        pages = _digest_of_plan(self.places.plan)
        return digest(repr((self._other_contents, others, pages, [each.digest for each in named])))

    def _rules(self, chapter: Outline) -> Iterator[tuple[str, str, str]]:
        for id_, name in _named(chapter).names:
            yield "rule", self._name(id_) if name is None else name, f"web/{self.places.href(Target('rule', id_))}"

    def _name(self, id_: str) -> str:
        return full_name(self.book.rules[id_], self.book)

    @cached_property
    def _other_contents(self) -> tuple[tuple[str, str, str], ...]:
        return tuple(self._others())

    def _others(self) -> Iterator[tuple[str, str, str]]:
        book = self.book
        for card in book.game.cards:
            yield "card", plain(card.title, book), card_path(card)
            yield "card on the web", plain(card.title, book), f"web/{self.places.href(Target('card', card.id))}"
        for product in book.products:
            for file in product.files(book) if product.request else ():
                if file.path.endswith(".pdf"):
                    yield product.kind, file.path, file.path
        yield "page", "Overview", "web/index.html"
        yield "page", "Glossary", "web/glossary.html"
        for kind, things in (("table", book.game.tables), ("reference", book.game.references)):
            for thing in things:
                yield kind, plain(thing.title, book), f"web/{self.places.href(Target(kind, thing.id))}"
        for figure in book.figure_order.figures:
            title = f"{figure_label(figure.id, book)} {plain(figure.title, book)}"
            yield "figure", title, f"web/{self.places.href(Target('figure', figure.id))}"


@dataclass(frozen=True, slots=True)
class _Names:
    """The full names of the rules of a chapter by their ids, None for `others`: titles with words of other things."""

    names: tuple[tuple[str, str | None], ...]
    others: tuple[str, ...]
    digest: str


@once_per_value
def _named(chapter: Outline) -> _Names:
    names = tuple((each.rule.id, own_name(each.rule)) for each in chapter.walk())
    return _Names(names, tuple(id_ for id_, name in names if name is None), digest(repr(names)))


@lru_cache(4)
def _digest_of_plan(plan: ChapterPlan) -> str:
    return digest(repr(plan.page_of))

"""A book in which every error is marked at its place: the cell, the text, the fact or the block that shows it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from rulewright.blocks.note import Note
from rulewright.findings import Finding, Severity, Span
from rulewright.model.book import Book, texts
from rulewright.model.card import Block, Card
from rulewright.model.example import Example
from rulewright.model.figure import Figure
from rulewright.model.game import Reference, Rule
from rulewright.model.owners import Owners
from rulewright.model.table import Table
from rulewright.model.target import Target
from rulewright.model.text import Text


def marked_book(book: Book, findings: Iterable[Finding]) -> Book:
    """The book with its errors; blocks of cards that name nothing say so instead."""
    errors = [each for each in findings if each.severity is Severity.ERROR]
    cards = tuple(_whole_card(card, book) for card in book.game.cards)
    shown = book if cards == book.game.cards else replace(book, game=replace(book.game, cards=cards))
    if not errors:
        return shown
    places = _Places(shown)
    slips: dict[Span, list[str]] = {}
    for each in errors:
        slips.setdefault(places.shows(each.span), []).append(each.other or each.message)
    return replace(shown, slips={span: "; ".join(dict.fromkeys(words)) for span, words in slips.items()})


class _Places:
    """From the place of an error to that of what pages show: itself, or the title of what it belongs to."""

    def __init__(self, book: Book) -> None:
        game = book.game
        self._exact = {case.span for table in game.tables for case in table.cases}
        self._exact |= {fact.span for fact in game.facts}
        self._exact |= {block.span for card in game.cards for block in card.all_blocks()}
        self._texts: dict[tuple[str, int], list[Text]] = {}
        for _, text in texts(game):
            for line in range(text.span.line, text.span.line + text.raw.count("\n") + 1):
                self._texts.setdefault((text.span.file, line), []).append(text)
        self._owners, self._titles = Owners(game), _titles(book)

    def shows(self, span: Span) -> Span:
        if span in self._exact:
            return span
        around = next((text for text in self._texts.get((span.file, span.line), ()) if _holds(text, span)), None)
        owner = self._owners.at(span)
        return around.span if around else self._titles.get(owner, span) if owner else span


def _titles(book: Book) -> dict[Target, Span]:
    """Where the words of a thing begin that all pages show of it."""
    game = book.game
    kinds: dict[str, Sequence[Rule | Table | Reference | Example | Figure]] = {
        "rule": game.rules,
        "table": game.tables,
        "reference": game.references,
        "example": game.examples,
        "figure": game.numbered_figures,
    }
    spans = {Target(kind, each.id): each.title.span for kind, things in kinds.items() for each in things}
    return (
        spans
        | {Target("fact", fact.id): fact.span for fact in game.facts}
        | {Target("card", card.id): next(iter(card.all_blocks()), card).span for card in game.cards}
    )


def _holds(text: Text, span: Span) -> bool:
    """Whether a place in one of its lines lies within a text of the source."""
    if "\n" in text.raw:
        return True
    return text.span.column <= span.column < text.span.column + max(len(text.raw), 1)


def _whole_card(card: Card, book: Book) -> Card:
    """The card itself where all that it names is there."""
    if not any(lost for block in card.all_blocks() for lost in _lost(block, book)):
        return card
    return replace(card, pages=tuple(tuple(_whole(block, book) for block in page) for page in card.pages))


def _whole(block: Block, book: Book) -> Block:
    """The block, or a note that names what it lacks."""
    lost = next(_lost(block, book), None)
    if lost is not None:
        return Note(Text(f"[[{lost}]]", span=block.span), None, None, span=block.span)
    return block.arranged(lambda columns: columns.each(partial(_whole, book=book)))


def _lost(block: Block, book: Book) -> Iterator[str]:
    """The targets of references that lead nowhere; a link in words is shown as such by itself."""
    for text in block.texts():
        target = text.links[0].target if text.links else ""
        if text.source == f"[[{target}]]" and book.target_of(text) is None:
            yield target

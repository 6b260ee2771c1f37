"""What cards print and how they look, and where claims hold: digests that change only if a player would notice."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from hashlib import sha256
from math import prod
from typing import Any

from rulewright.base.findings import Span
from rulewright.base.store import Store
from rulewright.book.book import Book
from rulewright.book.card_contents import links_on, tables_on, texts_on
from rulewright.book.grid import grid
from rulewright.editions.texts import Texts
from rulewright.entries.block import Heading
from rulewright.entries.card import Card
from rulewright.entries.claims import Claim
from rulewright.entries.domains import Axis, Domain
from rulewright.entries.text import Text
from rulewright.entries.themes import themes_of_the_tool
from rulewright.proof.executor import ResultCache
from rulewright.proof.truth_tables import TableNumbers, TruthTables

LOOKED_UP = ("rule", "table", "reference", "fact", "cell")
"""The kinds of entries whose number, title, value or content a card prints where it links to them."""


def card_data(card: Card, texts: Texts) -> dict[str, Any]:
    """Return the data of a card: `words` are its own, `shows` is all else on it; `prints` and `layout` are digests.

    The usual footer does not count, because the number of an edition would change every card.
    """
    shown = [block.shown for block in card.all_blocks()]
    own = [text for each in shown for text in each.texts if text is not None and not isinstance(text, Heading)]
    bullets = [item.text for each in shown for bullet in each.bullets for item in bullet.walk()]
    return {
        "id": card.id,
        "title": texts.data(card.title),
        "width": float(card.size.width.value),
        "height": float(card.size.height.value),
        "words": [texts.data(text) for text in dict.fromkeys((*own, *bullets)) if text.source],
        "shows": list(dict.fromkeys(_shown(card, texts))),
        "prints": digest_of("\n".join(_print(card, texts))),
        "layout": layout_digest(card, *_surroundings(card, texts.book)),
    }


def _shown(card: Card, texts: Texts) -> Iterator[str]:
    """Yield the tables and quick references on the card, and all entries whose names or values it prints."""
    book = texts.book
    yield from (f"table:{table.id}" for table in tables_on(card, book))
    shown = [block.shown for block in card.all_blocks()]
    headed = (each.heading.reference for each in shown if each.heading)
    named = [*(name for each in shown for name in each.references), *filter(None, headed)]
    targets = [*map(book.target_of, named), *map(book.resolve, links_on(card, book))]
    yield from (texts.id_of(each) for each in targets if each is not None and each.kind in LOOKED_UP)


def _print(card: Card, texts: Texts) -> Iterator[str]:
    """Yield all words and cells of the card."""
    yield from map(texts.plain, texts_on(card, texts.book))
    for table in tables_on(card, texts.book):
        yield texts.plain(table.title)
        printed = grid(table)
        for row in (*printed.head, *printed.body):
            parts = ((part.text, *part.conditions) for cell in row.cells for part in cell.parts)
            yield " | ".join(texts.plain(text) for each in parts for text in each)
        if table.note is not None:
            yield texts.plain(table.note)


def _surroundings(card: Card, book: Book) -> Iterator[object]:
    """Yield what else decides how a card looks: its theme, and the colours, marks and pictures that it names."""
    if card.theme not in themes_of_the_tool():
        yield book.themes[card.theme]
    shown = [block.shown for block in card.all_blocks()]
    named = [*map(book.target_of, (name for each in shown for name in each.colours))]
    linked = sorted({target for link in links_on(card, book) if (target := book.resolve(link))}, key=str)
    yield from (book.marks[each.id] for each in linked if each.kind == "mark" and each.id in book.marks)
    yield from (book.colours[each.id].tint for each in named if each is not None and each.kind == "colour")
    pictures = dict.fromkeys(name for each in shown for name in each.pictures)
    yield from (book.game.pictures[name].data for name in pictures if name in book.game.pictures)
    figures = (book.figures[each.id] for each in linked if each.kind == "figure")
    yield from ((book.game.content_pictures.get(each.picture), each.diagram) for each in figures)


# Where a claim holds

MAX_COMBINATIONS = 100_000
"""The most combinations of a claim's inputs to try; more would take longer than the rest of a snapshot."""
NO_CODE = ""
"""Stands for the rules code in cache keys, because where a claim holds does not depend on it."""


class ClaimTruth:
    """Finds where claims hold, from the domains, facts and tables of the game alone."""

    def __init__(self, book: Book, store: Store) -> None:
        self.book, self.tables, self.cache = book, TableNumbers(book), ResultCache(store, NO_CODE)

    def of(self, claim: Claim) -> dict[str, Any] | None:
        """Return for how many combinations of its inputs a claim is true; None if there are too many of them.

        A claim may keep its words and yet hold elsewhere, because a fact or a table that it names has changed: the
        digest is that of the combinations.
        """
        axes = [Axis(name, domain) for name, domain in self._domains(claim).items()]
        count = prod(axis.domain.proof_keys().size for axis in axes)
        if not 0 < count <= MAX_COMBINATIONS:
            return None
        truth = TruthTables(axes, self.tables, self.cache)
        holds = truth.space.expand_all(truth.of(claim.condition).holds)
        return {"true": holds.count(1), "of": count, "digest": digest_of(holds.hex())}

    def _domains(self, claim: Claim) -> Mapping[str, Domain]:
        axes = (axis for table in claim.tables for axis in self.book.tables[table].axes)
        domains = {axis.name: axis.domain for axis in axes} | {each.id: each for each in self.book.game.domains}
        return {name: domains[name] for name in self.tables.variables(claim) if name in domains}


# The digest of a layout: all values of something but texts and places in the source. It must be the same for every
# version of the tool, so it leaves out defaults: a new key of a card changes only the cards that use it.

DIGITS = 12
"""The length of a digest in hexadecimal digits: enough for the cards of one game."""


def layout_digest(*values: object) -> str:
    return digest_of("".join(part for value in values for part in _parts(value)))


def digest_of(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:DIGITS]


def _parts(value: Any) -> Iterator[str]:
    match value:
        case Text() | Span():
            pass
        case Enum():
            yield f"{value.name},"
        case tuple() | list():
            yield "("
            for each in value:
                yield from _parts(each)
            yield ")"
        case bytes():
            yield f"{sha256(value).hexdigest()},"
        case Mapping():
            yield from _parts(sorted(value.items()))
        case frozenset():
            yield f"{sorted(map(str, value))},"
        case _ if is_dataclass(value):
            yield f"{type(value).__name__}("
            for each in fields(value):
                own = getattr(value, each.name)
                if each.compare and own != _default(each):
                    yield f"{each.name}="
                    yield from _parts(own)
            yield ")"
        case _:
            yield f"{value},"


def _default(each: "Field[Any]") -> object:
    return each.default_factory() if each.default_factory is not MISSING else each.default

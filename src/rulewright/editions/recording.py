"""The snapshot of a linked game."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from rulewright.editions.cards import cards
from rulewright.editions.claims import claims
from rulewright.editions.layouts import layout_digest
from rulewright.editions.procedures import procedure_steps, procedure_words
from rulewright.editions.snapshot import (
    CARD,
    CELL,
    CLAIM,
    ERRATUM,
    EXAMPLE,
    FACT,
    FIGURE,
    KINDS,
    REFERENCE,
    RULE,
    TABLE,
    TERM,
    Key,
    Snapshot,
    Thing,
    whole_of,
)
from rulewright.editions.tables import cells, cells_of, tables
from rulewright.editions.texts import RecordedTexts
from rulewright.model.book import Book, Outline
from rulewright.model.example import Example
from rulewright.model.game import Exemption, Part, Rule, Term
from rulewright.model.item import Item
from rulewright.proof.report import ProofReport
from rulewright.store import Store
from rulewright.translation.catalogues import catalogue
from rulewright.wording import number

NOT_PROVED = ProofReport()


def snapshot(book: Book, proof: ProofReport = NOT_PROVED, store: Store | None = None) -> Snapshot:
    """What the game says now; the states of claims are known only if the rules code ran.

    The store has where the conditions of claims hold that take time to try.
    """
    texts = RecordedTexts(book)
    more = {
        CELL: cells(book, texts),
        CLAIM: claims(book, texts, proof, store or Store()),
        EXAMPLE: _examples(book, texts),
        FIGURE: _figures(book, texts),
        ERRATUM: _errata(book, texts),
    }
    game = book.game
    return Snapshot(game.id, game.title, game.language, _in_order(_printed(book, texts) | more))


@dataclass(frozen=True)
class Print(Snapshot):
    """Of what a game says now, what cards print. It has the cells of the tables that somebody asks for."""

    texts: RecordedTexts = field(kw_only=True)

    def find(self, key: Key) -> Thing | None:
        if key[0] != CELL:
            return self.by_key.get(key)
        return next((cell for cell in self.parts_of(whole_of(key)) if cell.key == key), None)

    def parts_of(self, whole: Key) -> tuple[Thing, ...]:
        if whole not in self._cells:
            table = self.texts.book.tables.get(whole[1])
            self._cells[whole] = tuple(map(_without_empty_fields, cells_of(table, self.texts))) if table else ()
        return self._cells[whole]

    @cached_property
    def _cells(self) -> dict[Key, tuple[Thing, ...]]:
        return {}


def print_of(book: Book, texts: RecordedTexts, known: Collection[Key]) -> Print:
    """Neither code nor conditions are tried for it.

    Of things that are `known` it has what a card prints of them; others are to be found by all that they say.
    """
    game, things = book.game, _in_order(_printed(book, texts, known))
    return Print(game.id, game.title, game.language, things, texts=texts)


def _in_order(things: Mapping[str, Iterator[Thing]]) -> tuple[Thing, ...]:
    every = chain.from_iterable(things.get(kind, ()) for kind in KINDS)
    return tuple(map(_without_empty_fields, every))


def _printed(book: Book, texts: RecordedTexts, known: Collection[Key] = ()) -> dict[str, Iterator[Thing]]:
    return {
        RULE: _rules(book, texts, known),
        TABLE: tables(book, texts, known),
        FACT: _facts(book, texts),
        TERM: _terms(book, texts, known),
        REFERENCE: _references(book, texts, known),
        CARD: cards(book, texts, known),
    }


def _without_empty_fields(thing: Thing) -> Thing:
    return Thing(thing.kind, thing.id, {name: text for name, text in thing.fields.items() if text})


def _rules(book: Book, texts: RecordedTexts, known: Collection[Key]) -> Iterator[Thing]:
    """In the order of print; then those of other works."""
    for top in book.outline:
        yield from _outline(top, "", texts, known)
    inside = {rule.id for rule in book.rules_in_order}
    yield from (_rule(rule, "", texts, known) for rule in book.game.rules if rule.id not in inside)


def _outline(each: Outline, parent: str, texts: RecordedTexts, known: Collection[Key]) -> Iterator[Thing]:
    yield _rule(each.rule, f"[[rule:{parent}]]" if parent else "", texts, known)
    for below in each.below:
        yield from _outline(below, each.rule.id, texts, known)


def _rule(rule: Rule, parent: str, texts: RecordedTexts, known: Collection[Key]) -> Thing:
    said = {} if (RULE, rule.id) in known else _said(rule, parent, texts)
    former = " ".join(each.name for each in rule.former_numbers), " ".join(each.name for each in rule.former_ids)
    fields = {"number": rule.number, "title": texts.plain(rule.title), **said}
    return Thing(RULE, rule.id, fields | {"former-numbers": former[0], "former-ids": former[1]})


def _said(rule: Rule, parent: str, texts: RecordedTexts) -> dict[str, str]:
    return {
        "parent": parent,
        "part": "" if rule.part is Part.RULES else rule.part.value,
        "external": rule.external,
        "text": texts.of(rule.text),
        "exceptions": "\n".join(_exceptions(rule.exceptions, texts)),
        "procedure": procedure_words(rule.procedure, texts),
        "works": procedure_steps(rule.procedure, texts),
        "incomplete": texts.of(rule.incomplete),
        "notes": texts.lines(rule.notes),
        "questions": texts.lines(rule.questions),
    }


def _exceptions(exceptions: tuple[Exemption, ...], texts: RecordedTexts, indent: str = "") -> Iterator[str]:
    """A bullet for each, those to an exception below it."""
    for each in exceptions:
        yield f"{indent}- {texts.of(each.text)}"
        yield from _exceptions(each.exceptions, texts, f"{indent}  ")


def _facts(book: Book, texts: RecordedTexts) -> Iterator[Thing]:
    say = catalogue(book.game.language).said
    for fact in book.game.facts:
        fields = {"value": say(number(fact.value)), "unit": fact.unit, "rule": texts.key(fact.rule)}
        yield Thing(FACT, fact.id, fields)


def _terms(book: Book, texts: RecordedTexts, known: Collection[Key]) -> Iterator[Thing]:
    return (Thing(TERM, each.id, {} if (TERM, each.id) in known else _term(each, texts)) for each in book.game.terms)


def _term(term: Term, texts: RecordedTexts) -> dict[str, str]:
    return {
        "name": term.name,
        "abbreviation": term.abbreviation,
        "also": ", ".join(term.also),
        "text": texts.of(term.text),
        "rule": texts.key(term.rule),
        "unexplained": texts.of(term.unexplained),
    }


def _references(book: Book, texts: RecordedTexts, known: Collection[Key]) -> Iterator[Thing]:
    for each in book.game.references:
        fields = {"title": texts.plain(each.title)}
        if (REFERENCE, each.id) not in known:
            fields |= {"rule": texts.key(each.rule), "bullets": "\n".join(_bullets(each.items, texts))}
        yield Thing(REFERENCE, each.id, fields)


def _bullets(items: tuple[Item, ...], texts: RecordedTexts, indent: str = "") -> Iterator[str]:
    for item in items:
        yield f"{indent}- {texts.of(item.text)}"
        yield from _bullets(item.items, texts, f"{indent}  ")


def _examples(book: Book, texts: RecordedTexts) -> Iterator[Thing]:
    for each in book.game.examples:
        yield Thing(EXAMPLE, each.id, dict(_example(each, texts)))


def _example(example: Example, texts: RecordedTexts) -> Iterator[tuple[str, str]]:
    yield "title", texts.plain(example.title)
    yield "rule", texts.key(example.rule)
    yield "text", texts.of(example.text)
    yield "given", "\n".join(f"- {each.name}: {texts.of(each.label)}" for each in example.given)
    yield "steps", "\n".join(f"- {texts.of(step.text)} {texts.of(step.result)}".rstrip() for step in example.steps)


def _figures(book: Book, texts: RecordedTexts) -> Iterator[Thing]:
    for each in book.game.numbered_figures:
        picture = book.game.figures.get(each.picture)
        fields = {
            "title": texts.plain(each.title),
            "caption": texts.of(each.caption),
            "rule": texts.key(each.rule),
            "alt": each.alt,
            "drawing": layout_digest(picture, each.diagram, each.width),
        }
        yield Thing(FIGURE, each.id, fields)


def _errata(book: Book, texts: RecordedTexts) -> Iterator[Thing]:
    for each in book.game.errata:
        fields = {
            "where": texts.key(each.where),
            "class": each.class_.value,
            "printed": texts.of(each.printed),
            "now": texts.of(each.now),
            "why": texts.of(each.why),
        }
        yield Thing(ERRATUM, each.id, fields)

"""The snapshot of a linked game."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cached_property
from hashlib import sha256
from itertools import chain
from math import prod
from typing import Any

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
    link_to,
    whole_of,
)
from rulewright.editions.texts import RecordedTexts, cells, cells_of, tables
from rulewright.findings import Span
from rulewright.grid import grid
from rulewright.model.book import Book, Outline, Target
from rulewright.model.card import Card, Heading
from rulewright.model.card_contents import links_on, tables_on, texts_on
from rulewright.model.domain import Domain
from rulewright.model.example import Example
from rulewright.model.expression import Claim, Item
from rulewright.model.game import Exemption, Part, Rule, Term
from rulewright.model.owners import items_below
from rulewright.model.procedure import Operand, Procedure, ProcedureStep, Word
from rulewright.model.table import Axis, Table
from rulewright.model.text import Text
from rulewright.model.theme import THEMES
from rulewright.proof.executor import ResultCache
from rulewright.proof.report import ProofReport, State
from rulewright.proof.truth_tables import TableNumbers, TruthTables
from rulewright.store import Store
from rulewright.translation.catalogues import catalogue
from rulewright.wording import number

# The digest of how something is laid out

DIGITS = 12
"""Hexadecimal digits of a digest: enough for the cards of one game."""


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
            yield from _fields(value)
        case _:
            yield f"{value},"


def _fields(value: Any) -> Iterator[str]:
    yield f"{type(value).__name__}("
    for each in fields(value):
        held = getattr(value, each.name)
        if each.compare and held != _default(each):
            yield f"{each.name}="
            yield from _parts(held)
    yield ")"


def _default(field: "Field[Any]") -> object:
    return field.default_factory() if field.default_factory is not MISSING else field.default


# Cards as things of a snapshot

PRINTED = (RULE, TABLE, REFERENCE, FACT, CELL)
"""What a card shows by itself, or by a link whose words are looked up."""


def cards(book: Book, texts: RecordedTexts, known: Collection[Key] = ()) -> Iterator[Thing]:
    """`words` are those of the card alone, `shows` all else that it prints; `prints` and `layout` are digests.

    The usual footer does not count: else the number of an edition would change every card. Those that are
    `known` have no fields.
    """
    for card in book.game.cards:
        yield Thing(CARD, card.id, {} if (CARD, card.id) in known else _whole(card, book, texts))


def _whole(card: Card, book: Book, texts: RecordedTexts) -> dict[str, str]:
    return {
        "title": texts.plain(card.title),
        "size": f"{card.size.width.value} × {card.size.height.value} mm",
        "words": "\n".join(dict.fromkeys(_own_words(card, texts))),
        "shows": " ".join(dict.fromkeys(_shown(card, book, texts))),
        "prints": digest_of("\n".join(_cards_printed(card, book, texts))),
        "layout": layout_digest(card, *_surroundings(card, book)),
    }


def _own_words(card: Card, texts: RecordedTexts) -> Iterator[str]:
    shown = [block.shown for block in card.all_blocks()]
    own = (text for each in shown for text in each.texts if text is not None and not isinstance(text, Heading))
    bullets = (item.text for each in shown for bullet in each.bullets for item in bullet.walk())
    yield from filter(None, map(texts.of, (*own, *bullets)))


def _shown(card: Card, book: Book, texts: RecordedTexts) -> Iterator[str]:
    """Links to the tables and quick references on it, and to all whose names or values stand in its words."""
    yield from (link_to((TABLE, table.id)) for table in tables_on(card, book))
    shown = [block.shown for block in card.all_blocks()]
    headed = (each.heading.reference for each in shown if each.heading)
    named = [*(name for each in shown for name in each.references), *filter(None, headed)]
    targets = [*map(book.target_of, named), *map(book.resolve, links_on(card, book))]
    yield from (link_to(texts.target(each)) for each in targets if each is not None and each.kind in PRINTED)


def _cards_printed(card: Card, book: Book, texts: RecordedTexts) -> Iterator[str]:
    """All words and cells of the card."""
    yield from map(texts.plain, texts_on(card, book))
    for table in tables_on(card, book):
        yield from _cells(table, texts)


def _cells(table: Table, texts: RecordedTexts) -> Iterator[str]:
    yield texts.plain(table.title)
    printed = grid(table)
    for row in (*printed.head, *printed.body):
        parts = ((part.text, *part.conditions) for cell in row.cells for part in cell.parts)
        yield " | ".join(texts.plain(text) for each in parts for text in each)
    yield texts.plain(table.note)


def _surroundings(card: Card, book: Book) -> Iterator[object]:
    """What else decides how a card looks: a theme of the game, the colours, marks and pictures that it names."""
    if card.theme not in {theme.id for theme in THEMES}:
        yield book.themes[card.theme]
    shown = [block.shown for block in card.all_blocks()]
    named = [*map(book.target_of, (name for each in shown for name in each.colours))]
    linked = sorted({target for link in links_on(card, book) if (target := book.resolve(link))}, key=str)
    yield from (book.marks[each.id] for each in linked if each.kind == "mark" and each.id in book.marks)
    yield from (book.colours[each.id].tint for each in named if each is not None and each.kind == "colour")
    pictures = dict.fromkeys(name for each in shown for name in each.pictures)
    yield from (book.game.pictures[name].data for name in pictures if name in book.game.pictures)
    yield from (_figure(each, book) for each in linked if each.kind == "figure")


def _figure(figure: Target, book: Book) -> object:
    found = book.figures[figure.id]
    return book.game.figures.get(found.picture), found.diagram


# The claims of quick references

MOST = 100_000
"""Combinations of the inputs of a claim that are tried: more would take longer than all else of a snapshot."""

NO_CODE = ""
"""Where a claim holds depends on no rules code."""


def claims(book: Book, texts: RecordedTexts, proof: ProofReport, store: Store) -> Iterator[Thing]:
    """Each claim by its quick reference and its words."""
    states: Mapping[Span, State] = {each.span: each.state for each in proof.statements if each.kind == "claim"}
    truth, taken = Truth(book, store), dict[str, int]()
    for reference in book.game.references:
        for item in items_below(reference.items):
            if item.claim is None:
                continue
            id_ = f"{reference.id}({item.claim.text})"
            taken[id_] = taken.get(id_, 0) + 1
            fields = {
                "bullet": texts.of(item.text),
                "holds": truth.of(item.claim),
                "proof": states[item.claim.span].value if proof.ran and item.claim.span in states else "",
            }
            yield Thing(CLAIM, id_ if taken[id_] == 1 else f"{id_} {taken[id_]}", fields)


class Truth:
    """Where claims hold, from the domains, facts and tables of the game alone."""

    def __init__(self, book: Book, store: Store) -> None:
        self.book, self.tables, self.kept = book, TableNumbers(book), ResultCache(store, NO_CODE)

    def of(self, claim: Claim) -> str:
        """`35 of 120 (1f2e…)`; nothing where there are too many combinations, or endlessly many."""
        axes = [Axis(name, domain) for name, domain in self._domains(claim).items()]
        count = prod(axis.domain.proof_keys().size for axis in axes)
        if not 0 < count <= MOST:
            return ""
        truth = TruthTables(axes, self.tables, self.kept)
        held = truth.space.expand_all(truth.of(claim.condition).holds)
        return f"{held.count(1)} of {count} ({digest_of(held.hex())})"

    def _domains(self, claim: Claim) -> Mapping[str, Domain]:
        asked = (axis for table in claim.tables for axis in self.book.tables[table].axes)
        known = {**{axis.name: axis.domain for axis in asked}, **{each.id: each for each in self.book.game.domains}}
        return {name: known[name] for name in self.tables.variables(claim) if name in known}


# The procedure of a rule as fields of the rule

BOUNDS = ("at least", "at most", "always", "never")
"""The keys of what a roll is held against."""


def procedure_words(procedure: Procedure | None, texts: RecordedTexts) -> str:
    """Its sentences, a line for each."""
    return texts.lines(procedure.words()) if procedure else ""


def procedure_steps(procedure: Procedure | None, texts: RecordedTexts) -> str:
    """Its steps without their sentences, a bullet for each."""
    steps = procedure.steps if procedure else ()
    return "\n".join(f"- {'; '.join(filter(None, _step(step, texts)))}" for step in steps)


def _step(step: ProcedureStep, texts: RecordedTexts) -> Iterator[str]:
    yield step.name
    yield texts.of(step.table)
    yield _listed("asks", (each.name for each in step.asks))
    yield _listed("takes", _pairs(step.takes))
    yield f"roll {step.roll.written}" if step.roll else ""
    yield _listed("times", _operands(step.times, texts=texts))
    yield _listed("add", _operands(*step.add, texts=texts))
    yield from (_listed(name, _operands(each, texts=texts)) for name, each in zip(BOUNDS, step.bounds, strict=True))
    yield _listed("results", _pairs(step.results))
    yield _listed("when", (f"{name.name} {' or '.join(each.name for each in few)}" for name, few in step.when))
    yield _listed("stop", (word.name for word, _ in step.stop))


def _pairs(pairs: tuple[tuple[Word, Word], ...]) -> Iterator[str]:
    return (f"{one.name} {other.name}" for one, other in pairs)


def _operands(*operands: Operand | None, texts: RecordedTexts) -> Iterator[str]:
    return (texts.of(each.fact) or each.written.name for each in operands if each is not None)


def _listed(name: str, values: Iterator[str]) -> str:
    said = ", ".join(values)
    return f"{name} {said}" if said else ""


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

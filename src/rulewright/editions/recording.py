"""Make the snapshot of a linked game: every rule, cell, claim, card and so on becomes a thing with text fields."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cached_property
from hashlib import sha256
from itertools import chain
from math import prod
from typing import Any, TypeVar

from rulewright.base.findings import Span
from rulewright.base.messages.catalogues import catalogue
from rulewright.base.store import Store
from rulewright.book.book import Book, Outline
from rulewright.book.card_contents import links_on, tables_on, texts_on
from rulewright.book.grid import grid
from rulewright.book.wording import number, written
from rulewright.editions.snapshot import DECLARED, KINDS, Key, Snapshot, Thing, link_to, whole_of
from rulewright.editions.texts import RecordedTexts, cells, cells_of, tables
from rulewright.entries.block import Heading
from rulewright.entries.card import Card
from rulewright.entries.claims import Claim
from rulewright.entries.domains import Axis, Domain
from rulewright.entries.entry import Entry
from rulewright.entries.entry import Key as DeclaredKey
from rulewright.entries.procedures import Operand, ProcedureStep
from rulewright.entries.references import all_bullets
from rulewright.entries.roles import MARKDOWN
from rulewright.entries.rules import Part, Rule
from rulewright.entries.text import Text
from rulewright.entries.themes import themes_of_the_tool
from rulewright.proof.executor import ResultCache
from rulewright.proof.report import ProofReport, State
from rulewright.proof.truth_tables import TableNumbers, TruthTables

NOT_PROVED = ProofReport()
T = TypeVar("T")


def snapshot(book: Book, proof: ProofReport = NOT_PROVED, store: Store | None = None) -> Snapshot:
    """Return what the game says now; the states of claims are empty if the rules code did not run.

    The store caches where the conditions of claims hold, which may take long to compute.
    """
    recorder = _Recorder(book, RecordedTexts(book))
    things = (
        recorder.printed()
        | {
            "cell": cells(book, recorder.texts),
            "claim": recorder.claims(proof, store or Store()),
            "example": recorder.examples(),
            "figure": recorder.figures(),
        }
        | {kind: recorder.declared(kind) for kind in DECLARED}
    )
    game = book.game
    return Snapshot(game.id, game.title, game.language, _in_order(things))


@dataclass(frozen=True)
class Print(Snapshot):
    """What the cards of a game print now. Cells are recorded when their table is asked for."""

    texts: RecordedTexts = field(kw_only=True)

    def find(self, key: Key) -> Thing | None:
        if key[0] != "cell":
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


def print_of(book: Book, texts: RecordedTexts, names_only: Collection[Key]) -> Print:
    """Return what cards print, without claims. Things in `names_only` have just the fields that a link prints."""
    game, things = book.game, _in_order(_Recorder(book, texts, names_only).printed())
    return Print(game.id, game.title, game.language, things, texts=texts)


def _in_order(things: Mapping[str, Iterator[Thing]]) -> tuple[Thing, ...]:
    every = chain.from_iterable(things.get(kind, ()) for kind in KINDS)
    return tuple(map(_without_empty_fields, every))


def _without_empty_fields(thing: Thing) -> Thing:
    return Thing(thing.kind, thing.id, {name: text for name, text in thing.fields.items() if text})


class _Recorder:
    """Records the things of a book. Things in `names_only` get just the fields that a link prints."""

    def __init__(self, book: Book, texts: RecordedTexts, names_only: Collection[Key] = ()) -> None:
        self.book, self.texts, self.names_only = book, texts, names_only

    def printed(self) -> dict[str, Iterator[Thing]]:
        """Return the things that cards print, except cells, by kind."""
        return {
            "rule": self._rules(),
            "table": tables(self.book, self.texts, self.names_only),
            "fact": self._facts(),
            "term": self._terms(),
            "reference": self._references(),
            "card": self._cards(),
        }

    def _rules(self) -> Iterator[Thing]:
        """Yield the rules in the order of print; then those of other works."""
        for top in self.book.outline:
            yield from self._outline(top, "")
        inside = {rule.id for rule in self.book.rules_in_order}
        yield from (self._rule(rule, "") for rule in self.book.game.rules if rule.id not in inside)

    def _outline(self, each: Outline, parent: str) -> Iterator[Thing]:
        yield self._rule(each.rule, f"[[rule:{parent}]]" if parent else "")
        for below in each.below:
            yield from self._outline(below, each.rule.id)

    def _rule(self, rule: Rule, parent: str) -> Thing:
        values = {"number": rule.number, "title": self.texts.plain(rule.title)}
        if ("rule", rule.id) not in self.names_only:
            procedure = rule.procedure
            steps = (filter(None, self._step(step)) for step in (procedure.steps if procedure else ()))
            values |= {
                "parent": parent,
                "part": "" if rule.part is Part.RULES else rule.part.value,
                "external": rule.external,
                "text": self.texts.of(rule.text),
                "exceptions": self._bullets(rule.exceptions, lambda each: each.text, lambda each: each.exceptions),
                "procedure": self.texts.lines(procedure.prose()) if procedure else "",
                "works": "\n".join(f"- {'; '.join(step)}" for step in steps),
            }
            prose = {name: key for name, key in rule.declared.items() if key.kind in MARKDOWN and name not in values}
            values |= {name: self._value(getattr(rule, key.attribute), key) for name, key in prose.items()}
        values["former-numbers"] = " ".join(each.name for each in rule.former_numbers)
        values["former-ids"] = " ".join(each.name for each in rule.former_ids)
        return Thing("rule", rule.id, values)

    def _step(self, step: ProcedureStep) -> Iterator[str]:
        """Yield how a step of a procedure works, without its sentences."""
        yield step.name
        for key in step.declared.values():
            if key.name != "stop" and key.kind not in MARKDOWN:
                words = self._value(getattr(step, key.attribute), key)
                yield f"{key.name} {words}" if words else ""
        yield " ".join(("stop", *(word.name for word, _ in step.stop))) if step.stop else ""

    def _bullets(self, items: Iterable[T], text: Callable[[T], Text], below: Callable[[T], Iterable[T]]) -> str:
        """Return the texts of nested items, a bullet for each."""

        def lines(nested: Iterable[T], indent: str) -> Iterator[str]:
            for item in nested:
                yield f"{indent}- {self.texts.of(text(item))}"
                yield from lines(below(item), f"{indent}  ")

        return "\n".join(lines(items, ""))

    def _facts(self) -> Iterator[Thing]:
        said = catalogue(self.book.game.language).said
        for fact in self.book.game.facts:
            values = {"value": said(number(fact.value)), "unit": fact.unit, "rule": self.texts.key(fact.rule)}
            yield Thing("fact", fact.id, values)

    def _terms(self) -> Iterator[Thing]:
        for term in self.book.game.terms:
            values: dict[str, str] = {}
            if ("term", term.id) not in self.names_only:
                values = {
                    "name": term.name,
                    "abbreviation": term.abbreviation,
                    "also": ", ".join(term.also),
                    "text": self.texts.of(term.text),
                    "rule": self.texts.key(term.rule),
                    "unexplained": self.texts.of(term.unexplained),
                }
            yield Thing("term", term.id, values)

    def _references(self) -> Iterator[Thing]:
        for each in self.book.game.references:
            values = {"title": self.texts.plain(each.title)}
            if ("reference", each.id) not in self.names_only:
                bullets = self._bullets(each.items, lambda item: item.text, lambda item: item.items)
                values |= {"rule": self.texts.key(each.rule), "bullets": bullets}
            yield Thing("reference", each.id, values)

    def examples(self) -> Iterator[Thing]:
        of = self.texts.of
        for each in self.book.game.examples:
            values = {
                "title": self.texts.plain(each.title),
                "rule": self.texts.key(each.rule),
                "text": of(each.text),
                "given": "\n".join(f"- {one.name}: {of(one.label)}" for one in each.given),
                "steps": "\n".join(f"- {of(step.text)} {of(step.result)}".rstrip() for step in each.steps),
            }
            yield Thing("example", each.id, values)

    def figures(self) -> Iterator[Thing]:
        for each in self.book.game.figures:
            picture = self.book.game.content_pictures.get(each.picture)
            values = {
                "title": self.texts.plain(each.title),
                "caption": self.texts.of(each.caption),
                "rule": self.texts.key(each.rule),
                "alt": each.alt,
                "drawing": layout_digest(picture, each.diagram, each.width),
            }
            yield Thing("figure", each.id, values)

    def declared(self, kind: str) -> Iterator[Thing]:
        """Yield the entries of a kind with the values of all their keys."""
        keys = DECLARED[kind]
        for each in self.book.game.of_kind(kind):
            values = {name: self._value(getattr(each, key.attribute), key) for name, key in keys.items()}
            yield Thing(kind, each.id, values)

    def _value(self, value: object, key: DeclaredKey[Any]) -> str:
        match value:
            case None | False:
                return ""
            case Text():
                return self.texts.key(value) if key.kind.refers else self.texts.of(value)
            case Enum():
                return str(value.value)
            case Operand(word, fact):
                return self.texts.of(fact) or word.name
            case tuple():
                between = "\n" if key.kind in MARKDOWN else " " if key.kind.refers else ", "
                return between.join(self._value(each, key) for each in value)
            case Entry():
                inner = (
                    (name, self._value(getattr(value, one.attribute), one)) for name, one in value.declared.items()
                )
                return "; ".join(f"{name}: {text}" for name, text in inner if text)
        return written(value)

    def claims(self, proof: ProofReport, store: Store) -> Iterator[Thing]:
        """Yield the claims of quick references: what each says, where it holds, and whether the rules code agrees.

        A claim may keep its words and yet hold elsewhere, because a fact or a table that it names has changed. So a
        snapshot counts the combinations of its inputs for which it holds, and has a digest of them.
        """
        states: Mapping[Span, State] = {each.span: each.state for each in proof.statements if each.kind == "claim"}
        truth, taken = ClaimTruth(self.book, store), dict[str, int]()
        for reference in self.book.game.references:
            for item in all_bullets(reference.items):
                if item.claim is None:
                    continue
                id_ = f"{reference.id}({item.claim.text})"
                taken[id_] = taken.get(id_, 0) + 1
                values = {
                    "bullet": self.texts.of(item.text),
                    "holds": truth.of(item.claim),
                    "proof": states[item.claim.span].value if proof.ran and item.claim.span in states else "",
                }
                yield Thing("claim", id_ if taken[id_] == 1 else f"{id_} {taken[id_]}", values)

    def _cards(self) -> Iterator[Thing]:
        """Yield the cards: `words` are a card's own, `shows` is all else on it; `prints` and `layout` are digests.

        The usual footer does not count, because the number of an edition would change every card.
        """
        for card in self.book.game.cards:
            yield Thing("card", card.id, {} if ("card", card.id) in self.names_only else self._card(card))

    def _card(self, card: Card) -> dict[str, str]:
        return {
            "title": self.texts.plain(card.title),
            "size": f"{card.size.width.value} × {card.size.height.value} mm",
            "words": "\n".join(dict.fromkeys(self._own_words(card))),
            "shows": " ".join(dict.fromkeys(self._shown(card))),
            "prints": digest_of("\n".join(self._print(card))),
            "layout": layout_digest(card, *self._surroundings(card)),
        }

    def _own_words(self, card: Card) -> Iterator[str]:
        shown = [block.shown for block in card.all_blocks()]
        own = (text for each in shown for text in each.texts if text is not None and not isinstance(text, Heading))
        bullets = (item.text for each in shown for bullet in each.bullets for item in bullet.walk())
        return filter(None, map(self.texts.of, (*own, *bullets)))

    def _shown(self, card: Card) -> Iterator[str]:
        """Yield links to the tables and quick references on the card, and to all whose names or values it prints."""
        yield from (link_to(("table", table.id)) for table in tables_on(card, self.book))
        shown = [block.shown for block in card.all_blocks()]
        headed = (each.heading.reference for each in shown if each.heading)
        named = [*(name for each in shown for name in each.references), *filter(None, headed)]
        targets = [*map(self.book.target_of, named), *map(self.book.resolve, links_on(card, self.book))]
        looked_up = ("rule", "table", "reference", "fact", "cell")
        yield from (link_to(self.texts.target(each)) for each in targets if each is not None and each.kind in looked_up)

    def _print(self, card: Card) -> Iterator[str]:
        """Yield all words and cells of the card."""
        yield from map(self.texts.plain, texts_on(card, self.book))
        for table in tables_on(card, self.book):
            yield self.texts.plain(table.title)
            printed = grid(table)
            for row in (*printed.head, *printed.body):
                parts = ((part.text, *part.conditions) for cell in row.cells for part in cell.parts)
                yield " | ".join(self.texts.plain(text) for each in parts for text in each)
            yield self.texts.plain(table.note)

    def _surroundings(self, card: Card) -> Iterator[object]:
        """Yield what else decides how a card looks: its theme, and the colours, marks and pictures that it names."""
        book = self.book
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

    def of(self, claim: Claim) -> str:
        """Return where a claim holds, as `35 of 120 (1f2e…)`; empty if there are too many combinations."""
        axes = [Axis(name, domain) for name, domain in self._domains(claim).items()]
        count = prod(axis.domain.proof_keys().size for axis in axes)
        if not 0 < count <= MAX_COMBINATIONS:
            return ""
        truth = TruthTables(axes, self.tables, self.cache)
        holds = truth.space.expand_all(truth.of(claim.condition).holds)
        return f"{holds.count(1)} of {count} ({digest_of(holds.hex())})"

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

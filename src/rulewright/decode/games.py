"""A game from its trees: each section from every file that has it."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from rulewright.decode.addresses import read_address
from rulewright.decode.axes import Domains
from rulewright.decode.cards import decode_card
from rulewright.decode.colours import read_tint
from rulewright.decode.domains import decode_domain
from rulewright.decode.examples import ExampleReader
from rulewright.decode.expressions import Facts, Tables, read_call, read_claim
from rulewright.decode.fields import Fields, check_id, prose
from rulewright.decode.notations import decode_notation
from rulewright.decode.on_screen import decode_online, decode_screen
from rulewright.decode.press import decode_press
from rulewright.decode.rulebooks import decode_rulebook
from rulewright.decode.rules import decode_rule
from rulewright.decode.sheets import decode_sheet
from rulewright.decode.tables import decode_table, decode_throw
from rulewright.decode.themes import decode_themes
from rulewright.decode.waivers import decode_waiver
from rulewright.diagnostics import Diagnostic, Faults, Label, Span
from rulewright.model.colour import BLACK
from rulewright.model.domain import Domain, Plain
from rulewright.model.exact_numbers import read_exact
from rulewright.model.game import Colour, Erratum, Fact, Game, Item, Mark, Reference, Term
from rulewright.model.names import did_you_mean, slug
from rulewright.model.numbering import Numbering
from rulewright.model.table import Table
from rulewright.model.text import Link, Text, read_text
from rulewright.model.theme import Theme
from rulewright.source.files import TOP_LEVEL_KEYS, Sources
from rulewright.source.nodes import Mapping, Node, Scalar, kind

GAME_KEYS = (
    "title", "subtitle", "edition", "version", "language", "address", "numbers", "numbering", "theme", "colours",
    "marks", "notations",
)  # fmt: skip
KINDS_OF_FILES = ("sheet", "rulebook", "press", "screen", "online")
"""What else than cards and themes is laid out in cards/GAME/, by the key that tells."""
KIND_OF = {kind: kind for kind in KINDS_OF_FILES} | {"title": "card", "blocks": "card", "theme": "theme"}
"""What a file of cards/GAME/ is by the first of these keys that it has: cards and sheets may name their theme."""
FREELY_NAMED = ("terms", "waivers")
"""Sections whose keys are words of the author, or what a finding is about."""
LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
T = TypeVar("T")


def decode(sources: Sources, faults: Faults) -> Game:
    """The whole game; what cannot be made sense of is left out and reported, all of it at once."""
    sections = _Sections(sources, faults)
    domains = sections.all("domains", lambda key, node: _domain(key, node, faults))
    by_id = {domain.id: domain for domain in domains}
    throws = {key.span: rule for rule, throws in sections.throws() for key, _ in throws}

    def table(key: Scalar, node: Node) -> Table | None:
        if key.span not in throws:
            return decode_table(key, node, by_id, faults)
        rule, title = throws[key.span]
        return decode_throw(key, node, rule, title, by_id, faults)

    entries = [*sections.entries("tables"), *(entry for _, inside in sections.throws() for entry in inside)]
    tables = sections.unique("tables", entries, table)
    asked: dict[str, Table | None] = {key.value: None for key, _ in entries}
    asked |= {table.id: table for table in tables}
    facts = sections.all("facts", lambda key, node: _fact(key, node, faults))
    values = {fact.id: fact.value for fact in facts}
    themes = decode_themes(_files(sources, "theme"), faults)
    meta = _Meta(sections, sources, themes, faults)
    known = tuple(dict.fromkeys((meta.theme, *(theme.id for theme in themes))))
    return Game(
        id=sources.game,
        title=meta.title,
        subtitle=meta.subtitle,
        edition=meta.edition,
        version=meta.version,
        language=meta.language,
        address=meta.address,
        colours=meta.colours,
        marks=meta.marks,
        domains=domains,
        facts=facts,
        terms=sections.all("terms", lambda key, node: _term(key, node, faults)),
        rules=sections.all("rules", lambda key, node: decode_rule(key, node, faults)),
        tables=tables,
        references=sections.all(
            "references", lambda key, node: _ReferenceReader(key, node, by_id, asked, values, faults).read()
        ),
        examples=sections.all("examples", ExampleReader(by_id, meta.notations, tables, faults).read),
        errata=sections.all("errata", lambda key, node: _erratum(key, node, faults)),
        cards=tuple(decode_card(*file, known, faults) for file in _files(sources, "card")),
        sheets=tuple(decode_sheet(*file, known, faults) for file in _files(sources, "sheet")),
        rulebooks=tuple(decode_rulebook(*file, faults) for file in _files(sources, "rulebook")),
        presses=tuple(decode_press(*file, sources.profiles, faults) for file in _files(sources, "press")),
        screens=tuple(decode_screen(*file, faults) for file in _files(sources, "screen")),
        online=tuple(decode_online(*file, faults) for file in _files(sources, "online")),
        span=meta.span,
        numbers_quoted=meta.numbers_quoted,
        numbering=meta.numbering,
        notations=meta.notations,
        pictures=sources.pictures,
        waivers=sections.all("waivers", lambda key, node: decode_waiver(key, node, faults)),
        themes=themes,
    )


def _files(sources: Sources, kind_: str) -> Iterator[tuple[str, Mapping]]:
    """The files of cards/GAME/ of one kind: each is a card, unless a key says otherwise."""
    for name, tree in sources.cards:
        if next((of for key, of in KIND_OF.items() if tree.get(key) is not None), "card") == kind_:
            yield name, tree


class _Sections:
    """The sections of all content files together; the same id twice is a fault that names both."""

    def __init__(self, sources: Sources, faults: Faults) -> None:
        self.faults = faults
        self.found: dict[str, list[tuple[Scalar, Node]]] = {name: [] for name in TOP_LEVEL_KEYS}
        for tree in sources.content:
            for key, value in tree.entries:
                if key.value in self.found:
                    self.found[key.value].append((key, value))
                    empty = isinstance(value, Scalar) and value.empty
                    if key.value != "game" and not isinstance(value, Mapping) and not empty:
                        message = f"{key.value!r} is a mapping of names to entries, not {kind(value)}"
                        faults.add(Diagnostic("wrong-type", value.span, message))
                else:
                    hint = did_you_mean(key.value, TOP_LEVEL_KEYS, f"the keys are: {', '.join(TOP_LEVEL_KEYS)}")
                    faults.add(Diagnostic("unknown-key", key.span, f"a source file has no key {key.value!r}", hint))

    def entries(self, section: str) -> Iterator[tuple[Scalar, Node]]:
        for _, value in self.found[section]:
            if isinstance(value, Mapping):
                yield from value.entries

    def throws(self) -> Iterator[tuple[tuple[Scalar, Text], tuple[tuple[Scalar, Node], ...]]]:
        """The tables that stand in rules: the rule with its title, and its throws."""
        for key, node in self.entries("rules"):
            inside = node.get("throws") if isinstance(node, Mapping) else None
            if isinstance(node, Mapping) and isinstance(inside, Mapping):
                title = node.get("title")
                text = read_text(title) if isinstance(title, Scalar) else Text(key.value, (), key.span)
                yield (key, text), inside.entries

    def all(self, section: str, decode_one: Callable[[Scalar, Node], T | None]) -> tuple[T, ...]:
        return self.unique(section, self.entries(section), decode_one)

    def unique(
        self, section: str, entries: Iterable[tuple[Scalar, Node]], decode_one: Callable[[Scalar, Node], T | None]
    ) -> tuple[T, ...]:
        first: dict[str, Scalar] = {}
        made: list[T] = []
        for key, node in entries:
            if section not in FREELY_NAMED:
                check_id(key, self.faults)
            same = first.setdefault(slug(key.value), key)
            if same is not key:
                label = Label(same.span, "first given here")
                message = f"{key.value!r} is given twice under {section!r}"
                self.faults.add(Diagnostic("duplicate-id", key.span, message, "rename or merge one of them", (label,)))
                continue
            one = decode_one(key, node)
            if one is not None:
                made.append(one)
        return tuple(made)


class _Meta:
    """The section `game`, which stands in exactly one file."""

    def __init__(self, sections: _Sections, sources: Sources, themes: Iterable[Theme], faults: Faults) -> None:
        given = sections.found["game"]
        self.span = given[0][1].span if given else Span(f"content/{sources.game}")
        if not given:
            hint = "add game: with a title and a language to one of its files"
            faults.add(Diagnostic("missing-key", self.span, "no file of this game has the key 'game'", hint))
        for key, _ in given[1:]:
            label = Label(given[0][0].span, "first given here")
            faults.add(Diagnostic("duplicate-key", key.span, "'game' is given in two files", "keep one", (label,)))
        fields = Fields(given[0][1] if given else Mapping((), self.span), "game", GAME_KEYS, faults)
        self.title = fields.string("title", sources.game, required=bool(given))
        self.subtitle = fields.string("subtitle")
        self.edition, self.version = fields.string("edition"), fields.string("version")
        self.language = fields.string("language", "en")
        if not LANGUAGE.fullmatch(self.language):
            fields.fault(
                "bad-value",
                fields.place("language"),
                f"{self.language!r} is no language",
                "write a code such as en or de",
            )
        self.address = read_address(fields)
        self.numbers_quoted = fields.choice("numbers", ("typed", "quoted")) == "quoted"
        self.numbering = Numbering(fields.choice("numbering", tuple(each.value for each in Numbering)))
        self.theme = fields.choice("theme", tuple(theme.id for theme in themes))
        self.colours = tuple(c for key, node in fields.each("colours") if (c := _colour(key, node, faults)))
        read = (decode_notation(key, node, faults) for key, node in fields.each("notations"))
        self.notations = tuple(notation for notation in read if notation is not None)
        self.marks = tuple(_mark(key, node, faults) for key, node in fields.each("marks"))


def _colour(key: Scalar, node: Node, faults: Faults) -> Colour | None:
    tint = read_tint(key.value, node, faults)
    return None if tint is None else Colour(key.value, tint, key.span)


def _mark(key: Scalar, node: Node, faults: Faults) -> Mark:
    fields = Fields(node, f"mark {key.value!r}", ("badge", "sign", "colour", "name", "legend"), faults)
    badge = fields.string("badge")
    if bool(badge) == fields.has("sign"):
        fields.fault("missing-key", key.span, f"{fields.what} needs either 'badge' or 'sign'")
    colour = fields.required("colour")
    tint = read_tint(key.value, colour, faults) if colour else None
    name = fields.string("name", key.value)
    letter = badge or fields.string("sign")
    return Mark(key.value, letter, tint or BLACK, bool(badge), name, fields.text("legend"), key.span)


def _term(key: Scalar, node: Node, faults: Faults) -> Term:
    fields = Fields(node, f"term {key.value!r}", ("abbreviation", "also", "text", "rule", "unexplained"), faults)
    unexplained = fields.text("unexplained")
    text = fields.text("text", required=unexplained is None)
    also = tuple(scalar.value for scalar in fields.strings("also"))
    rule = fields.link("rule", "rule")
    return Term(slug(key.value), key.value, fields.string("abbreviation"), also, text, rule, unexplained, key.span)


def _domain(key: Scalar, node: Node, faults: Faults) -> Domain | None:
    domain = decode_domain(key.value, node, faults)
    return None if domain is None else replace(domain, span=key.span)


def _fact(key: Scalar, node: Node, faults: Faults) -> Fact:
    if isinstance(node, Scalar) and node.value.strip():
        return Fact(key.value, _plain(node.value), "", None, None, key.span)
    fields = Fields(node, f"fact {key.value!r}", ("value", "unit", "rule", "proof"), faults)
    value = fields.string("value", required=True)
    proof = fields.scalar("proof")
    call = None if proof is None else read_call(proof, faults)
    return Fact(key.value, _plain(value), fields.string("unit"), fields.link("rule", "rule"), call, key.span)


def _erratum(key: Scalar, node: Node, faults: Faults) -> Erratum:
    fields = Fields(node, f"erratum {key.value!r}", ("where", "printed", "now", "why"), faults)
    where = fields.scalar("where", required=True)
    place = Text("", (), key.span)
    if where is not None:
        place = Text(f"[[{where.value}]]", (Link(where.value, "", where.span),), where.span)
    return Erratum(key.value, place, fields.title("printed"), fields.title("now"), fields.title("why"), key.span)


def _plain(text: str) -> Plain:
    exact = read_exact(text)
    return text if exact is None or "." in text else exact


class _ReferenceReader:
    """One quick reference with the claims of its bullets."""

    def __init__(self, key: Scalar, node: Node, domains: Domains, tables: Tables, facts: Facts, faults: Faults) -> None:
        self.key, self.node, self.faults = key, node, faults
        self.domains, self.tables, self.facts = domains, tables, facts

    def read(self) -> Reference:
        fields = Fields(self.node, f"reference {self.key.value!r}", ("title", "rule", "items"), self.faults)
        fields.required("items")
        items = tuple(self._item(node) for node in fields.list("items"))
        return Reference(self.key.value, fields.title(), fields.link("rule", "rule"), items, self.key.span)

    def _item(self, node: Node) -> Item:
        if isinstance(node, Scalar):
            return Item(prose(node, self.faults))
        fields = Fields(node, "a bullet", ("text", "claim", "proof", "unproved", "table", "items"), self.faults)
        claim, proof = fields.scalar("claim"), fields.scalar("proof")
        if proof is not None and claim is None and not any(map(_states_claim, fields.list("items"))):
            hint = "add a claim to this bullet, or to those under it that are its alternatives"
            fields.fault("bad-proof", proof.span, "there is no claim here for this function to prove", hint)
        return Item(
            fields.title("text"),
            None if claim is None else read_claim(claim, self.domains, self.tables, self.faults, self.facts),
            None if proof is None else read_call(proof, self.faults),
            fields.string("unproved"),
            fields.link("table", "table"),
            tuple(self._item(below) for below in fields.list("items")),
        )


def _states_claim(item: Node) -> bool:
    """Whether a bullet has a claim that it leaves to the bullet above it to prove."""
    return isinstance(item, Mapping) and item.get("claim") is not None and item.get("proof") is None

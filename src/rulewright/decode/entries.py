"""The smaller kinds of entry: terms, facts, quick references, errata, rulings, settlements and changes of a layer."""

from collections.abc import Iterator
from datetime import date

from rulewright.decode.axes import Domains
from rulewright.decode.expressions import Facts, Tables, read_call, read_claim
from rulewright.decode.origins import KEYWORDS, OURS, SOURCE, read_origin, read_sources
from rulewright.findings import Findings
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import (
    FLAG,
    PROSE,
    SCALAR,
    STRING,
    STRINGS,
    TEXT,
    TITLE,
    WORDS,
    choice,
    either,
    link,
    links,
    nodes,
    prose,
    ref,
)
from rulewright.model.about import Layer, LayerChange, Ruling
from rulewright.model.domain import Plain, read_exact
from rulewright.model.expression import Item
from rulewright.model.game import Erratum, ErratumClass, Fact, Reference, Settlement, Term
from rulewright.model.names import slug
from rulewright.model.text import Link, Text
from rulewright.source.files import EntryChange, Sources
from rulewright.source.nodes import Mapping, Node, Renamed, Scalar, name_in_source

# Terms of the glossary


class TermEntry(Entry):
    """A term of the glossary, under its name as it is written in text; `[[LOS]]` links it."""

    noun = "a term"
    abbreviation = key(WORDS, "Its abbreviation, which links it too", "abbreviation: FOF")
    also = key(STRINGS, "Other spellings that link it, such as a plural", "also: [lines of sight]")
    rule = key(link("rule"), "The rule that defines it", "rule: hits")
    unexplained = key(
        TEXT, "Why it has no definition", "unexplained: The source uses it without a word of explanation."
    )
    keywords = KEYWORDS
    source, ours = SOURCE, OURS
    text = key(
        TEXT,
        "Its definition; a term whose meaning no source gives has `unexplained` instead",
        "text: A straight line between two hexes.",
        default="none, for a term that is unexplained",
    )


def decode_term(name: Scalar, node: Node, findings: Findings) -> Term:
    """Decode one entry of `terms`."""
    entry = TermEntry(node, f"term {name.value!r}", findings)
    if entry.unexplained is None:
        entry.require("text")
    original, also = name_in_source(name), tuple(scalar.value for scalar in entry.also)
    return Term(
        slug(original),
        name.value,
        entry.abbreviation,
        also,
        entry.text,
        entry.rule,
        entry.unexplained,
        name.span,
        read_origin(entry),
        (original, *name.spellings) if isinstance(name, Renamed) else (),
        entry.keywords,
    )


# Facts


class FactEntry(Entry):
    """A number that is stated once and quoted elsewhere as `[[fact:step-back]]`.

    Without other keys, just write the number.

    A fact that is only a number needs no `proof`: it is stated, and leaves no gap in what is proved.
    """

    noun = "a fact"
    value = key(STRING, "The number, or the word", "value: 2", required=True)
    unit = key(WORDS, "What follows the number in print", "unit: hexes")
    rule = key(link("rule"), "The rule that gives it", "rule: hits")
    proof = key(
        SCALAR,
        "The function of the rules code that must answer it; without one the fact is only stated",
        "proof: step_back()",
    )


def decode_fact(name: Scalar, node: Node, findings: Findings) -> Fact:
    """Decode one entry of `facts`."""
    if isinstance(node, Scalar) and node.value.strip():
        return Fact(name.value, _plain(node.value), "", None, None, name.span)
    entry = FactEntry(node, f"fact {name.value!r}", findings)
    call = None if entry.proof is None else read_call(entry.proof, findings)
    return Fact(name.value, _plain(entry.value), entry.unit, entry.rule, call, name.span)


def _plain(text: str) -> Plain:
    exact = read_exact(text)
    return text if exact is None or "." in text else exact


# Quick references

BULLETS = nodes("a list of texts and of bullets with more to say", either(PROSE, ref("BulletEntry")))


class ReferenceEntry(Entry):
    """A quick reference: a list of bullets for a card, which web pages show too."""

    noun = "a reference"
    title = key(TITLE, "What the list is called", "title: Fire", required=True)
    rule = key(link("rule"), "The rule that it sums up", "rule: hits")
    source, ours = SOURCE, OURS
    items = key(BULLETS, "The bullets", "items: [Roll one die for each squad.]", required=True)


class BulletEntry(Entry):
    """A bullet with more than a text: a claim, a table below it, or bullets under it."""

    noun = "a bullet"
    text = key(TITLE, "What the bullet says", "text: In a wood only 5 or more hits.", required=True)
    errata = key(
        links("erratum"),
        "The errata that it follows; if one of them is a ruling, it prints with a sign",
        "errata: wood",
    )
    source, ours = SOURCE, OURS
    claim = key(
        SCALAR,
        "What the bullet says as an expression: with a `proof` it is held against the rules code for every "
        "input, without one it is only stated; after `if` it says nothing of where it does not hold",
        "claim: cover is wood\nproof: hidden(cover)",
    )
    proof = key(
        SCALAR,
        "The function that must answer as the claim says, or a claim by itself: a function and its answer",
        "claim: cover is wood\nproof: hidden(cover)",
    )
    unproved = key(STRING, "Why the claim cannot be proved", "unproved: The rules code knows no smoke.")
    table = key(link("table"), "A table printed below the bullet", "table: hits")
    items = key(BULLETS, "Bullets under this one", "items: [A mortar needs 3.]")


class ReferenceReader:
    """A reader of the quick references of a game, with the claims of their bullets."""

    def __init__(self, domains: Domains, tables: Tables, facts: Facts, findings: Findings) -> None:
        self.domains, self.tables, self.facts, self.findings = domains, tables, facts, findings

    def read(self, name: Scalar, node: Node) -> Reference:
        entry = ReferenceEntry(node, f"reference {name.value!r}", self.findings)
        items = tuple(self._item(each) for each in entry.items)
        return Reference(name.value, entry.title, entry.rule, items, name.span, read_origin(entry))

    def _item(self, node: Node) -> Item:
        """Read a bullet with its claim and the bullets below it."""
        if isinstance(node, Scalar):
            return Item(prose(node, self.findings))
        entry = BulletEntry(node, "a bullet", self.findings)
        claim, proof = entry.claim, entry.proof
        if proof is not None and claim is None and not any(map(_makes_claim, entry.items)):
            hint = "add a claim to this bullet, or to those under it that are its alternatives"
            entry.report("bad-proof", proof.span, "there is no claim here for this function to prove", hint)
        return Item(
            entry.text,
            None if claim is None else read_claim(claim, self.domains, self.tables, self.findings, self.facts),
            None if proof is None else read_call(proof, self.findings),
            entry.unproved,
            entry.table,
            tuple(self._item(below) for below in entry.items),
            entry.errata,
            read_origin(entry),
        )


def _makes_claim(item: Node) -> bool:
    """Return whether a bullet makes a claim that the proof of the bullet above it covers."""
    return isinstance(item, Mapping) and item.get("claim") is not None and item.get("proof") is None


# Errata


class ErratumEntry(Entry):
    """A correction of an earlier print. It appears beside the corrected text, and on a page of all errata.

    Cards mark rulings with a sign, which a legend explains. So every erratum has a class: an unmarked ruling would look
    like the words of the source.
    """

    noun = "an erratum"
    where = key(SCALAR, "What was corrected, as a link names it", "where: table:hits", required=True)
    class_ = key(
        choice(*(each.value for each in ErratumClass)),
        "What kind of correction it is: a slip of the pen, clearer words for what was meant, or a decision of ours",
        "class: ruling",
        required=True,
    )
    printed = key(
        TITLE,
        "What was printed before, in the words of the source; no check minds their spelling",
        "printed: 6 in a wood",
        required=True,
    )
    now = key(TITLE, "What is printed now", "now: 5 in a wood", required=True)
    why = key(TITLE, "Why it was changed", "why: The rule says so.", required=True)


def decode_erratum(name: Scalar, node: Node, findings: Findings) -> Erratum:
    """Decode one entry of `errata`."""
    entry = ErratumEntry(node, f"erratum {name.value!r}", findings)
    where = entry.where
    place = Text("", (), name.span)
    if where is not None:
        place = Text(f"[[{where.value}]]", (Link(where.value, "", where.span),), where.span)
    return Erratum(name.value, place, entry.printed, entry.now, entry.why, name.span, ErratumClass(entry.class_))


# Rulings


class RulingEntry(Entry):
    """An answer of the designer to a question about the rules.

    It appears beside its subject, and on a page of all rulings.

    A ruling that a later one supersedes stays, with a remark.
    """

    noun = "a ruling"
    where = key(
        STRINGS,
        "What it is about, as links name it: rules, tables, cells, quick references, terms",
        'where: [rule:hits, "cell:hits(wood, rifle)"]',
        required=True,
    )
    question = key(TITLE, "The question", "question: Does a low wall count as a wood?", required=True)
    answer = key(TITLE, "The answer, in a paragraph", 'answer: "No: it is open ground."', required=True)
    by = key(WORDS, "Who gave the answer", "by: the designer", required=True)
    date = key(STRING, "The day on which the answer was given", "date: 2024-05-01", required=True)
    source = SOURCE
    value = key(TEXT, "What the cells that it is about have by it; they must print just that", 'value: "5"')
    supersedes = key(link("ruling"), "An earlier ruling that no longer holds", "supersedes: low-walls")


def decode_ruling(name: Scalar, node: Node, findings: Findings) -> Ruling:
    """Decode one entry of `rulings`."""
    entry = RulingEntry(node, f"ruling {name.value!r}", findings)
    where = tuple(Text(f"[[{each.value}]]", (Link(each.value, "", each.span),), each.span) for each in entry.where)
    return Ruling(
        name.value,
        where,
        entry.question,
        entry.answer,
        entry.by,
        _day(entry),
        read_sources(entry),
        entry.supersedes,
        entry.value,
        name.span,
    )


def _day(entry: RulingEntry) -> date | None:
    """Return the date of a ruling; None, with a finding, if it is not a date."""
    if not entry.date:
        return None
    try:
        return date.fromisoformat(entry.date)
    except ValueError:
        message = f"{entry.date!r} is not a date"
        entry.report("bad-value", entry.place("date"), message, "write year, month and day: 2024-05-01")
        return None


# Settlements


class SettlementEntry(Entry):
    """A decision about a statement of a source, so that `rulewright compare` does not ask about it again.

    It is valid until the source or the game changes the statements, because their ids change with the words.
    """

    noun = "a settlement"
    because = key(
        STRING, "Why nothing is lost, or why it was left out", "because: The table says the same.", required=True
    )
    said = key(
        STRINGS,
        "The statements of the game that stand for it, by the ids that `rulewright compare` prints",
        "said: [hits-5d0e11aa]",
        default="none: it was left out on purpose",
    )


def decode_settlement(name: Scalar, node: Node, findings: Findings) -> Settlement:
    """Decode one entry of `settled`."""
    entry = SettlementEntry(node, f"settlement {name.value!r}", findings)
    return Settlement(name.value, entry.because, tuple(each.value for each in entry.said), name.span)


# The changes of a layer as values, and what an author writes of them

KINDS = {
    "rules": "rule",
    "tables": "table",
    "references": "reference",
    "facts": "fact",
    "terms": "term",
    "domains": "domain",
    "examples": "example",
    "figures": "figure",
    "errata": "erratum",
    "rulings": "ruling",
}
"""The noun for an entry of each section."""


class LayerEntry(Entry):
    """An entry that changes the entry with the same id in the extended game. Only the changed keys are needed.

    The value of a key replaces the one below; a key without a value removes it. A mapping with numbers as keys changes
    items of a list, and a mapping with names of columns changes a row of a table.
    """

    noun = "an entry of a layer"
    because = key(
        TEXT,
        "Why it differs from the game below; readers see the reason beside it",
        "because: We play it so.",
        default="the `because` of the game",
    )
    struck = key(
        FLAG,
        "Whether it is not used; a rule keeps its number and its title, and says why it is not used",
        "struck: yes",
        default="no",
    )
    of = key(
        STRING,
        "The digest of the entry below when it was changed; `check` warns when that entry has changed since",
        "of: 206a2b",
        default="none: nothing is compared",
    )


def decode_layer(sources: Sources, findings: Findings) -> Layer | None:
    """Return how a game changes the games that it extends; None if it extends none."""
    layered = sources.layered
    if layered is None:
        return None
    because = prose(layered.because, findings) if layered.because else None
    return Layer(layered.bases, because, tuple(_changes(layered.changes, because, findings)))


def _changes(changes: tuple[EntryChange, ...], default: Text | None, findings: Findings) -> Iterator[LayerChange]:
    """Yield each changed entry with the reason: its own, else the `default` of the game."""
    for each in changes:
        if each.section in KINDS:
            is_default = default and each.because and each.because.span == default.span
            own = prose(each.because, findings) if each.because and not is_default else None
            because = default if is_default else own
            id_ = slug(each.name.value) if each.section == "terms" else each.name.value
            yield LayerChange(KINDS[each.section], id_, each.done, because, each.name.span, each.below)

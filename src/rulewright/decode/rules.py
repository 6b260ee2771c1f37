"""Decoding of rules: text, exceptions, notes, open questions, former numbers and ids, and procedures."""

from rulewright.entries.exemptions import EXCEPTIONS
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.numbering import Count
from rulewright.entries.origins import KEYWORDS, OURS, SOURCE, read_origin
from rulewright.entries.procedures import PROCEDURE
from rulewright.entries.roles import (
    FLAG,
    PASSAGE,
    SCALAR,
    STRINGS,
    TEXT,
    TEXTS,
    WORDS,
    check_id,
    choice,
    link,
    named,
    ref,
)
from rulewright.entries.text import Text
from rulewright.findings import Findings
from rulewright.model.game import NUMBERED_PARTS, FormerName, Part, Rule
from rulewright.source.nodes import Node, Scalar


class RuleEntry(LazyEntry):
    """A rule.

    Its id, the key under `rules`, stays the same when its number changes: links and permalinks use the id.
    """

    noun = "a rule"
    number = key(
        SCALAR,
        "The number that readers cite; a rule without one needs `parent`",
        'number: "4.2"',
        default="none for a rule with a parent; that of its order under `numbering: auto` and in appendices",
    )
    numbered = key(
        choice("yes", "no"),
        "Whether it has a number; one without is printed after the rule before it in the source",
        "numbered: no",
        default="yes",
    )
    part = key(
        choice("rules", "front", "appendix", "back"),
        "Where a chapter is in the book: among the rules; in front of them without a number, as an introduction; as "
        "an appendix, with a letter; or at the back without a number, as designer's notes",
        "part: appendix",
        default="rules",
    )
    sidebar = key(
        FLAG,
        "Whether it prints in a box beside the rules, without a number and outside of the contents",
        "parent: hits\nsidebar: yes",
        default="no",
    )
    parent = key(
        link("rule"), "The rule above this one, where its number does not say so", "parent: combat", former=("under",)
    )
    title = key(TEXT, "The heading; only an external rule may do without", "title: Hits", default="none")
    external = key(
        WORDS, "The work in which a rule stands that is cited but not part of this source", "external: Core rules"
    )
    former_numbers = key(
        STRINGS,
        "Numbers that the rule had in earlier editions; links by them still lead here",
        'former-numbers: ["3.9"]',
        former=("was",),
    )
    former_ids = key(
        STRINGS,
        "Ids that the rule had in earlier editions; links by them still lead here",
        "former-ids: [hitting]",
        former=("was-id",),
    )
    keywords = KEYWORDS
    source, ours = SOURCE, OURS
    text = key(
        PASSAGE,
        "What the rule says; only an external rule, or one with rules below it, may do without",
        'text: "Roll one die and look at [[table:hits]]."',
        default="none",
    )
    exceptions = key(
        EXCEPTIONS, "Exceptions, each printed as a block of its own", "exceptions: [A mortar never misses.]"
    )
    incomplete = key(TEXT, "What is missing where the source breaks off", "incomplete: The page on duds is missing.")
    notes = key(
        TEXTS, "Why the rule is as it is, for readers who ask", "notes: [Wood hides a man, but stops no shell.]"
    )
    questions = key(
        TEXTS, "What the sources leave undecided", "questions: [Does a hedge count as a wood?]", former=("open",)
    )
    rolls = key(
        named("a mapping of ids to tables", ref("RollEntry")),
        "Tables in the text of the rule: what each score of the dice leads to, printed as a list where "
        "scores alone decide",
        "rolls: {jam: {rows: {die: 1d6}, cells: {1: It jams., 2-6: It fires.}}}",
        former=("throws",),
    )
    procedure = key(
        PROCEDURE,
        "How the rule is carried out step by step, through dice, modifiers and tables: a calculator on the web, with "
        "the odds of all of it, and a numbered list in print",
        "procedure: {title: A shot, steps: {die: {title: Shot, roll: 1d6, at-least: 5}}}",
    )


def decode_rule(name: Scalar, node: Node, counting: Count, findings: Findings) -> Rule:
    """Decode one entry of `rules`. `counting` says how rules are numbered in this game.

    The tables under `rolls` are decoded elsewhere, together with all tables.
    """
    entry = RuleEntry(node, f"rule {name.value!r}", findings)
    _ = entry.rolls  # only a value that is not a mapping gives a finding here
    part, sidebar = Part(entry.part), entry.sidebar
    numbered = entry.numbered == "yes" and not sidebar and part in NUMBERED_PARTS
    is_titled_external = bool(entry.external) and entry.has("title")
    if numbered and part is Part.RULES and not (counting or entry.has("parent") or is_titled_external):
        entry.require("number")
    if not entry.external:
        entry.require("title")
    if entry.has("text"):
        entry.require("text")  # a rule without the key may be a chapter with rules below it
    _refuse_number(entry, numbered, counting)
    if sidebar and entry.sound:
        entry.require("parent")
    if entry.has("part") and entry.has("parent"):
        hint = "remove it: a rule is in the part of the rule above it"
        entry.report("bad-value", entry.place("part"), "a rule with a parent has no 'part'", hint)
    return Rule(
        id=name.value,
        number=entry.number.value if entry.number else "",
        parent=entry.parent,
        title=entry.title or Text("", (), entry.span),
        text=entry.text,
        questions=entry.questions,
        external=entry.external,
        span=name.span,
        number_span=entry.number.span if entry.number else entry.span,
        exceptions=entry.exceptions,
        incomplete=entry.incomplete,
        notes=entry.notes,
        former_numbers=tuple(map(_former, entry.former_numbers)),
        former_ids=tuple(_former(each) for each in entry.former_ids if check_id(each, findings)),
        origin=read_origin(entry),
        part=part,
        numbered=numbered,
        sidebar=sidebar,
        keywords=entry.keywords,
        procedure=entry.procedure,
    )


def _refuse_number(entry: RuleEntry, numbered: bool, counting: Count) -> None:
    """Report a number that contradicts another key, or the automatic numbering of the game."""
    if not entry.has("number") or entry.external or (numbered and not counting):
        return
    message, hint = f"{entry.what} has no number", "remove the number, or the key that says it has none"
    if numbered:
        message = "rules are numbered automatically: see 'numbering' in the section game"
        hint = "remove it; links by id stay right whatever the number is"
    entry.report("bad-value", entry.key_place("number"), message, hint)


def _former(name: Scalar) -> FormerName:
    return FormerName(name.value, name.span)

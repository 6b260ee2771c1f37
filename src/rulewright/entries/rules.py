"""Rules, and the other sections of a rulebook: introductions, appendices, sidebars."""

from collections.abc import Iterator
from dataclasses import field
from enum import Enum
from typing import Annotated, Any, Self

from rulewright.base.findings import Findings, Span
from rulewright.entries.entry import EntryReader, NamedEntry, key, shared
from rulewright.entries.exemptions import EXCEPTIONS, Exemption
from rulewright.entries.numbering import Count
from rulewright.entries.origins import KEYWORDS, OURS, SOURCE, Sourced, Sources
from rulewright.entries.procedures import PROCEDURE, Procedure
from rulewright.entries.roles import Name, Passage, Prose, ProseList, WrittenNames, check_id, link, names_of, ref
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar


class Part(Enum):
    """The part of the book that a chapter is in. Only rules and appendices are numbered."""

    RULES = "rules"
    FRONT = "front"
    APPENDIX = "appendix"
    BACK = "back"


NUMBERED_PARTS = (Part.RULES, Part.APPENDIX)
PARTS = (Part.FRONT, Part.RULES, Part.APPENDIX, Part.BACK)
"""The parts in the order of print."""


ROLLS = names_of("a mapping of ids to tables", ref("RuleTable"))


class Rule(NamedEntry, Sourced, noun="a rule"):
    """A rule.

    Its id, the key under `rules`, stays the same when its number changes: links and permalinks use the id.
    """

    number_span: Span = field(default=Span(""), compare=False)
    number: str = key(
        "The number that readers cite; a rule without one needs `parent`",
        'number: "4.2"',
        default="",
        otherwise="none for a rule with a parent; that of its order under `numbering: auto` and in appendices",
    )
    may_be_numbered: bool = key(
        "Whether it has a number; one without is printed after the rule before it in the source",
        "numbered: no",
        name="numbered",
        default=True,
    )
    part: Part = key(
        "Where a chapter is in the book: among the rules; in front of them without a number, as an introduction; as "
        "an appendix, with a letter; or at the back without a number, as designer's notes",
        "part: appendix",
        default=Part.RULES,
    )
    sidebar: bool = key(
        "Whether it prints in a box beside the rules, without a number and outside of the contents",
        "parent: hits\nsidebar: yes",
        default=False,
    )
    parent: Annotated[Text, link("rule")] | None = key(
        "The rule above this one, where its number does not say so", "parent: combat", former=("under",), default=None
    )
    title: Prose = key(
        "The heading; only an external rule may do without", "title: Hits", default=Text(""), otherwise="none"
    )
    external: Name = key(
        "The work in which a rule stands that is cited but not part of this source", "external: Core rules", default=""
    )
    former_numbers: WrittenNames = key(
        "Numbers that the rule had in earlier editions; links by them still lead here",
        'former-numbers: ["3.9"]',
        former=("was",),
        default=(),
    )
    former_ids: WrittenNames = key(
        "Ids that the rule had in earlier editions; links by them still lead here",
        "former-ids: [hitting]",
        former=("was-id",),
        default=(),
    )
    keywords: Name = shared(KEYWORDS, default="")
    source: Sources = shared(SOURCE, default=())
    ours: bool = shared(OURS, default=False)
    text: Passage | None = key(
        "What the rule says; only an external rule, or one with rules below it, may do without",
        'text: "Roll one die and look at [[table:hits]]."',
        default=None,
        otherwise="none",
    )
    exceptions: tuple[Exemption, ...] = key(
        "Exceptions, each printed as a block of its own",
        "exceptions: [A mortar never misses.]",
        kind=EXCEPTIONS,
        default=(),
    )
    incomplete: Prose | None = key(
        "What is missing where the source breaks off", "incomplete: The page on duds is missing.", default=None
    )
    notes: ProseList = key(
        "Why the rule is as it is, for readers who ask", "notes: [Wood hides a man, but stops no shell.]", default=()
    )
    questions: ProseList = key(
        "What the sources leave undecided", "questions: [Does a hedge count as a wood?]", former=("open",), default=()
    )
    rolls: Annotated[tuple[str, ...], ROLLS] = key(
        "Tables in the text of the rule: what each score of the dice leads to, printed as a list where "
        "scores alone decide",
        "rolls: {jam: {rows: {die: 1d6}, cells: {1: It jams., 2-6: It fires.}}}",
        former=("throws",),
        default=(),
    )
    procedure: Annotated[Procedure, PROCEDURE] | None = key(
        "How the rule is carried out step by step, through dice, modifiers and tables: a calculator on the web, with "
        "the odds of all of it, and a numbered list in print",
        "procedure: {title: A shot, steps: {die: {title: Shot, roll: 1d6, at-least: 5}}}",
        default=None,
    )

    @classmethod
    def read_named(cls, name: Scalar, node: Node, findings: Findings, context: Any = None) -> Self:
        """Read a rule; `context` is the `counting` of the game: empty if authors write the numbers of rules."""
        number = node.get("number") if isinstance(node, Mapping) else None
        place = node.span if number is None else number.span
        return cls.read(node, cls.called(name), findings, context, id=name.value, span=name.span, number_span=place)

    @property
    def numbered(self) -> bool:
        """Whether it has a number, or a parent from which it gets one."""
        return self.may_be_numbered and not self.sidebar and self.part in NUMBERED_PARTS

    def body(self) -> Iterator[Text]:
        """Yield the texts that readers see below the title."""
        return (text for text in self.prose() if text is not self.title)

    def check(self, reader: EntryReader) -> None:
        counting: Count = reader.context
        is_titled_external = bool(self.external) and reader.has("title")
        is_cited_by_number = self.numbered and self.part is Part.RULES and not reader.has("parent")
        if is_cited_by_number and not counting and not is_titled_external:
            reader.require("number")
        if not self.external:
            reader.require("title")
        if reader.has("text"):
            reader.require("text")  # a rule without the key may be a chapter with rules below it
        if reader.has("number") and not self.external:
            self._refuse_number(reader, counting)
        if self.sidebar and reader.sound:
            reader.require("parent")
        if reader.has("part") and reader.has("parent"):
            hint = "remove it: a rule is in the part of the rule above it"
            reader.report("bad-value", reader.place("part"), "a rule with a parent has no 'part'", hint)
        for each in self.former_ids:
            check_id(Scalar(each.name, each.span), reader.findings)

    def _refuse_number(self, reader: EntryReader, counting: Count) -> None:
        """Report a number that contradicts another key, or the automatic numbering of the game."""
        place = reader.key_place("number")
        if not self.numbered:
            hint = "remove the number, or the key that says it has none"
            reader.report("bad-value", place, f"{reader.what} has no number", hint)
        elif counting:
            message = "rules are numbered automatically: see 'numbering' in the section game"
            reader.report("bad-value", place, message, "remove it; links by id stay right whatever the number is")

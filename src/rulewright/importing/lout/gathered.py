"""What a reader gathers beside the pieces of a card: marks, colours, cited rules, and which words it has used."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.importing.draft import LONGEST, Guessed, Ids, Remark, Value
from rulewright.importing.grids import Names
from rulewright.importing.lout.colours import first_colour
from rulewright.importing.lout.known import PRINTED
from rulewright.importing.lout.objects import Call, Object, Parts, Word, start_of
from rulewright.importing.lout.settings import odd_words
from rulewright.importing.lout.trouble import Trouble

RULE_NUMBER = re.compile(r"\d+(?:\.\d+)+(?:\.[a-z]{1,2}|[a-z])?(?:[-–]\d+)?")
"""The number of a rule, or of several: `4.3.1.1.e`, `13.1.5-6`."""
LETTERS = 3
"""Letters of the longest badge."""
GREYS = ("#b3202c", "#2f6b45", "#29508f", "#6b4a2b", "#7a3f80", "#0f6b73")
"""Colours for marks whose own is unknown: dark enough for white letters."""


@dataclass
class Rule:
    """A rule that a text cites, or a heading names."""

    id: str
    number: str
    title: str
    span: Span


@dataclass
class Gathered:
    """All that the texts of one import share."""

    trouble: Trouble
    names: Names = field(default_factory=Names)
    used: set[Span] = field(default_factory=set)
    marks: dict[str, Value] = field(default_factory=dict)
    mark_ids: dict[str, str] = field(default_factory=dict)
    known_marks: Ids = field(default_factory=Ids)
    colours: dict[str, Value] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    rule_ids: Ids = field(default_factory=Ids)
    remarks: dict[str, Remark] = field(default_factory=dict)

    def use(self, value: Object | None) -> None:
        """Notes the words of an object as understood."""
        if value is not None:
            self.used.update(word.span for word in written_in(value))

    def use_settings(self, call: Call) -> None:
        """Notes the options that say how something looks as understood."""
        for name, value in call.options.items():
            if name not in PRINTED:
                self.use(value)

    def use_left(self, call: Call) -> None:
        """Notes what stands before a symbol as a setting; words that are none are told."""
        self.use(call.left)
        odd = " ".join(odd_words(call))
        if odd:
            said = f"it stands before {call.name} like a setting, but is none that we know"
            self.trouble.note(start_of(call.left) or call.span, odd, said)

    def remark(self, span: Span, said: str) -> None:
        """Something that is worth a line once, however often it is in the text."""
        self.remarks.setdefault(str(said), Remark(span, said))

    def cite(self, number: str, span: Span) -> None:
        """Notes the rule of a number, which this text does not have itself."""
        if number not in self.rules:
            self.rules[number] = Rule(self.rule_ids.new(f"rule {number}"), number, "", span)

    def headed(self, title: str, number: str, span: Span) -> Rule:
        """The rule that a heading is about."""
        if number in self.rules and number:
            self.rules[number].title = self.rules[number].title or title
            return self.rules[number]
        rule = Rule(self.rule_ids.new(title), number, title, span)
        self.rules[number or rule.id] = rule
        return rule

    def mark(self, call: Call, words: str = "") -> str:
        """The id of the mark that a symbol is; without a definition its badge is guessed."""
        name = call.name.lstrip("@")
        if name not in self.mark_ids:
            key = self.mark_ids[name] = self.known_marks.new(name)
            name = name[:LONGEST]
            self.marks[key] = _defined(name, words, call) if words else _guessed(name, len(self.marks))
            return key
        return self.mark_ids[name]


def _guessed(name: str, number: int) -> Value:
    why = f"@{name} has no definition here: its letter and its colour are guesses"
    colour = GREYS[number % len(GREYS)]
    return Guessed({"badge": name[:1].upper(), "colour": colour, "name": name, "legend": name}, why)


def _defined(name: str, words: str, call: Call) -> Value:
    kind = "badge" if words.isalnum() else "sign"
    colour = first_colour(call.meaning) or GREYS[0]
    why = f"the definition of @{name} says what it looks like, not what it means"
    return {kind: words, "colour": colour, "name": name, "legend": Guessed(name, why)}


def written_in(value: Object) -> Iterable[Word]:
    """The words of an object, and of what definitions make of it."""
    waiting = [value]
    while waiting:
        first = waiting.pop()
        if isinstance(first, Word):
            yield first
        elif isinstance(first, Parts):
            waiting.extend(first.items)
        else:
            parts = (first.left, first.right, first.meaning, *first.options.values())
            waiting.extend(part for part in parts if part is not None)

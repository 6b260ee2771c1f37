"""Expand definitions, and gather what the source says about fonts, colours and rules."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from rulewright.findings import Span
from rulewright.importing.draft import LONGEST, Guessed, Ids, Remark, Value
from rulewright.importing.grids import Names
from rulewright.importing.lout.known import PRINTED
from rulewright.importing.lout.objects import (
    Call,
    Object,
    Parts,
    Symbol,
    Trouble,
    Word,
    give_up,
    nothing,
    plain,
    start_of,
)
from rulewright.limits import LOUT_LEVELS, LOUT_OBJECTS

# Colours and settings of text in Lout

LEVELS = {"lightest": 0.95, "light": 0.8, "": 0.45, "dark": 0.3, "darkest": 0.15}
HUES = {
    "blue": (0, 0, 1),
    "green": (0, 1, 0),
    "red": (1, 0, 0),
    "yellow": (1, 1, 0),
    "cyan": (0, 1, 1),
    "magenta": (1, 0, 1),
}
PLAIN = {
    "black": "#000000",
    "white": "#ffffff",
    "grey": "#888888",
    "gray": "#888888",
    "lightgrey": "#d9d9d9",
    "verylightgrey": "#eeeeee",
    "darkgrey": "#555555",
    "verydarkgrey": "#333333",
    "orange": "#e08a2c",
    "brown": "#7a5a36",
    "purple": "#7a3f80",
    "pink": "#f0b8c0",
    "gold": "#c9a227",
    "olive": "#7d8240",
    "navy": "#1f2f5f",
    "teal": "#2f7a7a",
    "maroon": "#7a2430",
    "red": "#c8322c",
    "green": "#3c8c50",
    "blue": "#2f5fa8",
    "yellow": "#e6c84b",
    "cyan": "#3fa8b4",
    "magenta": "#b4408c",
}
GUESSES = ("#b4c6a3", "#c9814a", "#4a6a94", "#ecd9a0", "#8fa8a0", "#6b4a6e")
"""Apart also in greyscale."""
NAME = re.compile(r"(very)?(lightest|light|darkest|dark)?([a-z]+)")
NUMBERS = {"rgb": 3, "cmyk": 4}
NO_COLOUR = {"", "no", "none", "nopaint", "nochange"}


def colour_of(words: str) -> str:
    """A colour of Lout as ours: a name such as `lightgrey`, or `rgb 0.2 0.4 0.1`; empty where it is none."""
    parts = words.lower().split()
    if parts and parts[0] in NUMBERS:
        return _numbers(parts[0], parts[1:])
    name = "".join(parts)
    return PLAIN.get(name) or _named(name)


def _named(name: str) -> str:
    match = NAME.fullmatch(name)
    if match is None or match[3] not in HUES or not match[2]:
        return ""
    level = LEVELS[match[2] + ("est" if match[1] else "")] if not match[2].endswith("est") else LEVELS[match[2]]
    top, bottom = (1, level) if level > LEVELS[""] else (2 * level, 0)
    return _hex([top if on else bottom for on in HUES[match[3]]])


def _numbers(kind: str, texts: list[str]) -> str:
    try:
        values = [float(Decimal(text)) for text in texts]
    except (InvalidOperation, ValueError):
        return ""
    if len(values) != NUMBERS[kind] or not all(0 <= value <= 1 for value in values):
        return ""
    if kind == "rgb":
        return _hex(values)
    return _hex([(1 - value) * (1 - values[3]) for value in values[:3]])


def _hex(values: list[float]) -> str:
    return "#" + "".join(f"{round(255 * value):02x}" for value in values)


def guessed(name: str, number: int) -> Value:
    """A colour for a name that nothing defines."""
    return Guessed(GUESSES[number % len(GUESSES)], f"nothing says which colour {name} is")


def first_colour(value: Object | None) -> str:
    """The paint of the first box of an object, or the colour of its first words."""
    waiting = [value] if value is not None else []
    colours = []
    while waiting:
        first = waiting.pop(0)
        if isinstance(first, Call):
            colours.append(("paint" not in first.options, colour_of(first.option("paint"))))
            colours.append(
                (True, colour_of(plain(first.left)) if first.left is not None and "Colo" in first.name else "")
            )
            waiting += [part for part in (first.meaning, first.right) if part is not None]
        elif isinstance(first, Parts):
            waiting += first.items
    found = [
        colour for _, colour in sorted(colours, key=lambda each: each[0]) if colour not in ("", "#ffffff", "#000000")
    ]
    return found[0] if found else ""


FACES = {"Bold": "@B", "Slope": "@I", "Italic": "@I", "BoldSlope": "@BI", "BoldItalic": "@BI"}
"""The faces of `@Font`, and the symbols that mean the same."""
COLOURED = {"@Colour", "@Color", "@SetColour", "@SetColor", "@SetTexture"}
MEASURE = re.compile(r"[-+]?[\d.]*[a-z]{0,2}")
KNOWN = {
    *FACES,
    "Base",
    "Times",
    "Helvetica",
    "Courier",
    "Palatino",
    "Schoolbook",
    "Bookman",
    "AvantGarde",
    "Chancery",
    "Symbol",
    "smallcaps",
    "nosmallcaps",
    "adjust",
    "ragged",
    "cragged",
    "rragged",
    "oragged",
    "outdent",
    "lines",
    "clines",
    "rlines",
    "olines",
    "hyphen",
    "nohyphen",
    "lout",
    "compress",
    "separate",
    "troff",
    "tex",
    "English",
    "French",
    "German",
    "Dutch",
    "Spanish",
    "Italian",
    "Swedish",
    "Danish",
    "Norwegian",
    "Finnish",
    "Polish",
    "Russian",
    "Portuguese",
    "inf",
}
"""Words of fonts, of the breaking of lines, and languages."""


def odd_words(call: Call) -> Iterator[str]:
    """The words before a symbol that are no setting of Lout's."""
    text = plain(call.left) if call.left is not None else ""
    if colour_of(text) or (call.name in COLOURED and text.startswith("@")):
        return
    yield from (word for word in text.split() if word not in KNOWN and not MEASURE.fullmatch(word))


RULE_NUMBER = re.compile(r"\d+(?:\.\d+)+(?:\.[a-z]{1,2}|[a-z])?(?:[-–]\d+)?")
"""The number of a rule, or of several: `4.3.1.1.e`, `13.1.5-6`."""
LETTERS = 3
"""Letters of the longest badge."""
GREYS = ("#b3202c", "#2f6b45", "#29508f", "#6b4a2b", "#7a3f80", "#0f6b73")
"""Colours for marks whose own is unknown: dark enough for white letters."""


@dataclass
class CitedRule:
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
    rules: dict[str, CitedRule] = field(default_factory=dict)
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
            self.rules[number] = CitedRule(self.rule_ids.new(f"rule {number}"), number, "", span)

    def headed(self, title: str, number: str, span: Span) -> CitedRule:
        """The rule that a heading is about."""
        if number in self.rules and number:
            self.rules[number].title = self.rules[number].title or title
            return self.rules[number]
        rule = CitedRule(self.rule_ids.new(title), number, title, span)
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
    why = f"@{name} is not defined here: its letter and colour are guesses"
    colour = GREYS[number % len(GREYS)]
    return Guessed({"badge": name[:1].upper(), "colour": colour, "name": name, "legend": name}, why)


def _defined(name: str, words: str, call: Call) -> Value:
    kind = "badge" if words.isalnum() else "sign"
    colour = first_colour(call.meaning) or GREYS[0]
    why = f"the definition of @{name} gives its look but not its meaning"
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


Given = Mapping[Symbol, tuple[Object, "Given"]]
"""The objects of parameters, each with those of the parameters in it."""


@dataclass
class Expander:
    """Expands one text."""

    trouble: Trouble
    made: int = 0
    active: list[Symbol] = field(default_factory=list)
    depth: int = 0

    def expanded(self, value: Object, given: Given = {}) -> Object:  # noqa: B006 - nobody writes into it
        """A copy of an object in which definitions have their `meaning`, and parameters their objects."""
        self._count(value)
        self.depth += 1
        match value:
            case Word():
                found: Object = value
            case Parts():
                found = Parts(value.direction, [self.expanded(item, given) for item in value.items], list(value.glues))
            case Call() if value.symbol in given:
                found = self._argument(value, given)
            case Call():
                found = self._call(value, given)
        self.depth -= 1
        return found

    def _argument(self, call: Call, given: Given) -> Object:
        """What was given for a parameter. One with parameters itself takes its own from where it is used."""
        argument, around = given[call.symbol]
        return self.expanded(argument, {**around, **_arguments(call, given)})

    def _call(self, call: Call, given: Given) -> Object:
        symbol = call.symbol
        found = Call(symbol, call.span)
        if symbol.body is None or symbol.parameter or self._used_in_itself(call):
            found.options = {name: self.expanded(option, given) for name, option in call.options.items()}
            found.left = self.expanded(call.left, given) if call.left is not None else None
            found.right = self.expanded(call.right, given) if call.right is not None else None
            return found
        self.active.append(symbol)
        found.meaning = self.expanded(symbol.body, {**given, **_arguments(call, given)})
        self.active.pop()
        return found

    def _used_in_itself(self, call: Call) -> bool:
        if call.symbol not in self.active:
            return False
        self.trouble.note(call.span, call.name, f"the definition of {call.name} uses itself; it is taken once")
        return True

    def _count(self, value: Object) -> None:
        self.made += 1
        span = value.span if not isinstance(value, Parts) else next(_spans(value), None)
        if self.made > LOUT_OBJECTS.most and span is not None:
            give_up(LOUT_OBJECTS, "the text and its definitions make more objects", span, "use them less")
        if self.depth > LOUT_LEVELS.most and span is not None:
            counted = f"definitions nest objects {self.depth} deep"
            give_up(LOUT_LEVELS, counted, span, "use fewer definitions in one another")


def _arguments(call: Call, given: Given) -> dict[Symbol, tuple[Object, Given]]:
    """What a use of a symbol gives for its parameters; the defaults for options that it leaves out."""
    symbol = call.symbol
    found = {each: (each.body or nothing(), given) for each in symbol.named.values()}
    found |= {symbol.named[name]: (value, given) for name, value in call.options.items() if name in symbol.named}
    for parameter, value in ((symbol.left, call.left), (symbol.right, call.right)):
        if parameter is not None:
            found[parameter] = (value if value is not None else nothing(), given)
    return found


def _spans(value: Object) -> Iterator[Span]:
    while isinstance(value, Parts) and value.items:
        value = value.items[0]
    if not isinstance(value, Parts):
        yield value.span

"""What all texts of one import in Lout need: colours, a state that collects what they mention, and definitions.

`colour_of` converts the colours of Lout: `rgb 1 0 0` is `#ff0000`. `ImportState` collects marks, colours, cited rules
and notes while `flow` and `text` read.

In a draft, `Guessed(value, why)` is a value that the author should check. A `Call` is a symbol with the objects to its
left and right, as in `red @Colour { Fire }`.
"""

import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from rulewright.base.findings import Span
from rulewright.importing.draft import LONGEST, Guessed, Ids, Remark, Value
from rulewright.importing.grids import Names
from rulewright.importing.lout.objects import (
    Call,
    Notes,
    Object,
    plain,
    printed_in,
    start_of,
    written_in,
)
from rulewright.importing.lout.symbols import PRINTED_OPTIONS

# Colours and settings of text in Lout

LEVELS = {"lightest": 0.95, "light": 0.8, "dark": 0.3, "darkest": 0.15}
"""The brightness of each level, 0 for black and 1 for white."""
HUES = {
    "blue": (0, 0, 1),
    "green": (0, 1, 0),
    "red": (1, 0, 0),
    "yellow": (1, 1, 0),
    "cyan": (0, 1, 1),
    "magenta": (1, 0, 1),
}
"""Which of red, green and blue are in a colour."""
NAMED_COLOURS = dict(
    pair.split(":")
    for pair in (
        "black:#000000 white:#ffffff grey:#888888 gray:#888888 lightgrey:#d9d9d9 verylightgrey:#eeeeee "
        "darkgrey:#555555 verydarkgrey:#333333 orange:#e08a2c brown:#7a5a36 purple:#7a3f80 pink:#f0b8c0 gold:#c9a227 "
        "olive:#7d8240 navy:#1f2f5f teal:#2f7a7a maroon:#7a2430 red:#c8322c green:#3c8c50 blue:#2f5fa8 yellow:#e6c84b "
        "cyan:#3fa8b4 magenta:#b4408c"
    ).split()
)
GUESSED_COLOURS = ("#b4c6a3", "#c9814a", "#4a6a94", "#ecd9a0", "#8fa8a0", "#6b4a6e")
"""Colours that differ in greyscale too."""
COLOUR_NAME = re.compile(r"(?P<very>very)?(?P<level>lightest|light|darkest|dark)?(?P<hue>[a-z]+)")
"""A colour with its brightness: `verydarkblue`, `lightred`."""
COMPONENTS = {"rgb": 3, "cmyk": 4}
NO_COLOUR = {"", "no", "none", "nopaint", "nochange"}
"""Values of `paint` for no paint."""


def colour_of(words: str) -> str:
    """Convert a colour of Lout, such as `lightgrey` or `rgb 0.2 0.4 0.1`; "" if it is not a colour."""
    parts = words.lower().split()
    if parts and parts[0] in COMPONENTS:
        return _of_numbers(parts[0], parts[1:])
    name = "".join(parts)
    match = COLOUR_NAME.fullmatch(name)
    is_level_of_hue = match is not None and match["level"] and match["hue"] in HUES
    if name in NAMED_COLOURS or match is None or not is_level_of_hue:
        return NAMED_COLOURS.get(name, "")
    level = f"{match['level'].removesuffix('est')}est" if match["very"] else match["level"]  # verydark is darkest
    brightness = LEVELS[level]
    # light red is full red with some green and blue; dark red is a part of red alone: 0.6 if dark, 0.3 if darkest
    present, absent = (1, brightness) if "light" in level else (2 * brightness, 0)
    return _hex([present if is_present else absent for is_present in HUES[match["hue"]]])


def _of_numbers(kind: str, texts: list[str]) -> str:
    """Convert the numbers from 0 to 1 after `rgb` or `cmyk`; "" if they are not a colour."""
    try:
        values = [float(Decimal(text)) for text in texts]
    except (InvalidOperation, ValueError):
        return ""
    if len(values) != COMPONENTS[kind] or not all(0 <= value <= 1 for value in values):
        return ""
    if kind == "rgb":
        return _hex(values)
    *inks, black = values
    return _hex([(1 - ink) * (1 - black) for ink in inks])  # ink takes light away


def _hex(values: list[float]) -> str:
    """Write red, green and blue from 0 to 1 as `#rrggbb`."""
    return "#" + "".join(f"{round(255 * value):02x}" for value in values)


def guessed_colour(name: str, number: int) -> Value:
    """Guess a colour for a name without a definition."""
    return Guessed(GUESSED_COLOURS[number % len(GUESSED_COLOURS)], f"the source does not define the colour {name}")


def first_colour(value: Object | None) -> str:
    """The paint of the first box of an object, or the colour of its first words; "" if neither has a colour."""
    calls = [each for each in printed_in(value) if isinstance(each, Call)]
    paints = [colour_of(call.option("paint")) for call in calls]
    # @Colour, @Color, @SetColour
    word_colours = [colour_of(plain(call.left)) for call in calls if call.left is not None and "Colo" in call.name]
    return next((colour for colour in (*paints, *word_colours) if colour not in ("", "#ffffff", "#000000")), "")


FACES = {"Bold": "@B", "Slope": "@I", "Italic": "@I", "BoldSlope": "@BI", "BoldItalic": "@BI"}
"""The faces of `@Font`, and the symbols with the same meaning."""
COLOURED = {"@Colour", "@Color", "@SetColour", "@SetColor", "@SetTexture"}
MEASURE = re.compile(r"[-+]?[\d.]*[a-z]{0,2}")
"""A length or change of one: `16p`, `+2p`, `1.2fx`."""
SETTING_WORDS = {*FACES} | set(
    (
        "Base Times Helvetica Courier Palatino Schoolbook Bookman AvantGarde Chancery Symbol smallcaps nosmallcaps "
        "adjust ragged cragged rragged oragged outdent lines clines rlines olines hyphen nohyphen lout compress "
        "separate troff tex English French German Dutch Spanish Italian Swedish Danish Norwegian Finnish Polish "
        "Russian Portuguese inf"
    ).split()
)
"""Names of fonts, faces and languages, and words for line breaking, as in `Times Bold 12p @Font`."""


RULE_NUMBER = re.compile(r"\d+(?:\.\d+)+(?:\.[a-z]{1,2}|[a-z])?(?:[-–]\d+)?")
"""The number of a rule, or of several: `4.3.1.1.e`, `13.1.5-6`."""
MOST_BADGE_LETTERS = 3
BADGE_COLOURS = ("#b3202c", "#2f6b45", "#29508f", "#6b4a2b", "#7a3f80", "#0f6b73")
"""Colours for marks of unknown colour, dark enough for white letters."""


@dataclass
class CitedRule:
    """A rule that a text cites, or a heading names."""

    id: str
    number: str
    title: str
    span: Span


@dataclass
class ImportState:
    """What the texts of one import share.

    `used_spans` are the places of all words that the draft has; `drafting` notes the other words. `mark_ids` has the
    id of the mark for each symbol, `rules` the cited rules by number, or by id if they have none.
    """

    notes: Notes
    names: Names = field(default_factory=Names)
    used_spans: set[Span] = field(default_factory=set)
    marks: dict[str, Value] = field(default_factory=dict)
    mark_ids: dict[str, str] = field(default_factory=dict)
    unique_mark_ids: Ids = field(default_factory=Ids)
    colours: dict[str, Value] = field(default_factory=dict)
    rules: dict[str, CitedRule] = field(default_factory=dict)
    rule_ids: Ids = field(default_factory=Ids)
    remarks: dict[str, Remark] = field(default_factory=dict)

    def use(self, value: Object | None) -> None:
        """Mark the words of an object as used."""
        if value is not None:
            self.used_spans.update(word.span for word in written_in(value))

    def use_settings(self, call: Call) -> None:
        """Mark the words of options about looks as used."""
        for name, value in call.options.items():
            if name not in PRINTED_OPTIONS:
                self.use(value)

    def use_left(self, call: Call) -> None:
        """Mark the words before a symbol, `16p` in `16p @Font x`, as used; note those that are not settings."""
        self.use(call.left)
        text = plain(call.left) if call.left is not None else ""
        if colour_of(text) or (call.name in COLOURED and text.startswith("@")):
            return
        unknown_words = " ".join(
            word for word in text.split() if word not in SETTING_WORDS and not MEASURE.fullmatch(word)
        )
        if unknown_words:
            why = f"unknown setting before {call.name}"
            self.notes.add(start_of(call.left) or call.span, unknown_words, why)

    def remark(self, span: Span, words: str) -> None:
        """Add a remark once, however often it applies."""
        self.remarks.setdefault(words, Remark(span, words))

    def cite(self, number: str, span: Span) -> None:
        """Add a rule that a text cites by number."""
        if number not in self.rules:
            self.rules[number] = CitedRule(self.rule_ids.new(f"rule {number}"), number, "", span)

    def rule_of_heading(self, title: str, number: str, span: Span) -> CitedRule:
        """The rule that a heading is about; a rule cited before gets its title."""
        if number and number in self.rules:
            self.rules[number].title = self.rules[number].title or title
            return self.rules[number]
        rule = CitedRule(self.rule_ids.new(title), number, title, span)
        self.rules[number or rule.id] = rule
        return rule

    def mark(self, call: Call, words: str = "") -> str:
        """Return the id of the mark for a symbol, and declare it at its first use.

        `words` are the letters or the sign on it; if "", its badge is a guess.
        """
        name = call.name.lstrip("@")
        if name not in self.mark_ids:
            mark_id = self.mark_ids[name] = self.unique_mark_ids.new(name)
            shown = name[:LONGEST]
            look: dict[str, Value] = {
                "badge": shown[:1].upper(),
                "colour": BADGE_COLOURS[len(self.marks) % len(BADGE_COLOURS)],
            }
            why = f"@{shown} is not defined here: its letter and colour are guesses"
            if words:
                kind = "badge" if words.isalnum() else "sign"
                look = {kind: words, "colour": first_colour(call.meaning) or BADGE_COLOURS[0]}
                why = f"the definition of @{shown} gives its look but not its meaning"
                self.marks[mark_id] = {**look, "name": shown, "legend": Guessed(shown, why)}
            else:
                self.marks[mark_id] = Guessed({**look, "name": shown, "legend": shown}, why)
        return self.mark_ids[name]

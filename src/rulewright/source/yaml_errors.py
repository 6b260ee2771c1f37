"""Explain YAML that cannot be parsed: what is probably wrong, where, and what to write instead.

Libyaml reports where it stopped, often lines after the mistake. For

    title: "Fire
    text: Roll one die.

it stops at the end of the file, and the explanation points at the quotation mark that is never closed. Each function in
`EXPLANATIONS` looks for one kind of mistake near the stop; the first that recognises its kind explains the error.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import yaml

from rulewright.base.findings import Finding, Label, Span

NEAR = 200
"""Characters on each side of an error that are searched for its cause."""
SIGN_OF_CONSTRUCT = {"while scanning an alias": "*", "while scanning an anchor": "&"}
"""The character with which a construct begins, by libyaml's words for what it was reading."""
KEY_BEFORE_COLON = re.compile(r"\s*(?:- +)?[^\s\"'\[{#][^:]*$")
"""A line up to a colon, if the text before the colon can be a key, as in `- title`."""
KEY_COLON = re.compile(r":(?:\s|$)")
KEY_WITH_VALUE = re.compile(r":\s+[^\s#]")
"""A colon with a value on its line, as in `title: Fire`."""
BLOCK_TEXT_SIGN = re.compile(r":\s+[|>][-+0-9]*\s*(?:#.*)?$")
"""The end of a line before a block of text, as in `text: |`."""
OPENING_QUOTE = re.compile(r"(?::|-)\s+([\"'])")
"""A quotation mark that begins a value, as in `title: "Fire`."""
NO_BREAK_SPACE = re.compile("^ *(\u00a0)|:(\u00a0)")


class Place(NamedTuple):
    """A place in the text; lines and columns count from 0."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Stop:
    """The place where libyaml stopped, its message, and the lines of the text.

    `construct` is the beginning of what libyaml was reading, such as a list in brackets; None if it does not say.
    """

    message: str
    lines: list[str]
    place: Place
    construct: Place | None

    @property
    def line(self) -> str:
        return self.lines[self.place.line]

    @property
    def before(self) -> str:
        """The text before the stop on its line."""
        return self.line[max(0, self.place.column - NEAR) : self.place.column]

    @property
    def after(self) -> str:
        """The text after the stop on its line."""
        return self.line[self.place.column : self.place.column + NEAR]

    def lines_above(self, line: int) -> Iterator[int]:
        """Yield the lines above that are not blank, the nearest first."""
        return (each for each in reversed(range(line)) if self.lines[each].strip())

    def line_above(self, line: int) -> int:
        """Return the nearest line above that is not blank; -1 if there is none."""
        return next(self.lines_above(line), -1)

    def indent(self, line: int) -> int:
        """Return the number of spaces before the text of a line."""
        return len(self.lines[line]) - len(self.lines[line].lstrip())


class Explanation(NamedTuple):
    """The place of a mistake, what to write, and a message if libyaml's would mislead."""

    place: Place
    hint: str
    message: str = ""


Explain = Callable[[Stop], Explanation | None]
"""A function that explains one kind of mistake, and returns None for others."""


def explain(error: yaml.YAMLError, text: str, file: str) -> Finding:
    """Return the finding about a text that libyaml cannot parse."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return _bad_character(text, file)
    context_mark, context = getattr(error, "context_mark", None), getattr(error, "context", None)
    message = f"{getattr(error, 'problem', '') or 'cannot be read'}" + (f" {context}" if context else "")
    if context in SIGN_OF_CONSTRUCT:
        mark, message = context_mark, f"unquoted text cannot begin with {SIGN_OF_CONSTRUCT[context]}"
    lines = text.split("\n")
    construct = Place(context_mark.line, context_mark.column) if context_mark else None
    stop = Stop(message, lines, _inside(mark, lines), construct)
    matches = filter(None, (explain_one(stop) for explain_one in EXPLANATIONS))
    (line, column), hint, better = next(matches, None) or Explanation(stop.place, _general_hint(stop))
    labels: tuple[Label, ...] = ()
    if construct is not None and construct.line < line:
        labels = (Label(Span(file, construct.line + 1, construct.column + 1), "this part begins here"),)
    span = Span(file, line + 1, column + 1)
    return Finding("invalid-yaml", span, f"not valid YAML: {better or message}", hint, labels, unreadable=True)


def _inside(mark: Any, lines: list[str]) -> Place:
    """Return a place inside the text: libyaml reports an unexpected end after the last line."""
    line: int = mark.line
    while line > 0 and (line >= len(lines) or not lines[line].strip()):
        line -= 1
    return Place(line, mark.column if line == mark.line else len(lines[line]))


def _white_space(stop: Stop) -> Explanation | None:
    """Explain a no-break space or a tab."""
    for line in (stop.line_above(stop.place.line), stop.place.line):
        if line >= 0 and (match := NO_BREAK_SPACE.search(stop.lines[line])):
            hint = "this is a no-break space, which YAML takes for a letter: type a plain space"
            return Explanation(Place(line, match.start(match.lastindex or 0)), hint)
    return Explanation(stop.place, "indent with spaces: YAML takes no tabs") if stop.after.startswith("\t") else None


def _key_without_colon(stop: Stop) -> Explanation | None:
    """Explain a line that libyaml joined to the next, because it has no colon or no space after it.

    Below `title Fire`, libyaml stops at the colon of `text: Roll one die.`, which it takes for the same text.
    """
    if "could not find expected ':'" in stop.message and stop.construct:
        return Explanation(stop.construct, _missing_colon(stop, stop.construct.line))
    if "mapping values are not allowed" not in stop.message or not KEY_BEFORE_COLON.match(
        stop.line[: stop.place.column]
    ):
        return None
    above = stop.line_above(stop.place.line)
    if _continues_text(stop, above):
        hint = "line this key up with those above it; text that continues and holds a colon needs quotes"
        return Explanation(stop.place, hint)
    return Explanation(Place(above, stop.indent(above)), _missing_colon(stop, above), "could not find expected ':'")


def _continues_text(stop: Stop, line: int) -> bool:
    """Return whether a line is text after a key, or continues the text after a key above it."""
    key = next((each for each in (line, *stop.lines_above(line)) if KEY_COLON.search(stop.lines[each])), -1)
    return key == line or (
        key >= 0 and stop.indent(key) < stop.indent(line) and bool(KEY_WITH_VALUE.search(stop.lines[key]))
    )


LINES_WITHOUT_KEY = (
    (r"<<<<<<<|=======|>>>>>>>", "git left two versions here: keep one, and remove these lines of signs"),
    (r"//|/\*|<!--", "write remarks after #"),
    (r"[\w-]+:\S", "write a space after the colon"),
    (r"[\w-]+\s*=", "write a colon and a space between a key and its value, not ="),
    (r"[\w-]+\s*\uff1a", "write a plain colon and a space after the key: this colon is a wide one"),
)
"""Hints for lines without a key, by how they begin."""


def _missing_colon(stop: Stop, line: int) -> str:
    written, above = stop.lines[line].strip(), stop.line_above(line)
    for sign, hint in LINES_WITHOUT_KEY:
        if re.match(sign, written):
            return hint
    if above >= 0 and BLOCK_TEXT_SIGN.search(stop.lines[above]):
        return "indent the text after | or > further than its key"
    if above >= 0 and re.match(r"\s*- ", stop.lines[above]):
        return "begin each entry with a hyphen and a space; indent text that continues further than its hyphen"
    return "write a colon and a space after the key; indent text that continues further than its key"


UNCLOSED_QUOTE = "this quotation mark is opened and not closed"


def _unclosed(stop: Stop) -> Explanation | None:
    """Explain a quotation mark that is not closed, or a bracket still open at a line that is not indented further."""
    if "end of stream while scanning a quoted" in stop.message and stop.construct:
        return Explanation(stop.construct, UNCLOSED_QUOTE)
    if not re.search(r"expected ',' or '[]}]'", stop.message) or not stop.construct:
        return None
    line, column = stop.construct
    if stop.after.startswith(":") and line == stop.place.line:
        return Explanation(stop.place, "text that holds a colon followed by a space needs quotes")
    if stop.before.strip().startswith("//") or re.search(r"^\s*//", stop.lines[stop.line_above(stop.place.line)]):
        return Explanation(stop.place, "write remarks after #")
    is_last_on_line = line == stop.place.line and not stop.after.strip()
    # below `keys: [a, b`, libyaml stops at a line that is not indented further, so it is the next key
    line_ends_the_value = stop.indent(stop.place.line) <= stop.indent(line) and stop.lines[line][:column].strip()
    is_unclosed = is_last_on_line or (line != stop.place.line and line_ends_the_value)
    if not is_unclosed:
        return None
    if " #" in stop.lines[line][column:]:
        hint = "close this bracket before #: what follows is a remark, and text that holds # needs quotes"
        return Explanation(stop.construct, hint)
    return Explanation(stop.construct, "close this bracket; inside it, text that holds a comma needs quotes")


HINT_FOR_LINK = 'text that begins with [[ needs quotes: "[[…]] …"'
HINT_FOR_BRACKET = "text that begins with [ or { needs quotes"


def _after_the_end(stop: Stop) -> Explanation | None:
    """Explain something after a closing quotation mark or bracket."""
    before, after = stop.before.rstrip(), stop.after.strip()
    if not re.search(r"expected (key|'-' indicator|<document start>)", stop.message) or not before:
        return None
    if after.startswith(","):
        return Explanation(stop.place, "remove the comma: outside { } and [ ] a line ends without one")
    if before[-1] in "\"'":
        return _after_a_quote(stop, before[-1])
    if before[-1] in "]}":
        if after[:1] in ("]", "}"):
            return Explanation(stop.place, "remove this bracket: nothing is open that it closes")
        return Explanation(stop.place, HINT_FOR_LINK if "[[" in before else HINT_FOR_BRACKET)
    return None


def _after_a_quote(stop: Stop, quote: str) -> Explanation:
    """Explain text after a `quote`: either it ends a text too early, or an earlier text lacks its closing mark."""
    has_odd_number = stop.line[: stop.place.column].replace("''", "").count(quote) % 2
    if has_odd_number:
        for above in stop.lines_above(stop.place.line):
            match = OPENING_QUOTE.search(stop.lines[above])
            if match and match[1] == quote and stop.lines[above].count(quote) % 2:
                return Explanation(Place(above, match.start(1)), UNCLOSED_QUOTE)
    hint = "the text continues after its closing quotation mark: put all of it in quotes of the other kind"
    return Explanation(stop.place, hint)


def _wrong_indent(stop: Stop) -> Explanation | None:
    """Explain a key that does not line up with those above it, or that is mixed with a list.

    A key further in is explained by a line above: a text after `|`, or a key that has a value already.
    """
    if "expected key" not in stop.message or stop.before.strip():
        return None
    if stop.after.startswith("- "):
        hint = "keys and a list are mixed: write a key and a colon, or begin each entry with a hyphen"
        return Explanation(stop.place, hint)
    for above in stop.lines_above(stop.place.line):
        if BLOCK_TEXT_SIGN.search(stop.lines[above]):
            hint = "indent each line of a text after | or > as far as its first; line up a key with those above it"
            return Explanation(stop.place, hint)
        if stop.indent(above) < stop.place.column and KEY_WITH_VALUE.search(stop.lines[above]):
            return Explanation(
                stop.place, "line it up with the entries above it, or remove the value in the line above"
            )
        if stop.indent(above) <= stop.place.column:
            break
    return None


EXPLANATIONS: tuple[Explain, ...] = (
    _white_space,
    _key_without_colon,
    _unclosed,
    _after_the_end,
    _wrong_indent,
)
"""The kinds of mistakes, in the order in which they are tried."""

BEGINNINGS = (
    (r"[\u201c\u201d\u201e\u2018\u2019]", "“ and ” are not quotation marks of YAML: write straight ones, \" or '"),
    (r"\[\[", HINT_FOR_LINK),
    (r"\*\*?\w", 'text that begins with * needs quotes: "**…** …"'),
    (r"\*\s", "begin each entry of a list with a hyphen and a space; text that begins with * needs quotes"),
    (r"[@`%&!|>*?]", "text that begins with this character needs quotes"),
)
"""Hints by how the value begins on the line of the error."""
BEFORE_VALUE = re.compile(r"^\s*(?:- +)?(?:[\w-]+:\s+)?")
"""What stands before a value on its line, as in `- title: `."""
MESSAGES = (
    (r"end of stream while scanning a quoted", "a quotation mark is opened and not closed"),
    (r"unknown escape", "write \\\\ for a backslash in double quotes, or put the text in single quotes"),
    (r"mapping values are not allowed", "text that holds a colon followed by a space needs quotes"),
    (r"expected ',' or '[]}]'", "close the { or [; inside them, text that holds a comma needs quotes"),
    (r"expected node content", "a value is missing between commas or after the last: write ~ for an empty value"),
    (r"expected key|expected '-' indicator", "line it up with the entries above it"),
    (r"expected <document start>", "begin with a key and a colon, such as rules:, and write texts after text:"),
    (r"sequence entries are not allowed", "begin the list on its own line; text that begins with - needs quotes"),
    (r"cannot start any token", "text that begins with this character needs quotes"),
    (r"scanning a plain scalar", "text that holds this character needs quotes"),
    (r"scanning a directive", "a line that begins with % needs quotes"),
    (r"scanning a block scalar", "begin the text on the next line, further in"),
    (r"unquoted text cannot begin", "text that begins with this character needs quotes"),
)
"""Hints by libyaml's messages."""
ANY_HINT = "put the text into quotes, or line it up with what is above it"


def _general_hint(stop: Stop) -> str:
    """Return a hint by how the text begins where libyaml stopped; else by libyaml's message."""
    if re.search(r"\{[^\"'}]*\[\[", stop.before + stop.after):
        return "inside { }, text that holds [[…]] or a comma needs quotes"
    begin = BEFORE_VALUE.match(stop.line).end()  # type: ignore[union-attr]  # it matches any line
    value = stop.line[: stop.place.column + NEAR][begin:]
    begins = next((hint for sign, hint in BEGINNINGS if re.match(sign, value)), "")
    return begins or next((hint for sign, hint in MESSAGES if re.search(sign, stop.message)), ANY_HINT)


def _bad_character(text: str, file: str) -> Finding:
    """Return the finding about the first control character, which libyaml refuses without a place."""
    bad = re.search(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    position = bad.start() if bad else 0
    span = Span(file, text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position))
    code = f"U+{ord(text[position]):04X}" if text else "nothing"
    message = f"not valid YAML: the character {code} is not allowed"
    return Finding("invalid-yaml", span, message, "remove the control character", unreadable=True)

"""YAML text to located nodes, from libyaml's events.

Events show where an alias is, need no second set of nodes, and never recurse: to compose a text of a hundred thousand
opening brackets ends the process.

Lines end with a line feed only, as editors count them. Libyaml also counts NEL, U+2028 and U+2029, so it gets spaces in
their place.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from rulewright.findings import Finding, Findings, Label, Severity, Span, over_limit
from rulewright.limits import ENTRIES, NESTING, NODES, RUN, SECTION, TEXT, Budget
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, place_in
from rulewright.visible import CONTROL

# Characters that no text of a game may hold

RARE_BREAKS = "\x85\u2028\u2029"
"""What YAML 1.1 takes for line breaks, and neither editors nor YAML 1.2 do."""
ESCAPE = r"\\(?:x(..)|u(.{4})|U(.{8})|(.))"
"""An escape of YAML in double quotes."""
LETTERS = {"0": 0, "a": 7, "b": 8, "v": 0xB, "f": 0xC, "r": 0xD, "e": 0x1B, "N": 0x85, "L": 0x2028, "P": 0x2029}
"""The escapes of one letter that stand for control characters."""
REFUSED = re.compile(f"[{CONTROL}]")
WRITTEN = re.compile(f"(?!\r)([{CONTROL}])")  # a carriage return as such ends a line
WRITTEN_OR_ESCAPED = re.compile(f"{WRITTEN.pattern}|{ESCAPE}", re.DOTALL)


def control_character(raw: str, *, escapes: bool = True) -> tuple[int, int] | None:
    """The first of a source text: where it is, and its code. `escapes` says whether a backslash begins one."""
    for match in (WRITTEN_OR_ESCAPED if escapes else WRITTEN).finditer(raw):
        code = _code(*match.groups())
        if code is not None and REFUSED.match(chr(code)):
            return match.start(), code
    return None


def without_rare_breaks(text: str) -> str:
    """Spaces in their place."""
    for each in RARE_BREAKS:
        text = text.replace(each, " ")
    return text


def may_hold_control_character(text: str) -> bool:
    """A quick look at a whole file, for most hold none."""
    return "\\" in text or WRITTEN.search(text) is not None


def _code(character: str, *escaped: str | None) -> int | None:
    if character or not escaped:
        return ord(character)
    *digits, letter = escaped
    if letter:
        return LETTERS.get(letter)
    try:
        return int("".join(filter(None, digits)), 16)
    except ValueError:  # libyaml refuses it
        return None


# Where YAML cannot be read

NEAR = 200
"""Characters on each side of the place of an error that are searched for its cause."""
SIGN_SCANS = {"while scanning an alias": "*", "while scanning an anchor": "&"}
"""Libyaml's words for what it was doing, and the character of YAML that the text begins with."""
OWN_COLON = re.compile(r"\s*(?:- +)?[^\s\"'\[{#][^:]*$")
"""What stands before the first colon of a line, if it is a key."""
COLON, VALUED = re.compile(r":(?:\s|$)"), re.compile(r":\s+[^\s#]")
BLOCK_SIGN = re.compile(r":\s+[|>][-+0-9]*\s*(?:#.*)?$")
QUOTED_ABOVE = re.compile(r"(?::|-)\s+([\"'])")
NO_BREAK = re.compile("^ *(\u00a0)|:(\u00a0)")

Place = tuple[int, int]
"""A line and a column, from 0."""


@dataclass(frozen=True, slots=True)
class Stop:
    """Where libyaml stopped, in which lines, and where the part began that it was reading."""

    message: str
    lines: list[str]
    at: Place
    begun: Place | None

    @property
    def line(self) -> str:
        return self.lines[self.at[0]]

    @property
    def before(self) -> str:
        return self.line[max(0, self.at[1] - NEAR) : self.at[1]]

    @property
    def rest(self) -> str:
        return self.line[self.at[1] : self.at[1] + NEAR]

    def above(self, line: int) -> int:
        """The next line above with something in it; -1 if there is none."""
        return next((each for each in reversed(range(line)) if self.lines[each].strip()), -1)

    def indent(self, line: int) -> int:
        return len(self.lines[line]) - len(self.lines[line].lstrip())


class Slip(NamedTuple):
    """What went wrong: its place, what to write, and other words than libyaml's where these would mislead."""

    at: Place
    hint: str
    message: str = ""


Knows = Callable[[Stop], Slip | None]
"""Knows one kind of slip; None if it is another."""


def explain(error: yaml.YAMLError, text: str, file: str) -> Finding:
    """The finding of what libyaml could not read."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return _bad_character(text, file)
    begun, context = getattr(error, "context_mark", None), getattr(error, "context", None)
    message = f"{getattr(error, 'problem', '') or 'cannot be read'}" + (f" {context}" if context else "")
    if context in SIGN_SCANS:
        mark, message = begun, f"unquoted text cannot begin with {SIGN_SCANS[context]}"
    stop = Stop(message, text.split("\n"), _within(mark, text), (begun.line, begun.column) if begun else None)
    slip = next(filter(None, (knows(stop) for knows in SLIPS)), None) or Slip(stop.at, _by_words(stop))
    span, labels = Span(file, slip.at[0] + 1, slip.at[1] + 1), _label(stop.begun, slip.at, file)
    said = f"not valid YAML: {slip.message or message}"
    return Finding("invalid-yaml", span, said, slip.hint, labels, unreadable=True)


def _label(begun: Place | None, at: Place, file: str) -> tuple[Label, ...]:
    if begun is None or begun[0] >= at[0]:
        return ()
    return (Label(Span(file, begun[0] + 1, begun[1] + 1), "this part begins here"),)


def _within(mark: Any, text: str) -> Place:
    """An end reached too early is reported past the last line."""
    lines = text.split("\n")
    line: int = mark.line
    while line > 0 and (line >= len(lines) or not lines[line].strip()):
        line -= 1
    return line, mark.column if line == mark.line else len(lines[line])


def _no_break_space(stop: Stop) -> Slip | None:
    for line in (stop.above(stop.at[0]), stop.at[0]):
        if line >= 0 and (match := NO_BREAK.search(stop.lines[line])):
            column = match.start(1) if match[1] else match.start(2)
            return Slip((line, column), "this is a no-break space, which YAML takes for a letter: type a plain space")
    return None


def _tab(stop: Stop) -> Slip | None:
    return Slip(stop.at, "indent with spaces: YAML takes no tabs") if stop.rest.startswith("\t") else None


def _unread_key(stop: Stop) -> Slip | None:
    """A line that libyaml joined to the next, because it has no colon or nothing but letters after it."""
    if "could not find expected ':'" in stop.message and stop.begun:
        return Slip(stop.begun, _missing_colon(stop, stop.begun[0]))
    if "mapping values are not allowed" not in stop.message or not OWN_COLON.match(stop.line[: stop.at[1]]):
        return None
    above = stop.above(stop.at[0])
    if _goes_on(stop, above):
        return Slip(stop.at, ("line this key up with those above it; text that goes on and holds a colon needs quotes"))
    return Slip((above, stop.indent(above)), _missing_colon(stop, above), "could not find expected ':'")


def _goes_on(stop: Stop, line: int) -> bool:
    """Whether a line is text after a key, or goes on with the text after a key above it."""
    key = line
    while key >= 0 and not COLON.search(stop.lines[key]):
        key = stop.above(key)
    return key == line or (key >= 0 and stop.indent(key) < stop.indent(line) and bool(VALUED.search(stop.lines[key])))


def _missing_colon(stop: Stop, line: int) -> str:
    written, above = stop.lines[line].strip(), stop.above(line)
    for sign, hint in LINES:
        if re.match(sign, written):
            return hint
    if above >= 0 and BLOCK_SIGN.search(stop.lines[above]):
        return "indent the text after | or > further than its key"
    if above >= 0 and re.match(r"\s*- ", stop.lines[above]):
        return "begin each entry with a hyphen and a space; indent text that goes on further than its hyphen"
    return "write a colon and a space after the key; indent text that goes on further than its key"


LINES = (
    (r"<<<<<<<|=======|>>>>>>>", "git left two versions here: keep one, and remove these lines of signs"),
    (r"//|/\*|<!--", "write remarks after #"),
    (r"[\w-]+:\S", "write a space after the colon"),
    (r"[\w-]+\s*=", "write a colon and a space between a key and its value, not ="),
    (r"[\w-]+\s*\uff1a", "write a plain colon and a space after the key: this colon is a wide one"),
)
"""Lines without a key, by how they begin."""


def _unclosed_bracket(stop: Stop) -> Slip | None:
    """A bracket still open where a line begins that is indented no further."""
    if not re.search(r"expected ',' or '[]}]'", stop.message) or not stop.begun:
        return None
    line, column = stop.begun
    if stop.rest.startswith(":") and line == stop.at[0]:
        return Slip(stop.at, "text that holds a colon followed by a space needs quotes")
    if stop.before.strip().startswith("//") or re.search(r"^\s*//", stop.lines[stop.above(stop.at[0])]):
        return Slip(stop.at, "write remarks after #")
    on_left = stop.indent(stop.at[0]) <= stop.indent(line) and stop.lines[line][:column].strip()
    if stop.rest.strip() if line == stop.at[0] else not on_left:
        return None
    if " #" in stop.lines[line][column:]:
        return Slip(
            stop.begun,
            ("close this bracket before #: what follows is a remark, and text that holds # needs quotes"),
        )
    return Slip(stop.begun, "close this bracket; inside it, text that holds a comma needs quotes")


def _unclosed_quote(stop: Stop) -> Slip | None:
    if "end of stream while scanning a quoted" in stop.message and stop.begun:
        return Slip(stop.begun, "this quotation mark is opened and not closed")
    return None


def _after_the_end(stop: Stop) -> Slip | None:
    """Something after a closing quotation mark or bracket."""
    ended, rest = stop.before.rstrip(), stop.rest.strip()
    if not re.search(r"expected (key|'-' indicator|<document start>)", stop.message) or not ended:
        return None
    if ended[-1] in "\"'":
        return _after_a_quote(stop, ended[-1], rest)
    if rest.startswith(","):
        return Slip(stop.at, "remove the comma: outside { } and [ ] a line ends without one")
    if ended[-1] in "]}":
        if rest[:1] in ("]", "}"):
            return Slip(stop.at, "remove this bracket: nothing is open that it closes")
        return Slip(stop.at, LINKED if "[[" in ended else BRACKETED)
    return None


LINKED = 'text that begins with [[ needs quotes: "[[…]] …"'
BRACKETED = "text that begins with [ or { needs quotes"


def _after_a_quote(stop: Stop, quote: str, rest: str) -> Slip:
    if rest.startswith(","):
        return Slip(stop.at, "remove the comma: outside { } and [ ] a line ends without one")
    if stop.line[: stop.at[1]].replace("''", "").count(quote) % 2:
        above = stop.above(stop.at[0])
        while above >= 0:
            match = QUOTED_ABOVE.search(stop.lines[above])
            if match and match[1] == quote and stop.lines[above].count(quote) % 2:
                return Slip((above, match.start(1)), "this quotation mark is opened and not closed")
            above = stop.above(above)
    return Slip(
        stop.at, ("the text goes on after its closing quotation mark: put all of it in quotes of the other kind")
    )


def _wrong_indent(stop: Stop) -> Slip | None:
    if "expected key" not in stop.message or stop.before.strip():
        return None
    if stop.rest.startswith("- "):
        return Slip(stop.at, ("keys and a list are mixed: write a key and a colon, or begin each entry with a hyphen"))
    above = stop.above(stop.at[0])
    while above >= 0 and stop.indent(above) > stop.at[1] and not BLOCK_SIGN.search(stop.lines[above]):
        above = stop.above(above)
    if above >= 0 and BLOCK_SIGN.search(stop.lines[above]):
        hint = "indent each line of a text after | or > as far as its first; line up a key with those above it"
        return Slip(stop.at, hint)
    if above >= 0 and stop.indent(above) < stop.at[1] and VALUED.search(stop.lines[above]):
        return Slip(stop.at, "line it up with the entries above it, or remove the value in the line above")
    return None


SLIPS: tuple[Knows, ...] = (
    _no_break_space,
    _tab,
    _unread_key,
    _unclosed_bracket,
    _unclosed_quote,
    _after_the_end,
    _wrong_indent,
)

BEGINNINGS = (
    (r"[\u201c\u201d\u201e\u2018\u2019]", "“ and ” are no quotation marks of YAML: write straight ones, \" or '"),
    (r"\[\[", LINKED),
    (r"\*\*?\w", 'text that begins with * needs quotes: "**…** …"'),
    (r"\*\s", ("begin each entry of a list with a hyphen and a space; text that begins with * needs quotes")),
    (r"[@`%&!|>*?]", "text that begins with this character needs quotes"),
)
"""How the value begins on the line of the error."""
VALUE = re.compile(r"^\s*(?:- +)?(?:[\w-]+:\s+)?")
WORDS = (
    (r"end of stream while scanning a quoted", "a quotation mark is opened and not closed"),
    (r"unknown escape", "write \\\\ for a backslash in double quotes, or put the text in single quotes"),
    (r"mapping values are not allowed", "text that holds a colon followed by a space needs quotes"),
    (r"expected ',' or '[]}]'", "close the { or [; inside them, text that holds a comma needs quotes"),
    (r"expected node content", "a value is missing between commas or after the last: write ~ for an empty value"),
    (r"expected key|expected '-' indicator", "line it up with the entries above it"),
    (r"expected <document start>", "begin with a key and a colon, such as rules:, and write texts after text:"),
    (
        r"sequence entries are not allowed",
        "begin the list on a line of its own; text that begins with - needs quotes",
    ),
    (r"cannot start any token", "text that begins with this character needs quotes"),
    (r"scanning a plain scalar", "text that holds this character needs quotes"),
    (r"scanning a directive", "a line that begins with % needs quotes"),
    (r"scanning a block scalar", "begin the text on the next line, further in"),
    (r"unquoted text cannot begin", "text that begins with this character needs quotes"),
)
ANY_HINT = "put the text into quotes, or line it up with what is above it"


def _by_words(stop: Stop) -> str:
    """The remedy by how the text begins in which libyaml stopped; else by libyaml's words."""
    if re.search(r"\{[^\"'}]*\[\[", stop.before + stop.rest):
        return "inside { }, text that holds [[…]] or a comma needs quotes"
    value = stop.line[: stop.at[1] + NEAR][VALUE.match(stop.line).end() :]  # type: ignore[union-attr]
    begins = next((hint for sign, hint in BEGINNINGS if re.match(sign, value)), "")
    return begins or next((hint for sign, hint in WORDS if re.search(sign, stop.message)), ANY_HINT)


def _bad_character(text: str, file: str) -> Finding:
    """The first control character: libyaml refuses them without a place."""
    bad = re.search(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    at = bad.start() if bad else 0
    line = text.count("\n", 0, at)
    column = at - (text.rfind("\n", 0, at) + 1)
    code = f"U+{ord(text[at]):04X}" if text else "nothing"
    return Finding(
        "invalid-yaml",
        Span(file, line + 1, column + 1),
        f"not valid YAML: the character {code} is not allowed",
        "remove the control character",
        unreadable=True,
    )


try:
    from yaml.cyaml import CParser as Parser  # type: ignore[attr-defined]
except ImportError:  # a PyYAML built without libyaml: slower, the same events
    from yaml.parser import Parser as PurePythonParser
    from yaml.reader import Reader
    from yaml.scanner import Scanner

    class Parser(Reader, Scanner, PurePythonParser):  # type: ignore[no-redef]
        """PyYAML's own parser over a text."""

        def __init__(self, text: str) -> None:
            Reader.__init__(self, text)
            Scanner.__init__(self)
            PurePythonParser.__init__(self)


SECTION_LEVEL = 2
"""Collections open around an entry of a section, such as a rule: sections themselves may be of any length."""
SIGNS = re.compile(r"\w+|\s+|[^\w\s]+")
"""Runs of letters, of blanks and of other signs."""


REMARK, LETTER = re.compile(r"[ \t]+(#\w+|#[ \t]+\d+[ \t]*$)", re.MULTILINE), re.compile(r"[^\W\d_]")
"""A sign # right before a word, or before a number and nothing else, which text without quotes ends with; and what
makes text of a value."""
MOST_DIGITS = 40
LONG_NUMBER = re.compile(rf"\d{{{MOST_DIGITS + 1},}}")
"""No game has such a number, and neither Python nor a browser counts with it."""


class _Refused(Exception):
    """The tool does not read such a text; carries the finding."""

    def __init__(self, diagnostic: Finding) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def parse(text: str, file: str, faults: Findings, nodes: Budget | None = None, line: int = 1) -> Node | None:
    """The tree of one file, or None with the reason added to `faults`; it spends of the `nodes` of its game.

    Reports a key that is given twice in one mapping, and keeps its first value. `line` is that of the beginning of the
    text in its file, where it is a sound part of it.
    """
    if found := LONG_NUMBER.search(text):
        line, column = text.count("\n", 0, found.start()), found.start() - text.rfind("\n", 0, found.start())
        faults.add(_too_many_digits(found[0], Span(file, line + 1, column, len(found[0]))))
        return None
    try:
        return _Builder(text, file, faults, nodes or Budget(NODES), line - 1).build()
    except yaml.YAMLError as error:
        faults.add(explain(error, text, file))
    except _Refused as refused:
        faults.add(refused.diagnostic)
    return None


def _too_many_digits(number: str, span: Span) -> Finding:
    message = f"this number has {len(number):,} digits; the most are {MOST_DIGITS}"
    return Finding("too-large", span, message, "write a shorter one", unreadable=True)


def text_faults(text: Scalar) -> Iterator[Finding]:
    """What is wrong with a text that another format than YAML holds."""
    if found := LONG_NUMBER.search(text.value):
        yield _too_many_digits(found[0], text.span)
    if found_at := control_character(text.raw, escapes=False):
        yield _unprintable(text, *found_at)
    if too_long := _too_long(text):
        yield too_long


def _unprintable(text: Scalar, at: int, code: int) -> Finding:
    message = f"the character U+{code:04X} cannot be printed"
    hint = "remove it, or write the words that it stands for"
    return Finding("control-character", place_in(text.raw, text.span, at, 1), message, hint)


def _too_long(text: Scalar) -> Finding | None:
    """The finding of a text that is too long, or has too many letters or blanks in a row."""
    if len(text.value) > TEXT.most:
        hint, counted = "divide it", f"this text has {len(text.value):,} characters"
        return over_limit(TEXT, counted, text.span, hint)
    if _has_short_runs(text.value):
        return None
    run = max(SIGNS.findall(text.value), key=len, default="")
    if len(run) <= RUN.most:
        return None
    span, hint = text.at(text.value.index(run), len(run)), "remove some, or divide the text"
    return over_limit(RUN, f"this text has {len(run):,} letters or signs in a row", span, hint)


def _has_short_runs(text: str) -> bool:
    """A quick look, for nearly all texts: no word is too long, nor has any space between words room for a long run."""
    words = text.split()
    letters = sum(map(len, words))
    return max(map(len, words), default=0) <= RUN.most and len(text) - letters < RUN.most + len(words) - 1


class _Builder:
    """Builds nodes from events, with its own stack of open collections."""

    def __init__(self, text: str, file: str, faults: Findings, nodes: Budget, above: int) -> None:
        """`above` are the lines of the file above the text."""
        self.text, self.file, self.faults, self.nodes, self.above = text, file, faults, nodes, above

    def build(self) -> Node | None:
        parser: Any = Parser(without_rare_breaks(self.text))
        get_event = parser.get_event
        text, file, first = self.text, self.file, self.above + 1
        suspicious, may_be_cut = may_hold_control_character(text), " #" in text or "\t#" in text
        top: list[Node] = []
        children: list[Any] = top
        stack: list[tuple[list[Any], Any]] = []
        most = self._most(stack)
        while (event := get_event()) is not None:
            form = type(event)
            if form is ScalarEvent:
                start = event.start_mark
                raw = text[start.index : event.end_mark.index]
                span = Span(file, start.line + first, start.column + 1, len(raw.partition("\n")[0]) or 1)
                if event.anchor is not None or event.tag is not None:
                    self._refuse_extras(event)
                scalar = Scalar(event.value, span, raw, event.implicit[0])
                if len(raw) > RUN.most:
                    self._check_length(scalar)
                children.append(scalar)
                if suspicious and (found := control_character(raw, escapes=event.style == '"')):
                    self.faults.add(_unprintable(scalar, *found))
                if may_be_cut and (cut := REMARK.match(text, event.end_mark.index)) and LETTER.search(raw):
                    self._warn_of_remark(scalar, cut)
            elif form is SequenceStartEvent or form is MappingStartEvent:
                if event.anchor is not None or event.tag is not None:
                    self._refuse_extras(event)
                if len(stack) >= NESTING.most:
                    hint = "close what is opened before, or take out levels"
                    self._refuse(event, "nested-too-deep", f"nested more than {NESTING.most} levels deep", hint)
                stack.append((children, event))
                children = []
                most = self._most(stack)
            elif form is SequenceEndEvent:
                outer, opened = stack.pop()
                self._spend(len(children), opened)
                outer.append(Sequence(tuple(children), self._span(opened)))
                children, most = outer, self._most(stack)
            elif form is MappingEndEvent:
                outer, opened = stack.pop()
                self._spend(len(children), opened)
                outer.append(self._mapping(children, opened))
                children, most = outer, self._most(stack)
            elif form is AliasEvent:
                self._refuse(
                    event,
                    "alias",
                    f"the alias *{event.anchor} is not supported",
                    (
                        "write the value again, or define it as a fact and quote that; text that begins with "
                        "* needs quotes"
                    ),
                )
            elif form is DocumentStartEvent and top:
                self._refuse(
                    event,
                    "several-documents",
                    "a second document begins here",
                    "a source file holds one document: remove the line ---",
                )
            if len(children) > most:
                self._refuse_crowd(parser, stack, len(children))
        return top[0] if top else None

    def _most(self, stack: list[tuple[list[Any], Any]]) -> int:
        """How many nodes the innermost collection may hold; a mapping has two for each entry."""
        if len(stack) <= SECTION_LEVEL:
            return 2 * SECTION.most
        return ENTRIES.most * (2 if type(stack[-1][1]) is MappingStartEvent else 1)

    def _refuse_crowd(self, parser: Any, stack: list[tuple[list[Any], Any]], count: int) -> None:
        """Refuses a collection with its number of entries; what remains of it is counted, and not kept."""
        outer, opened = stack[-1]
        depth = 0
        while depth >= 0 and (event := parser.get_event()) is not None:
            begins, ends = type(event) in BEGINS, type(event) in ENDS
            count += not depth and not ends
            depth += begins - ends
        if type(opened) is MappingStartEvent:
            count //= 2
        key = outer[-1] if outer and isinstance(outer[-1], Scalar) else None
        span = key.span if key else self._span(opened)
        counted = f"this list has {count:,} entries"
        if key:
            counted = f"{key.value!r} has {count:,} entries"
        limit = SECTION if len(stack) <= SECTION_LEVEL else ENTRIES
        raise _Refused(over_limit(limit, counted, span, "divide it"))

    def _spend(self, count: int, opened: Any) -> None:
        """Counts the nodes of a collection that ends, as part of the whole game."""
        if not self.nodes.spend(count):
            spent, hint = self.nodes.spent, "divide the game, or print less of it"
            counted = f"the files of this game have, up to here, {spent:,} texts, lists and mappings"
            raise _Refused(over_limit(self.nodes.limit, counted, self._span(opened), hint))

    def _check_length(self, text: Scalar) -> None:
        if fault := _too_long(text):
            raise _Refused(fault)

    def _mapping(self, children: list[Node], opened: Any) -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar):
                raise _Refused(
                    Finding(
                        "compound-key",
                        key.span,
                        "a list or mapping cannot be a key",
                        "text, or a key, that begins with [ or { needs quotes",
                        unreadable=True,
                    )
                )
            if len(key.value) == 3 and key.value.isdecimal():
                self._refuse_comma(next(reversed(entries.values()), None), key, value)
            first = entries.setdefault(key.value, (key, value))[0]
            if first is not key:
                self.faults.add(
                    Finding(
                        "duplicate-key",
                        key.span,
                        f"the key {key.value!r} is given twice",
                        "keep one of the two",
                        (Label(first.span, "first given here"),),
                    )
                )
        return Mapping(tuple(entries.values()), self._span(opened))

    def _refuse_comma(self, before: tuple[Scalar, Node] | None, key: Scalar, value: Node) -> None:
        """Refuses `{men: 1,000}`, in which YAML finds the number 1 and a key 000 without a colon."""
        bare = value.span == Span(self.file, key.span.line, key.span.column + 3)
        if not (bare and before and isinstance(before[1], Scalar) and before[1].value[-1:].isdecimal()):
            return
        number = f"{before[1].value},{key.value}"
        hint = f"write {number.replace(',', '')}, or put the number in quotes"
        message = f"not valid YAML: inside {{ }} the comma of {number} ends the value"
        raise _Refused(Finding("invalid-yaml", before[1].span, message, hint, unreadable=True))

    def _warn_of_remark(self, scalar: Scalar, cut: re.Match[str]) -> None:
        """Of a sign # with no space after it, or with just a number, which is seldom meant to begin a remark."""
        line = cut.string.count("\n", 0, cut.start())
        column = cut.start(1) - cut.string.rfind("\n", 0, cut.start())
        sign = cut[1].rstrip()
        message = f"this text ends before {sign}: what follows is a remark, which nobody reads"
        hint = "put the whole text in quotes; if it is a remark, write it in words, with a space after #"
        span, about = Span(self.file, line + 1, column, len(sign)), f"{scalar.value} {sign}"
        self.faults.add(Finding("cut-text", span, message, hint, severity=Severity.WARNING, about=about))

    def _refuse_extras(self, event: Any) -> None:
        if event.tag is not None and event.tag != "!":
            written = event.tag.replace("tag:yaml.org,2002:", "!!")
            self._refuse(
                event,
                "tag",
                f"the tag {written} is not supported",
                "remove the tag; text that begins with ! needs quotes",
            )
        if event.anchor is not None:
            self._refuse(
                event,
                "alias",
                f"the anchor &{event.anchor} is not supported",
                "write the value wherever it is needed; text that begins with & needs quotes",
            )

    def _refuse(self, event: Any, name: str, message: str, hint: str = "") -> None:
        raise _Refused(Finding(name, self._span(event), message, hint, unreadable=True))

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        length = end.column - start.column if end.line == start.line else 1
        return Span(self.file, start.line + self.above + 1, start.column + 1, max(length, 1))


BEGINS, ENDS = (SequenceStartEvent, MappingStartEvent), (SequenceEndEvent, MappingEndEvent)

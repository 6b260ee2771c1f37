"""Parse YAML into located nodes, from libyaml's events.

Events show aliases, need no second tree, and are handled without recursion: composing a text of a hundred thousand
opening brackets would crash the process.

Only a line feed ends a line, as in editors. Libyaml also counts NEL, U+2028 and U+2029 as line ends, so they become
spaces first.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

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
from rulewright.source.yaml_errors import explain
from rulewright.visible import CONTROL

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


# Texts that no game may hold: control characters, long numbers, long texts and long runs

RARE_BREAKS = str.maketrans(dict.fromkeys("\x85\u2028\u2029", " "))
"""Line breaks of YAML 1.1 that neither editors nor YAML 1.2 count; each becomes a space."""
ESCAPE = r"\\(?:x(..)|u(.{4})|U(.{8})|(.))"
"""An escape in a double-quoted YAML text."""
LETTERS = {"0": 0, "a": 7, "b": 8, "v": 0xB, "f": 0xC, "r": 0xD, "e": 0x1B, "N": 0x85, "L": 0x2028, "P": 0x2029}
"""One-letter escapes and the control characters that they stand for."""
REFUSED = re.compile(f"[{CONTROL}]")
WRITTEN = re.compile(f"(?!\r)([{CONTROL}])")  # a plain carriage return ends a line
WRITTEN_OR_ESCAPED = re.compile(f"{WRITTEN.pattern}|{ESCAPE}", re.DOTALL)
SIGNS = re.compile(r"\w+|\s+|[^\w\s]+")
"""Runs of letters, of white space and of other signs."""
MOST_DIGITS = 40
LONG_NUMBER = re.compile(rf"\d{{{MOST_DIGITS + 1},}}")
"""A number that no game needs, and that neither Python nor a browser can compute with."""


def text_findings(text: Scalar) -> Iterator[Finding]:
    """Yield the findings about a text from another format than YAML."""
    if number := LONG_NUMBER.search(text.value):
        yield _too_many_digits(number[0], text.span)
    if control := _control_character(text.raw, escapes=False):
        yield _unprintable(text, *control)
    if too_long := _too_long(text):
        yield too_long


def _control_character(raw: str, *, escapes: bool) -> tuple[int, int] | None:
    """Return the position and code of the first control character; with `escapes`, also one written as an escape."""
    for match in (WRITTEN_OR_ESCAPED if escapes else WRITTEN).finditer(raw):
        code = _code(*match.groups())
        if code is not None and REFUSED.match(chr(code)):
            return match.start(), code
    return None


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


def _too_many_digits(number: str, span: Span) -> Finding:
    message = f"this number has {len(number):,} digits; the most are {MOST_DIGITS}"
    return Finding("too-large", span, message, "write a shorter one", unreadable=True)


def _unprintable(text: Scalar, at: int, code: int) -> Finding:
    message = f"the character U+{code:04X} cannot be printed"
    hint = "remove it, or write the words that it stands for"
    return Finding("control-character", place_in(text.raw, text.span, at, 1), message, hint)


def _too_long(text: Scalar) -> Finding | None:
    """Return a finding if a text is too long, or has too many letters or spaces in a row."""
    if len(text.value) > TEXT.most:
        return over_limit(TEXT, f"this text has {len(text.value):,} characters", text.span, "divide it")
    if _has_short_runs(text.value):
        return None
    run = max(SIGNS.findall(text.value), key=len, default="")
    if len(run) <= RUN.most:
        return None
    span, hint = text.at(text.value.index(run), len(run)), "remove some, or divide the text"
    return over_limit(RUN, f"this text has {len(run):,} letters or signs in a row", span, hint)


def _has_short_runs(text: str) -> bool:
    """Return true if no run can be too long. This quick test lets nearly all texts pass."""
    words = text.split()
    letters = sum(map(len, words))
    return max(map(len, words), default=0) <= RUN.most and len(text) - letters < RUN.most + len(words) - 1


# A file as a tree

SECTION_LEVEL = 2
"""The depth of an entry of a section, such as a rule: sections themselves may be of any length."""
REMARK, LETTER = re.compile(r"[ \t]+(#\w+|#[ \t]+\d+[ \t]*$)", re.MULTILINE), re.compile(r"[^\W\d_]")
"""A # right before a word, or before a number alone. YAML takes the rest of the line for a comment."""
BEGINS, ENDS = (SequenceStartEvent, MappingStartEvent), (SequenceEndEvent, MappingEndEvent)


class _Refused(Exception):
    """Raised for a text that the tool does not read."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def parse(text: str, file: str, findings: Findings, nodes: Budget | None = None, line: int = 1) -> Node | None:
    """Return the tree of one file; None, with the reason in `findings`, if it cannot be read.

    Its nodes are spent from the game's budget `nodes`. A key that occurs twice in a mapping is reported and keeps its
    first value. `line` is the line of the file on which the text begins, for a part of a file.
    """
    if number := LONG_NUMBER.search(text):
        line, column = text.count("\n", 0, number.start()), number.start() - text.rfind("\n", 0, number.start())
        findings.add(_too_many_digits(number[0], Span(file, line + 1, column, len(number[0]))))
        return None
    try:
        return _Builder(text, file, findings, nodes or Budget(NODES), line - 1).build()
    except yaml.YAMLError as error:
        findings.add(explain(error, text, file))
    except _Refused as refused:
        findings.add(refused.finding)
    return None


@dataclass(slots=True)
class _Builder:
    """Builds nodes from events, with its own stack of open collections."""

    text: str
    file: str
    findings: Findings
    nodes: Budget
    above: int
    """The lines of the file above the text."""

    def build(self) -> Node | None:
        text, file, first = self.text, self.file, self.above + 1
        parser: Any = Parser(text.translate(RARE_BREAKS))
        get_event = parser.get_event
        may_hold_control = "\\" in text or WRITTEN.search(text) is not None
        may_be_cut = " #" in text or "\t#" in text
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
                if len(raw) > RUN.most and (too_long := _too_long(scalar)):
                    raise _Refused(too_long)
                children.append(scalar)
                if may_hold_control and (control := _control_character(raw, escapes=event.style == '"')):
                    self.findings.add(_unprintable(scalar, *control))
                if may_be_cut and (cut := REMARK.match(text, event.end_mark.index)) and LETTER.search(raw):
                    self._warn_of_remark(scalar, cut)
            elif form in BEGINS:
                if event.anchor is not None or event.tag is not None:
                    self._refuse_extras(event)
                if len(stack) >= NESTING.most:
                    message = f"nested more than {NESTING.most} levels deep"
                    self._refuse(event, "nested-too-deep", message, "close what is opened before, or take out levels")
                stack.append((children, event))
                children = []
                most = self._most(stack)
            elif form in ENDS:
                outer, opened = stack.pop()
                span = self._span(opened)
                if not self.nodes.spend(len(children)):
                    raise _Refused(too_many_nodes(self.nodes, span))
                if form is MappingEndEvent:
                    outer.append(Mapping(self._entries(children), span))
                else:
                    outer.append(Sequence(tuple(children), span))
                children, most = outer, self._most(stack)
            elif form is AliasEvent:
                hint = (
                    "write the value again, or define it as a fact and quote that; text that begins with * needs quotes"
                )
                self._refuse(event, "alias", f"the alias *{event.anchor} is not supported", hint)
            elif form is DocumentStartEvent and top:
                hint = "a source file holds one document: remove the line ---"
                self._refuse(event, "several-documents", "a second document begins here", hint)
            if len(children) > most:
                self._refuse_crowd(parser, stack, len(children))
        return top[0] if top else None

    def _most(self, stack: list[tuple[list[Any], Any]]) -> int:
        """Return the most nodes that the innermost collection may hold; a mapping has two for each entry."""
        if len(stack) <= SECTION_LEVEL:
            return 2 * SECTION.most
        return ENTRIES.most * (2 if type(stack[-1][1]) is MappingStartEvent else 1)

    def _refuse_crowd(self, parser: Any, stack: list[tuple[list[Any], Any]], count: int) -> NoReturn:
        """Refuse a collection with too many entries. The rest of it is counted for the message, but not built."""
        outer, opened = stack[-1]
        depth = 0
        while depth >= 0 and (event := parser.get_event()) is not None:
            begins, ends = type(event) in BEGINS, type(event) in ENDS
            count += not depth and not ends
            depth += begins - ends
        if type(opened) is MappingStartEvent:
            count //= 2
        key = outer[-1] if outer and isinstance(outer[-1], Scalar) else None
        counted = f"{key.value!r} has {count:,} entries" if key else f"this list has {count:,} entries"
        limit = SECTION if len(stack) <= SECTION_LEVEL else ENTRIES
        raise _Refused(over_limit(limit, counted, key.span if key else self._span(opened), "divide it"))

    def _entries(self, children: list[Node]) -> tuple[tuple[Scalar, Node], ...]:
        entries: dict[str, tuple[Scalar, Node]] = {}
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar):
                message, hint = (
                    "a list or mapping cannot be a key",
                    "text, or a key, that begins with [ or { needs quotes",
                )
                raise _Refused(Finding("compound-key", key.span, message, hint, unreadable=True))
            if len(key.value) == 3 and key.value.isdecimal():
                self._refuse_comma(next(reversed(entries.values()), None), key, value)
            first = entries.setdefault(key.value, (key, value))[0]
            if first is not key:
                message, labels = f"the key {key.value!r} is given twice", (Label(first.span, "first given here"),)
                self.findings.add(Finding("duplicate-key", key.span, message, "keep one of the two", labels))
        return tuple(entries.values())

    def _refuse_comma(self, before: tuple[Scalar, Node] | None, key: Scalar, value: Node) -> None:
        """Refuse `{men: 1,000}`, which YAML reads as the number 1 and a key 000 without a value."""
        bare = value.span == Span(self.file, key.span.line, key.span.column + 3)
        if not (bare and before and isinstance(before[1], Scalar) and before[1].value[-1:].isdecimal()):
            return
        number = f"{before[1].value},{key.value}"
        hint = f"write {number.replace(',', '')}, or put the number in quotes"
        message = f"not valid YAML: inside {{ }} the comma of {number} ends the value"
        raise _Refused(Finding("invalid-yaml", before[1].span, message, hint, unreadable=True))

    def _warn_of_remark(self, scalar: Scalar, cut: re.Match[str]) -> None:
        """Warn of a # with no space after it, or with just a number: the author rarely means a comment."""
        line = cut.string.count("\n", 0, cut.start())
        column = cut.start(1) - cut.string.rfind("\n", 0, cut.start())
        sign = cut[1].rstrip()
        message = f"this text ends before {sign}: what follows is a remark, which nobody reads"
        hint = "put the whole text in quotes; if it is a remark, write it in words, with a space after #"
        span, about = Span(self.file, line + 1, column, len(sign)), f"{scalar.value} {sign}"
        self.findings.add(Finding("cut-text", span, message, hint, severity=Severity.WARNING, about=about))

    def _refuse_extras(self, event: Any) -> None:
        if event.tag is not None and event.tag != "!":
            message = f"the tag {event.tag.replace('tag:yaml.org,2002:', '!!')} is not supported"
            self._refuse(event, "tag", message, "remove the tag; text that begins with ! needs quotes")
        if event.anchor is not None:
            hint = "write the value wherever it is needed; text that begins with & needs quotes"
            self._refuse(event, "alias", f"the anchor &{event.anchor} is not supported", hint)

    def _refuse(self, event: Any, name: str, message: str, hint: str) -> NoReturn:
        raise _Refused(Finding(name, self._span(event), message, hint, unreadable=True))

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        length = end.column - start.column if end.line == start.line else 1
        return Span(self.file, start.line + self.above + 1, start.column + 1, max(length, 1))


def too_many_nodes(nodes: Budget, span: Span) -> Finding:
    """Return the finding that the files of a game have more nodes than the limit."""
    counted = f"the files of this game have, up to here, {nodes.spent:,} texts, lists and mappings"
    return over_limit(nodes.limit, counted, span, "divide the game, or print less of it")


# A file in parts: after an edit only the parts that differ are parsed again
#
# A part is a section, or an entry of a section. It begins at a key, at the left of the file or at the indent of its
# section's first entry, and ends before the next one. It must be YAML by itself: if text in quotes continues over a
# line that looks like a key, the part before that line does not close its quotes, and the whole file is parsed. So is a
# file with any finding.

KEY = r"(?=[\w\"'])"
SECTION_BEGINS = re.compile(rf"\n{KEY}")
"""The beginning of a section. The pattern begins at the line feed before it, which searches several times faster."""
HEAD = re.compile(rf"(?P<key>[\w-]+:)[ ]*\n(?:[ ]*(?:#.*)?\n)*(?P<indent>[ ]+){KEY}")
"""The beginning of a section whose entries are on their own lines, up to the first entry."""
SEVERAL_DOCUMENTS = re.compile(r"\n(?:---|\.\.\.|%)")


@dataclass(frozen=True, slots=True)
class Part:
    """The nodes of one or several parts of a file, and their number."""

    tree: Mapping
    nodes: int


Parts = dict[tuple[int, str], Part]
"""A cache of parts by first line and text: on another line, all nodes would have other places."""


class _WholeError(Exception):
    """Raised if the file must be parsed whole."""


def parse_in_parts(text: str, file: str, cached: Parts) -> tuple[Part, Parts] | None:
    """Parse a file, reusing the `cached` parts. Return its tree and its parts; None if it must be parsed whole."""
    parser = _PartsParser(file, cached)
    try:
        return parser.read(text), parser.parts
    except _WholeError:
        return None


class _PartsParser:
    def __init__(self, file: str, cached: Parts) -> None:
        self.file, self.cached = file, cached
        self.parts: Parts = {}

    def read(self, text: str) -> Part:
        (_, opening), *sections = _divided(text, SECTION_BEGINS, 1)
        has_content = any(line.partition("#")[0].strip() for line in opening.split("\n"))
        if SEVERAL_DOCUMENTS.search(f"\n{text}") or not sections or has_content:
            raise _WholeError
        return _joined([self._section(line, part) for line, part in sections])

    def _section(self, line: int, text: str) -> Part:
        """Parse a section entry by entry; return the same object as before if no entry has changed."""
        if (head := HEAD.match(text)) is None:
            return self._part(line, text)
        begins = re.compile(rf"\n{head['indent']}{KEY}")
        (_, opening), *divided = _divided(text, begins, line)
        heading = self._part(line, opening)
        entries = [self._part(at, part, f"{head['key']}\n") for at, part in divided]
        if (section := self.cached.get((line, text))) is None:
            ((key, _),) = heading.tree.entries
            inner = _joined([Part(_single_entry(each), each.nodes - 2) for each in entries])
            tree = Mapping(((key, inner.tree),), heading.tree.span)
            section = Part(tree, heading.nodes + inner.nodes)
        self.parts[line, text] = section
        return section

    def _part(self, line: int, text: str, head: str = "") -> Part:
        """Parse a part of the file; `head` is a line that it needs above it."""
        key = (line - bool(head), head + text)
        self.parts[key] = part = self.cached.get(key) or self._parsed(*key)
        return part

    def _parsed(self, line: int, text: str) -> Part:
        findings, nodes = Findings(), Budget(NODES)
        tree = parse(text, self.file, findings, nodes, line)
        if findings.items or not isinstance(tree, Mapping) or len(tree.entries) != 1:
            raise _WholeError
        return Part(tree, nodes.spent)


def _divided(text: str, begins: re.Pattern[str], line: int) -> Iterator[tuple[int, str]]:
    """Yield the first line number and the text of each part, and of the text before the first."""
    at = 0
    for end in (*(match.start() for match in begins.finditer(f"\n{text}")), len(text)):
        yield line, text[at:end]
        line += text.count("\n", at, end)
        at = end


def _single_entry(part: Part) -> Mapping:
    """Return the mapping of one entry below the key of a part."""
    ((_, tree),) = part.tree.entries
    if not isinstance(tree, Mapping) or len(tree.entries) != 1:
        raise _WholeError
    return tree


def _joined(parts: list[Part]) -> Part:
    """Return one mapping with the entries of all parts."""
    entries = tuple(part.tree.entries[0] for part in parts)
    if len({key.value for key, _ in entries}) < len(entries) or len(entries) > SECTION.most:
        raise _WholeError
    return Part(Mapping(entries, parts[0].tree.span), sum(part.nodes for part in parts))

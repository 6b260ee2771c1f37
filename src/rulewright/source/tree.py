"""Parse YAML into located nodes (`nodes.py`): text comes in, and a tree goes out, or findings about the text.

The YAML of a game has no anchors, aliases, tags or second documents; each is reported. Limits of depth, number and
length keep a hostile file from using up memory.

The tree is built from libyaml's events. Events show aliases, need no second tree, and are handled
without recursion: composing a text of a hundred thousand
opening brackets would crash the process.

Only a line feed ends a line, as in editors. Libyaml also counts NEL, U+2028 and U+2029 as line ends, so they become
spaces first.
"""

import re
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

from rulewright.base.findings import Finding, Findings, Label, Severity, Span, over_limit
from rulewright.base.limits import ENTRIES, NESTING, NODES, RUN, SECTION, Budget
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence
from rulewright.source.text_limits import (
    CONTROL_CHARACTER,
    LONG_NUMBER,
    first_control_character,
    text_too_long,
    too_many_digits,
    unprintable_character,
)
from rulewright.source.yaml_errors import explain

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


RARE_BREAKS = str.maketrans(dict.fromkeys("\x85\u2028\u2029", " "))
"""Line breaks of YAML 1.1 that neither editors nor YAML 1.2 count; each becomes a space."""
SECTION_LEVEL = 2
"""The depth of a section such as `rules`: the mapping of the whole file is at depth 1, and that below `rules:` at 2.

Deeper collections may have fewer entries.
"""
UNINTENDED_COMMENT = re.compile(r"[ \t]+(#\w+|#[ \t]+\d+[ \t]*$)", re.MULTILINE)
"""A # right before a word, or before a number alone: `see #fire`, `hex # 12`. YAML takes the rest for a comment."""
LETTER = re.compile(r"[^\W\d_]")
COLLECTION_STARTS, COLLECTION_ENDS = (SequenceStartEvent, MappingStartEvent), (SequenceEndEvent, MappingEndEvent)


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
        column = number.start() - text.rfind("\n", 0, number.start())
        place = Span(file, line + text.count("\n", 0, number.start()), column, len(number[0]))
        findings.add(too_many_digits(number[0], place))
        return None
    try:
        return _Builder(text, file, findings, nodes or Budget(NODES), line - 1).build()
    except yaml.YAMLError as error:
        findings.add(explain(error, text, file))
    except _Refused as refused:
        findings.add(refused.finding)
    return None


_Stack = list[tuple[list[Any], Any]]
"""The open collections, the innermost last: for each, the nodes so far of the collection around it, and
its start event.
"""


@dataclass(slots=True)
class _Builder:
    """Builds nodes from events, with its own stack of open collections."""

    text: str
    file: str
    findings: Findings
    nodes: Budget
    lines_above: int
    """The number of lines of the file above the text."""

    def build(self) -> Node | None:
        text, file, first = self.text, self.file, self.lines_above + 1
        parser: Any = Parser(text.translate(RARE_BREAKS))
        get_event = parser.get_event
        # quick tests of the whole text, which spare most texts the slow tests of each scalar
        may_hold_control = "\\" in text or CONTROL_CHARACTER.search(text) is not None
        may_be_cut = " #" in text or "\t#" in text
        top: list[Node] = []  # gets the only node of the document
        children: list[Any] = top  # of the innermost open collection; in a mapping, keys and values alternate
        stack: _Stack = []
        max_children = self._max_children(stack)
        while (event := get_event()) is not None:
            event_type = type(event)
            if event_type is ScalarEvent:
                start = event.start_mark
                raw = text[start.index : event.end_mark.index]
                span = Span(file, start.line + first, start.column + 1, len(raw.partition("\n")[0]) or 1)
                if event.anchor is not None or event.tag is not None:
                    self._refuse_tag_and_anchor(event)
                scalar = Scalar(event.value, span, raw, event.implicit[0])
                if len(raw) > RUN.most and (too_long := text_too_long(scalar)):
                    raise _Refused(too_long)
                children.append(scalar)
                if may_hold_control and (control := first_control_character(raw, escapes=event.style == '"')):
                    self.findings.add(unprintable_character(scalar, control))
                if (
                    may_be_cut
                    and (comment := UNINTENDED_COMMENT.match(text, event.end_mark.index))
                    and LETTER.search(raw)
                ):
                    self._warn_of_cut_text(scalar, comment)
            elif event_type in COLLECTION_STARTS:
                if event.anchor is not None or event.tag is not None:
                    self._refuse_tag_and_anchor(event)
                if len(stack) >= NESTING.most:
                    message = f"nested more than {NESTING.most} levels deep"
                    self._refuse(event, "nested-too-deep", message, "close what is opened before, or take out levels")
                stack.append((children, event))
                children = []
                max_children = self._max_children(stack)
            elif event_type in COLLECTION_ENDS:
                outer, opened = stack.pop()
                span = self._span(opened)
                if not self.nodes.spend(len(children)):
                    raise _Refused(too_many_nodes(self.nodes, span))
                if event_type is MappingEndEvent:
                    outer.append(Mapping(self._entries(children), span))
                else:
                    outer.append(Sequence(tuple(children), span))
                children, max_children = outer, self._max_children(stack)
            elif event_type is AliasEvent:
                hint = (
                    "write the value again, or define it as a fact and quote that; text that begins with * needs quotes"
                )
                self._refuse(event, "alias", f"the alias *{event.anchor} is not supported", hint)
            elif event_type is DocumentStartEvent and top:
                hint = "a source file holds one document: remove the line ---"
                self._refuse(event, "several-documents", "a second document begins here", hint)
            if len(children) > max_children:
                self._refuse_crowd(parser, stack, len(children))
        return top[0] if top else None

    def _max_children(self, stack: _Stack) -> int:
        """Return the most nodes that the innermost collection may hold; a mapping has two for each entry."""
        if len(stack) <= SECTION_LEVEL:
            return 2 * SECTION.most
        return ENTRIES.most * (2 if type(stack[-1][1]) is MappingStartEvent else 1)

    def _refuse_crowd(self, parser: Any, stack: _Stack, count: int) -> NoReturn:
        """Refuse a collection with too many entries. The rest of it is counted for the message, but not built."""
        outer, opened = stack[-1]
        depth = 0  # below the collection; its end makes it -1
        while depth >= 0 and (event := parser.get_event()) is not None:
            begins, ends = type(event) in COLLECTION_STARTS, type(event) in COLLECTION_ENDS
            if depth == 0 and not ends:
                count += 1
            depth += begins - ends  # each is True or False: 1 or 0
        if type(opened) is MappingStartEvent:
            count //= 2
        key = outer[-1] if outer and isinstance(outer[-1], Scalar) else None
        counted = f"{key.value!r} has {count:,} entries" if key else f"this list has {count:,} entries"
        limit = SECTION if len(stack) <= SECTION_LEVEL else ENTRIES
        raise _Refused(over_limit(limit, counted, key.span if key else self._span(opened), "divide it"))

    def _entries(self, children: list[Node]) -> tuple[tuple[Scalar, Node], ...]:
        """Pair keys and values, which alternate in `children`. Report a key that occurs twice."""
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
        has_no_value = value.span == Span(self.file, key.span.line, key.span.column + 3)
        if not (has_no_value and before and isinstance(before[1], Scalar) and before[1].value[-1:].isdecimal()):
            return  # the entry before does not end with a digit
        number = f"{before[1].value},{key.value}"
        hint = f"write {number.replace(',', '')}, or put the number in quotes"
        message = f"not valid YAML: inside {{ }} the comma of {number} ends the value"
        raise _Refused(Finding("invalid-yaml", before[1].span, message, hint, unreadable=True))

    def _warn_of_cut_text(self, scalar: Scalar, comment: re.Match[str]) -> None:
        """Warn of a # with no space after it, or with just a number: the author rarely means a comment."""
        line = self.lines_above + comment.string.count("\n", 0, comment.start())
        column = comment.start(1) - comment.string.rfind("\n", 0, comment.start())
        sign = comment[1].rstrip()
        message = f"this text ends before {sign}: what follows is a remark, which nobody reads"
        hint = "put the whole text in quotes; if it is a remark, write it in words, with a space after #"
        span, about = Span(self.file, line + 1, column, len(sign)), f"{scalar.value} {sign}"
        self.findings.add(Finding("cut-text", span, message, hint, severity=Severity.WARNING, about=about))

    def _refuse_tag_and_anchor(self, event: Any) -> None:
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
        return Span(self.file, start.line + self.lines_above + 1, start.column + 1, max(length, 1))


def too_many_nodes(nodes: Budget, span: Span) -> Finding:
    """Return the finding that the files of a game have more nodes than the limit."""
    counted = f"the files of this game have, up to here, {nodes.spent:,} texts, lists and mappings"
    return over_limit(nodes.limit, counted, span, "divide the game, or print less of it")

"""YAML text to located nodes, from libyaml's events.

Events show where an alias is, need no second set of nodes, and never recurse: to compose a text of a hundred thousand
opening brackets ends the process.

Lines end with a line feed only, as editors count them. Libyaml also counts NEL, U+2028 and U+2029, so it gets spaces in
their place.
"""

import re
from collections.abc import Iterator
from typing import Any

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
from rulewright.garbage import uncollected
from rulewright.limits import ENTRIES, NESTING, NODES, RUN, SECTION, TEXT, Budget
from rulewright.source.control_characters import (
    control_character,
    may_hold_control_character,
    without_rare_breaks,
)
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, place_in
from rulewright.source.slips import explain

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
        with uncollected():
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

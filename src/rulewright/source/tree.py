"""YAML text to located nodes, from libyaml's events.

Events show where an alias is, need no second set of nodes, and never recurse: to compose a text of a hundred thousand
opening brackets ends the process.

Lines end with a line feed only, as editors count them. Libyaml also counts NEL, U+2028 and U+2029, so it gets spaces in
their place.
"""

import gc
import re
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

from rulewright.diagnostics import Diagnostic, Faults, Label, Span
from rulewright.source.control_characters import (
    control_character,
    may_hold_control_character,
    without_rare_breaks,
)
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, place_in

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


MAX_DEPTH = 40
"""An author needs fewer than ten levels of nesting; a file with more than this is refused."""


class _Refused(Exception):
    """The tool does not read such a text; carries the finding."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def parse(text: str, file: str, faults: Faults) -> Node | None:
    """The tree of one file, or None with the reason added to `faults`.

    Reports a key that is given twice in one mapping, and keeps its first value.
    """
    collecting = gc.isenabled()
    gc.disable()  # thousands of small objects and no cycles among them: a third of the time
    try:
        return _Builder(text, file, faults).build()
    except yaml.YAMLError as error:
        faults.add(_explain(error, text, file))
    except _Refused as refused:
        faults.add(refused.diagnostic)
    finally:
        if collecting:
            gc.enable()
    return None


class _Builder:
    """Builds nodes from events, with its own stack of open collections."""

    def __init__(self, text: str, file: str, faults: Faults) -> None:
        self.text, self.file, self.faults = text, file, faults

    def build(self) -> Node | None:
        parser: Any = Parser(without_rare_breaks(self.text))
        get_event = parser.get_event
        text, file = self.text, self.file
        suspicious = may_hold_control_character(text)
        top: list[Node] = []
        children: list[Any] = top
        stack: list[tuple[list[Any], Any]] = []
        while (event := get_event()) is not None:
            form = type(event)
            if form is ScalarEvent:
                start = event.start_mark
                raw = text[start.index : event.end_mark.index]
                span = Span(file, start.line + 1, start.column + 1, len(raw.partition("\n")[0]) or 1)
                if event.anchor is not None or event.tag is not None:
                    self._refuse_extras(event)
                children.append(Scalar(event.value, span, raw, event.implicit[0]))
                if suspicious and (found := control_character(raw, escapes=event.style == '"')):
                    self._refuse_character(children[-1], *found)
            elif form is SequenceStartEvent or form is MappingStartEvent:
                if event.anchor is not None or event.tag is not None:
                    self._refuse_extras(event)
                if len(stack) >= MAX_DEPTH:
                    self._refuse(event, "nested-too-deep", f"nested more than {MAX_DEPTH} levels deep")
                stack.append((children, event))
                children = []
            elif form is SequenceEndEvent:
                outer, opened = stack.pop()
                outer.append(Sequence(tuple(children), self._span(opened)))
                children = outer
            elif form is MappingEndEvent:
                outer, opened = stack.pop()
                outer.append(self._mapping(children, opened))
                children = outer
            elif form is AliasEvent:
                self._refuse(
                    event,
                    "alias",
                    f"the alias *{event.anchor} is not supported",
                    "write the value again, or define it as a fact and quote that; text that begins "
                    "with * needs quotes",
                )
            elif form is DocumentStartEvent and top:
                self._refuse(
                    event,
                    "several-documents",
                    "a second document begins here",
                    "a source file holds one document: remove the line ---",
                )
        return top[0] if top else None

    def _mapping(self, children: list[Node], opened: Any) -> Mapping:
        entries: dict[str, tuple[Scalar, Node]] = {}
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar):
                raise _Refused(
                    Diagnostic(
                        "compound-key",
                        key.span,
                        "a list or mapping cannot be a key",
                        "put the key in quotes if it begins with [ or {",
                        unreadable=True,
                    )
                )
            first = entries.setdefault(key.value, (key, value))[0]
            if first is not key:
                self.faults.add(
                    Diagnostic(
                        "duplicate-key",
                        key.span,
                        f"the key {key.value!r} is given twice",
                        "keep one of the two",
                        (Label(first.span, "first given here"),),
                    )
                )
        return Mapping(tuple(entries.values()), self._span(opened))

    def _refuse_character(self, scalar: Scalar, at: int, code: int) -> None:
        span = place_in(scalar.raw, scalar.span, at, 1)
        message = f"the character U+{code:04X} cannot be printed"
        hint = "remove it, or write the words that it stands for"
        self.faults.add(Diagnostic("control-character", span, message, hint))

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
        raise _Refused(Diagnostic(name, self._span(event), message, hint, unreadable=True))

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        length = end.column - start.column if end.line == start.line else 1
        return Span(self.file, start.line + 1, start.column + 1, max(length, 1))


HINTS = (
    (r"\{[^\"'}]*\[\[", "inside { }, text that holds [[…]] or a comma needs quotes"),
    (r"^\s*(-\s+)?\S*:?\s*[\"']?\[\[", 'text that begins with [[ needs quotes: "[[…]] …"'),
    (r":\s+\*\*?\w|^\s*-\s+\*\*?\w", 'text that begins with * needs quotes: "**…** …"'),
    (r"\t", "indent with spaces: YAML takes no tabs"),
    (r":\s+[@`%&!|>]", "text that begins with this character needs quotes"),
)
HINTS_BY_PROBLEM = (
    (r"end of stream while scanning a quoted", "a quotation mark is opened and not closed"),
    (r"unknown escape", "write \\\\ for a backslash in double quotes, or put the text in single quotes"),
    (r"mapping values are not allowed", "text that holds a colon followed by a space needs quotes"),
    (r"expected ',' or '[]}]'", "close the { or [; inside them, text that holds a comma needs quotes"),
    (r"expected node content", "a value is missing between commas or after the last: write ~ for an empty value"),
    (r"expected key|expected '-' indicator", "line it up with the entries above it"),
)


ALIAS_SCANS = {"while scanning an alias": "*", "while scanning an anchor": "&"}
"""Libyaml's words for what it was doing, and the character of YAML that the text begins with."""


def _explain(error: yaml.YAMLError, text: str, file: str) -> Diagnostic:
    """Libyaml's error in an author's words, at the place it names."""
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return _bad_character(text, file)
    begun: Any = getattr(error, "context_mark", None)
    context = getattr(error, "context", None)
    problem = str(getattr(error, "problem", "") or "cannot be read")
    message = f"not valid YAML: {problem}" + (f" {context}" if context else "")
    if context in ALIAS_SCANS:
        mark = begun  # the sign itself, not what follows it
        message = f"not valid YAML: unquoted text cannot begin with {ALIAS_SCANS[context]}"
    lines = text.split("\n")
    line = mark.line
    while line > 0 and (line >= len(lines) or not lines[line].strip()):
        line -= 1  # an end reached too early is reported past the last line
    column = mark.column if line == mark.line else len(lines[line])
    labels: tuple[Label, ...] = ()
    if begun is not None and begun.line != line:
        labels = (Label(Span(file, begun.line + 1, begun.column + 1), "this part begins here"),)
    near = "\n".join(lines[max(0, line - 1) : line + 1])
    hint = next((hint for sign, hint in HINTS if re.search(sign, near, re.MULTILINE)), "")
    hint = hint or next((hint for sign, hint in HINTS_BY_PROBLEM if re.search(sign, message)), "")
    return Diagnostic("invalid-yaml", Span(file, line + 1, column + 1), message, hint, labels, unreadable=True)


def _bad_character(text: str, file: str) -> Diagnostic:
    """The first control character: libyaml refuses them without a place."""
    bad = re.search(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", text)
    at = bad.start() if bad else 0
    line = text.count("\n", 0, at)
    column = at - (text.rfind("\n", 0, at) + 1)
    code = f"U+{ord(text[at]):04X}" if text else "nothing"
    return Diagnostic(
        "invalid-yaml",
        Span(file, line + 1, column + 1),
        f"not valid YAML: the character {code} is not allowed",
        "remove the control character",
        unreadable=True,
    )

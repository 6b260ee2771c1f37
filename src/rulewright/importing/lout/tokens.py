"""The textual units of Lout: words of letters, runs of other signs, quoted words, braces.

`@` and `_` are letters, digits are not; what a run of other signs means depends on the symbols that are known where it
stands, so the reader divides it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import accumulate, groupby
from pathlib import Path, PurePosixPath

from rulewright.boundary import Failure
from rulewright.findings import Span
from rulewright.importing.lout.objects import Notes
from rulewright.importing.lout.symbols import PACKAGES
from rulewright.importing.sources import SourceFile, decoded
from rulewright.limits import SOURCE_BYTES
from rulewright.source.opening import CannotOpenError, read_file


class Kind(Enum):
    LETTERS = "letters"
    SIGNS = "signs"
    QUOTED = "quoted"
    OPEN = "open"
    CLOSE = "close"
    COMMENT = "comment"
    VERBATIM = "verbatim"


@dataclass(frozen=True, slots=True)
class Token:
    """A textual unit; `spaced` if a blank or a comment is before it."""

    kind: Kind
    text: str
    span: Span
    spaced: bool = False

    def divided(self, at: int) -> tuple["Token", "Token"]:
        """Divide a run of signs into the first `at` signs and the rest."""
        end = replace(self.span, column=self.span.column + at, length=self.span.length - at)
        first = replace(self, text=self.text[:at], span=replace(self.span, length=at))
        return first, Token(self.kind, self.text[at:], end)


UNITS = re.compile(
    r"""(?P<blank>\s+)|(?P<comment>\#[^\n]*)|(?P<quoted>"(?:[^"\\\n]|\\[^\n])*"?)|(?P<open>\{)|(?P<close>\})"""
    r"""|(?P<letters>(?:[^\W\d]|@)+)|(?P<signs>(?:[^\s"#{}@\w]|\d)+|.)"""
)
ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|(.))")
VERBATIM = {"@Verbatim", "@RawVerbatim"}
VERBATIM_ENDS = re.compile(r"@End\s+@(?:Raw)?Verbatim")
BEGIN = re.compile(r"\s*@Begin\b")


class Places:
    """Finds the line and column of a position in a text."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))

    def span(self, start: int, length: int) -> Span:
        line = bisect_right(self.starts, start)
        return Span(self.file, line, start - self.starts[line - 1] + 1, max(length, 1))


def tokens(text: str, places: Places) -> Iterator[Token]:
    """All units of a text, comments included."""
    at, spaced = 0, True
    while (match := UNITS.match(text, at)) is not None:
        kind, written = match.lastgroup or "", match[0]
        span = places.span(at, len(written))
        if kind == "quoted":
            inside = written[1:].removesuffix('"')
            text_inside = ESCAPE.sub(lambda sign: chr(int(sign[1], 8)) if sign[1] else sign[2], inside)
            yield Token(Kind.QUOTED, text_inside, span, spaced)
        elif kind != "blank":
            yield Token(Kind(kind), written, span, spaced)
        at, spaced = match.end(), kind in ("blank", "comment")
        if written in VERBATIM:
            spaced = True
            if raw := _verbatim(text, at):
                start, end, at = raw
                yield Token(Kind.VERBATIM, text[start:end].strip("\n"), places.span(start, end - start), True)


def _verbatim(text: str, at: int) -> tuple[int, int, int] | None:
    """Where the text of a symbol begins that takes its signs as they are, where it ends, and where the rest begins.

    It ends at the brace that closes it, or at its @End.
    """
    if begin := BEGIN.match(text, at):
        end = VERBATIM_ENDS.search(text, begin.end())
        return (begin.end(), end.start(), end.end()) if end else (begin.end(), len(text), len(text))
    start = text.find("{", at)
    if start < 0 or text[at:start].strip():
        return None
    depth = 0
    for match in re.compile("[{}]").finditer(text, start):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return start + 1, match.start(), match.start() + 1
    return start + 1, len(text), len(text) + 1


# Included files and comments

SUFFIXES = ("", ".lt", ".lout", ".ld")
"""Ends that Lout or its users add to the name of a file."""


@dataclass
class Folder:
    """The folder of a text; `shown` is its path in messages."""

    path: Path
    shown: str
    followed: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, file: SourceFile) -> "Folder":
        shown = PurePosixPath(file.name).parent.as_posix()
        return cls(file.path.parent, "" if shown == "." else shown)

    def included(self, name: str, span: Span, standard: bool, notes: Notes) -> Iterable[Token]:
        """The units of a file that a text includes. Files of Lout itself are not needed."""
        file = next((name + suffix for suffix in SUFFIXES if (self.path / (name + suffix)).is_file()), "")
        shown = f"{self.shown}/{file}" if self.shown else file
        if not file:
            if not (standard and name in PACKAGES):
                why = "no such file next to this one, so its definitions are unknown"
                notes.add(span, name, why)
            return ()
        if shown in self.followed:
            return ()
        self.followed.add(shown)
        try:
            text, _ = decoded(read_file(self.path / file, self.path, SOURCE_BYTES.most), file)
        except (CannotOpenError, Failure) as error:
            notes.add(span, file, f"the file {error!s}, so it was not read")
            return ()
        return units(text, shown, notes)


def units(text: str, name: str, notes: Notes) -> list[Token]:
    """The units of a text, without its comments, which become notes."""
    text = text.replace("\r\n", " \n").replace("\r", "\n").replace("\0", " ")
    lines, assumed = with_lines(text)
    every = list(tokens(lines, Places(name, text)))
    for is_comment, group in groupby(every, lambda token: token.kind is Kind.COMMENT):
        comments = list(group) if is_comment else []
        if words := " ".join(filter(None, (token.text.strip("# \t") for token in comments))):
            notes.add(comments[0].span, words, ASSUMED if assumed else COMMENT)
    return [token for token in every if token.kind is not Kind.COMMENT]


COMMENT = "a comment: Lout does not print it"
ASSUMED = "a comment; the text is one long line, so where it ends is a guess"


LONG_LINE = 1000
"""Characters of a line in which a comment is assumed not to reach to its end."""
UNIT = re.compile(r"[{}]|[^\s{}]+")
BEGINS_LINE = re.compile(r"@(?:Row[a-h]?|(?:Raw)?End\w*List|EndList|\w*List|ListItem|LI|TagItem|Tbl|End|Begin)\b")


def with_lines(text: str) -> tuple[str, bool]:
    """Add line ends after comments of a text in one long line, and return whether any were added."""
    if len(text) < LONG_LINE:
        return text, False
    lines = text.split("\n")
    divided = [_divided(line) if len(line) > LONG_LINE and "#" in line else line for line in lines]
    return "\n".join(divided), divided != lines


def _divided(line: str) -> str:
    signs, at = list(line), line.find("#")
    while at >= 0:
        end = _end(line, at + 1)
        if end < len(line):
            signs[end] = "\n"
        at = line.find("#", max(end, at + 1))
    return "".join(signs)


def _end(line: str, start: int) -> int:
    """Guess where a comment in a long line ends."""
    depth, first = 0, ""
    for match in UNIT.finditer(line, start):
        unit, at = match[0], match.start()
        after_blank = at > start and line[at - 1].isspace()
        closes = depth <= 0 and (unit == "}" or (first and BEGINS_LINE.match(unit)))
        if after_blank and (closes or unit[0] == "#"):
            return at - 1
        depth += {"{": 1, "}": -1}.get(unit, 0)
        first = first or unit
        if unit == "}" and depth == 0 and first.isalpha():
            return match.end()
    return len(line)

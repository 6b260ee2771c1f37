"""The textual units of Lout: words of letters, runs of other signs, quoted words, braces.

`@` and `_` are letters, digits are not; what a run of other signs means depends on the symbols that are known where it
stands, so the reader divides it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate

from rulewright.findings import Span


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
    """A textual unit; `spaced` tells whether a blank or a comment is before it."""

    kind: Kind
    text: str
    span: Span
    spaced: bool = False

    def divided(self, at: int) -> tuple["Token", "Token"]:
        """The first signs of a run, and the rest."""
        end = replace(self.span, column=self.span.column + at, length=self.span.length - at)
        first = replace(self, text=self.text[:at], span=replace(self.span, length=at))
        return first, Token(self.kind, self.text[at:], end)


UNITS = re.compile(
    r"""(?P<blank>\s+)|(?P<comment>\#[^\n]*)|(?P<quoted>"(?:[^"\\\n]|\\[^\n])*"?)|(?P<open>\{)|(?P<close>\})"""
    r"""|(?P<letters>(?:[^\W\d]|@)+)|(?P<signs>(?:[^\s"#{}@\w]|\d)+)|(?P<other>.)"""
)
ESCAPE = re.compile(r"\\([0-7]{1,3}|.)")
VERBATIM = {"@Verbatim", "@RawVerbatim"}
VERBATIM_ENDS = re.compile(r"@End\s+@(?:Raw)?Verbatim")
BEGIN = re.compile(r"\s*@Begin\b")


class Places:
    """Lines and columns of a text, from positions."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))

    def span(self, start: int, length: int) -> Span:
        line = bisect_right(self.starts, start)
        return Span(self.file, line, start - self.starts[line - 1] + 1, max(length, 1))


def tokens(text: str, places: Places) -> Iterator[Token]:
    """All units of a text, the comments too."""
    at, spaced = 0, True
    while (match := UNITS.match(text, at)) is not None:
        kind, found = match.lastgroup or "", match[0]
        if kind != "blank":
            yield _token(kind, found, places.span(at, len(found)), spaced)
        spaced = kind in ("blank", "comment")
        at = match.end()
        if found in VERBATIM:
            token, at = _verbatim(text, at, places)
            yield from token
            spaced = True


def _token(kind: str, found: str, span: Span, spaced: bool) -> Token:
    if kind == "quoted":
        return Token(Kind.QUOTED, ESCAPE.sub(_escaped, found[1:].removesuffix('"')), span, spaced)
    return Token(Kind(kind if kind != "other" else "signs"), found, span, spaced)


def _escaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 8)) if match[1].isdigit() and match[1] < "8" else match[1]


def _verbatim(text: str, at: int, places: Places) -> tuple[list[Token], int]:
    """The text of a symbol that takes its signs as they are: up to the brace that closes it, or to its @End."""
    if begun := BEGIN.match(text, at):
        ended = VERBATIM_ENDS.search(text, begun.end())
        return _raw(
            text, begun.end(), ended.start() if ended else len(text), ended.end() if ended else len(text), places
        )
    start = text.find("{", at)
    if start < 0 or text[at:start].strip():
        return [], at
    end = _closing(text, start)
    return _raw(text, start + 1, end, end + 1, places)


def _raw(text: str, start: int, end: int, after: int, places: Places) -> tuple[list[Token], int]:
    return [Token(Kind.VERBATIM, text[start:end].strip("\n"), places.span(start, end - start), True)], after


def _closing(text: str, start: int) -> int:
    depth = 0
    for match in re.compile("[{}]").finditer(text, start):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return len(text)

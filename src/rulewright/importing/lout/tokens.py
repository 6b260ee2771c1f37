"""Divide a text of Lout into its units: words of letters, runs of other signs, quoted words, braces.

`@B { Fire } //1v` becomes the tokens `@B`, `{`, `Fire`, `}`, `//1` and `v`. `parsing` makes objects of them.

`@` and `_` are letters, digits are not; what a run of other signs means depends on the symbols that are known where it
stands, so `parsing` divides it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate, groupby
from typing import NamedTuple

from rulewright.base.findings import Span
from rulewright.importing.lout.objects import Notes

WHY_COMMENT = "a comment: Lout does not print it"
WHY_ASSUMED = "a comment; the text is one long line, so where it ends is a guess"


class Kind(Enum):
    """The kind of a token. `VERBATIM` is the text of `@Verbatim`, in which no sign has a meaning."""

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

    def divided(self, length: int) -> tuple["Token", "Token"]:
        """Divide a run of signs into the first `length` signs and the rest."""
        first = replace(self, text=self.text[:length], span=replace(self.span, length=length))
        rest = replace(self.span, column=self.span.column + length, length=self.span.length - length)
        return first, Token(self.kind, self.text[length:], rest)


UNIT = re.compile(
    r"""(?P<blank>\s+)|(?P<comment>\#[^\n]*)|(?P<quoted>"(?:[^"\\\n]|\\[^\n])*"?)|(?P<open>\{)|(?P<close>\})"""
    r"""|(?P<letters>(?:[^\W\d]|@)+)|(?P<signs>(?:[^\s"#{}@\w]|\d)+|.)"""
)
"""A unit, named by its kind: `Fire`, `@B` (letters), `//1`, `+2` (signs), `"a b"` (quoted), `# note` (comment), `{`."""
ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|(.))")
"""A sign in a quoted word that stands for another: `\\"`, or `\\251` with the number of the character."""
VERBATIM_SYMBOLS = {"@Verbatim", "@RawVerbatim"}
"""Symbols whose text is taken as it is, either `@Verbatim { text }` or `@Verbatim @Begin text @End @Verbatim`."""
VERBATIM_END = re.compile(r"@End\s+@(?:Raw)?Verbatim")
BEGIN = re.compile(r"\s*@Begin\b")
BRACE = re.compile("[{}]")


class VerbatimText(NamedTuple):
    """Positions in a text: the first sign after a verbatim symbol, the end of its text, and the start of the rest."""

    start: int
    end: int
    rest: int


def units(text: str, name: str, notes: Notes) -> list[Token]:
    """The units of a text, without its comments, which become notes."""
    text = text.replace("\r\n", " \n").replace("\r", "\n").replace("\0", " ")
    lines, has_new_line_ends = with_lines(text)
    all_tokens = list(tokens(lines, Places(name, text)))
    for is_comment, group in groupby(all_tokens, lambda token: token.kind is Kind.COMMENT):
        comments = list(group) if is_comment else []
        if words := " ".join(filter(None, (token.text.strip("# \t") for token in comments))):
            notes.add(comments[0].span, words, WHY_ASSUMED if has_new_line_ends else WHY_COMMENT)
    return [token for token in all_tokens if token.kind is not Kind.COMMENT]


def tokens(text: str, places: "Places") -> Iterator[Token]:
    """All units of a text, comments included."""
    position, spaced = 0, True
    while (match := UNIT.match(text, position)) is not None:
        kind, written = match.lastgroup or "", match[0]
        span = places.span(position, len(written))
        if kind == "quoted":
            inside = written[1:].removesuffix('"')
            text_inside = ESCAPE.sub(lambda sign: chr(int(sign[1], 8)) if sign[1] else sign[2], inside)
            yield Token(Kind.QUOTED, text_inside, span, spaced)
        elif kind != "blank":
            yield Token(Kind(kind), written, span, spaced)
        position, spaced = match.end(), kind in ("blank", "comment")
        if written in VERBATIM_SYMBOLS:
            spaced = True
            if verbatim := _verbatim_text(text, position):
                start, end, position = verbatim
                yield Token(Kind.VERBATIM, text[start:end].strip("\n"), places.span(start, end - start), True)


def _verbatim_text(text: str, position: int) -> VerbatimText | None:
    """Find the text of a verbatim symbol that ends at `position`; None if the symbol has no text.

    It ends at the brace that closes it, at its @End, or else with the whole text.
    """
    if begin := BEGIN.match(text, position):
        end = VERBATIM_END.search(text, begin.end())
        return VerbatimText(begin.end(), *(end.span() if end else (len(text), len(text))))
    start = text.find("{", position)
    if start < 0 or text[position:start].strip():
        return None
    depth = 0
    for match in BRACE.finditer(text, start):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return VerbatimText(start + 1, match.start(), match.start() + 1)
    return VerbatimText(start + 1, len(text), len(text) + 1)


class Places:
    """Finds the line and column of a position in a text. `starts` are the positions at which its lines begin."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))

    def span(self, start: int, length: int) -> Span:
        """The place of some characters from a position of the text, counted from 0."""
        line = bisect_right(self.starts, start)
        return Span(self.file, line, start - self.starts[line - 1] + 1, max(length, 1))


# Comments in a text that has lost its line ends: a comment of Lout reaches to the end of its line

LONG_LINE = 1000
"""Characters of a line in which a comment is assumed not to reach to its end."""
WORD = re.compile(r"[{}]|[^\s{}]+")
"""A brace, or a word up to a blank or a brace."""
BEGINS_LINE = re.compile(r"@(?:Row[a-h]?|(?:Raw)?End\w*List|EndList|\w*List|ListItem|LI|TagItem|Tbl|End|Begin)\b")
"""Symbols that authors write at the start of a line: `@Row`, `@EndList`, `@Begin`."""


def with_lines(text: str) -> tuple[str, bool]:
    """Add line ends after comments of a text in one long line, and return whether any were added."""
    if len(text) < LONG_LINE:
        return text, False
    lines = text.split("\n")
    new_lines = [_with_line_ends(line) if len(line) > LONG_LINE and "#" in line else line for line in lines]
    return "\n".join(new_lines), new_lines != lines


def _with_line_ends(line: str) -> str:
    """Replace the sign after each comment by a line end."""
    signs, start = list(line), line.find("#")
    while start >= 0:
        end = _comment_end(line, start + 1)
        if end < len(line):
            signs[end] = "\n"
        start = line.find("#", max(end, start + 1))
    return "".join(signs)


def _comment_end(line: str, start: int) -> int:
    """Guess the position at which a comment in a long line ends; the length of the line if it ends with the line.

    `start` is the position after the `#`. The comment ends before a brace that it does not open, a symbol that begins a
    line, or the next `#`; or after the braces of a symbol that is commented out, as in `#Row { 1 }`.
    """
    depth, first_unit = 0, ""
    for match in WORD.finditer(line, start):
        unit, unit_start = match[0], match.start()
        is_after_blank = unit_start > start and line[unit_start - 1].isspace()
        begins_line = bool(first_unit) and BEGINS_LINE.match(unit) is not None
        ends_comment = unit[0] == "#" or (depth <= 0 and (unit == "}" or begins_line))
        if is_after_blank and ends_comment:
            return unit_start - 1
        depth += {"{": 1, "}": -1}.get(unit, 0)
        first_unit = first_unit or unit
        is_before_blank = not line[match.end() : match.end() + 1].strip()  # the line end replaces this blank
        if unit == "}" and depth == 0 and first_unit.isalpha() and is_before_blank:
            return match.end()
    return len(line)

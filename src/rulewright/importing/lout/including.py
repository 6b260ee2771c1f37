"""Read a Lout file with the files that it includes."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from rulewright.findings import Span
from rulewright.importing.lout.known import PACKAGES
from rulewright.importing.lout.objects import Trouble
from rulewright.importing.lout.tokens import Kind, Places, Token, tokens
from rulewright.limits import SOURCE_BYTES
from rulewright.source.opening import CannotOpenError, read_file

SUFFIXES = ("", ".lt", ".lout", ".ld")
"""What Lout, or its users, append to the name of a file."""


@dataclass
class Folder:
    """The folder of a text; `shown` is its path in messages."""

    path: Path
    shown: str
    followed: set[str] = field(default_factory=set)

    def named(self, name: str) -> str:
        return f"{self.shown}/{name}" if self.shown else name

    def included(self, name: str, span: Span, standard: bool, trouble: Trouble) -> Iterable[Token]:
        """The units of a file that a text names; what comes with Lout itself needs none."""
        file = next((name + suffix for suffix in SUFFIXES if (self.path / (name + suffix)).is_file()), "")
        if not file:
            if not (standard and name in PACKAGES):
                trouble.note(
                    span, name, "there is no such file in the folder of this text: its definitions are unknown"
                )
            return ()
        if self.named(file) in self.followed:
            return ()
        return self._followed(file, span, trouble)

    def _followed(self, file: str, span: Span, trouble: Trouble) -> Iterable[Token]:
        self.followed.add(self.named(file))
        try:
            text = decoded(read_file(self.path / file, self.path, SOURCE_BYTES.most))
        except CannotOpenError as error:
            trouble.note(span, file, f"the file {error.says}: it is not followed")
            return ()
        return units(text, self.named(file), trouble)


def decoded(data: bytes) -> str:
    """Text in UTF-8, or else in Latin 1 with Windows' additions, which Lout's own files use."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def units(text: str, name: str, trouble: Trouble) -> list[Token]:
    """The units of a text; its comments are told."""
    text = text.replace("\r\n", " \n").replace("\r", "\n").replace("\0", " ")
    places = Places(name, text)
    lines, assumed = with_lines(text)
    found = list(tokens(lines, places))
    for is_comment, group in groupby(found, lambda token: token.kind is Kind.COMMENT):
        comments = list(group) if is_comment else []
        if words := " ".join(filter(None, (token.text.strip("# \t") for token in comments))):
            trouble.note(comments[0].span, words, ASSUMED if assumed else COMMENT)
    return [token for token in found if token.kind is not Kind.COMMENT]


COMMENT: str = "a comment: Lout does not print it"
ASSUMED: str = "a comment; the text is one long line, so where it ends is a guess"


LONG_LINE = 1000
"""Characters of a line in which a comment is assumed not to reach to its end."""
UNIT = re.compile(r"[{}]|[^\s{}]+")
BEGINS_LINE = re.compile(r"@(?:Row[a-h]?|(?:Raw)?End\w*List|EndList|\w*List|ListItem|LI|TagItem|Tbl|End|Begin)\b")


def with_lines(text: str) -> tuple[str, bool]:
    """The text with ends of lines after its comments, and whether any had to be assumed."""
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
    """The blank at which a comment ends."""
    depth, first = 0, ""
    for match in UNIT.finditer(line, start):
        unit, at = match[0], match.start()
        apart = at > start and line[at - 1].isspace()
        if (apart and depth <= 0 and (unit == "}" or (first and BEGINS_LINE.match(unit)))) or (
            apart and unit[0] == "#"
        ):
            return at - 1
        depth += {"{": 1, "}": -1}.get(unit, 0)
        first = first or unit
        if unit == "}" and depth == 0 and first.isalpha():
            return match.end()
    return len(line)

"""The files that a Lout text includes: followed within its own folder, else told."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from rulewright.findings import Span
from rulewright.importing.lout.joined import with_lines
from rulewright.importing.lout.known import PACKAGES
from rulewright.importing.lout.tokens import Kind, Places, Token, tokens
from rulewright.importing.lout.trouble import Trouble
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

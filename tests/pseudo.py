"""A language in which every word of the tool stands in brackets: what a reader sees without them, the author wrote."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

from tests.extraction import TEMPLATE, read

HEAD = r"""msgid ""
msgstr "Language: de\nContent-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"

"""
INNERMOST = re.compile("‹[^‹›]*›")
WORD = re.compile(r"[^\W\d_]{2,}")
SPOKEN = ("alt", "aria-label", "title", "placeholder", "content", "label")
"""Attributes that are read."""
UNSEEN = ("script", "style", "code", "pre")
CODE = re.compile(r"\b\w+\(\)|[\w./-]+\.(?:yaml|py|html)\S*|\b(?:PNG|PDF|dpi)\b|\b[a-z]+(?:-[a-z]+)+\b")
"""Functions of rules code, places in files, what is called the same in all languages, and names of findings."""
ENGLISH = re.compile(r'<((?!html)\w+)[^<>]* lang="en"[^<>]*>.*?</\1>', re.DOTALL)
"""What a page quotes from the manual, and says that it is English."""


def write_pseudo(file: Path) -> None:
    """A catalogue of all the tool's words, each between brackets."""
    parts = [HEAD]
    for message in read(TEMPLATE):
        if isinstance(message.id, tuple):
            one, many = message.id
            parts.append(f"msgid {_quoted(one)}\nmsgid_plural {_quoted(many)}\n")
            parts.append(f"msgstr[0] {_quoted(f'‹{one}›')}\nmsgstr[1] {_quoted(f'‹{many}›')}\n\n")
        elif message.id:
            parts.append(f"msgid {_quoted(str(message.id))}\nmsgstr {_quoted(f'‹{message.id}›')}\n\n")
    file.write_text("".join(parts), "utf-8")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class _Seen(HTMLParser):
    """Collects what a page shows or says, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.unseen, self.pieces = 0, list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen += tag in UNSEEN
        named = dict(attrs)
        if tag != "meta" or named.get("name") == "description":
            self.pieces += [value or "" for name, value in attrs if name in SPOKEN]

    def handle_endtag(self, tag: str) -> None:
        self.unseen -= tag in UNSEEN

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.pieces.append(data)


def outside_brackets(text: str) -> str:
    while (shorter := INNERMOST.sub(" ", text)) != text:
        text = shorter
    return text


def leaks(html: str, author: frozenset[str]) -> Iterator[str]:
    """Pieces of a page with words that stand in no brackets and in no source of the author."""
    seen = _Seen()
    seen.feed(ENGLISH.sub("", html))
    text = outside_brackets("\u2063".join(seen.pieces))
    for piece in text.split("\u2063"):
        if any(word.casefold() not in author for word in WORD.findall(CODE.sub(" ", piece))):
            yield " ".join(piece.split())


def words_of(files: Iterable[Path]) -> frozenset[str]:
    """All words of some files of an author."""
    texts = (file.read_text("utf-8") for file in files)
    return frozenset(word.casefold() for text in texts for word in WORD.findall(text))

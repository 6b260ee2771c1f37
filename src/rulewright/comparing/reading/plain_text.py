"""Statements of plain text: numbered paragraphs, lines of lists, and rows whose cells a bar divides."""

import re
from collections.abc import Iterator

from rulewright.comparing.reading.passage import Passage, statements_of
from rulewright.comparing.statement import Kind, Statement
from rulewright.findings import Span
from rulewright.importing.sources import SourceFile

_LONG_LINE = 160
"""Characters of a line that nobody wraps: in a text with such lines each line is a paragraph."""
_NUMBER = re.compile(r"(\d+(?:\.\d+)*)\.?\s+(?=\S)")
_CAPITALS = re.compile(r"[^a-z:]{3,60}(?::|$)")
_BULLET = re.compile(r"\s*(?:[-*•·‣–]|\(?\w[.)])\s+(?=\S)")
_BAR = re.compile(r"\s*\|\s*|\t+")


def text_statements(source: SourceFile) -> Iterator[Statement]:
    """Every statement of a file; a paragraph that begins with a number is headed by it."""
    text, file = source.text()[0], source.name
    path: tuple[str, ...] = ()
    for line, paragraph in _paragraphs(text):
        cells = [cell for cell in _BAR.split(paragraph.strip()) if cell]
        number = _NUMBER.match(paragraph)
        if len(cells) > 1:
            yield Statement(" ".join(cells), Span(file, line, 1), Kind.ROW, path)
        elif number:
            title = _CAPITALS.match(paragraph, number.end())
            path = (f"{number[1]} {title[0].rstrip(':') if title else ''}".strip(),)
            if title:
                yield Statement(title[0].rstrip(":"), Span(file, line, 1), Kind.HEADING, (number[1],))
            words = _passage(paragraph, title.end() if title else number.end())
            yield from statements_of(words, file, line, path=path)
        else:
            bullet = _BULLET.match(paragraph)
            words = _passage(paragraph, bullet.end() if bullet else 0)
            kind = Kind.BULLET if bullet else Kind.SENTENCE
            yield from statements_of(words, file, line, kind, path)


def _passage(paragraph: str, begin: int) -> Passage:
    return Passage(paragraph[begin:], column=begin + 1)


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """The paragraphs with their first lines; wrapped lines are joined."""
    lines = text.split("\n")
    whole = any(len(line) > _LONG_LINE for line in lines)
    held: list[str] = []
    for number, line in enumerate([*lines, ""], 1):
        apart = whole or not line.strip() or _BULLET.match(line) or _BAR.search(line.strip())
        if held and apart:
            yield number - len(held), "\n".join(held)
            held = []
        if line.strip():
            held.append(line)

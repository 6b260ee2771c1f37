"""A last look: lines of a source with words that are neither in the draft nor told.

Readers of Markdown leave out what they cannot place, such as the deepest of many levels, and say nothing.
"""

import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import chain

from rulewright.findings import Span
from rulewright.importing.draft import Entry, Guessed, Unread, Value
from rulewright.importing.markdown.headings import EXAMPLE
from rulewright.importing.markdown.numbers import NAMES
from rulewright.importing.markdown.outline import APPENDIX
from rulewright.importing.markdown.sections import Document

WORD = re.compile(r"[^\W_]+")
USED = re.compile(
    rf"\bn/a\b|</?[a-zA-Z][^<>]*>|\]\[[^\[\]]*\]|\]\([^()]*\)|\{{#[^{{}}]*\}}|\[\[[^\[\]]*\]\]|\[\^[^\]\s]*\]"
    rf"|^[#\s>*_]*(?:{NAMES}|{EXAMPLE.pattern}(?:\s+of\s+play)?|{APPENDIX.pattern.partition('(?P<title>')[0]})\s*[\dA-Z]*"
    rf"|^\s*(?:[-*+]|\d+[.)])\s|^\s*\[[^\]]*\]:.*|^\s*(?:```|~~~)\S*",
    re.IGNORECASE,
)
"""What a draft says otherwise: tags, addresses, numbers, the signs of lists."""


def lost_lines(documents: Iterable[Document], entries: Iterable[Entry], unread: Iterable[Unread]) -> Iterator[Unread]:
    """What is left of the sources, line by line."""
    texts = chain(
        (text for each in entries for text in (each.id, *_texts(each.value))), (each.words for each in unread)
    )
    said = {word for text in texts for word in words_of(text)}
    for document in documents:
        first = document.front_matter.map[1] if document.front_matter and document.front_matter.map else 0
        for number, line in enumerate(document.lines[first:], first + 1):
            if _missing(line, said) and _missing(USED.sub(" ", unescape(line)), said):
                place = Span(document.file.name, number, 1)
                yield Unread(place, line.strip(), "words of this line are in no entry")


def _missing(line: str, said: set[str]) -> bool:
    return any(word not in said and not word.isdigit() for word in words_of(line))


def words_of(text: str) -> list[str]:
    return WORD.findall(text.casefold())


def _texts(value: Value) -> Iterator[str]:
    """All texts of some data, the keys too."""
    if isinstance(value, Guessed):
        yield from _texts(value.value)
        yield value.why
    elif isinstance(value, dict):
        yield from chain(value, *map(_texts, value.values()))
    elif isinstance(value, list):
        yield from chain.from_iterable(map(_texts, value))
    else:
        yield str(value)

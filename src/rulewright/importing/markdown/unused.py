"""What Markdown itself leaves out of a page: footnotes that nothing leads to, and addresses that no link uses."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile

from markdown_it.token import Token

from rulewright.findings import Span
from rulewright.importing.draft import Unread
from rulewright.importing.markdown.sections import Document

NOTE = re.compile(r"[ >]*\[\^([^\]\s]+)\]:")


def used_labels(document: Document) -> set[str]:
    """The labels of addresses that links and pictures use."""
    blocks = (block for section in document.sections for block in section.blocks)
    headings = ([section.heading] for section in document.sections if section.heading)
    every = (token for block in (*blocks, *headings, *document.notes.values()) for token in block)
    return {label for token in every for label in _labels(token)}


def _labels(token: Token) -> Iterator[str]:
    if label := token.meta.get("label"):
        yield str(label)
    for each in token.children or ():
        yield from _labels(each)


NOT_USED = "no text leads to this footnote"


def _without_sign(document: Document) -> Iterator[tuple[int, str]]:
    """Footnotes that the parser drops, by their lines: nothing leads to them, or another one has their label."""
    matches = [(at, match[1]) for at, line in enumerate(document.lines) if (match := NOTE.match(line))]
    times = Counter(label for _, label in matches)
    for at, label in matches:
        if label in document.dropped or times[label] > 1:
            yield at + 1, "\n".join((document.lines[at], *takewhile(str.strip, document.lines[at + 1 :])))


def unused(documents: Iterable[Document], noted: set[tuple[str, str]]) -> Iterator[Unread]:
    """`noted` are the footnotes that texts have, by their files and labels."""
    for document in documents:
        name = document.file.name
        for label, tokens in document.notes.items():
            if (name, label) not in noted:
                origin = Span(name, next((each.map[0] + 1 for each in tokens if each.map), 1), 1)
                text = " ".join(each.content for each in tokens if each.type == "inline")
                yield Unread(origin, f"[^{label}]: {text}", NOT_USED)
        for at, text in _without_sign(document):
            yield Unread(Span(name, at, 1), text, NOT_USED)
        for label, each in document.references.items():
            if label not in document.labels:
                place = Span(name, each["map"][0] + 1, 1)
                text = f"[{label}]: {each['href']} {each.get('title') or ''}".strip()
                yield Unread(place, text, "no link uses this address")

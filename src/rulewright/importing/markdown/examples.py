"""Paragraphs and quotations that tell an example: "Example: Ada moves two hexes."."""

import re
from collections.abc import Sequence
from itertools import chain

from markdown_it.token import Token

from rulewright.importing.markdown.headings import EXAMPLE
from rulewright.importing.markdown.sections import words

LABEL = re.compile(rf"{EXAMPLE.pattern}(?:\s+of\s+play)?(?:\s+\d+)?\s*(?:[:.–—]|-\s)", re.IGNORECASE)
"""How such a paragraph begins."""


def label_of(block: Sequence[Token]) -> str:
    """The words by which a paragraph or a quotation says that it tells an example."""
    if block[0].type not in ("paragraph_open", "blockquote_open"):
        return ""
    first = next((token for token in block if token.type == "inline"), None)
    match = LABEL.match(words(first.children or ())) if first else None
    return (
        match[0]
        if match and words(list(chain.from_iterable(t.children or () for t in block)))[match.end() :].strip()
        else ""
    )


def drop(token: Token, label: str) -> None:
    """Takes words from the beginning of a line, and the emphasis that is empty without them."""
    left, kept = len("".join(label.split())), list[Token]()
    for each in token.children or ():
        while left and each.type == "text" and each.content:
            left -= not each.content[0].isspace()
            each.content = each.content[1:]
        if not (each.type == "text" and not each.content):
            kept.append(each)
    token.children = _without_empty_emphasis(kept)


def _without_empty_emphasis(tokens: Sequence[Token]) -> list[Token]:
    kept: list[Token] = []
    for each in tokens:
        if kept and kept[-1].nesting == 1 and each.nesting == -1:
            kept.pop()
        elif kept or each.type != "text" or each.content.strip():
            kept.append(each)
    if kept and kept[0].type == "text":
        kept[0].content = kept[0].content.lstrip(" :.–—-")
    return kept

"""The words of a text, without its markup."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.markup.links import LINK, THING

if TYPE_CHECKING:
    from markdown_it.token import Token

EMPHASIS = re.compile(r"\*\*|(?<!\w)[*_]|[*_](?!\w)|`")
RARE = re.compile(r"[`<\\&~]|\]\(|\[\^|\]\[|^\[[^\[\]]+\]:|!\[", re.MULTILINE)
"""Markup beside emphasis and links to things. Most texts have none of it, and need no parser to lose the rest."""
BLOCKS = re.compile(r"^[ \t]*(?:[-+*>|:#=]|\d+[.)])|\n[ \t]*\n|^ {4}|\|", re.MULTILINE)
"""What may begin another block than a paragraph."""

ShowLink = Callable[[str, str], str]
"""The words of a link with this target and this shown text, which may be empty."""


def words(source: str, show: ShowLink, *, blocks: bool) -> str:
    """The words with single spaces; `blocks` if the text is a passage."""
    if RARE.search(source) or (blocks and BLOCKS.search(source)):
        from rulewright.markup.grammar import passage, run  # few commands need the parser

        tokens = passage(source)[0] if blocks else run(source)
        text = "".join(_pieces(tokens, show))
    else:
        text = _simple(source, show)
    return " ".join(text.split())


def _simple(source: str, show: ShowLink) -> str:
    """The same for a paragraph with nothing but emphasis and links to things."""
    text, at = "", 0
    for match in LINK.finditer(source):
        shown = show(" ".join(match[1].split()), " ".join((match[2] or "").split()))
        text += EMPHASIS.sub("", source[at : match.start()]) + shown
        at = match.end()
    return text + EMPHASIS.sub("", source[at:])


def _pieces(tokens: "Sequence[Token]", show: ShowLink) -> Iterator[str]:
    for token in tokens:
        if token.type == THING:
            yield show(token.meta["target"], token.meta["shown"])
        elif token.children is not None:  # a run of text, or a picture with its alternative text
            yield from _pieces(token.children, show)
            yield f" {token.attrGet('title') or ''} " if token.type == "image" else " "
        elif token.type in ("softbreak", "hardbreak") or token.block:
            yield f" {token.content} "
        else:
            yield token.content

"""The words of a text without its markup, its sentences, and the figures that it places.

The words of `Roll *two* dice ([[rule:fire|to fire]]).` are `Roll two dice (to fire).`; the caller says what a link
shows. Checks, search and the names of things use them.

Parsing is slow and most texts have only emphasis and links. So regular expressions read these, and the parser the rest.
A text that is `UNMARKED` has no markup at all. With `blocks` a text is a passage, which may have lists and paragraphs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from rulewright.source.markup.links import LINK, LINK_TYPE, PLACED, UNMARKED, target_and_shown

if TYPE_CHECKING:
    from markdown_it.token import Token


EMPHASIS = re.compile(r"\*\*|(?<!\w)[*_]|[*_](?!\w)|`")
"""A sign of emphasis or code."""
RARE_MARKUP = re.compile(r"[`\\]|<[a-zA-Z/!?]|&#?\w+;|~~|\]\(|\[\^|\]\[|(?<!\])\]:|!\[", re.MULTILINE)
"""Markup other than emphasis and links. Most texts have none, so no parser is needed for their words."""
LIST_SIGN = re.compile(r"^ {0,3}([-*]|\d{1,9}[.)])[ \t]+(?=\S)", re.MULTILINE)
"""The sign of an item of a list: `- `, `1. ` or `1) `."""
BLOCKS = re.compile(
    r"^[ \t]*(?:[>|]|[:+][ \t]|#{1,6}(?:[ \t]|$)|=+[ \t]*$|[-*_](?:[ \t]*[-*_]){2,}[ \t]*$)"
    r"|^(?: {4}|\t)|\|(?![^\[\]]*\]\])",
    re.MULTILINE,
)
"""Lines that may begin a block other than a paragraph or a list: `> quoted`, `## Heading`, `---`, `| cell`."""

PAIRED = re.compile(r"(?<![\w*_])(\*\*|\*|_)(?=[^\s*_])([^*_\n]*[^\s*_])\1(?![\w*_])")
"""Emphasis without other emphasis inside it: `*two*`, `**two dice**`."""
MAYBE_EMPHASIS = re.compile(r"\*|(?<!\w)_|_(?!\w)")
"""A sign that may be emphasis; only the parser can tell."""
LINK_PLACE = "\ue000"
"""A placeholder for a link, whose words have no markup."""

ShowLink = Callable[[str, str], str]
"""A function that returns the words of a link for its target and its shown text, which can be empty."""
Piece = str | tuple[str, str]
"""Words, or the target and shown text of a link."""


def words(source: str, show: ShowLink, *, blocks: bool) -> str:
    """Return the words of a text with single spaces; with `blocks` it is a passage."""
    if UNMARKED.fullmatch(source):
        return _spaced(source)
    pieces = _pieces(source, blocks)
    if len(pieces) == 1 and isinstance(pieces[0], str):
        return pieces[0]
    return _spaced("".join(piece if isinstance(piece, str) else show(*piece) for piece in pieces))


@lru_cache(1 << 16)
def _pieces(source: str, blocks: bool) -> tuple[Piece, ...]:
    """Return the pieces of a text. They are cached, because a dozen checks need the words of each text."""
    needs_parser = RARE_MARKUP.search(source) or (blocks and BLOCKS.search(source))
    pieces = None if needs_parser else _without_parser(source, blocks)
    if pieces is None:
        from rulewright.source.markup.grammar import passage, run

        pieces = list(_parsed(passage(source)[0] if blocks else run(source)))
    if any(not isinstance(piece, str) for piece in pieces):
        return tuple(pieces)
    return (_spaced("".join(map(str, pieces))),)


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _without_parser(source: str, blocks: bool) -> list[Piece] | None:
    """Return the pieces of paragraphs and lists with only emphasis and links; None if there may be other markup."""
    if LINK_PLACE in source:
        return None
    links = map(target_and_shown, LINK.finditer(source))
    text = LINK.sub(LINK_PLACE, source)
    if blocks and LIST_SIGN.search(text):
        text = "\n".join(_without_signs(text.split("\n")))
    if "*" in text or "_" in text:
        text = PAIRED.sub(r"\2", text)
        if MAYBE_EMPHASIS.search(text):
            return None
    first, *texts_after_links = text.split(LINK_PLACE)
    pieces: list[Piece] = [first]
    for link, text_after in zip(links, texts_after_links, strict=True):
        pieces += (link, text_after)
    return pieces


def _without_signs(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines without list signs. A number begins an item if it is 1, after an empty line, or inside a list."""
    in_list, after_blank = False, True  # `after_blank`: the line before is empty
    for line in lines:
        sign = LIST_SIGN.match(line)
        is_number = sign is not None and sign[1][0].isdigit()
        if sign and is_number and not (int(sign[1][:-1]) == 1 or after_blank or in_list):
            sign = None  # `12. ` in the middle of a paragraph is text
        if sign or (after_blank and line[:1].strip()):
            in_list = sign is not None
        yield line[sign.end() :] if sign else line
        after_blank = not line.strip()


def _parsed(tokens: "Sequence[Token]") -> Iterator[Piece]:
    """Yield the pieces of a text that the parser has read."""
    for token in tokens:
        if token.type == LINK_TYPE:
            yield token.meta["target"], token.meta["shown"]
        elif token.children is not None:  # a run of text, or a picture with its alternative text
            yield from _parsed(token.children)
            yield f" {token.attrGet('title') or ''} " if token.type == "image" else " "
        elif token.type in ("softbreak", "hardbreak") or token.block:
            yield f" {token.content} "
        else:
            yield token.content


# Sentences

_ABBREVIATIONS = ("approx", "cf", "e.g", "etc", "fig", "hvy", "i.e", "inf", "lt", "max", "med", "min", "no", "p", "vs")
"""A full stop after these does not end a sentence."""
_SENTENCE_END = re.compile(r"[.!?]+[\"'”’)\]*_]*(?=\s+(?:\[\[|`|[\"'“‘\[*_]*[A-ZÀ-ÖØ-ÞΑ-ΩЁА-Я]))")


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each sentence without spaces around it: (0, 11), (12, 17) for `Roll 1 die. Stop.`."""
    begin = 0
    for end in (*_SENTENCE_END.finditer(text), None):
        if end and _is_abbreviation(text[begin : end.start()]):
            continue
        part = text[begin : end.end() if end else len(text)]
        if part.strip():
            yield begin + len(part) - len(part.lstrip()), begin + len(part.rstrip())
        begin += len(part)


def first_sentence(text: str) -> str:
    """Return the first sentence of a text; empty if it has no words."""
    return next((text[begin:end] for begin, end in sentences(text)), "")


def _is_abbreviation(before: str) -> bool:
    return f" {before.lower()}".endswith(tuple(f"{sign}{word}" for word in _ABBREVIATIONS for sign in " (["))


# A passage places a figure with a link to it that is alone in a paragraph


def placed_figures(source: str) -> Iterator[str]:
    """Yield the targets of the figures that a passage places, in order."""
    if f"[[{PLACED}" not in source.replace(" ", ""):
        return
    from rulewright.source.markup.grammar import PLACE, passage

    tokens, _ = passage(source)
    yield from (token.meta["target"] for token in tokens if token.type == f"{PLACE}_open")

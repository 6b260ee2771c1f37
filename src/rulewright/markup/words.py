"""The words of a text, without its markup."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from rulewright.markup.links import LINK, PLACED, THING, UNMARKED, target_and_shown

if TYPE_CHECKING:
    from markdown_it.token import Token


EMPHASIS = re.compile(r"\*\*|(?<!\w)[*_]|[*_](?!\w)|`")
RARE = re.compile(r"[`\\]|<[a-zA-Z/!?]|&#?\w+;|~~|\]\(|\[\^|\]\[|(?<!\])\]:|!\[", re.MULTILINE)
"""Markup beside emphasis and links to things. Most texts have none of it, and need no parser to lose the rest."""
LIST_SIGN = re.compile(r"^ {0,3}([-*]|\d{1,9}[.)])[ \t]+(?=\S)", re.MULTILINE)
BLOCKS = re.compile(
    r"^[ \t]*(?:[>|]|[:+][ \t]|#{1,6}(?:[ \t]|$)|=+[ \t]*$|[-*_](?:[ \t]*[-*_]){2,}[ \t]*$)"
    r"|^(?: {4}|\t)|\|(?![^\[\]]*\]\])",
    re.MULTILINE,
)
"""What may begin another block than a paragraph or a list."""

PAIRED = re.compile(r"(?<![\w*_])(\*\*|\*|_)(?=[^\s*_])([^*_\n]*[^\s*_])\1(?![\w*_])")
"""Emphasis without other emphasis in it."""
ODD = re.compile(r"\*|(?<!\w)_|_(?!\w)")
"""A sign of emphasis that is none, or one that only the parser tells."""
HIDDEN = "\ue000"
"""Stands for a link, whose words hold no markup."""

ShowLink = Callable[[str, str], str]
"""The words of a link with this target and this shown text, which may be empty."""


Piece = str | tuple[str, str]
"""Words, or the target and the shown text of a link."""


def words(source: str, show: ShowLink, *, blocks: bool) -> str:
    """The words with single spaces; `blocks` if the text is a passage."""
    if UNMARKED.fullmatch(source):
        return _spaced(source)
    pieces = _pieces(source, blocks)
    if len(pieces) == 1 and isinstance(pieces[0], str):
        return pieces[0]
    return _spaced("".join(each if isinstance(each, str) else show(*each) for each in pieces))


@lru_cache(1 << 16)
def _pieces(source: str, blocks: bool) -> tuple[Piece, ...]:
    """What a text is made of. A dozen checks ask for the words of each text."""
    simple = None if RARE.search(source) or (blocks and BLOCKS.search(source)) else _simple(source, blocks)
    if simple is None:
        from rulewright.markup.grammar import passage, run

        simple = list(_parsed(passage(source)[0] if blocks else run(source)))
    if any(not isinstance(each, str) for each in simple):
        return tuple(simple)
    return (_spaced("".join(map(str, simple))),)


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _simple(source: str, blocks: bool) -> list[Piece] | None:
    """The same for paragraphs and lists with nothing but emphasis and links; None where that is not sure."""
    if HIDDEN in source:
        return None
    links = map(target_and_shown, LINK.finditer(source))
    text = LINK.sub(HIDDEN, source)
    if blocks and LIST_SIGN.search(text):
        text = "\n".join(_without_signs(text.split("\n")))
    if "*" in text or "_" in text:
        text = PAIRED.sub(r"\2", text)
        if ODD.search(text):
            return None
    first, *others = text.split(HIDDEN)
    return [first, *(piece for link, other in zip(links, others, strict=True) for piece in (link, other))]


def _without_signs(lines: Iterable[str]) -> Iterator[str]:
    """A number begins an item if it is 1, after an empty line, or in a list; else it belongs to its line."""
    listed, blank = False, True
    for line in lines:
        found = LIST_SIGN.match(line)
        if found and found[1][0].isdigit() and not (int(found[1][:-1]) == 1 or blank or listed):
            found = None
        if found or (blank and line[:1].strip()):
            listed = found is not None
        yield line[found.end() :] if found else line
        blank = not line.strip()


def _parsed(tokens: "Sequence[Token]") -> Iterator[Piece]:
    for token in tokens:
        if token.type == THING:
            yield token.meta["target"], token.meta["shown"]
        elif token.children is not None:  # a run of text, or a picture with its alternative text
            yield from _parsed(token.children)
            yield f" {token.attrGet('title') or ''} " if token.type == "image" else " "
        elif token.type in ("softbreak", "hardbreak") or token.block:
            yield f" {token.content} "
        else:
            yield token.content


# Where the sentences of a text begin and end

_ABBREVIATIONS = ("approx", "cf", "e.g", "etc", "fig", "hvy", "i.e", "inf", "lt", "max", "med", "min", "no", "p", "vs")
"""After these a full stop ends no sentence."""
_END = re.compile(r"[.!?]+[\"'”’)\]*_]*(?=\s+(?:\[\[|`|[\"'“‘\[*_]*[A-ZÀ-ÖØ-ÞΑ-ΩЁА-Я]))")


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """The begin and end of each sentence, without the blanks around it."""
    begin = 0
    for match in _END.finditer(text):
        if not _abbreviated(text[begin : match.start()]):
            yield from _stripped(text, begin, match.end())
            begin = match.end()
    yield from _stripped(text, begin, len(text))


def first_sentence(text: str) -> str:
    return next((text[begin:end] for begin, end in sentences(text)), "")


def _abbreviated(before: str) -> bool:
    return before.lower().endswith(tuple(f"{sign}{word}" for word in _ABBREVIATIONS for sign in " ([")) or (
        before.lower() in _ABBREVIATIONS
    )


def _stripped(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    part = text[begin:end]
    if part.strip():
        yield begin + len(part) - len(part.lstrip()), begin + len(part.rstrip())


# Figures that a passage places


def placed_figures(source: str) -> Iterator[str]:
    """Their targets in order."""
    if f"[[{PLACED}" not in source.replace(" ", ""):
        return
    from rulewright.markup.grammar import PLACE, passage

    tokens, _ = passage(source)
    yield from (token.meta["target"] for token in tokens if token.type == f"{PLACE}_open")

"""Python for reading: keywords, strings and comments told apart, and each function that is printed too a link to it."""

import keyword
from collections.abc import Iterator, Mapping
from io import StringIO
from tokenize import COMMENT, NAME, STRING, TokenInfo, generate_tokens

from markupsafe import Markup, escape

TOLD_APART = {STRING: "string", COMMENT: "comment"}


def highlight(source: str, places: Mapping[str, str]) -> Markup:
    """Code that has run, so that it can be taken apart; `places` has the address of each function that is printed."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return Markup("").join(_pieces(source, starts, places))


def _pieces(source: str, starts: list[int], places: Mapping[str, str]) -> Iterator[Markup]:
    at = 0
    defined = False
    for token in generate_tokens(StringIO(source).readline):
        (row, column), (last, end) = token.start, token.end
        told = None if defined else _told(token, places)
        defined = token.string == "def"
        if told is not None:
            start = starts[row - 1] + column
            yield escape(source[at:start])
            yield told
            at = starts[last - 1] + end
    yield escape(source[at:])


def _told(token: TokenInfo, places: Mapping[str, str]) -> Markup | None:
    """A token that looks other than plain code."""
    if token.type == NAME and token.string in places:
        return Markup('<a href="{}">{}</a>').format(places[token.string], token.string)
    kind = "word" if token.type == NAME and keyword.iskeyword(token.string) else TOLD_APART.get(token.type)
    return None if kind is None else Markup('<span class="{}">{}</span>').format(kind, token.string)

"""Highlights Python: keywords, strings and comments, and a link to each function that has a listing."""

import keyword
from collections.abc import Iterator, Mapping
from io import StringIO
from tokenize import COMMENT, NAME, STRING, TokenInfo, generate_tokens

from markupsafe import Markup, escape

KINDS = {STRING: "string", COMMENT: "comment"}


def highlight(source: str, places: Mapping[str, str]) -> Markup:
    """Highlights code, which has run and so can be tokenized; `places` are the addresses of functions."""
    lines = list(StringIO(source))  # ends lines where Python does, and not at a form feed
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return Markup("").join(_pieces(source, starts, places))


def _pieces(source: str, starts: list[int], places: Mapping[str, str]) -> Iterator[Markup]:
    at = 0
    defined = False
    for token in generate_tokens(StringIO(source).readline):
        (row, column), (last, end) = token.start, token.end
        markup = None if defined else _markup(token, places)
        defined = token.string == "def"
        if markup is not None:
            start = starts[row - 1] + column
            yield escape(source[at:start])
            yield markup
            at = starts[last - 1] + end
    yield escape(source[at:])


def _markup(token: TokenInfo, places: Mapping[str, str]) -> Markup | None:
    """The markup of a token; None for plain code."""
    if token.type == NAME and token.string in places:
        return Markup('<a href="{}">{}</a>').format(places[token.string], token.string)
    kind = "word" if token.type == NAME and keyword.iskeyword(token.string) else KINDS.get(token.type)
    return None if kind is None else Markup('<span class="{}">{}</span>').format(kind, token.string)

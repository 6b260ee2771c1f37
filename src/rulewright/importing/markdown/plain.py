"""Bare words: as tokens, as the words of links, and what stands beside them in a heading."""

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from rulewright.findings import Span
from rulewright.importing.draft import Unread
from rulewright.importing.markdown.parsing import WIKI

ANCHOR = re.compile(r"<a\s[^>]*(?:name|id)\s*=\s*[\"']?([^\"'\s>]+)[^>]*>", re.IGNORECASE)
UNSHOWN = re.compile(r"[\[\]|]|[*_`<>]")
"""Signs that the words of a link to a thing cannot have."""


def without_links(code: str) -> str:
    """Code in which the tool finds neither links nor pictures: it looks for them everywhere."""
    return re.sub(r"([\[!])(?=\[)", r"\1 ", code)


def bare_text(content: str) -> Token:
    return Token("text", "", 0, content=printable(content))


def beside_words(tokens: Sequence[Token], origin: Span) -> Iterator[Unread]:
    """What a heading holds beside its words, which are its title."""
    for token in tokens:
        address = str(token.attrGet("href") or token.attrGet("src") or "")
        written = address or (token.content if token.type in ("html_inline", WIKI) else "")
        if written and not ANCHOR.match(written) and not written.startswith("</"):
            yield Unread(origin, written, "a title has words only")


def printable(words: str) -> str:
    """Words that the tool takes for none of the signs of a footnote, of an address, or of what is struck out."""
    return words.replace("[^", "[ ^").replace("][", "] [").replace("~~", "~")


def bare_line(text: str) -> Token:
    """Bare words as a line."""
    return Token("inline", "", 0, children=[bare_text(text)])


def shown_words(text: str) -> str:
    return " ".join(UNSHOWN.sub(" ", text).split())

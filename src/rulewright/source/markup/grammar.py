"""Parse the Markdown of a text into tokens of the library markdown-it.

`passage` parses a text with blocks, such as that of a rule; `run` a text without, such as a title. A link
`[[rule:fire]]` becomes one token, a picture alone in a paragraph a figure. The parser also parses HTML, so that HTML
can be reported with its place; no renderer prints it.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache, partial
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from rulewright.base.messages.catalogues import catalogue
from rulewright.base.messages.messages import tell
from rulewright.source.markup.links import LINK, LINK_TYPE, PLACED, target_and_shown

QUOTATION_MARKS = {"en": "“”‘’", "de": "„“‚‘", "fr": ["« ", " »", "‹ ", " ›"], "es": "«»“”", "it": "«»“”", "nl": "“”‘’"}
"""The outer and inner quotation marks by language."""
CACHED_TEXTS = 1 << 12
"""The number of texts whose tokens are cached: web pages, prints, the report and the preview parse the same texts."""
FIGURE = "figure"
"""The token type of a picture that is a paragraph of its own."""
PLACE = "place"
"""The token type of a paragraph that is only a link to a numbered figure."""
BOXES = {
    "Note": tell("Note"),
    "Tip": tell("Tip"),
    "Important": tell("Important"),
    "Warning": tell("Warning"),
    "Caution": tell("Caution"),
}
"""The headings of boxes (alerts), by the names that the parser uses; `tell` makes a message for translation."""


def passage(source: str, language: str = "") -> tuple[Sequence[Token], dict[str, Any]]:
    """Return the tokens of a text with blocks, and the parser's environment with its footnotes.

    Do not modify the tokens.
    """
    tokens, env = _passage(source, language[:2])
    return tokens, {**env}


@lru_cache(CACHED_TEXTS)
def _passage(source: str, language: str) -> tuple[Sequence[Token], dict[str, Any]]:
    env: dict[str, Any] = {}
    return grammar(language).parse(_with_bars_escaped(source), env), env


def _with_bars_escaped(source: str) -> str:
    """Escape the bars of links in table rows, where they would separate cells."""

    def escaped(link: re.Match[str]) -> str:
        return link[0].replace("\\|", "|").replace("|", "\\|")

    if "|" not in source or "[[" not in source:
        return source
    lines = source.split("\n")
    # a row of a table has bars outside its links
    return "\n".join(LINK.sub(escaped, line) if "|" in LINK.sub("", line) else line for line in lines)


def notes(env: dict[str, Any]) -> dict[str, int]:
    """Return the numbers of a passage's footnotes by label, with a colon before it: `{":why": 0}` for `[^why]`.

    The number is -1 if no link leads to the note.
    """
    footnotes: dict[str, int] = env.get("footnotes", {}).get("refs", {})
    return footnotes


def run(source: str, language: str = "") -> Sequence[Token]:
    """Return the tokens of a text without blocks. Do not modify them: they are cached."""
    return _run(source, language[:2])


@lru_cache(CACHED_TEXTS)
def _run(source: str, language: str) -> Sequence[Token]:
    return grammar(language).parseInline(source)[0].children or []


@cache
def grammar(language: str) -> MarkdownIt:
    """Return the parser. With a language it sets typographic quotation marks; without one it keeps what was written."""
    options = {"typographer": bool(language), "quotes": QUOTATION_MARKS.get(language, "“”‘’"), "alerts": True}
    parser = MarkdownIt("commonmark", options).enable(["table", "smartquotes"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - `unsupported` checks addresses
    parser.inline.ruler.before("emphasis", LINK_TYPE, _link)
    parser.use(deflist_plugin).use(footnote_plugin, inline=False)
    parser.core.ruler.push(FIGURE, _figures)
    parser.core.ruler.before("inline", "boxes", partial(_boxes, language))
    return parser


def _link(state: StateInline, silent: bool) -> bool:
    """Read `[[target|shown]]` as one token. Return whether there is a link; `silent` asks only that."""
    match = LINK.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push(LINK_TYPE, "a", 0)
        token.meta = dict(zip(("target", "shown"), target_and_shown(match), strict=True))
    state.pos = match.end()
    return True


def _boxes(language: str, state: StateCore) -> None:
    """Translate the headings of boxes into the language of the text."""
    for token, heading in pairwise(state.tokens):
        if token.type == "alert_title_open":
            heading.content = catalogue(language or "en").said(BOXES[heading.content])


def _figures(state: StateCore) -> None:
    """Turn a paragraph with only a picture into a figure, and one with only a link to a figure into its place.

    The tokens of a paragraph are `paragraph_open`, one with the content as its children, and `paragraph_close`.
    """
    for index, token in enumerate(state.tokens):
        if token.children is None or len(token.children) != 1:
            continue
        (child,) = token.children
        start_and_end = state.tokens[index - 1 : index + 2 : 2]  # the tokens before and after it
        is_link = token.level == 1 and child.type == LINK_TYPE
        if is_link and child.meta["target"].startswith(PLACED) and not child.meta["shown"]:
            for end in start_and_end:
                end.type, end.meta = end.type.replace("paragraph", PLACE), child.meta
        elif child.type == "image" and state.tokens[index - 1].type == "paragraph_open":
            for end in start_and_end:
                end.type, end.tag = end.type.replace("paragraph", FIGURE), "figure"

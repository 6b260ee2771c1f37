"""The Markdown parser. It also parses HTML, so that HTML can be reported with its place; no renderer prints it."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache, partial
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from rulewright.markup.links import LINK, PLACED, THING, target_and_shown
from rulewright.translation.catalogues import catalogue
from rulewright.translation.messages import tell

QUOTES = {"en": "“”‘’", "de": "„“‚‘", "fr": ["« ", " »", "‹ ", " ›"], "es": "«»“”", "it": "«»“”", "nl": "“”‘’"}
TEXTS = 1 << 12
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
"""The headings of boxes (alerts), by the names that the parser uses."""


def passage(source: str, language: str = "") -> tuple[Sequence[Token], dict[str, Any]]:
    """Return the tokens of a text with blocks, and the parser's environment with its footnotes.

    Do not modify the tokens.
    """
    tokens, env = _passage(source, language[:2])
    return tokens, {**env}


@lru_cache(TEXTS)
def _passage(source: str, language: str) -> tuple[Sequence[Token], dict[str, Any]]:
    env: dict[str, Any] = {}
    return grammar(language).parse(_with_bars_escaped(source), env), env


def _with_bars_escaped(source: str) -> str:
    """Escape the bars of links in table rows, where they would separate cells."""

    def escaped(link: re.Match[str]) -> str:
        return link[0].replace("\\|", "|").replace("|", "\\|")

    if "|" not in source or "[[" not in source:
        return source
    return "\n".join(LINK.sub(escaped, line) if "|" in LINK.sub("", line) else line for line in source.split("\n"))


def notes(env: dict[str, Any]) -> dict[str, int]:
    """Return the footnotes of a passage by label (with a colon before it).

    The value is -1 if no link leads to the note.
    """
    footnotes: dict[str, int] = env.get("footnotes", {}).get("refs", {})
    return footnotes


def run(source: str, language: str = "") -> Sequence[Token]:
    """Return the tokens of a text without blocks. Do not modify them: they are cached."""
    return _run(source, language[:2])


@lru_cache(TEXTS)
def _run(source: str, language: str) -> Sequence[Token]:
    return grammar(language).parseInline(source)[0].children or []


@cache
def grammar(language: str) -> MarkdownIt:
    """Return the parser. With a language it sets typographic quotation marks; without one it keeps what was written."""
    options = {"typographer": bool(language), "quotes": QUOTES.get(language, "“”‘’"), "alerts": True}
    parser = MarkdownIt("commonmark", options).enable(["table", "smartquotes"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - `unsupported` checks addresses
    parser.inline.ruler.before("emphasis", THING, _link)
    parser.use(deflist_plugin).use(footnote_plugin, inline=False)
    parser.core.ruler.push(FIGURE, _figures)
    parser.core.ruler.before("inline", "boxes", partial(_boxes, language))
    return parser


def _link(state: StateInline, silent: bool) -> bool:
    match = LINK.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push(THING, "a", 0)
        token.meta = dict(zip(("target", "shown"), target_and_shown(match), strict=True))
    state.pos = match.end()
    return True


def _boxes(language: str, state: StateCore) -> None:
    """Translate the headings of boxes into the language of the text."""
    for at, token in enumerate(state.tokens):
        if token.type == "alert_title_open":
            heading = state.tokens[at + 1]
            heading.content = catalogue(language or "en").said(BOXES[heading.content])


def _figures(state: StateCore) -> None:
    """Turn a paragraph with only a picture into a figure, and one with only a link to a figure into its place."""
    for at, token in enumerate(state.tokens):
        children = token.children or []
        link = children[0] if len(children) == 1 and token.level == 1 and children[0].type == THING else None
        if link and link.meta["target"].startswith(PLACED) and not link.meta["shown"]:
            for each in state.tokens[at - 1 : at + 2 : 2]:
                each.type, each.meta = each.type.replace("paragraph", PLACE), link.meta
        if [each.type for each in children] == ["image"] and state.tokens[at - 1].type == "paragraph_open":
            for each in state.tokens[at - 1 : at + 2 : 2]:
                each.type, each.tag = each.type.replace("paragraph", FIGURE), "figure"

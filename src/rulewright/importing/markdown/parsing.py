"""The parser of foreign Markdown: CommonMark with tables, footnotes, definitions, front matter, HTML, and two dialects.

These are rows of cells divided by tabs, as pasted tables have them, and links of wikis, `[[Page#Heading|words]]`.
"""

import re
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

MOST_LEVELS = 60
"""Levels of lists and quotations in one another; what is deeper, the parser leaves out."""
TABBED = "tabbed_table"
WIKI = "wiki_link"
ROW = re.compile(r"[^\S\n]*\S[^\n]*\t")
"""A line with a tab after words."""
WIKI_LINK = re.compile(r"\[\[([^\[\]|\n#]*)(?:#([^\[\]|\n]*))?(?:\\?\|([^\[\]\n]*))?\]\]")


@cache
def parser() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": True, "alerts": True, "store_labels": True, "maxNesting": MOST_LEVELS})
    made.enable(["table", "strikethrough"])
    made.validateLink = _accept  # type: ignore[method-assign]
    made.use(front_matter_plugin).use(deflist_plugin).use(footnote_plugin, inline=False)
    made.block.ruler.before("table", TABBED, _tabbed, {"alt": ["paragraph"]})
    made.inline.ruler.before("emphasis", WIKI, _wiki)
    return made


def parse(text: str) -> tuple[list[Token], dict[str, Any]]:
    """The tokens of a file, and what the parser knows beside: footnotes, and addresses by their labels."""
    env: dict[str, Any] = {}
    return parser().parse(text, env), env


def inline(text: str) -> Token:
    """A line of text as the parser would have it in a paragraph."""
    return parser().parseInline(text, {})[0]


def _accept(url: str) -> bool:  # noqa: ARG001 - the parser names it
    return True


def _tabbed(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Two lines or more whose cells are divided by tabs; lines that all begin with a tab are code."""
    if state.level or state.parentType not in ("root", "paragraph"):
        return False
    last = first
    while last < end and ROW.match(_line(state, last)):
        last += 1
    rows = [_line(state, line) for line in range(first, last)]
    if len(rows) < 2 or all(row.startswith("\t") for row in rows):
        return False
    if not silent:
        token = state.push(TABBED, "", 0)
        token.map, token.content = [first, last], "\n".join(rows)
        state.line = last
    return True


def _line(state: StateBlock, line: int) -> str:
    begin = state.src.rfind("\n", 0, state.bMarks[line]) + 1
    return state.src[begin : state.eMarks[line]]


def _wiki(state: StateInline, silent: bool) -> bool:
    match = WIKI_LINK.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push(WIKI, "", 0)
        token.content, token.meta = match[0], {"page": match[1], "heading": match[2] or "", "shown": match[3] or ""}
    state.pos = match.end()
    return True

"""Parse Markdown with markdown-it, and render it again with mdformat.

`outline` parses files to tokens with this module; `bodies` writes the clean tokens of a block (`passage`), a cell or a
title (`line`) as a text in our Markdown.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, ClassVar

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdformat.renderer import MDRenderer, RenderContext, RenderTreeNode
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from rulewright.base.findings import Span
from rulewright.importing.draft import Unread, repaired, shortened
from rulewright.source.markup.links import LINK_TYPE

MOST_LEVELS = 60
"""Most levels of nested lists and quotations; the parser drops deeper ones."""
TABBED, WIKI = "tabbed_table", "wiki_link"
"""The types of our tokens for a table with tabs between its cells, and for a link `[[page#heading|shown]]`."""
ROW = re.compile(r"[^\S\n]*\S[^\n]*\t")
"""A line with a tab after words."""
WIKI_LINK = re.compile(r"\[\[([^\[\]|\n#]*)(?:#([^\[\]|\n]*))?(?:\\?\|([^\[\]\n]*))?\]\]")


@cache
def parser() -> MarkdownIt:
    """The parser of CommonMark, with tables, footnotes, definition lists, and our tables with tabs and wiki links."""
    made = MarkdownIt("commonmark", {"html": True, "alerts": True, "maxNesting": MOST_LEVELS})
    made.enable(["table", "strikethrough"])
    made.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005 - `Cleaner` notes what it removes
    made.use(front_matter_plugin).use(deflist_plugin).use(footnote_plugin, inline=False)
    made.block.ruler.before("table", TABBED, _tabbed, {"alt": ["paragraph"]})
    made.inline.ruler.before("emphasis", WIKI, _wiki)
    return made


def inline(text: str) -> Token:
    """Parse a line of text as part of a paragraph."""
    return parser().parseInline(text, {})[0]


def _tabbed(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Parse two lines or more whose cells are divided by tabs. Lines that all begin with a tab are code.

    Return whether there are such lines; `silent` asks only that.
    """
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
    """Parse a link of a wiki. Return whether there is one; `silent` asks only that."""
    match = WIKI_LINK.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push(WIKI, "", 0)
        token.content, token.meta = match[0], {"page": match[1], "heading": match[2] or "", "shown": match[3] or ""}
    state.pos = match.end()
    return True


ANCHOR = re.compile(r"<a\s[^>]*(?:name|id)\s*=\s*[\"']?([^\"'\s>]+)[^>]*>", re.IGNORECASE)
UNSHOWN = re.compile(r"[\[\]|]|[*_`<>]")
"""Signs that the words of a link to a thing cannot have."""


def without_links(code: str) -> str:
    """Escape links and pictures in code, because Rulewright looks for them in code too."""
    return re.sub(r"([\[!])(?=\[)", r"\1 ", code)


def bare_text(content: str) -> Token:
    return Token("text", "", 0, content=printable(content))


def beside_words(tokens: Sequence[Token], origin: Span) -> Iterator[Unread]:
    """List the parts of a heading that are not words, and so are not in its title."""
    for token in tokens:
        address = str(token.attrGet("href") or token.attrGet("src") or "")
        written = address or (token.content if token.type in ("html_inline", WIKI) else "")
        if written and not ANCHOR.match(written) and not written.startswith("</"):
            yield Unread(origin, written, "a title has words only")


def printable(words: str) -> str:
    """Escape signs that would make a footnote, an address or struck-out text."""
    return words.replace("[^", "[ ^").replace("][", "] [").replace("~~", "~")


def bare_line(text: str) -> Token:
    """Make an inline token of bare words."""
    return Token("inline", "", 0, children=[bare_text(text)])


def shown_words(text: str) -> str:
    return " ".join(UNSHOWN.sub(" ", text).split())


WIDTH = 100
"""Width of a wrapped paragraph, in columns."""

BARE = re.compile(r"[^\W_][^_*`\[\]<>&\\|~!#^]*")
"""Words without any sign that could be markup."""
Render = Callable[[RenderTreeNode, RenderContext], str]


def passage(tokens: Sequence[Token]) -> str:
    """Write blocks as a text of any length."""
    return _render(tokens, WIDTH)


def line(token: Token) -> str:
    """Write an inline token as a text of one line, such as a title or a cell. Most are bare words."""
    children = token.children or []
    if len(children) == 1 and children[0].type == "text" and BARE.fullmatch(children[0].content):
        return " ".join(children[0].content.split())
    written = " ".join(_render([token], "no").split())
    return f"\\{written}" if written.startswith("#") else written


def plain_line(words: str) -> str:
    """Write bare words as a text of one line that no check refuses."""
    return repaired(shortened(line(bare_line(words)), lambda _: None), blocks=False)


def paragraph(line: Token) -> list[Token]:
    return [Token("paragraph_open", "p", 1), line, Token("paragraph_close", "p", -1)]


def _render(tokens: Sequence[Token], wrap: int | str) -> str:
    options = {"parser_extension": [_Ours], "mdformat": {"wrap": wrap, "number": True}}
    return MDRenderer().render(tokens, options, {}, finalize=False).strip("\n")


# Each function below writes one kind of node; mdformat calls them, and puts "\0" where a line may be wrapped.


def _inner(node: RenderTreeNode, context: RenderContext, separator: str = "\n\n") -> str:
    """Write the nodes inside a node."""
    return separator.join(filter(None, (child.render(context) for child in node.children)))


def _thing(node: RenderTreeNode, context: RenderContext) -> str:  # noqa: ARG001
    shown = node.meta["shown"]
    return f"[[{node.meta['target']}|{shown}]]" if shown else f"[[{node.meta['target']}]]"


def _box(node: RenderTreeNode, context: RenderContext) -> str:
    kind = str(node.meta.get("kind", "NOTE")).upper()
    inner = "\n\n".join(child.render(context) for child in node.children if child.type != "alert_title")
    return "\n".join(f"> {text}".rstrip() for text in (f"[!{kind}]", *inner.split("\n")))


def _definition(node: RenderTreeNode, context: RenderContext) -> str:
    first, *others = _inner(node, context).split("\n")
    return "\n".join((f": {first}", *(f"  {text}".rstrip() for text in others), ""))


def _term(node: RenderTreeNode, context: RenderContext) -> str:
    """Write the nodes inside a node on one line."""
    return " ".join(_inner(node, context, "").replace("\0", " ").split())


def _table(node: RenderTreeNode, context: RenderContext) -> str:
    rows = [row for part in node.children for row in part.children]
    texts = [[_term(cell, context).replace("|", "\\|") for cell in row.children] for row in rows]
    lines = [f"| {' | '.join(each)} |" for each in texts]
    lines.insert(1, "|" + " --- |" * len(rows[0].children))
    return "\n".join(lines)


class _Ours:
    """A plugin of mdformat: how to write the tokens that CommonMark lacks."""

    RENDERERS: ClassVar[dict[str, Any]] = {
        "hr": lambda node, context: "---",  # noqa: ARG005
        LINK_TYPE: _thing,
        "footnote_ref": lambda node, context: f"[^{node.meta['label']}]",  # noqa: ARG005
        "alert": _box,
        "dl": lambda node, context: _inner(node, context, "\n"),
        "dt": _term,
        "dd": _definition,
        "table": _table,
        "s": lambda node, context: _inner(node, context, ""),
    }

"""Tokens as the Markdown of our texts: mdformat writes it, and escapes what would mean something else."""

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from markdown_it.token import Token
from mdformat.renderer import MDRenderer, RenderContext, RenderTreeNode

from rulewright.markup.links import THING

WIDTH = 100
"""Columns of a filled paragraph."""
PARAGRAPH = Token("paragraph_open", "p", 1), Token("paragraph_close", "p", -1)

BARE = re.compile(r"[^\W_][^_*`\[\]<>&\\|~!#^]*")
"""Words without any sign that could be markup."""
Render = Callable[[RenderTreeNode, RenderContext], str]


def passage(tokens: Sequence[Token]) -> str:
    """Blocks as a text of any length."""
    return _render(tokens, WIDTH)


def line(token: Token) -> str:
    """A run of words as a text of one line, such as a title or a cell; most are bare words."""
    children = token.children or []
    if len(children) == 1 and children[0].type == "text" and BARE.fullmatch(children[0].content):
        return " ".join(children[0].content.split())
    written = " ".join(_render([token], "no").split())
    return f"\\{written}" if written.startswith("#") else written


def _render(tokens: Sequence[Token], wrap: int | str) -> str:
    options = {"parser_extension": [_Ours], "mdformat": {"wrap": wrap, "number": True}}
    return MDRenderer().render(tokens, options, {}, finalize=False).strip("\n")


def _inner(node: RenderTreeNode, context: RenderContext, separator: str = "\n\n") -> str:
    return separator.join(filter(None, (child.render(context) for child in node.children)))


def _rule(node: RenderTreeNode, context: RenderContext) -> str:  # noqa: ARG001
    return "---"


def _thing(node: RenderTreeNode, context: RenderContext) -> str:  # noqa: ARG001
    shown = node.meta["shown"]
    return f"[[{node.meta['target']}|{shown}]]" if shown else f"[[{node.meta['target']}]]"


def _note(node: RenderTreeNode, context: RenderContext) -> str:  # noqa: ARG001
    return f"[^{node.meta['label']}]"


def _box(node: RenderTreeNode, context: RenderContext) -> str:
    kind = str(node.meta.get("kind", "NOTE")).upper()
    inner = "\n\n".join(child.render(context) for child in node.children if child.type != "alert_title")
    return "\n".join(f"> {text}".rstrip() for text in (f"[!{kind}]", *inner.split("\n")))


def _definitions(node: RenderTreeNode, context: RenderContext) -> str:
    return _inner(node, context, "\n")


def _definition(node: RenderTreeNode, context: RenderContext) -> str:
    first, *others = _inner(node, context).split("\n")
    return "\n".join((f": {first}", *(f"  {text}".rstrip() for text in others), ""))


def _term(node: RenderTreeNode, context: RenderContext) -> str:
    return " ".join(_inner(node, context, "").replace("\0", " ").split())


def _table(node: RenderTreeNode, context: RenderContext) -> str:
    rows = [row for part in node.children for row in part.children]
    lines = ["| " + " | ".join(_cell(cell, context) for cell in row.children) + " |" for row in rows]
    lines.insert(1, "|" + " --- |" * len(rows[0].children))
    return "\n".join(lines)


def _cell(node: RenderTreeNode, context: RenderContext) -> str:
    return " ".join(_inner(node, context, "").replace("\0", " ").split()).replace("|", "\\|")


class _Ours:
    """What mdformat calls a plugin: how to write the tokens that CommonMark lacks."""

    RENDERERS: ClassVar[dict[str, Any]] = {
        "hr": _rule,
        THING: _thing,
        "footnote_ref": _note,
        "alert": _box,
        "dl": _definitions,
        "dt": _term,
        "dd": _definition,
        "table": _table,
        "s": lambda node, context: _inner(node, context, ""),
    }

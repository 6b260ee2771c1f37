"""Markdown to HTML. Links, figures and addresses differ between media; the rest is the same in all.

What a text cannot have was refused when it was read; a draft shows it as it was written, never as markup.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from rulewright.markup.grammar import PLACE, grammar, passage, run
from rulewright.markup.links import LINK, PLACED, THING, is_address, target_and_shown
from rulewright.model.text import Text
from rulewright.translation.catalogues import catalogue
from rulewright.translation.messages import tell

ORDINARY = re.compile(r"(?:[^\W_]|[.,!?-](?![.,!?-])|[;:/%=×–—“”‘’°″)]|\((?!(?:c|r|p|tm)\))| (?! ))*", re.IGNORECASE)
"""Words in which Markdown and typography change nothing: most texts have no others between their links."""
DEEPEST = 6
"""The level of heading below which HTML has none."""

Rule = Callable[["_Renderer", Sequence[Token], int, Any, dict[str, Any]], str]


class Medium(Protocol):
    """What differs between media."""

    def thing(self, target: str, shown: str) -> str:
        """A link to a thing of the game; `shown` is empty where the author gave no words."""

    def outward(self, url: str, *, spelt: bool) -> tuple[Markup, Markup]:
        """What stands before and after words that lead to an address; `spelt` if they are that address."""

    def placed(self, target: str, passage: str) -> Markup | None:
        """The numbered figure of a link alone in a paragraph of a passage; None where it is only a link."""

    def figure(self, file: str, alt: str, caption: Markup) -> Markup:
        """A picture of the game with its caption, which may be empty."""


def block(
    text: Text, language: str, medium: Medium, name: str = "", level: int = DEEPEST, *, opening: bool = False
) -> Markup:
    """A passage, or with `opening` its first block only.

    `name` is that of the thing it belongs to, for the ids of footnotes; `level` that of the heading above it.
    """
    source = catalogue(language).said(text.source)
    if f"[[{PLACED}" not in source and (ordinary := _ordinary(source, medium)) is not None:
        return Markup(f"<p>{ordinary}</p>")  # noqa: S704 - nothing in it needs an escape
    tokens, env = passage(source, language)
    highest = min((int(token.tag[1]) for token in tokens if token.type == "heading_open"), default=1)
    env |= {"medium": medium, "name": name, "lowered": level + 1 - highest, "language": language}
    cut = _first(tokens) if opening else tokens
    return Markup(_renderer().render(cut, grammar(language[:2]).options, env).strip())  # noqa: S704 - the renderer escapes what authors wrote


def inline(text: Text, language: str, medium: Medium) -> Markup:
    """A run of text; line ends are spaces."""
    source = catalogue(language).said(text.source)
    if (ordinary := _ordinary(source, medium)) is not None:
        return Markup(ordinary)  # noqa: S704 - nothing in it needs an escape
    env = {"medium": medium, "name": ""}
    return Markup(_renderer().render(run(source, language), grammar(language[:2]).options, env))  # noqa: S704 - likewise


def _ordinary(text: str, medium: Medium) -> str | None:
    """A single paragraph of ordinary words and links, which needs no parser; None for any other text."""
    if not (text[:1].isalpha() or text.startswith("[[")) or text[-1:].isspace():
        return None
    links, words, at = list(LINK.finditer(text)), list[str](), 0
    for link in links:
        words += (text[at : link.start()], "")
        at = link.end()
    words.append(text[at:])
    if not all(map(ORDINARY.fullmatch, words)):
        return None
    words[1::2] = (str(medium.thing(*target_and_shown(link))) for link in links)
    return "".join(words)


def _first(tokens: Sequence[Token]) -> list[Token]:
    """The tokens of the first block; an ellipsis stands for the others."""
    end = next((at for at, token in enumerate(tokens) if not token.level and token.nesting < 1), len(tokens)) + 1
    first = [_without_notes(token) for token in tokens[:end]]
    if end < len(tokens) and first[-1].type == "paragraph_close" and first[-2].children:
        first[-2].children.append(Token("text", "", 0, content=" …"))
    return first


def _without_notes(token: Token) -> Token:
    return token.copy(children=[each for each in token.children or () if each.type != "footnote_ref"])


class _Renderer(RendererHTML):
    """Renders with the rules below; each may ask the medium in `env`."""


@cache
def _renderer() -> _Renderer:
    renderer = _Renderer()
    for name, rule in RULES.items():
        renderer.rules[name] = rule.__get__(renderer)
    return renderer


def _thing(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, env: dict[str, Any]) -> str:
    meta = tokens[at].meta
    if env.get("placed"):
        return str(env["placed"])
    return str(env["medium"].thing(meta["target"], meta["shown"]))


def _place(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, env: dict[str, Any]) -> str:
    """A paragraph that is a link to a figure: the figure itself where this passage prints it."""
    if tokens[at].nesting < 0:
        return "" if env.pop("placed") else "</p>\n"
    target = tokens[at].meta["target"]
    first = target not in env.setdefault("seen", set())
    env["seen"].add(target)
    env["placed"] = env["medium"].placed(target, env["name"]) if first else None
    return "" if env["placed"] else "<p>"


def _address(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, env: dict[str, Any]) -> str:
    """The beginning or the end of a link out of the game; nothing where it may not lead."""
    opened = at if tokens[at].nesting > 0 else _opening(tokens, at)
    url = str(tokens[opened].attrGet("href") or "")
    parts = env["medium"].outward(url, spelt=tokens[opened].info == "auto") if is_address(url) else ("", "")
    return str(parts[tokens[at].nesting < 0])


def _opening(tokens: Sequence[Token], end: int) -> int:
    return next(at for at in range(end, -1, -1) if tokens[at].type == "link_open")


def _heading(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, env: dict[str, Any]) -> str:
    level = min(int(tokens[at].tag[1]) + env["lowered"], DEEPEST)
    return f'<h{level} class="heading">' if tokens[at].nesting > 0 else f"</h{level}>\n"


def _image(renderer: _Renderer, tokens: Sequence[Token], at: int, options: Any, env: dict[str, Any]) -> str:
    token = tokens[at]
    alt = renderer.renderInlineAsText(token.children or [], options, env)
    caption = inline(Text(str(token.attrGet("title") or "")), env.get("language", ""), env["medium"])
    return str(env["medium"].figure(str(token.attrGet("src") or ""), alt, caption))


def _nothing(*_: Any) -> str:
    return ""


def _text(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, _env: dict[str, Any]) -> str:
    return str(escape(tokens[at].content))


def _alert(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, _env: dict[str, Any]) -> str:
    return f'<div class="box {tokens[at].meta["kind"].lower()}" role="note">\n'


def _alert_title(*_: Any) -> str:
    return '<p class="title">'


def _code(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, _env: dict[str, Any]) -> str:
    return str(Markup('<pre tabindex="0"><code>{}</code></pre>\n').format(tokens[at].content))


def _table(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, env: dict[str, Any]) -> str:
    begin = '<div class="scroll" tabindex="0" role="group" aria-label="{}">\n<table class="in-text">\n'
    begin = begin.format(catalogue(env["language"]).said(tell("Table")))
    return begin if tokens[at].nesting > 0 else "</table>\n</div>\n"


def _heading_cell(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, _env: dict[str, Any]) -> str:
    return f'<th scope="col"{_aligned(tokens[at])}>'


def _cell(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, _env: dict[str, Any]) -> str:
    return f"<td{_aligned(tokens[at])}>"


def _aligned(token: Token) -> str:
    style = str(token.attrGet("style") or "")
    return f' class="{style.removeprefix("text-align:")}"' if style else ""


def _note_sign(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, env: dict[str, Any]) -> str:
    note, use = tokens[at].meta["id"] + 1, tokens[at].meta["subId"]
    sign = Markup('<sup class="note-sign"><a href="#note-{0}-{1}" id="note-sign-{0}-{1}{2}">{1}</a></sup>')
    return str(sign.format(env["name"], note, f"-{use}" if use else ""))


def _notes(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, _env: dict[str, Any]) -> str:
    return '<ol class="footnotes">\n' if tokens[at].nesting > 0 else "</ol>\n"


def _note(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, env: dict[str, Any]) -> str:
    return str(Markup('<li id="note-{}-{}">').format(env["name"], tokens[at].meta["id"] + 1))


def _note_end(*_: Any) -> str:
    return "</li>\n"


def _back(_: _Renderer, tokens: Sequence[Token], at: int, _options: Any, env: dict[str, Any]) -> str:
    """The way back from a note, for readers of pages; print hides it."""
    note, use = tokens[at].meta["id"] + 1, tokens[at].meta["subId"]
    link = Markup(' <a class="back" href="#note-sign-{0}-{1}{2}" aria-label="{3}">↑</a>')
    words = catalogue(env["language"]).said(tell("Back to the text"))
    return str(link.format(env["name"], note, f"-{use}" if use else "", words))


RULES: dict[str, Rule] = {
    THING: _thing,
    "link_open": _address,
    "link_close": _address,
    "heading_open": _heading,
    "heading_close": _heading,
    f"{PLACE}_open": _place,
    f"{PLACE}_close": _place,
    "image": _image,
    "figure_open": _nothing,
    "figure_close": _nothing,
    "html_inline": _text,
    "html_block": _text,
    "alert_open": _alert,
    "alert_title_open": _alert_title,
    "fence": _code,
    "code_block": _code,
    "table_open": _table,
    "table_close": _table,
    "th_open": _heading_cell,
    "td_open": _cell,
    "footnote_ref": _note_sign,
    "footnote_anchor": _back,
    "footnote_block_open": _notes,
    "footnote_block_close": _notes,
    "footnote_open": _note,
    "footnote_close": _note_end,
}

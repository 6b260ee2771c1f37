"""Turn Markdown into HTML. Media differ in links, figures and addresses; everything else is the same.

Reading a game already reports markup that a text cannot have. A draft shows such markup as the author typed it.
"""

import re
from collections.abc import MutableMapping, Sequence
from functools import cache
from typing import Any, Protocol

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape

from rulewright.base.messages.catalogues import catalogue
from rulewright.base.messages.messages import tell
from rulewright.entries.text import Text
from rulewright.source.markup.grammar import grammar, passage, run
from rulewright.source.markup.links import LINK, PLACED, is_address, target_and_shown

ORDINARY = re.compile(r"(?:[^\W_]|[.,!?-](?![.,!?-])|[;:/%=×–—“”‘’°″)]|\((?!(?:c|r|p|tm)\))| (?! ))*", re.IGNORECASE)
"""Words that Markdown and typography leave unchanged. Most texts have only such words between their links."""
DEEPEST = 6
"""The deepest heading level of HTML."""


class Medium(Protocol):
    """The parts of rendering that differ between media."""

    def thing(self, target: str, shown: str) -> str:
        """Return a link to a thing of the game; `shown` is empty if the author gave no words."""

    def outward(self, url: str, *, spelt: bool) -> tuple[Markup, Markup]:
        """Return the markup before and after words that link to an address; `spelt` if the words are the address."""

    def placed(self, target: str, passage: str) -> Markup | None:
        """Return the figure for a link alone in its paragraph; None if the passage only links to the figure."""

    def figure(self, file: str, alt: str, caption: Markup) -> Markup:
        """Return a picture of the game with its caption, which may be empty."""


def block(
    text: Text, language: str, medium: Medium, name: str = "", level: int = DEEPEST, *, opening: bool = False
) -> Markup:
    """Render a passage, or with `opening` only its first block.

    Ids of footnotes contain `name`, the name of the thing with this passage. `level` is the level of the heading above.
    """
    source = catalogue(language).said(text.source)
    if f"[[{PLACED}" not in source and (ordinary := _ordinary(source, medium)) is not None:
        return Markup(f"<p>{ordinary}</p>")  # noqa: S704 - nothing in it needs an escape
    tokens, env = passage(source, language)
    highest = min((int(token.tag[1]) for token in tokens if token.type == "heading_open"), default=1)
    env |= {"medium": medium, "name": name, "lowered": level + 1 - highest, "language": language}
    shown = _first(tokens) if opening else tokens
    return Markup(_renderer().render(shown, grammar(language[:2]).options, env).strip())  # noqa: S704 - the renderer escapes what authors wrote


def inline(text: Text, language: str, medium: Medium) -> Markup:
    """Render a text as one paragraph; line ends become spaces."""
    source = catalogue(language).said(text.source)
    if (ordinary := _ordinary(source, medium)) is not None:
        return Markup(ordinary)  # noqa: S704 - nothing in it needs an escape
    env = {"medium": medium, "name": ""}
    return Markup(_renderer().render(run(source, language), grammar(language[:2]).options, env))  # noqa: S704 - likewise


def _ordinary(text: str, medium: Medium) -> str | None:
    """Render one paragraph of ordinary words and links without a parser; None for any other text."""
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
    """Return the first block without footnote references; an ellipsis stands for the other blocks."""
    end = next((at for at, token in enumerate(tokens) if not token.level and token.nesting < 1), len(tokens)) + 1
    first = [
        token.copy(children=[each for each in token.children or () if each.type != "footnote_ref"])
        for token in tokens[:end]
    ]
    if end < len(tokens) and first[-1].type == "paragraph_close" and first[-2].children:
        first[-2].children.append(Token("text", "", 0, content=" …"))
    return first


Tokens = Sequence[Token]
Env = MutableMapping[str, Any]


class _Renderer(RendererHTML):
    """Renders tokens as HTML. Each public method is named after the type of token it renders; `env` holds the medium.

    Our own types are `rulewright_link` (`LINK_TYPE` in links.py) and `place` (`PLACE` in grammar.py).
    """

    def rulewright_link(self, tokens: Tokens, at: int, _options: Any, env: Env) -> str:
        meta = tokens[at].meta
        return str(env.get("placed") or env["medium"].thing(meta["target"], meta["shown"]))

    def place_open(self, tokens: Tokens, at: int, _options: Any, env: Env) -> str:
        """Render a paragraph that is only a link to a figure as the figure, if this passage prints it."""
        target = tokens[at].meta["target"]
        first = target not in env.setdefault("seen", set())
        env["seen"].add(target)
        env["placed"] = env["medium"].placed(target, env["name"]) if first else None
        return "" if env["placed"] else "<p>"

    def place_close(self, _tokens: Tokens, _at: int, _options: Any, env: Env) -> str:
        return "" if env.pop("placed") else "</p>\n"

    def link_open(self, tokens: Tokens, at: int, _options: Any, env: Env) -> str:
        """Return the start or end of a link out of the game; empty if the address is not allowed."""
        ending = tokens[at].nesting < 0
        link = next(tokens[each] for each in range(at, -1, -1) if tokens[each].type == "link_open")
        url = str(link.attrGet("href") or "")
        return str(env["medium"].outward(url, spelt=link.info == "auto")[ending]) if is_address(url) else ""

    link_close = link_open

    def heading_open(self, tokens: Tokens, at: int, _options: Any, env: Env) -> str:
        level = min(int(tokens[at].tag[1]) + env["lowered"], DEEPEST)
        return f'<h{level} class="heading">' if tokens[at].nesting > 0 else f"</h{level}>\n"

    heading_close = heading_open

    def image(self, tokens: Tokens, at: int, options: Any, env: Env) -> str:
        token = tokens[at]
        alt = self.renderInlineAsText(token.children or [], options, env)
        caption = inline(Text(str(token.attrGet("title") or "")), env.get("language", ""), env["medium"])
        return str(env["medium"].figure(str(token.attrGet("src") or ""), alt, caption))

    def figure_open(self, *_: Any) -> str:
        return ""

    figure_close = figure_open

    def html_inline(self, tokens: Tokens, at: int, _options: Any, _env: Env) -> str:
        return str(escape(tokens[at].content))

    def html_block(self, *token: Any) -> str:
        return self.html_inline(*token)

    def alert_open(self, tokens: Tokens, at: int, _options: Any, _env: Env) -> str:
        return f'<div class="box {tokens[at].meta["kind"].lower()}" role="note">\n'

    def alert_title_open(self, *_: Any) -> str:
        return '<p class="title">'

    def fence(self, tokens: Tokens, at: int, _options: Any, _env: Env) -> str:
        return str(Markup('<pre tabindex="0"><code>{}</code></pre>\n').format(tokens[at].content))

    def code_block(self, *token: Any) -> str:
        return self.fence(*token)

    def table_open(self, _tokens: Tokens, _at: int, _options: Any, env: Env) -> str:
        begin = '<div class="scroll" tabindex="0" role="group" aria-label="{}">\n<table class="in-text">\n'
        return begin.format(catalogue(env["language"]).said(tell("Table")))

    def table_close(self, *_: Any) -> str:
        return "</table>\n</div>\n"

    def th_open(self, tokens: Tokens, at: int, _options: Any, _env: Env) -> str:
        return f'<th scope="col"{_aligned(tokens[at])}>'

    def td_open(self, tokens: Tokens, at: int, _options: Any, _env: Env) -> str:
        return f"<td{_aligned(tokens[at])}>"

    def footnote_ref(self, tokens: Tokens, at: int, _options: Any, env: Env) -> str:
        note, use = _note(tokens[at])
        sign = Markup('<sup class="note-sign"><a href="#note-{0}-{1}" id="note-sign-{0}-{1}{2}">{1}</a></sup>')
        return str(sign.format(env["name"], note, use))

    def footnote_anchor(self, tokens: Tokens, at: int, _options: Any, env: Env) -> str:
        """Return the link from a footnote back to the text, for web pages. Print hides it."""
        note, use = _note(tokens[at])
        link = Markup(' <a class="back" href="#note-sign-{0}-{1}{2}" aria-label="{3}">↑</a>')
        return str(link.format(env["name"], note, use, catalogue(env["language"]).said(tell("Back to the text"))))

    def footnote_block_open(self, *_: Any) -> str:
        return '<ol class="footnotes">\n'

    def footnote_block_close(self, *_: Any) -> str:
        return "</ol>\n"

    def footnote_open(self, tokens: Tokens, at: int, _options: Any, env: Env) -> str:
        return str(Markup('<li id="note-{}-{}">').format(env["name"], tokens[at].meta["id"] + 1))

    def footnote_close(self, *_: Any) -> str:
        return "</li>\n"


_renderer = cache(_Renderer)


def _aligned(token: Token) -> str:
    style = str(token.attrGet("style") or "")
    return f' class="{style.removeprefix("text-align:")}"' if style else ""


def _note(token: Token) -> tuple[int, str]:
    """Return the number of a footnote, and the suffix that makes the id of a repeated reference unique."""
    use = token.meta["subId"]
    return token.meta["id"] + 1, f"-{use}" if use else ""

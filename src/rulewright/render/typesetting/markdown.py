"""Markdown to HTML, with one kind of link and nothing that could carry markup, scripts or addresses."""

from collections.abc import Callable
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markupsafe import Markup

from rulewright.model.text import LINK

REFUSED = (
    "autolink", "link", "image", "html_inline", "html_block", "reference", "heading", "lheading", "code", "fence", "hr",
)  # fmt: skip
"""Constructs of Markdown that rules text does not need: titles and links have their own keys in the source."""

QUOTES = {"en": "“”‘’", "de": "„“‚‘", "fr": ["« ", " »", "‹ ", " ›"], "es": "«»“”", "it": "«»“”", "nl": "“”‘’"}

RenderLink = Callable[[str, str], str]
"""HTML for the link with this target and shown text (empty where the author gave none)."""


def block(text: str, language: str, render_link: RenderLink) -> Markup:
    """Paragraphs and lists."""
    return Markup(_parser(language[:2]).render(text, {"link": render_link}).strip())  # noqa: S704 - html is off


def inline(text: str, language: str, render_link: RenderLink) -> Markup:
    """A run of text without block structure; line ends are spaces."""
    return Markup(_parser(language[:2]).renderInline(text, {"link": render_link}))  # noqa: S704 - html is off


@cache
def _parser(language: str) -> MarkdownIt:
    options = {"html": False, "linkify": False, "typographer": True, "quotes": QUOTES.get(language, "“”‘’")}
    parser = MarkdownIt("commonmark", options).enable(["smartquotes"]).disable(list(REFUSED))
    parser.inline.ruler.before("emphasis", "rulewright_link", _link)
    parser.add_render_rule("rulewright_link", _render_link)
    return parser


def _link(state: StateInline, silent: bool) -> bool:
    match = LINK.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("rulewright_link", "a", 0)
        token.meta = {"target": " ".join(match[1].split()), "shown": " ".join((match[2] or "").split())}
    state.pos = match.end()
    return True


def _render_link(_renderer: Any, tokens: Any, index: int, _options: Any, env: Any) -> str:
    meta = tokens[index].meta
    return str(env["link"](meta["target"], meta["shown"]))

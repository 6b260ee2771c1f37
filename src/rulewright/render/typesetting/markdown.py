"""Markdown to HTML, with one kind of link and nothing that could carry markup, scripts or addresses."""

import re
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

ORDINARY = re.compile(r"(?:[^\W_]|[.,!?-](?![.,!?-])|[;:/%=×–—“”‘’°″)]|\((?!(?:c|r|p|tm)\))| (?! ))*", re.IGNORECASE)
"""Words in which Markdown and typography change nothing: most texts have no others between their links."""

RenderLink = Callable[[str, str], str]
"""HTML for the link with this target and shown text (empty where the author gave none)."""


def block(text: str, language: str, render_link: RenderLink) -> Markup:
    """Paragraphs and lists."""
    if (ordinary := _ordinary(text, render_link)) is not None:
        return Markup(f"<p>{ordinary}</p>")  # noqa: S704 - nothing in it needs an escape
    return Markup(_parser(language[:2]).render(text, {"link": render_link}).strip())  # noqa: S704 - html is off


def inline(text: str, language: str, render_link: RenderLink) -> Markup:
    """A run of text without block structure; line ends are spaces."""
    if (ordinary := _ordinary(text, render_link)) is not None:
        return Markup(ordinary)  # noqa: S704 - nothing in it needs an escape
    return Markup(_parser(language[:2]).renderInline(text, {"link": render_link}))  # noqa: S704 - html is off


def _ordinary(text: str, render_link: RenderLink) -> str | None:
    """A single paragraph of ordinary words and links, which needs no parser; None for any other text."""
    words, at = list[str](), 0
    if not (text[:1].isalpha() or text.startswith("[[")) or text[-1:].isspace():
        return None
    for link in LINK.finditer(text):
        words += (text[at : link.start()], "")
        at = link.end()
    words.append(text[at:])
    if not all(map(ORDINARY.fullmatch, words)):
        return None
    words[1::2] = (render_link(*_target_and_shown(link)) for link in LINK.finditer(text))
    return "".join(words)


def _target_and_shown(link: re.Match[str]) -> tuple[str, str]:
    return " ".join(link[1].split()), " ".join((link[2] or "").split())


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
        token.meta = _target_and_shown(match)
    state.pos = match.end()
    return True


def _render_link(_renderer: Any, tokens: Any, index: int, _options: Any, env: Any) -> str:
    return str(env["link"](*tokens[index].meta))

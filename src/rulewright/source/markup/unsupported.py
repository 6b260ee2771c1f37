"""Report markup that a text cannot have, with its place and what to write instead.

For `Roll <b>two</b> dice.` it reports `<b>` and `</b>`, with the hint "write **words**". It also reports markup that
would print its signs by accident, such as a footnote that does not exist.

A passage is a text that may have blocks, such as lists; a run is one without, such as a title. A token is a part of a
text that the parser has read: a block, some words, or a sign of emphasis. `RARE_MARKUP`, `BLOCKS` and `LIST_SIGN` find
signs that may be unsupported: most texts have none and need no parser.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.source.markup.links import LINK, LINK_TYPE, is_address
from rulewright.source.markup.words import BLOCKS, LIST_SIGN, RARE_MARKUP

if TYPE_CHECKING:
    from markdown_it.token import Token

INSTEAD = {
    "b strong": "write **words**",
    "i em": "write *words*",
    "br": "end the line with a backslash",
    "p": "leave a line empty",
    "a": "write [words](https://example.org)",
    "img": "write ![what it shows](pictures/map.png)",
    "code": "write `words`",
    "s del": "leave the words out",
    "ul li": "begin lines with -",
    "ol": "begin lines with 1.",
    "table": "write a table of Markdown, with | between its cells",
    "hr": "write a line of ---",
    "!--": "write remarks as comments of YAML, after #",
}
"""What to write instead of HTML tags."""
HINT_FOR_OTHER_TAGS = "texts are Markdown; write \\< for the character itself"
TAG = re.compile(r"</?(!--|[a-zA-Z][a-zA-Z0-9]*)")
"""The beginning of an HTML tag or a remark, `<b`, `</b` or `<!--`."""
FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]")
"""A link to a footnote, `[^why]`."""
STRUCK = re.compile(r"~~(?=\S)[^~\n]+~~")
"""Deleted words, `~~two~~`."""
MARKED = re.compile(r"(\*\*?|(?<!\w)_)(?=\S)[^*_]*\1|`[^`]*`|</?[a-zA-Z][^<>]*>")
"""Markup inside the shown text of a link."""
REFERENCE = re.compile(r"\]\[[^\[\]\n]*\]")
"""The end of a link whose address is elsewhere: `][site]` of `[words][site]`."""
BLOCK_NAMES = {
    "heading_open": "a heading",
    "fence": "a block of code",
    "code_block": "a block of code",
    "table_open": "a table",
    "blockquote_open": "a quotation",
    "alert_open": "a box",
    "bullet_list_open": "a list",
    "hr": "a line",
    "ordered_list_open": "a list",
    "dl_open": "a list of definitions",
}
"""The names of blocks in messages."""
SINGLE_LINE_BLOCKS = ("bullet_list_open", "ordered_list_open", "hr", "blockquote_open", "code_block")
"""Blocks that a single line can look like by accident: `-`, `1. Move` and `> 5` print as they are."""
HEADING = re.compile(r"\s*#{1,6} ")
"""The beginning of a heading: `## `."""


@dataclass(frozen=True, slots=True)
class UnsupportedMarkup:
    """An unsupported construct; `start` and `length` count characters of the text."""

    start: int
    length: int
    message: str
    hint: str


def unsupported_markup(source: str, *, blocks: bool) -> Iterator[UnsupportedMarkup]:
    """Yield all unsupported constructs of a text; with `blocks` it is a passage."""
    yield from _marked_links(source)
    has_rare_markup = RARE_MARKUP.search(source) is not None
    has_several_lines = "\n" in source.strip()
    begins_block = HEADING.match(source) or (has_several_lines and (BLOCKS.search(source) or LIST_SIGN.search(source)))
    may_have_wrong_blocks = not blocks and begins_block
    if not (has_rare_markup or may_have_wrong_blocks):
        return
    from rulewright.source.markup.grammar import notes, passage, run  # few texts need the parser

    if blocks:
        tokens, env = passage(source)
        yield from _unsupported(tokens, _Finder(source))
        yield from _unused_footnotes(source, notes(env))
        yield from _bad_addresses(source, env.get("references", {}))
        return
    if has_rare_markup:
        yield from _unsupported(run(source), _Finder(source))
    if may_have_wrong_blocks:
        yield from _first_block(source, passage(source)[0])


class _Finder:
    """Finds the source of tokens, which have only a line. They come in the order of the text, footnotes last.

    `position` is where the next search begins.
    """

    def __init__(self, source: str) -> None:
        self.source, self.position = source, 0
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", source))]

    def go_to_line(self, line: int) -> None:
        self.position = self.line_starts[line]

    def go_past(self, text: str) -> int:
        """Return the next position of `text`, and continue after it.

        If the source spells it differently, return the current position and stay there.
        """
        start = self.source.find(text, self.position)
        if start < 0:
            return self.position
        self.position = start + len(text)
        return start


def _unsupported(tokens: "Sequence[Token]", finder: _Finder) -> Iterator[UnsupportedMarkup]:
    for index, token in enumerate(tokens):
        if token.map is not None:
            finder.go_to_line(token.map[0])
        if token.type == "inline":
            yield from _inline(token.children or (), finder, figure=tokens[index - 1].type == "figure_open")
        elif token.type == "html_block":
            yield _html(token.content.strip().split("\n")[0], finder)
    if not any(token.type == "inline" for token in tokens):  # the tokens of a run
        yield from _inline(tokens, finder, figure=False)


def _inline(tokens: "Sequence[Token]", finder: _Finder, *, figure: bool) -> Iterator[UnsupportedMarkup]:
    for token in tokens:
        match token.type:
            case "html_inline":
                yield _html(token.content, finder)
            case "link_open":
                url = str(token.attrGet("href") or "")
                if not is_address(url):
                    hint = "write https:// before an address of the web, and [[rule:4.2]] for a thing of this game"
                    start = max(finder.source.find("](", finder.position), finder.position)
                    yield UnsupportedMarkup(
                        start, 2 + len(url), f"{url!r} is not an address that a text can link to", hint
                    )
            case "image":
                yield from _picture(token, finder, figure=figure)
            case "text":
                yield from _brackets(token.content, finder.go_past(token.content))
            case "code_inline":
                finder.go_past(token.content)  # only moves the finder on
            case _ if token.type == LINK_TYPE:
                finder.go_past("[[")


def _html(html: str, finder: _Finder) -> UnsupportedMarkup:
    match = TAG.match(html)
    tag = match[1].lower() if match else ""
    hint = next((hint for tags, hint in INSTEAD.items() if tag in tags.split()), HINT_FOR_OTHER_TAGS)
    return UnsupportedMarkup(finder.go_past(html), len(html), f"{html!r} is HTML, which no text can have", hint)


def _picture(token: "Token", finder: _Finder, *, figure: bool) -> Iterator[UnsupportedMarkup]:
    start, file = finder.go_past("!["), str(token.attrGet("src") or "")
    if not figure:
        hint = "leave a line empty before and after it; among words, use a mark: [[mark:…]]"
        yield UnsupportedMarkup(start, 2, "a picture must be a paragraph of its own", hint)
    elif is_address(file) or file.startswith("//"):
        hint = "save it beside the source and name it: ![what it shows](pictures/map.png)"
        yield UnsupportedMarkup(start, 2, f"{file!r} is on the web: a text shows files of its game only", hint)
    elif not token.content.strip():
        hint = "say in a few words what it shows: ![Two hexes and a line](pictures/map.png)"
        yield UnsupportedMarkup(start, 2, "a picture needs words for readers who do not see it", hint)


def _brackets(text: str, start: int) -> Iterator[UnsupportedMarkup]:
    """Yield text that looks like a footnote, a deletion or a reference but is not one."""
    for match in FOOTNOTE.finditer(text):
        hint = f"write it in a paragraph of its own: {match[0]}: Words"
        yield UnsupportedMarkup(start + match.start(), len(match[0]), f"there is no footnote {match[0]}", hint)
    for match in STRUCK.finditer(text):
        message = f"{match[0]!r} is struck out, which no text can have"
        hint = "leave the words out; `errata` say what a source printed"
        yield UnsupportedMarkup(start + match.start(), len(match[0]), message, hint)
    for match in REFERENCE.finditer(text):
        hint = "write the address itself: [words](https://example.org)"
        message = f"{match[0][1:]} is not an address that this text defines"
        yield UnsupportedMarkup(start + match.start() + 1, len(match[0]) - 1, message, hint)


def _marked_links(source: str) -> Iterator[UnsupportedMarkup]:
    """Yield markup inside the shown text of links, where it would print its signs."""
    for link in LINK.finditer(source) if "|" in source else ():
        if link[2] and (markup := MARKED.search(link[2])):
            hint = "put the signs around the link: *[[Fire|to fire]]*"
            message = f"{markup[0]!r} is markup within the words of a link, which may not have any"
            yield UnsupportedMarkup(link.start(2) + markup.start(), len(markup[0]), message, hint)


def _unused_footnotes(source: str, notes: dict[str, int]) -> Iterator[UnsupportedMarkup]:
    for label in (name[1:] for name, number in notes.items() if number < 0):
        start = max(source.find(f"[^{label}]:"), 0)
        hint = f"write [^{label}] where it belongs, or remove it"
        yield UnsupportedMarkup(start, len(label) + 3, f"nothing in the text links to the footnote [^{label}]", hint)


def _bad_addresses(source: str, defined: dict[str, Any]) -> Iterator[UnsupportedMarkup]:
    """Yield lines such as `[6]: hit`, which define the address of a link and print nothing."""
    lines = source.split("\n")
    for address in defined.values():
        line_number, url = address["map"][0], address["href"]
        if not is_address(url):
            start, definition = sum(len(line) + 1 for line in lines[:line_number]), lines[line_number].rstrip()
            message = f"{definition.strip()!r} defines {url!r} as the address of a link, and prints nothing"
            hint = "write \\[ to print the bracket, or https:// before an address of the web"
            yield UnsupportedMarkup(start, len(definition), message, hint)


def _first_block(source: str, tokens: "Sequence[Token]") -> Iterator[UnsupportedMarkup]:
    """Yield the first block of a text that cannot have blocks."""
    has_several_lines = "\n" in source.strip()
    finder = _Finder(source)
    for token in tokens:
        name = BLOCK_NAMES.get(token.type)
        if name and (has_several_lines or token.type not in SINGLE_LINE_BLOCKS):
            finder.go_to_line(token.map[0] if token.map else 0)
            hint = "the text of a rule can have it; or write \\ before its first character"
            yield UnsupportedMarkup(finder.position, 1, f"this text is one paragraph and cannot have {name}", hint)
            return

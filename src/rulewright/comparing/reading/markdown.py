"""Statements of Markdown: its headings, sentences, bullets and cells, by the tokens of markdown-it-py.

Rulebooks that come out of other programs hold HTML and tables whose cells tabs divide; these are read too.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rulewright.comparing.reading.cells import cell_statements
from rulewright.comparing.reading.passage import Passage, statements_of
from rulewright.comparing.statement import Kind, Statement
from rulewright.findings import Span
from rulewright.importing.sources import SourceFile

_TAG = re.compile(r"<(/?)([a-zA-Z]+)[^<>]*>")
_STRONG_TAGS = frozenset({"b", "strong"})
_FEWEST_ROWS = 2


def markdown_statements(file: SourceFile) -> Iterator[Statement]:
    """Every statement of a file in its order."""
    text = file.text()[0]
    parser = MarkdownIt("commonmark").enable("table").disable("code")
    return _Reader(parser.parse(text), text.split("\n"), file.name).statements()


def markdown_words(text: str) -> Passage:
    """The words of a run of Markdown, and what it emphasises."""
    return _inline(MarkdownIt("commonmark").parseInline(text)[0].children or [])


class _Reader:
    """Walks over the tokens; `above` are the headings at each level, `bullets` the bullets around the place."""

    def __init__(self, tokens: Sequence[Token], lines: Sequence[str], file: str) -> None:
        self.tokens, self.lines, self.file = tokens, lines, file
        self.above: dict[int, str] = {}
        self.bullets: list[str] = []

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(self.above[level] for level in sorted(self.above))

    def statements(self) -> Iterator[Statement]:
        at = 0
        while at < len(self.tokens):
            token = self.tokens[at]
            if token.type == "table_open":
                end = next(n for n in range(at, len(self.tokens)) if self.tokens[n].type == "table_close")
                yield from cell_statements(_rows(self.tokens[at:end]), self.file, self.path)
                at = end
            elif token.type == "fence":
                yield from self._passage(Passage(token.content), token)
            elif token.type == "list_item_open":
                self.bullets.append("")
            elif token.type == "list_item_close":
                self.bullets.pop()
            elif token.type == "html_block":
                yield from self._passage(_html(token.content), token)
            elif token.type == "inline":
                yield from self._inline(token, self.tokens[at - 1])
            at += 1

    def _inline(self, token: Token, before: Token) -> Iterator[Statement]:
        words = _inline(token.children or [])
        if before.type == "heading_open":
            level, title = int(before.tag[1:]), " ".join(words.text.split())
            self.above = {other: name for other, name in self.above.items() if other < level}
            yield Statement(title, self._span(token), Kind.HEADING, self.path)
            self.above[level] = title
            return
        if rows := self._tabbed(token):
            yield from cell_statements(rows, self.file, self.path)
            return
        yield from self._passage(words, token)
        if self.bullets and not self.bullets[-1]:
            self.bullets[-1] = " ".join(words.text.split())

    def _passage(self, words: Passage, token: Token) -> Iterator[Statement]:
        inner = self.bullets and not self.bullets[-1]
        kind = Kind.BULLET if inner else Kind.SENTENCE
        yield from statements_of(
            words, self.file, self._span(token).line, kind, self.path, tuple(filter(None, self.bullets))
        )

    def _tabbed(self, token: Token) -> list[tuple[int, list[Passage]]]:
        """The rows of a paragraph that is a table in disguise: tabs divide its cells."""
        first, last = token.map or (0, 0)
        lines = self.lines[first:last]
        if sum("\t" in line.strip() for line in lines) < _FEWEST_ROWS:
            return []
        return [(number, [_html(cell) for cell in line.split("\t")]) for number, line in enumerate(lines, first + 1)]

    def _span(self, token: Token) -> Span:
        return Span(self.file, token.map[0] + 1 if token.map else 1, 1)


def _rows(tokens: Sequence[Token]) -> list[tuple[int, list[Passage]]]:
    rows: list[tuple[int, list[Passage]]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append((token.map[0] + 1 if token.map else 1, []))
        elif token.type == "inline":
            rows[-1][1].append(_inline(token.children or []))
    return rows


def _html(source: str) -> Passage:
    return _inline([Token("html_inline", "", 0, content=source)])


def _inline(tokens: Sequence[Token]) -> Passage:
    """The words of a run; HTML leaves nothing but its words."""
    passage, depth = Passage(), 0
    for token in tokens:
        if token.type in {"strong_open", "strong_close"}:
            depth += token.nesting
        elif token.type in {"softbreak", "hardbreak"}:
            passage.add("\n")
        elif token.type == "html_inline":
            begin = 0
            for tag in (*_TAG.finditer(token.content), None):
                passage.add(unescape(token.content[begin : tag.start() if tag else None]), strong=depth > 0)
                if tag:
                    depth += 0 if tag[2].lower() not in _STRONG_TAGS else -1 if tag[1] else 1
                    begin = tag.end()
        elif token.content:
            passage.add(token.content, strong=depth > 0)
    return passage

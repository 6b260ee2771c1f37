"""A file in sections, each below its heading."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from markdown_it.token import Token

from rulewright.findings import Span
from rulewright.importing.sources import SourceFile

ATTRIBUTES = re.compile(r"\s*\{#([\w.:-]+)[^{}]*\}\s*$")
"""An anchor that an author gave a heading: `{#moving}`."""


@dataclass(slots=True)
class Section:
    """A heading and the blocks below it; what comes before the first heading has none, and the level 0."""

    file: SourceFile
    level: int
    heading: Token | None
    line: int
    blocks: list[list[Token]] = field(default_factory=list)
    anchor: str = ""

    @property
    def origin(self) -> Span:
        return Span(self.file.name, self.line, 1)

    @property
    def words(self) -> str:
        return words(self.heading.children or ()) if self.heading else ""

    def at(self, block: Sequence[Token]) -> Span:
        """The place of a block."""
        line = next((token.map[0] + 1 for token in block if token.map), self.line)
        return Span(self.file.name, line, 1)


@dataclass(slots=True)
class Document:
    """A file as read: its sections, its footnotes by their labels, and the addresses that it defines by labels."""

    file: SourceFile
    sections: list[Section]
    notes: dict[str, list[Token]]
    references: dict[str, Any]
    lines: list[str]
    front_matter: Token | None = None
    labels: set[str] = field(default_factory=set)
    """The labels of addresses that its links use."""
    dropped: frozenset[str] = frozenset()
    """The labels of footnotes that nothing leads to."""

    def inlines(self) -> Iterator[Token]:
        """All lines of words below its headings."""
        return (token for each in self.sections for block in each.blocks for token in block if token.type == "inline")


def document(file: SourceFile, text: str, tokens: list[Token], env: dict[str, Any]) -> Document:
    sections, notes = [Section(file, 0, None, 1)], dict[str, list[Token]]()
    found = Document(file, sections, notes, env.get("references", {}), text.split("\n"))
    known = env.get("footnotes", {}).get("refs", {})
    found.dropped = frozenset(label[1:] for label, number in known.items() if number < 0)
    for block in blocks(tokens):
        if block[0].type == "heading_open":
            sections.append(_section(file, block))
        elif block[0].type == "front_matter":
            found.front_matter = block[0]
        elif block[0].type == "footnote_block_open":
            notes |= _notes(block)
        else:
            sections[-1].blocks.append(block)
    return found


def blocks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """The tokens of each block that is in no other."""
    depth, block = 0, list[Token]()
    for token in tokens:
        block.append(token)
        depth += token.nesting
        if not depth:
            yield block
            block = []


def _section(file: SourceFile, block: list[Token]) -> Section:
    opened, heading = block[:2]
    line = opened.map[0] + 1 if opened.map else 1
    last = (heading.children or [])[-1:]
    anchor = ""
    if last and last[0].type == "text" and (match := ATTRIBUTES.search(last[0].content)):
        anchor, last[0].content = match[1], last[0].content[: match.start()]
    return Section(file, int(opened.tag[1]), heading, line, anchor=anchor)


def _notes(block: list[Token]) -> dict[str, list[Token]]:
    """The blocks of each footnote by its label."""
    notes: dict[str, list[Token]] = {}
    for token in block[1:-1]:
        if token.type == "footnote_open":
            current = notes.setdefault(token.meta["label"], [])
        elif token.type not in ("footnote_close", "footnote_anchor"):
            current.append(token)
    return notes


def words(tokens: Sequence[Token]) -> str:
    """The bare words of a line."""
    return " ".join("".join(_words(tokens)).split())


def _words(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type == "wiki_link":
            yield token.meta["shown"] or token.meta["heading"] or token.meta["page"]
        elif token.type == "image":
            yield words(token.children or ())
        elif token.type != "html_inline":
            yield token.content

"""A file in parts: its sections and their entries. After an edit only the parts that differ are parsed again.

A part begins at a key, at the left of the file or at the indent of its section's first entry, and ends before the next
one. It is YAML by itself, or it is no part: a text in quotes may go on over a line that looks like a key, but then the
part before that line does not end its quotes. Whatever is wrong with a file is found by parsing all of it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.findings import Findings
from rulewright.limits import NODES, SECTION, Budget
from rulewright.source.nodes import Mapping
from rulewright.source.tree import parse

KEY = r"(?=[\w\"'])"
SECTION_BEGINS = re.compile(rf"\n{KEY}")
"""From the end of the line before, for which a search is several times as fast as for the beginning of a line."""
HEAD = re.compile(rf"(?P<key>[\w-]+:)[ ]*\n(?:[ ]*(?:#.*)?\n)*(?P<indent>[ ]+){KEY}")
"""The beginning of a section whose entries begin on lines of their own, up to the first of them."""
DIVIDED = re.compile(r"\n(?:---|\.\.\.|%)")
"""Lines that divide documents: such a file is parsed whole."""


@dataclass(frozen=True, slots=True)
class Part:
    """The nodes of a part, or of parts together, and how many there are."""

    tree: Mapping
    nodes: int


Parts = dict[tuple[int, str], Part]
"""Parts by the numbers of their first lines and by their texts: at another line, all nodes have other places."""


class _WholeError(Exception):
    """The file must be parsed whole."""


def parse_in_parts(text: str, file: str, known: Parts) -> tuple[Part, Parts] | None:
    """A sound file and its parts, of which those `known` are not parsed again; None if it must be parsed whole."""
    parser = _Parser(file, known)
    try:
        return parser.file(text), parser.parts
    except _WholeError:
        return None


class _Parser:
    def __init__(self, file: str, known: Parts) -> None:
        self.name, self.known = file, known
        self.parts: Parts = {}

    def file(self, text: str) -> Part:
        (_, opening), *sections = _divided(text, SECTION_BEGINS, 1)
        if DIVIDED.search(f"\n{text}") or not sections or any(line.strip() for line in _uncommented(opening)):
            raise _WholeError
        return _joined([self.section(line, part) for line, part in sections])

    def section(self, line: int, text: str) -> Part:
        head = HEAD.match(text)
        return self._kept(line, text, "") if head is None else self._entries(line, text, head)

    def _entries(self, line: int, text: str, head: re.Match[str]) -> Part:
        """A section, entry by entry; its own node stays the same if all of them do."""
        begins = re.compile(rf"\n{head['indent']}{KEY}")
        (_, opening), *entries = _divided(text, begins, line)
        parts = [self._kept(line, opening, "")]
        parts += [self._kept(at, part, f"{head['key']}\n") for at, part in entries]
        self.parts[line, text] = whole = self.known.get((line, text)) or _section(*parts)
        return whole

    def _kept(self, line: int, text: str, head: str) -> Part:
        """A part of the file; `head` is a line that it needs above it."""
        key = (line - bool(head), head + text)
        self.parts[key] = part = self.known.get(key) or self._parsed(*key)
        return part

    def _parsed(self, line: int, text: str) -> Part:
        faults, nodes = Findings(), Budget(NODES)
        tree = parse(text, self.name, faults, nodes, line)
        if faults.findings or not isinstance(tree, Mapping) or len(tree.entries) != 1:
            raise _WholeError
        return Part(tree, nodes.spent)


def _divided(text: str, begins: re.Pattern[str], line: int) -> Iterator[tuple[int, str]]:
    """The text before the first beginning, then each part, with the numbers of their first lines."""
    at = 0
    for end in (*(found.start() for found in begins.finditer(f"\n{text}")), len(text)):
        yield line, text[at:end]
        line += text.count("\n", at, end)
        at = end


def _uncommented(text: str) -> Iterator[str]:
    return (line.partition("#")[0] for line in text.split("\n"))


def _section(head: Part, *entries: Part) -> Part:
    """A section with its key, which the head has, and its entries, which stand below keys of their own."""
    ((key, _),) = head.tree.entries
    inside = [_only(part) for part in entries]
    within = _joined(Part(tree, part.nodes - 2) for tree, part in zip(inside, entries, strict=True))
    return Part(Mapping(((key, within.tree),), head.tree.span), head.nodes + within.nodes)


def _only(part: Part) -> Mapping:
    ((_, tree),) = part.tree.entries
    if not isinstance(tree, Mapping) or len(tree.entries) != 1:
        raise _WholeError
    return tree


def _joined(parts: Iterable[Part]) -> Part:
    """One mapping of the entries of all."""
    parts = list(parts)
    entries = tuple(part.tree.entries[0] for part in parts)
    if len({key.value for key, _ in entries}) < len(entries) or len(entries) > SECTION.most:
        raise _WholeError
    return Part(Mapping(entries, parts[0].tree.span), sum(part.nodes for part in parts))

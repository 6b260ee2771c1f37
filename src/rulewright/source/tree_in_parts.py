"""Parse an edited YAML file again quickly: only the parts that differ are parsed.

A part is a section, such as `rules:`, or an entry of a section. It begins at a key, at the left of the file or at the
indent of its section's first entry, and ends before the next one. After an edit of one rule, only the part of that rule
is parsed; the nodes of the other parts are the same objects as before.

A part must be YAML by itself. If text in quotes continues over a line that looks like a key, the part before that line
does not close its quotes, and the caller must parse the whole file. So it must for a file with any finding.

    rules:            a section, and its first part: the key of the section
      4.2: {…}        a part
      4.3: {…}        a part
    fonts: {…}        a section that is one part
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulewright.base.findings import Findings
from rulewright.base.limits import NODES, SECTION, Budget
from rulewright.base.memo import memoised
from rulewright.source.nodes import Mapping
from rulewright.source.tree import parse

KEY = r"(?=[\w\"'])"
"""Matches before the first character of a key."""
SECTION_BEGINS = re.compile(rf"\n{KEY}")
"""The beginning of a section, as in `\\nrules:`. To begin with a line feed searches several times faster."""
HEAD = re.compile(rf"(?P<key>[\w-]+:)[ ]*\n(?:[ ]*(?:#.*)?\n)*(?P<indent>[ ]+){KEY}")
"""The beginning of a section whose entries are on their own lines, up to the first entry: `rules:\\n  `."""
SEVERAL_DOCUMENTS = re.compile(r"\n(?:---|\.\.\.|%)")
"""A line between documents, or a directive of YAML: only the parser of whole files can tell what it means."""


MOST_PARTS = 1 << 14
"""The parts that are remembered: those of a game of ten thousand rules, and then some."""


class Part(NamedTuple):
    """The nodes of one part of a file, and their number."""

    tree: Mapping
    nodes: int


class PartText(NamedTuple):
    """The number of a part's first line in the file, from 1, and the part's text."""

    first_line: int
    text: str


class _WholeError(Exception):
    """Raised if the file must be parsed whole."""


def parse_in_parts(text: str, file: str, nodes: Budget) -> Mapping | None:
    """Parse a file, and only those parts that were not parsed before; return None if it must be parsed whole."""
    opening, *sections = _part_texts(text, SECTION_BEGINS, 1)
    opening_has_content = any(line.partition("#")[0].strip() for line in opening.text.split("\n"))
    if SEVERAL_DOCUMENTS.search(f"\n{text}") or not sections or opening_has_content:
        return None
    spent = Budget(NODES)
    try:
        whole = _joined([_section(each.text, each.first_line, file, spent) for each in sections])
    except _WholeError:
        return None
    return whole if nodes.allows(spent.spent) and nodes.spend(spent.spent) else None


@memoised(weak=True)
def _section(text: str, line: int, file: str, nodes: Budget) -> Mapping:
    """Parse a section entry by entry."""
    if (head := HEAD.match(text)) is None:  # such as `fonts: {…}`
        part = _part(text, line, file)
        nodes.spend(part.nodes)
        return part.tree
    entry_begins = re.compile(rf"\n{head['indent']}{KEY}")
    heading_text, *entry_texts = _part_texts(text, entry_begins, line)
    heading = _part(heading_text.text, heading_text.first_line, file)
    # an entry is parsed below the key of its section, so that it is a mapping in a mapping
    entries = [_part(f"{head['key']}\n{each.text}", each.first_line - 1, file) for each in entry_texts]
    # each entry was parsed with a key `rules:` of its own: two nodes, which `heading` counts already
    nodes.spend(heading.nodes + sum(entry.nodes - 2 for entry in entries))
    ((key, _),) = heading.tree.entries  # the only entry: `rules:` without a value
    return Mapping(((key, _joined([_single_entry(entry) for entry in entries])),), heading.tree.span)


@memoised(MOST_PARTS)
def _part(text: str, line: int, file: str) -> Part:
    findings, nodes = Findings(), Budget(NODES)
    tree = parse(text, file, findings, nodes, line)
    if findings.items or not isinstance(tree, Mapping) or len(tree.entries) != 1:
        raise _WholeError
    return Part(tree, nodes.spent)


def _part_texts(text: str, part_begins: re.Pattern[str], line: int) -> Iterator[PartText]:
    r"""Yield the text before the first part, which may be empty, and then each part. The text begins on `line`.

    `rules:\n  4.2: a\n  4.3: b` becomes `rules:\n`, `  4.2: a\n` and `  4.3: b`.
    """
    start = 0
    # a line feed before the text, so that the first line can begin a part; a match begins where that part does
    for end in (*(match.start() for match in part_begins.finditer(f"\n{text}")), len(text)):
        yield PartText(line, text[start:end])
        line += text.count("\n", start, end)
        start = end


def _single_entry(part: Part) -> Mapping:
    """Return the mapping of one entry below the key of a part: `{4.2: …}` for `rules: {4.2: …}`."""
    ((_, tree),) = part.tree.entries
    if not isinstance(tree, Mapping) or len(tree.entries) != 1:
        raise _WholeError
    return tree


def _joined(parts: list[Mapping]) -> Mapping:
    """Return one mapping with the entries of all parts."""
    entries = tuple(part.entries[0] for part in parts)
    if len({key.value for key, _ in entries}) < len(entries) or len(entries) > SECTION.most:
        raise _WholeError
    return Mapping(entries, parts[0].span)

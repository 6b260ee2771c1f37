"""Parse an edited YAML file again quickly: only the parts that differ are parsed.

A part is a section, such as `rules:`, or an entry of a section. It begins at a key, at the left of the file or at the
indent of its section's first entry, and ends before the next one. After an edit of one rule, only the part of that rule
is parsed; the nodes of the other parts come from the cache and are the same objects as before.

A part must be YAML by itself. If text in quotes continues over a line that looks like a key, the part before that line
does not close its quotes, and the caller must parse the whole file. So it must for a file with any finding.

    rules:            a section, and its first part: the key of the section
      4.2: {…}        a part
      4.3: {…}        a part
    fonts: {…}        a section that is one part
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rulewright.base.findings import Findings
from rulewright.base.limits import NODES, SECTION, Budget
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


@dataclass(frozen=True, slots=True)
class Part:
    """The nodes of one or several parts of a file, and their number."""

    tree: Mapping
    nodes: int


class PartText(NamedTuple):
    """The number of a part's first line in the file, from 1, and the part's text."""

    first_line: int
    text: str


Parts = dict[PartText, Part]
"""A cache of parts: the same text on another line is another part, because its nodes have other places."""


class _WholeError(Exception):
    """Raised if the file must be parsed whole."""


def parse_in_parts(text: str, file: str, cached: Parts) -> tuple[Part, Parts] | None:
    """Parse a file, reusing the `cached` parts. Return its tree and its parts; None if it must be parsed whole."""
    parser = _PartsParser(file, cached)
    try:
        return parser.read(text), parser.parts
    except _WholeError:
        return None


class _PartsParser:
    """Parses one file. `parts` collects all of its parts, for the next time."""

    def __init__(self, file: str, cached: Parts) -> None:
        self.file, self.cached = file, cached
        self.parts: Parts = {}

    def read(self, text: str) -> Part:
        opening, *sections = _part_texts(text, SECTION_BEGINS, 1)
        opening_has_content = any(line.partition("#")[0].strip() for line in opening.text.split("\n"))
        if SEVERAL_DOCUMENTS.search(f"\n{text}") or not sections or opening_has_content:
            raise _WholeError
        return _joined(list(map(self._parsed_section, sections)))

    def _parsed_section(self, source: PartText) -> Part:
        """Parse a section entry by entry; return the same object as before if no entry has changed.

        Its entries are read even then, so that `parts` has them for the next time.
        """
        if (head := HEAD.match(source.text)) is None:  # such as `fonts: {…}`
            return self._parsed_part(source)
        entry_begins = re.compile(rf"\n{head['indent']}{KEY}")
        heading_source, *entry_sources = _part_texts(source.text, entry_begins, source.first_line)
        heading = self._parsed_part(heading_source)
        # an entry is parsed below the key of its section, so that it is a mapping in a mapping
        entries = [self._parsed_part(PartText(line - 1, f"{head['key']}\n{text}")) for line, text in entry_sources]
        if (section := self.cached.get(source)) is None:
            ((key, _),) = heading.tree.entries  # the only entry: `rules:` without a value
            # each entry was parsed with a key `rules:` of its own: two nodes, which `heading` counts already
            inner = _joined([Part(_single_entry(entry), entry.nodes - 2) for entry in entries])
            section = Part(Mapping(((key, inner.tree),), heading.tree.span), heading.nodes + inner.nodes)
        self.parts[source] = section
        return section

    def _parsed_part(self, source: PartText) -> Part:
        """Return a part from the cache, or parse it."""
        self.parts[source] = part = self.cached.get(source) or self._parse(source)
        return part

    def _parse(self, source: PartText) -> Part:
        findings, nodes = Findings(), Budget(NODES)
        tree = parse(source.text, self.file, findings, nodes, source.first_line)
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


def _joined(parts: list[Part]) -> Part:
    """Return one mapping with the entries of all parts."""
    entries = tuple(part.tree.entries[0] for part in parts)
    if len({key.value for key, _ in entries}) < len(entries) or len(entries) > SECTION.most:
        raise _WholeError
    return Part(Mapping(entries, parts[0].tree.span), sum(part.nodes for part in parts))

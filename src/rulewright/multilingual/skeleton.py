"""The keys that a translation lacks, as YAML: each with its original as a comment, and nothing after its colon."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.multilingual.entries import OF
from rulewright.multilingual.texts import Address, PrintedText

PLAIN = re.compile(r"[^\W\d_](?:[\w' .()!?’/-]*[\w.()!?’])?")
"""A key that needs no quotes."""
RESERVED = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}
LONGEST_KEY = 100
"""Characters of a key that stands on the line of its value: YAML takes longer ones only with a question mark."""


@dataclass(slots=True)
class Branch:
    """The values below a key that are missing: branches, or the texts at their ends."""

    inner: "dict[str, Branch | PrintedText]" = field(default_factory=dict)
    of: str = ""

    @property
    def listed(self) -> bool:
        """Whether its keys are the positions of a list, all of them."""
        return list(self.inner) == [str(at + 1) for at in range(len(self.inner))]


def branches(texts: Iterable[PrintedText], of: Mapping[Address, str]) -> Branch:
    """The texts as a tree of keys; `of` has the digests of the originals of each entry."""
    root = Branch()
    for entry, digests in of.items():
        _branch(root, entry).of = digests
    for text in texts:
        _branch(root, text.address[:-1]).inner.setdefault(text.address[-1], text)
    return root


def _branch(root: Branch, address: Address) -> Branch:
    """The branch at an address, which grows where there is none."""
    for step in address:
        below = root.inner.setdefault(step, Branch())
        assert isinstance(below, Branch)
        root = below
    return root


def lines(branch: Branch, indent: int) -> Iterator[str]:
    """The lines of a mapping, or of a list."""
    margin = " " * indent
    if branch.of:
        yield f"{margin}{OF}: {branch.of}"
    for step, below in branch.inner.items():
        lead = "-" if branch.listed else key(step)
        if isinstance(below, PrintedText):
            yield from comment(below, step, indent)
            yield f"{margin}{lead}"
        elif branch.listed:
            yield from _item(list(lines(below, indent + 2)), indent)
        else:
            yield f"{margin}{lead}"
            yield from lines(below, indent + 2)


def _item(inner: Sequence[str], indent: int) -> Iterator[str]:
    """The lines of a mapping as an item of a list: the first that is no comment begins with a hyphen."""
    first = next(at for at, line in enumerate(inner) if not line.lstrip().startswith("#"))
    for at, line in enumerate(inner):
        yield f"{' ' * indent}- {line.lstrip()}" if at == first else line


def comment(text: PrintedText, step: str, indent: int) -> Iterator[str]:
    """The original above its key, unless the key says it."""
    if text.original.value not in (step, text.address[-2] if len(text.address) > 1 else ""):
        for line in text.original.value.rstrip("\n").split("\n"):
            yield f"{' ' * indent}# {line}".rstrip()


def flow(branch: Branch) -> str:
    """The same within braces, where there is no room for comments."""
    parts = [f"{OF}: {branch.of}"] if branch.of else []
    for step, below in branch.inner.items():
        parts.append(f"{key(step)} " if isinstance(below, PrintedText) else f"{key(step)} {{{flow(below)}}}")
    return ", ".join(parts)


def key(name: str) -> str:
    """A key with its colon, in quotes if it needs them."""
    plain = PLAIN.fullmatch(name) and name.casefold() not in RESERVED and ": " not in name and " #" not in name
    written = name if plain or name.isdecimal() else json.dumps(name, ensure_ascii=False)
    return f"{written}:" if len(name) <= LONGEST_KEY else f"? {written}\n:"

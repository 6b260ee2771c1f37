"""The language reference: all entries of the source with their keys, and projects in which the examples run."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rulewright.book.declarations import CARD_FILES, ENTRIES
from rulewright.book.kinds import ContentFile
from rulewright.entries.blocks import BLOCK_SCHEMA, BLOCKS
from rulewright.entries.card import Card
from rulewright.entries.entry import Declaration, Key, Schema
from rulewright.entries.links import LINKS, LinkKind
from rulewright.entries.names import slug
from rulewright.entries.schema import DRAFT, definitions, reachable
from rulewright.entries.table import LAYOUTS
from rulewright.outputs.manual.pages import example_of, frames

HERE_LINE = re.compile(r"^(?P<indent> *)(?P<item>- )?(?P<name>.*?) ?# here\n", re.MULTILINE)


def entry_summary(entry: type[Declaration]) -> str:
    """Return the description of an entry on one line."""
    return " ".join((entry.__doc__ or "").split())


def page_name(entry: type[Declaration]) -> str:
    """Return the name of an entry's page: `domain-of-names` for a domain of names."""
    return slug(re.sub(r"^(?:an?|the) ", "", entry.noun))


@dataclass(frozen=True, slots=True)
class Word:
    """A key of an entry, or a kind of link."""

    name: str
    entry: type[Declaration] | None
    declaration: Key[Any] | LinkKind

    @property
    def example(self) -> str:
        return self.declaration.example

    @property
    def summary(self) -> str:
        return self.declaration.summary

    @property
    def label(self) -> str:
        """The word as written in the source: `values`, `[[fact:…]]`."""
        return self.name if self.entry else f"[[{self.name}:…]]"

    @property
    def file(self) -> str:
        """The name of the picture's file."""
        return f"{page_name(self.entry) if self.entry else 'text'}-{self.name}.png"

    @property
    def title(self) -> str:
        """The title: `values of a table`, `[[fact:…]] in text`."""
        return f"{self.name} of {self.entry.noun}" if self.entry else f"[[{self.name}:…]] in text"

    @property
    def facts(self) -> Iterator[tuple[str, str]]:
        """Facts on a key: the form of its value, its default, where it applies."""
        declared = self.declaration
        if isinstance(declared, LinkKind):
            return
        yield "Value", declared.kind.words
        if declared.required:
            yield "Required", "yes"
        elif declared.default:
            yield "Default", declared.default
        if declared.only:
            yield "Only", f"with {' or '.join(declared.only)}"
        if declared.also:
            yield "Also written", ", ".join(declared.also)

    @property
    def frame(self) -> str:
        """The frame in which the example runs: the key's own, that of a variant with the key, or the entry's."""
        if isinstance(self.declaration, LinkKind):
            return self.declaration.frame
        assert self.entry is not None
        name = "block" if self.entry in BLOCKS else page_name(self.entry)
        lists = {frame: frame.removeprefix(f"{name}: ") for frame in frames() if frame.startswith(f"{name}: ")}
        own = (frame for frame, keys in lists.items() if self.name in keys.split(", "))
        variants = (f"{name} {variant}" for variant in (*self.declaration.only, *LAYOUTS))
        return next(own, next((variant for variant in variants if variant in frames()), name))

    def project(self) -> dict[str, bytes]:
        """Return the files of a project in which the example runs."""
        frame = frames()[self.frame]
        filled = {fence.file: filled_frame(fence.text, self.example).encode() for fence in frame.fences}
        return {**example_of(frame.game), **filled}


def filled_frame(frame: str, example: str) -> str:
    """Insert an example below the `# here` of a frame; the example's keys replace those of the frame."""
    match = HERE_LINE.search(frame)
    if match is None:
        return frame
    before, after = frame[: match.start()], frame[match.end() :]
    head = match["indent"] + (match["item"] or "") + match["name"]
    indent = match["indent"] + "  " * (bool(match["item"]) + bool(match["name"]))
    own = set(re.findall(r"^([\w-]+):", example, re.MULTILINE))
    kept = _without(after, indent, own)
    lines = "".join(f"{indent}{line}\n" for line in example.split("\n"))
    return f"{before}{head.rstrip()}\n{lines}{kept}" if head.strip() else before + lines + kept


def _without(text: str, indent: str, keys: set[str]) -> str:
    """Remove keys, with everything below them, from a mapping at the start of a text."""
    kept, dropping, inside = [], False, True
    for line in text.splitlines(keepends=True):
        deeper = line.startswith((indent + " ", indent + "- "))
        inside = inside and line.startswith(indent)
        if inside and not deeper:
            dropping = line[len(indent) :].partition(":")[0] in keys
        if not (inside and dropping):
            kept.append(line)
    return "".join(kept)


@cache
def words() -> Mapping[str, tuple[Word, ...]]:
    """Return all keys and kinds of links by name; several entries may have keys of one name."""
    found: dict[str, list[Word]] = {}
    for word in _words():
        found.setdefault(word.name, []).append(word)
    return {name: tuple(each) for name, each in found.items()}


def _words() -> Iterator[Word]:
    seen: set[int] = set()
    for entry in ENTRIES:
        for name, declared in entry.declared.items():
            if id(declared) not in seen:  # a roll shares the keys of a table
                yield Word(name, entry, declared)
            seen.add(id(declared))
    for link in LINKS:
        yield Word(link.name, None, link)


def former_words() -> Mapping[str, tuple[Word, ...]]:
    """Return the present words by their names in earlier versions."""
    found: dict[str, tuple[Word, ...]] = {}
    for word in _words():
        for former in word.declaration.former if isinstance(word.declaration, Key) else ():
            found[former] = (*found.get(former, ()), word)
    return found


def content_schema() -> Schema:
    """Return the JSON Schema of a file under content/."""
    return _schema("A source file of a game", {"$ref": f"#/$defs/{ContentFile.__name__}"})


def card_file_schema() -> Schema:
    """Return the JSON Schema of a file under cards/: a card, unless `kind` names something else."""
    cases: list[Schema] = [
        {"if": _of_kind(word), "then": {"$ref": f"#/$defs/{entry.__name__}"}} for word, entry in CARD_FILES.items()
    ]
    no_card = {"required": ["kind"], "properties": {"kind": {"enum": list(CARD_FILES)}}}
    card = {"if": {"not": no_card}, "then": {"$ref": f"#/$defs/{Card.__name__}"}}
    return _schema("A card, a product or a theme", {"type": "object", "allOf": [*cases, card]})


def _of_kind(word: str) -> Schema:
    return {"required": ["kind"], "properties": {"kind": {"const": word}}}


def _schema(title: str, root: Schema) -> Schema:
    entries = {**definitions(ENTRIES), "Block": BLOCK_SCHEMA}
    return {"$schema": DRAFT, "title": title, **root, "$defs": reachable(root, entries)}

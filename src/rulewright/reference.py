"""The language reference: every entry of the source, with its keys, and the projects in which their examples run."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rulewright.decode import content_file, domain_entries, game_section, notations, rules, table_entries
from rulewright.decode.errata import ErratumEntry
from rulewright.decode.examples import ExampleEntry
from rulewright.decode.facts import FactEntry
from rulewright.decode.references import BulletEntry, ReferenceEntry
from rulewright.decode.steps import StepEntry
from rulewright.decode.table_entries import LAYOUTS
from rulewright.decode.terms import TermEntry
from rulewright.language.entry import Entry, Key, Schema
from rulewright.language.links import LINKS, LinkKind
from rulewright.language.schema import DRAFT, definitions
from rulewright.manual import example_of, frames
from rulewright.model.names import slug

ENTRIES: tuple[type[Entry], ...] = (
    content_file.ContentFile, game_section.GameEntry, game_section.MarkEntry, notations.NotationEntry,
    *domain_entries.ENTRIES, FactEntry, TermEntry, rules.RuleEntry, rules.ExceptionEntry, *table_entries.ENTRIES,
    ReferenceEntry, BulletEntry, ExampleEntry, StepEntry, ErratumEntry,
)  # fmt: skip
"""Every entry, in the order of the reference."""

HERE = re.compile(r"^(?P<indent> *)(?P<item>- )?(?P<name>.*?) ?# here\n", re.MULTILINE)


def entry_summary(entry: type[Entry]) -> str:
    """What an entry is, on one line."""
    return " ".join((entry.__doc__ or "").split())


def page_name(entry: type[Entry]) -> str:
    """What the page of an entry is called: `domain-of-names` for a domain of names."""
    return slug(re.sub(r"^(?:an?|the) ", "", entry.noun))


@dataclass(frozen=True, slots=True)
class Word:
    """A key of an entry, or a kind of link."""

    name: str
    entry: type[Entry] | None
    declaration: Key[Any] | LinkKind

    @property
    def example(self) -> str:
        return self.declaration.example

    @property
    def summary(self) -> str:
        return self.declaration.summary

    @property
    def title(self) -> str:
        """`values` of a table; `[[fact:…]]` in text."""
        return f"{self.name} of {self.entry.noun}" if self.entry else f"[[{self.name}:…]] in text"

    def facts(self) -> Iterator[tuple[str, str]]:
        """What the reference says of a key beside its summary: the form of its value, its default, where it applies."""
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
        """The frame in which its example runs: its own, that of a variant of the entry which has it, or the entry's."""
        if isinstance(self.declaration, LinkKind):
            return self.declaration.frame
        assert self.entry is not None
        name = page_name(self.entry)
        lists = {frame: frame.removeprefix(f"{name}: ") for frame in frames() if frame.startswith(f"{name}: ")}
        own = (frame for frame, keys in lists.items() if self.name in keys.split(", "))
        variants = (f"{name} {variant}" for variant in (*self.declaration.only, *LAYOUTS))
        return next(own, next((variant for variant in variants if variant in frames()), name))

    def project(self) -> dict[str, bytes]:
        """The files of a project in which the example runs."""
        fences = frames()[self.frame]
        filled = {fence.file: filled_frame(fence.text, self.example).encode() for fence in fences}
        return {**example_of("language"), **filled}


def filled_frame(frame: str, example: str) -> str:
    """A frame with an example below its `# here`: the keys that both have are the example's."""
    match = HERE.search(frame)
    if match is None:
        return frame
    before, after = frame[: match.start()], frame[match.end() :]
    head = match["indent"] + (match["item"] or "") + match["name"]
    indent = match["indent"] + ("  " if match["name"] or match["item"] else "")
    own = set(re.findall(r"^([\w-]+):", example, re.MULTILINE))
    kept = _without(after, indent, own)
    lines = "".join(f"{indent}{line}\n" for line in example.split("\n"))
    return f"{before}{head.rstrip()}\n{lines}{kept}" if head.strip() else before + lines + kept


def _without(text: str, indent: str, keys: set[str]) -> str:
    """The lines of a mapping, and what follows it, less some of its keys with all that is below them."""
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
    """Every key and kind of link by its name: a name that several entries have stands for each of them."""
    found: dict[str, list[Word]] = {}
    for word in _words():
        found.setdefault(word.name, []).append(word)
    return {name: tuple(each) for name, each in found.items()}


def _words() -> Iterator[Word]:
    seen: set[int] = set()
    for entry in ENTRIES:
        for name, declared in entry.declared.items():
            if id(declared) not in seen:  # a roll has the keys of a table
                yield Word(name, entry, declared)
            seen.add(id(declared))
    for link in LINKS:
        yield Word(link.name, None, link)


def former_words() -> Mapping[str, tuple[Word, ...]]:
    """Words that earlier versions had, with those that they are called now."""
    found: dict[str, tuple[Word, ...]] = {}
    for word in _words():
        for former in word.declaration.former if isinstance(word.declaration, Key) else ():
            found[former] = (*found.get(former, ()), word)
    return found


def input_schema() -> Schema:
    """The JSON Schema of a source file or a file about cards."""
    return {
        "$schema": DRAFT,
        "title": "A source file of Rulewright",
        "anyOf": [{"$ref": f"#/$defs/{content_file.ContentFile.__name__}"}],
        "$defs": definitions(ENTRIES),
    }



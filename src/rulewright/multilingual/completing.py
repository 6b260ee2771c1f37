"""The files of a translation as they should be: with all keys, and with the digests of their originals."""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

import yaml

from rulewright.findings import Findings
from rulewright.limits import NODES, Budget
from rulewright.multilingual.edition import Edition, by_entry, stale_texts
from rulewright.multilingual.entries import OF, Translation, changes, dated, digests, read_translation
from rulewright.multilingual.texts import Address, PrintedText
from rulewright.source.files import TranslatedFiles
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.tree import parse

# The keys that a translation lacks, as YAML

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
    for entry, recorded in of.items():
        _branch(root, entry).of = recorded
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


# Adds to the files of a translation what is missing, and leaves what its author wrote, with layout and comments

CHANGED = "changed"
"""Stands under `of` for the digest of a text whose original has changed since it was translated."""
NOW = "the original is now: "
Edit = tuple[int, int, str]
"""From an index of a text to another, and what takes the place of what is between them."""


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits; of two at one place the first comes first."""
    for begin, end, new in sorted(edits, key=lambda edit: edit[0], reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def renewed_of(texts: list[PrintedText], translation: Translation, entry: Address, *, reviewed: bool) -> str:
    """What an entry must say under `of`: the digests of its originals, but `changed` where its text is out of date."""
    written = translation.of.get(entry)
    if written is None or reviewed:
        return " ".join(digests(texts))
    old = {each.address for each in changes(texts, written.value).both() if each.address in translation.texts}
    pairs = zip(dated(texts), digests(texts), strict=True)
    return " ".join(CHANGED if each.address in old else digest for each, digest in pairs)


@dataclass(slots=True)
class FileWriter:
    """The edits of one file of a translation."""

    text: str
    root: yaml.MappingNode | None
    edits: list[Edit]

    @classmethod
    def of(cls, text: str) -> "FileWriter":
        root = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        return cls(text, root if isinstance(root, yaml.MappingNode) else None, [])

    def add(self, branch: Branch) -> str:
        """The text with the missing keys."""
        if self.root is None:
            return self.text + "\n".join(lines(branch, 0)) + "\n"
        self._into(self.root, branch)
        return edited(self.text, self.edits)

    def mark(self, text: PrintedText, address: Address) -> None:
        """Says above a text that is out of date what its original says now."""
        node: yaml.Node | None = self.root
        for step in address[:-1]:
            node = _child(node, step)
        keys = [key for key, _ in node.value if key.value == address[-1]] if isinstance(node, yaml.MappingNode) else []
        note = "".join(f"# {line}".rstrip() + "\n" for line in (NOW + text.original.value.rstrip("\n")).split("\n"))
        for key in keys:
            begin = self.text.rfind("\n", 0, key.start_mark.index) + 1
            margin = self.text[begin : key.start_mark.index]
            note = "".join(f"{margin}{line}\n" for line in note.splitlines())
            if not margin.strip() and note not in self.text:
                self.edits.append((begin, begin, note))

    def _into(self, node: yaml.MappingNode, branch: Branch) -> None:
        there = {key.value: (key, value) for key, value in node.value}
        missing = {step: below for step, below in branch.inner.items() if step not in there}
        if missing or (branch.of and OF not in there):
            self._insert(node, replace(branch, inner=missing, of="" if OF in there else branch.of))
        if branch.of and OF in there:
            self._replace(there[OF][1], branch.of)
        for step, below in branch.inner.items():
            if step in there and isinstance(below, Branch):
                self._below(*there[step], below)

    def _below(self, key: yaml.ScalarNode, value: yaml.Node, branch: Branch) -> None:
        if isinstance(value, yaml.MappingNode):
            self._into(value, branch)
        elif isinstance(value, yaml.SequenceNode):
            self._append(value, branch)
        elif not value.value:  # a key without a value
            self._lines_after(key.end_mark.line, branch, key.start_mark.column + 2)

    def _append(self, node: yaml.SequenceNode, branch: Branch) -> None:
        """Items at the end of a list; those in its middle are for its author, who knows what moved."""
        new = {step: below for step, below in branch.inner.items() if int(step) > len(node.value)}
        if new and not node.flow_style:
            numbered = Branch({str(at): below for at, below in enumerate(new.values(), 1)})
            self._lines_after(self._last_line(node), numbered, node.start_mark.column)

    def _insert(self, node: yaml.MappingNode, branch: Branch) -> None:
        if node.flow_style:
            self.edits.append((node.start_mark.index + 1, node.start_mark.index + 1, f"{flow(branch)}, "))
            return
        indent = node.start_mark.column
        if branch.of:
            self._lines_after(node.start_mark.line - 1, Branch(of=branch.of), indent)
        self._lines_after(self._last_line(node), replace(branch, of=""), indent)

    def _replace(self, node: yaml.Node, new: str) -> None:
        if self.text[node.start_mark.index : node.end_mark.index] != new:
            self.edits.append((node.start_mark.index, node.end_mark.index, new))

    def _last_line(self, node: yaml.CollectionNode) -> int:
        """The last line of a value: without the blank lines and the comments before what follows."""
        begin, rows = node.start_mark.line, self.text.split("\n")
        end = node.end_mark.line if node.end_mark.column or node.end_mark.line == begin else node.end_mark.line - 1
        if not node.flow_style and node.end_mark.column and end > begin:
            end -= 1  # the mark of a block is at what follows it
        end = min(end, len(rows) - 1)
        while end > begin and (not rows[end].strip() or rows[end].lstrip().startswith("#")):
            end -= 1
        return end

    def _lines_after(self, line: int, branch: Branch, indent: int) -> None:
        rows = self.text.split("\n")
        at = sum(len(row) + 1 for row in rows[: line + 1])
        new = "".join(f"{each}\n" for each in lines(branch, indent))
        if at > len(self.text):
            at, new = len(self.text), f"\n{new}"
        self.edits.append((at, at, new))


def _child(node: yaml.Node | None, step: str) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        values: dict[str, yaml.Node] = {key.value: value for key, value in node.value}
        return values.get(step)
    if isinstance(node, yaml.SequenceNode) and step.isdecimal() and int(step) <= len(node.value):
        items: list[yaml.Node] = node.value
        return items[int(step) - 1]
    return None


def named_language(text: str, language: str) -> str:
    """The file that has the section `game` with the language among its `translations`."""
    writer = FileWriter.of(text)
    assert writer.root is not None
    game = _value(writer.root, "game")
    assert isinstance(game, yaml.MappingNode)
    there: Mapping[str, tuple[yaml.Node, yaml.Node]] = {key.value: (key, value) for key, value in game.value}
    if "translations" not in there:
        _, value = there.get("language") or game.value[0]
        if game.flow_style:
            return edited(text, [(value.end_mark.index, value.end_mark.index, f", translations: [{language}]")])
        at = text.find("\n", value.end_mark.index)
        at = len(text) if at < 0 else at
        return edited(text, [(at, at, f"\n{' ' * game.start_mark.column}translations: [{language}]")])
    _, value = there["translations"]
    if isinstance(value, yaml.SequenceNode):
        listed = ", ".join([*(each.value for each in value.value), language])
        return edited(text, [(value.start_mark.index, _end_of(value), f"[{listed}]")])
    return edited(text, [(value.start_mark.index, value.end_mark.index, f"[{value.value}, {language}]")])


def _end_of(value: yaml.SequenceNode) -> int:
    return value.end_mark.index if value.flow_style or not value.value else value.value[-1].end_mark.index


def _value(node: yaml.MappingNode, name: str) -> yaml.Node:
    values: dict[str, yaml.Node] = {key.value: value for key, value in node.value}
    return values[name]


class AlteredError(Exception):
    """A text that an author wrote would not be the same: its file must be completed by hand."""


def completed(edition: Edition, reviewed: Collection[Address]) -> Mapping[str, str]:
    """The new text of each file to write, by its path; the entries `reviewed` are up to date."""
    lacking: dict[str, list[PrintedText]] = {}
    dates: dict[str, dict[Address, str]] = {}
    for entry, texts in by_entry(edition.originals.all()):
        file = _file_of(entry, texts, edition)
        lacking.setdefault(file, []).extend(each for each in texts if each.address not in edition.translation.written)
        of = renewed_of(texts, edition.translation, entry, reviewed=entry in reviewed)
        dates.setdefault(file, {})[entry] = of
    new = {file: _text(file, lacking[file], dates[file], edition) for file in lacking}
    return {file: text for file, text in new.items() if text != edition.sources.texts.get(file)}


def _text(file: str, lacking: list[PrintedText], dates: Mapping[Address, str], edition: Edition) -> str:
    """One file with what it lacks. That of a card has no section: its keys stand at the left."""
    old, of_card = edition.sources.texts.get(file, ""), file.startswith("cards/")
    writer, missing = FileWriter.of(old), branches(lacking, dates)
    for entry, since in stale_texts(edition.translation, edition.originals.all()):
        for text in since.both() if entry in dates else ():
            writer.mark(text, text.address[of_card:])
    (card,) = missing.inner.values() if of_card else (missing,)
    assert isinstance(card, Branch)
    new = writer.add(card)
    _check(file, old, new)
    return new


def _file_of(entry: Address, texts: list[PrintedText], edition: Edition) -> str:
    """The file of the translation that has an entry, or would: it is called like that of the original.

    Texts of a game below are translated by the game itself, in a file with the name of their folder too; a card goes
    by the name of its file.
    """
    files = edition.sources.translations.get(edition.language, TranslatedFiles())
    for tree in files.content:
        inner = tree.get(entry[0])
        if inner is not None and (len(entry) == 1 or (isinstance(inner, Tree) and inner.get(entry[1]) is not None)):
            return tree.span.file
    places = [each.original.span for each in texts]  # words in a spreadsheet belong to the table that names it
    original = PurePosixPath(next((span for span in places if not span.cell), places[0]).file)
    kind, game, *_ = original.parts
    if game != edition.sources.game:
        name = original.name if kind == "cards" else f"{game}-{original.name}"
        return PurePosixPath(kind, edition.sources.game, edition.language, name).as_posix()
    return (original.parent / edition.language / original.name).as_posix()


def _check(file: str, old: str, new: str) -> None:
    """Each text that was there is there, and says the same."""
    before, after = (_texts(file, text) for text in (old, new))
    if any(after.texts.get(address) != written for address, written in before.texts.items()):
        raise AlteredError(file)


def _texts(file: str, text: str) -> Translation:
    faults = Findings()
    tree = parse(text, file, faults, Budget(NODES)) if text.strip() else None
    found = read_translation(TranslatedFiles((tree,) if isinstance(tree, Tree) else ()), faults)
    if faults.findings:
        raise AlteredError(file)
    return found

"""Complete the files of a translation: all keys, and the digests of their originals.

What the author wrote stays, with its layout and comments. A missing key gets its original as a comment, and no value.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

import yaml

from rulewright.findings import Findings
from rulewright.limits import NODES, Budget
from rulewright.multilingual.edition import Edition
from rulewright.multilingual.entries import OF, Translation, by_entry, changes, dated, digests, read_translation
from rulewright.multilingual.texts import Address, PrintedText
from rulewright.source.files import TranslatedFiles
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.tree import parse

CHANGED = "changed"
"""The word under `of` in place of the digest of a text that has changed since it was translated."""
NOW = "the original is now: "


class AlteredError(Exception):
    """Completing a file would change a text that the author wrote, so the author must complete it by hand."""


def completed(edition: Edition, reviewed: Collection[Address]) -> Mapping[str, str]:
    """Return the new text of each file that changes, by its path. The entries in `reviewed` count as up to date."""
    missing: dict[str, list[PrintedText]] = {}
    dates: dict[str, dict[Address, str]] = {}
    for entry, texts in by_entry(edition.originals.all()):
        file = _file_of(entry, texts, edition)
        missing.setdefault(file, []).extend(each for each in texts if each.address not in edition.translation.written)
        of = _renewed_digests(texts, edition.translation, entry, reviewed=entry in reviewed)
        dates.setdefault(file, {})[entry] = of
    new = {file: _completed_file(file, missing[file], dates[file], edition) for file in missing}
    return {file: text for file, text in new.items() if text != edition.sources.texts.get(file)}


def _completed_file(file: str, missing: list[PrintedText], dates: Mapping[Address, str], edition: Edition) -> str:
    """Return one file with all its keys. The file of a card has no sections: its keys are at the top level."""
    old, of_card = edition.sources.texts.get(file, ""), file.startswith("cards/")
    editor, tree = FileEditor(old), _branches(missing, dates)
    for entry, since in edition.stale_entries:
        for text in since.both() if entry in dates else ():
            editor.mark(text, text.address[of_card:])
    (root,) = tree.inner.values() if of_card else (tree,)
    assert isinstance(root, Branch)
    new = editor.add(root)
    before, after = _read(file, old), _read(file, new)
    if any(after.texts.get(address) != text for address, text in before.texts.items()):
        raise AlteredError(file)
    return new


def _read(file: str, text: str) -> Translation:
    findings = Findings()
    tree = parse(text, file, findings, Budget(NODES)) if text.strip() else None
    translation = read_translation(TranslatedFiles((tree,) if isinstance(tree, Tree) else ()), findings)
    if findings.items:
        raise AlteredError(file)
    return translation


def _file_of(entry: Address, texts: list[PrintedText], edition: Edition) -> str:
    """Return the file of the translation that has an entry, or a new one with the name of the original file.

    A text of a game below gets a file that also has the name of its folder; a card keeps its file name.
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


def _renewed_digests(texts: list[PrintedText], translation: Translation, entry: Address, *, reviewed: bool) -> str:
    """Return the digests of an entry's originals as written under `of`; `changed` for a text that is out of date."""
    written = translation.of.get(entry)
    if written is None or reviewed:
        return " ".join(digests(texts))
    old = {each.address for each in changes(texts, written.value).both() if each.address in translation.texts}
    pairs = zip(dated(texts), digests(texts), strict=True)
    return " ".join(CHANGED if each.address in old else digest for each, digest in pairs)


# The missing keys as YAML

PLAIN = re.compile(r"[^\W\d_](?:[\w' .()!?’/-]*[\w.()!?’])?")
"""A key that needs no quotes."""
RESERVED = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}
LONGEST_KEY = 100
"""The longest key on one line with its value: YAML requires a question mark before longer ones."""


@dataclass(slots=True)
class Branch:
    """The missing values below a key, as a tree; `of` has the digests of an entry."""

    inner: "dict[str, Branch | PrintedText]" = field(default_factory=dict)
    of: str = ""

    @property
    def listed(self) -> bool:
        """Whether its keys are the positions of a list."""
        return list(self.inner) == [str(at + 1) for at in range(len(self.inner))]

    def at(self, address: Address) -> "Branch":
        """Return the branch at an address; add it if there is none."""
        branch = self
        for step in address:
            below = branch.inner.setdefault(step, Branch())
            assert isinstance(below, Branch)
            branch = below
        return branch


def _branches(texts: Iterable[PrintedText], of: Mapping[Address, str]) -> Branch:
    """Return the texts as a tree of keys; `of` has the digests of each entry."""
    root = Branch()
    for entry, recorded in of.items():
        root.at(entry).of = recorded
    for text in texts:
        root.at(text.address[:-1]).inner.setdefault(text.address[-1], text)
    return root


def _lines(branch: Branch, indent: int) -> Iterator[str]:
    """Yield the lines of a mapping, or of a list."""
    margin = " " * indent
    if branch.of:
        yield f"{margin}{OF}: {branch.of}"
    for step, below in branch.inner.items():
        lead = "-" if branch.listed else _key(step)
        if isinstance(below, PrintedText):
            if below.original.value not in (step, below.address[-2] if len(below.address) > 1 else ""):
                yield from _comment(below.original.value, indent)
            yield f"{margin}{lead}"
        elif branch.listed:
            yield from _item(list(_lines(below, indent + 2)), indent)
        else:
            yield f"{margin}{lead}"
            yield from _lines(below, indent + 2)


def _item(inner: Sequence[str], indent: int) -> Iterator[str]:
    """Yield the lines of a mapping as a list item: the first that is not a comment begins with a hyphen."""
    first = next(at for at, line in enumerate(inner) if not line.lstrip().startswith("#"))
    for at, line in enumerate(inner):
        yield f"{' ' * indent}- {line.lstrip()}" if at == first else line


def _comment(text: str, indent: int) -> Iterator[str]:
    return (f"{' ' * indent}# {line}".rstrip() for line in text.rstrip("\n").split("\n"))


def _flow(branch: Branch) -> str:
    """Return the keys in braces, where there is no room for comments."""
    parts = [f"{OF}: {branch.of}"] if branch.of else []
    for step, below in branch.inner.items():
        parts.append(f"{_key(step)} " if isinstance(below, PrintedText) else f"{_key(step)} {{{_flow(below)}}}")
    return ", ".join(parts)


def _key(name: str) -> str:
    """Return a key with its colon, in quotes if it needs them."""
    plain = PLAIN.fullmatch(name) and name.casefold() not in RESERVED and ": " not in name and " #" not in name
    written = name if plain or name.isdecimal() else json.dumps(name, ensure_ascii=False)
    return f"{written}:" if len(name) <= LONGEST_KEY else f"? {written}\n:"


# The places in a file where they go

Edit = tuple[int, int, str]
"""A range of a text, and the text that replaces it."""


def _edited(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits; of two at one place the first comes first."""
    for begin, end, new in sorted(edits, key=lambda edit: edit[0], reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def _root(text: str) -> yaml.MappingNode | None:
    root = yaml.compose(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return root if isinstance(root, yaml.MappingNode) else None


class FileEditor:
    """Collects the edits of one file of a translation."""

    def __init__(self, text: str) -> None:
        self.text, self.root = text, _root(text)
        self.edits: list[Edit] = []

    def add(self, branch: Branch) -> str:
        """Return the text with the missing keys."""
        if self.root is None:
            return self.text + "\n".join(_lines(branch, 0)) + "\n"
        self._into(self.root, branch)
        return _edited(self.text, self.edits)

    def mark(self, text: PrintedText, address: Address) -> None:
        """Add a comment above a text that is out of date, with its original as it is now."""
        node: yaml.Node | None = self.root
        for step in address[:-1]:
            node = _child(node, step)
        for key in (key for key, _ in node.value) if isinstance(node, yaml.MappingNode) else ():
            begin = self.text.rfind("\n", 0, key.start_mark.index) + 1
            margin = self.text[begin : key.start_mark.index]
            note = "".join(f"{line}\n" for line in _comment(NOW + text.original.value, len(margin)))
            if key.value == address[-1] and not margin.strip() and note not in self.text:
                self.edits.append((begin, begin, note))

    def _into(self, node: yaml.MappingNode, branch: Branch) -> None:
        present = {key.value: (key, value) for key, value in node.value}
        missing = {step: below for step, below in branch.inner.items() if step not in present}
        if missing or (branch.of and OF not in present):
            self._insert(node, replace(branch, inner=missing, of="" if OF in present else branch.of))
        if branch.of and OF in present:
            of = present[OF][1]
            if self.text[of.start_mark.index : of.end_mark.index] != branch.of:
                self.edits.append((of.start_mark.index, of.end_mark.index, branch.of))
        for step, below in branch.inner.items():
            if step in present and isinstance(below, Branch):
                self._below(*present[step], below)

    def _below(self, key: yaml.ScalarNode, value: yaml.Node, branch: Branch) -> None:
        if isinstance(value, yaml.MappingNode):
            self._into(value, branch)
        elif isinstance(value, yaml.SequenceNode):
            self._append(value, branch)
        elif not value.value:  # a key without a value
            self._lines_after(key.end_mark.line, branch, key.start_mark.column + 2)

    def _append(self, node: yaml.SequenceNode, branch: Branch) -> None:
        """Add items at the end of a list; the author must add those in the middle."""
        new = {step: below for step, below in branch.inner.items() if int(step) > len(node.value)}
        if new and not node.flow_style:
            numbered = Branch({str(at): below for at, below in enumerate(new.values(), 1)})
            self._lines_after(self._last_line(node), numbered, node.start_mark.column)

    def _insert(self, node: yaml.MappingNode, branch: Branch) -> None:
        if node.flow_style:
            self.edits.append((node.start_mark.index + 1, node.start_mark.index + 1, f"{_flow(branch)}, "))
            return
        indent = node.start_mark.column
        if branch.of:
            self._lines_after(node.start_mark.line - 1, Branch(of=branch.of), indent)
        self._lines_after(self._last_line(node), replace(branch, of=""), indent)

    def _last_line(self, node: yaml.CollectionNode) -> int:
        """Return the last line of a value, without blank lines and comments that belong to the next one."""
        begin, rows = node.start_mark.line, self.text.split("\n")
        end = node.end_mark.line if node.end_mark.column or node.end_mark.line == begin else node.end_mark.line - 1
        if not node.flow_style and node.end_mark.column and end > begin:
            end -= 1  # the end mark of a block is at what follows it
        end = min(end, len(rows) - 1)
        while end > begin and (not rows[end].strip() or rows[end].lstrip().startswith("#")):
            end -= 1
        return end

    def _lines_after(self, line: int, branch: Branch, indent: int) -> None:
        rows = self.text.split("\n")
        at = sum(len(row) + 1 for row in rows[: line + 1])
        new = "".join(f"{each}\n" for each in _lines(branch, indent))
        if at > len(self.text):
            at, new = len(self.text), f"\n{new}"
        self.edits.append((at, at, new))


def _child(node: yaml.Node | None, step: str) -> yaml.Node | None:
    children: dict[str, yaml.Node] = {}
    if isinstance(node, yaml.MappingNode):
        children = {key.value: value for key, value in node.value}
    elif isinstance(node, yaml.SequenceNode):
        children = {str(at): item for at, item in enumerate(node.value, 1)}
    return children.get(step)


def named_language(text: str, language: str) -> str:
    """Add the language to the `translations` of the file with the section `game`."""
    game = _child(_root(text), "game")
    assert isinstance(game, yaml.MappingNode)
    value = _child(game, "translations")
    if value is None:
        value = _child(game, "language") or game.value[0][1]
        if game.flow_style:
            return _edited(text, [(value.end_mark.index, value.end_mark.index, f", translations: [{language}]")])
        at = text.find("\n", value.end_mark.index)
        at = len(text) if at < 0 else at
        return _edited(text, [(at, at, f"\n{' ' * game.start_mark.column}translations: [{language}]")])
    end, languages = value.end_mark.index, [value.value]
    if isinstance(value, yaml.SequenceNode):
        languages = [each.value for each in value.value]
        end = end if value.flow_style or not value.value else value.value[-1].end_mark.index
    return _edited(text, [(value.start_mark.index, end, f"[{', '.join([*languages, language])}]")])

"""Adds to the files of a translation what is missing, and leaves what its author wrote, with layout and comments."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import yaml

from rulewright.multilingual.entries import OF, Translation, changes, dated, digests
from rulewright.multilingual.skeleton import Branch, flow, lines
from rulewright.multilingual.texts import Address, PrintedText

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

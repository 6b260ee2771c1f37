"""The normal form of one file."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from rulewright.decode.content_file import ContentFile
from rulewright.edits import Edit, edited
from rulewright.findings import Findings
from rulewright.formatter.blocks import BlockText
from rulewright.formatter.declared_order import orders
from rulewright.formatter.flow import FlowText
from rulewright.language.entry import Entry
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence
from rulewright.source.tree import parse


@dataclass(frozen=True)
class SourceFile:
    """A file under content/ or cards/, with line feeds only, and the entry that the whole of it is."""

    text: str
    name: str
    entry: type[Entry]

    @cached_property
    def tree(self) -> Node | None:
        """None where it cannot be read."""
        faults = Findings()
        tree = parse(self.text, self.name, faults)
        return None if faults.findings else tree

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")


def formatted(file: SourceFile) -> str:
    """Its normal form; as it is where it cannot be read, and where something would be lost."""
    for step in (_trimmed, _divided, _ordered_in_brackets, _ordered_in_lines):
        if file.tree is None:
            break
        changed = replace(file, text=step(file, file.tree))
        if changed.tree is not None and _is_same(file.tree, changed.tree):
            file = changed
    return file.text


def _is_same(one: Node, other: Node) -> bool:
    """Whether both hold the same, in whatever order the keys are.

    A text in lines that ends the file has a line feed at its end only if the file has; none counts.
    """
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        values = {key.value: value for key, value in other.entries}
        known = {key.value for key, _ in one.entries} == set(values)
        return known and all(_is_same(value, values[key.value]) for key, value in one.entries)
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one.items) == len(other.items) and all(map(_is_same, one.items, other.items))
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return (one.value.rstrip("\n"), one.plain) == (other.value.rstrip("\n"), other.plain)
    return False


def _trimmed(file: SourceFile, _tree: Node) -> str:
    """No blanks at the ends of lines, and one line feed at the end of the file."""
    return "\n".join(line.rstrip() for line in file.text.rstrip().split("\n")) + "\n"


def _divided(file: SourceFile, tree: Node) -> str:
    """Each entry of a section on a line of its own."""
    return edited(file.text, _section_edits(file, tree) if file.entry is ContentFile else ())


def _section_edits(file: SourceFile, tree: Node) -> Iterator[Edit]:
    flow = FlowText(file.lines, {})
    for key, section in tree.entries if isinstance(tree, Mapping) else ():
        if key.value == "game" or not isinstance(section, Mapping) or section.span.line != key.span.line:
            continue
        if section.entries and flow.is_flow(section) and (end := flow.end(section)) is not None:
            line, begin = file.lines[key.span.line - 1], key.span.column - 1 + len(key.raw)
            new = f":{line[end:].rstrip()}" + "".join(f"\n  {piece}" for piece in flow.pieces(section))
            yield Edit(file.name, key.span.line, begin + 1, line[begin:], new)


def _ordered_in_brackets(file: SourceFile, tree: Node) -> str:
    """The keys of entries within brackets in order."""
    return edited(file.text, FlowText(file.lines, orders(tree, file.entry)).edits(tree))


def _ordered_in_lines(file: SourceFile, tree: Node) -> str:
    """The keys of entries in lines in order."""
    return "\n".join(BlockText(file.lines, orders(tree, file.entry)).text(tree, 0, len(file.lines)))

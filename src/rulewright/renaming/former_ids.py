"""The former id of a rule, kept in its source: links from elsewhere still lead to the rule."""

from rulewright.edits import Edit
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping, Scalar, Sequence

KEY = "former-ids"


def former_id_edit(sources: Sources, old: str, new: str) -> Edit:
    """Adds the old id to the list, which the entry of the rule may not have yet."""
    entry = next(
        node
        for tree in sources.content
        if isinstance(rules := tree.get("rules"), Mapping)
        for key, node in rules.entries
        if key.value == new
    )
    assert isinstance(entry, Mapping)
    first, span = entry.entries[0][0].span, entry.span
    file, lines = span.file, sources.texts[span.file].split("\n")
    known = entry.get(KEY)
    if isinstance(known, Scalar):
        return Edit(file, known.span.line, known.span.column, known.raw, f"[{known.raw}, {old}]")
    if isinstance(known, Sequence) and known.items:
        item = known.items[0].span
        flow = lines[known.span.line - 1].startswith("[", known.span.column - 1)
        more = f"{old}, " if flow else f"{old}\n{lines[item.line - 1][: item.column - 1]}"
        return Edit(file, item.line, item.column, "", more)
    if lines[span.line - 1].startswith("{", span.column - 1):
        return Edit(file, first.line, first.column, "", f"{KEY}: [{old}], ")
    indent = lines[first.line - 1][: first.column - 1]
    return Edit(file, first.line, first.column, "", f"{KEY}: [{old}]\n{indent}")

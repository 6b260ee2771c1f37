"""Marks as artifacts what is not read aloud: page headers and footers, leader dots, tags of things without text.

WeasyPrint numbers the headers and footers of pages like text but leaves them out of the tree, and it tags every box on
the page: a line between two sections, a coloured box without words.
"""

from typing import Any

from rulewright.render.pdf.tags.tree import Tag, TagTree

MEANINGFUL = ("/TD", "/TH", "/Figure")
"""Tags that mean something even when empty: an empty cell counts among its neighbours."""


def mend_artifacts(_document: Any, tags: TagTree) -> None:
    _prune(tags.root, tags)
    read = {tag.reference for tag in tags.below(tags.root)}
    for page, owners in zip(tags.pages, tags.parents[1::2], strict=False):
        unread = {number for number, owner in enumerate(owners) if owner not in read}
        _mark(tags.contents(page), unread)
        for number in unread:
            tags.forget(owners[number])
            owners[number] = "null"


def _prune(tag: Tag, tags: TagTree) -> None:
    for child in tags.children(tag):
        _prune(child, tags)
        if not child["K"] and child["S"] not in MEANINGFUL:
            tags.take_out(child)
            child.clear()


def _mark(stream: list[Any], unread: set[int]) -> None:
    """Marks numbered content of a page as pagination, not text."""
    for index, part in enumerate(stream):
        if isinstance(part, dict) and part.get("MCID") in unread:
            part.clear()
            part["Type"] = "/Pagination"
            stream[index - 1] = "/Artifact"

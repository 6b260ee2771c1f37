"""What is not read aloud: running heads, the dots of a leader, and tags of things that print nothing.

WeasyPrint numbers the heads and feet of pages like text, but leaves them out of the tree, and tags everything that has
a place on the page: a line between two sections, a colour with no words in it.
"""

from typing import Any

from rulewright.render.pdf.tags.tree import Tag, TagTree

KEPT = ("/TD", "/TH", "/Figure")
"""What says something though nothing is in it: a cell left empty counts among its neighbours."""


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
        if not child["K"] and child["S"] not in KEPT:
            tags.take_out(child)
            child.clear()


def _mark(stream: list[Any], unread: set[int]) -> None:
    """Says in the contents of a page of what is numbered that it belongs to the page, and not to the text."""
    for at, part in enumerate(stream):
        if isinstance(part, dict) and part.get("MCID") in unread:
            part.clear()
            part["Type"] = "/Pagination"
            stream[at - 1] = "/Artifact"

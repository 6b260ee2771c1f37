"""Mends lists for PDF/UA: a list has only items, and an item only a label and a body.

WeasyPrint puts a list within an item beside the item, makes a list of each column that a list is set in, and leaves a
bullet that a stylesheet puts before an item in the item's text.
"""

from typing import Any

from rulewright.render.pdf.tags.tree import Tag, TagTree

LIST, ITEM, LABEL, BODY = "/L", "/LI", "/Lbl", "/LBody"


def mend_lists(_document: Any, tags: TagTree) -> None:
    for tag in list(tags.below(tags.root)):
        if tag["S"] == LIST:
            _mend(tag, tags)


def _mend(tag: Tag, tags: TagTree) -> None:
    children = tags.children(tag)
    if all(child["S"] == LIST for child in children):  # its columns
        for child in children:
            tags.unwrap(child)
    item = None
    for child in tags.children(tag):
        if child["S"] == ITEM:
            item = child
            _mend_item(item, tags)
        elif item is not None:
            tags.move(child, _body(item, tags))


def _mend_item(item: Tag, tags: TagTree) -> None:
    for child in tags.children(item):
        if child["S"] not in (LABEL, BODY):
            tags.move(child, _body(item, tags))
    for child in tags.children(_body(item, tags)):
        if child["S"] == LABEL:
            tags.move(child, item, first=True)


def _body(item: Tag, tags: TagTree) -> Tag:
    """The body of an item, added if it has none: an item that continues on this page has only its lists."""
    body = next((child for child in tags.children(item) if child["S"] == BODY), None)
    return body if body is not None else tags.add("LBody", item)

"""Makes each link one link for screen readers, described in words.

WeasyPrint makes a second link of every box within a link, outside the link's tag, describes a link by its address, and
tags what a stylesheet adds to a link as another link. It leaves the tags of links in the foot of a page out of the
tree: here a foot with a link is read after the text of the document.
"""

from typing import Any

from rulewright.render.pdf.engine import PDFString
from rulewright.render.pdf.tags.tree import Tag, TagTree

PRINTED = 4
"""The flag of an annotation that shows in print and on the screen."""


def single_links(document: Any) -> None:
    """Removes the links of boxes within a link. Call it before the PDF is made."""
    for page in document.pages:
        page.links[:] = [link for link in page.links if link[3].link]


def mend_links(document: Any, tags: TagTree) -> None:
    for page in document.pages:
        for _, address, _, box in page.links:
            if box.link_annotation is not None:  # none for a link that leads nowhere, of which WeasyPrint warns
                box.link_annotation["Contents"] = PDFString(_description(box.element) or address)
                box.link_annotation["F"] = PRINTED
    tags.adopt_annotated()
    for tag in list(tags.below(tags.root)):
        if tag["S"] == "/Link":
            _leave_one(tag, tags)


def _description(element: Any) -> str:
    """The description of a link: its title, or else its words."""
    return element.get("title") or " ".join("".join(element.itertext()).split())


def _leave_one(link: Tag, tags: TagTree) -> None:
    """Text added to a link is part of it; leader dots in that text are not."""
    for added in tags.children(link):
        if added["S"] == "/Link":
            added["S"] = "/Span"
            for leader in tags.children(added):
                if leader["S"] == "/Link":
                    tags.take_out(leader)

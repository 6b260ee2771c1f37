"""Links as a reader without eyes meets them: one for each, with words for what it leads to.

WeasyPrint makes a second link of every box within one, outside the tag of the link, and describes a link by its
address. What a style sheet adds to a link, it tags as another. The tags of links in the foot of a page it leaves out of
the tree: a foot with something to follow is heard, after the text of the document.
"""

from typing import Any

from rulewright.render.pdf.engine import PDFString
from rulewright.render.pdf.tags.tree import Tag, TagTree

PRINTED = 4
"""The flag of an annotation that is there in print as on the screen."""


def single_links(document: Any) -> None:
    """Leaves out the links of boxes within a link; to be done before the PDF is made."""
    for page in document.pages:
        page.links[:] = [link for link in page.links if link[3].link]


def mend_links(document: Any, tags: TagTree) -> None:
    for page in document.pages:
        for _, address, _, box in page.links:
            if box.link_annotation is not None:  # none for a link that leads nowhere, of which WeasyPrint warns
                box.link_annotation["Contents"] = PDFString(_described(box.element) or address)
                box.link_annotation["F"] = PRINTED
    tags.adopt_annotated()
    for tag in list(tags.below(tags.root)):
        if tag["S"] == "/Link":
            _leave_one(tag, tags)


def _described(element: Any) -> str:
    """What a link leads to: its title, or else its words."""
    return element.get("title") or " ".join("".join(element.itertext()).split())


def _leave_one(link: Tag, tags: TagTree) -> None:
    """What is added to a link is part of it; the dots that lead through what is added are not."""
    for added in tags.children(link):
        if added["S"] == "/Link":
            added["S"] = "/Span"
            for leader in tags.children(added):
                if leader["S"] == "/Link":
                    tags.take_out(leader)

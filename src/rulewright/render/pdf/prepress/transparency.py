"""Whether anything on the pages of a PDF shows what lies below it.

WeasyPrint paints every text of a drawing as a group, as if it could be seen through. Where nothing can, a group
paints what it would without being one, and those standards that have no transparency do not have the word either.
"""

from collections.abc import Iterator
from typing import Any

from rulewright.render.pdf.engine import Dictionary, PaintStream, Stream

OPAQUE: dict[str, object] = {"ca": 1, "CA": 1, "BM": "/Normal", "SMask": "/None"}
"""What a state of painting says of transparency where there is none, or by leaving it out."""


def is_transparent(pdf: Any) -> bool:
    """Whether anything is: a fill or a line, a mask, a way of blending, or a picture in places."""
    states = (state for each in pdf.objects for state in _states(each))
    masks = any(isinstance(each, Stream) and "SMask" in each.extra for each in pdf.objects)
    return masks or any(state.get(key, opaque) != opaque for state in states for key, opaque in OPAQUE.items())


def _states(each: Any) -> Iterator[Any]:
    """The states of painting among the resources of a page or a form."""
    if isinstance(each, Dictionary) and isinstance(each.get("ExtGState"), dict):
        yield from each["ExtGState"].values()


def flatten(pdf: Any) -> None:
    """Takes the groups apart that paint the same without being one."""
    for each in pdf.objects:
        if isinstance(each, PaintStream):
            each.extra.pop("Group", None)

"""Whether anything on the pages of a PDF shows what lies below it.

WeasyPrint paints every text of a drawing as a transparency group. If nothing is transparent, a group paints the same
without being one; standards without transparency allow no group.
"""

from collections.abc import Iterator
from typing import Any

from rulewright.render.pdf.engine import Dictionary, PaintStream, Stream

OPAQUE: dict[str, object] = {"ca": 1, "CA": 1, "BM": "/Normal", "SMask": "/None"}
"""The entries of a graphics state without transparency; each may also be absent."""


def is_transparent(pdf: Any) -> bool:
    """Whether any fill, line, mask, blend mode or picture is transparent."""
    states = (state for each in pdf.objects for state in _states(each))
    masks = any(isinstance(each, Stream) and "SMask" in each.extra for each in pdf.objects)
    return masks or any(state.get(key, opaque) != opaque for state in states for key, opaque in OPAQUE.items())


def _states(each: Any) -> Iterator[Any]:
    """The graphics states among the resources of a page or a form."""
    if isinstance(each, Dictionary) and isinstance(each.get("ExtGState"), dict):
        yield from each["ExtGState"].values()


def flatten(pdf: Any) -> None:
    """Removes the groups, which paint the same without being one."""
    for each in pdf.objects:
        if isinstance(each, PaintStream):
            each.extra.pop("Group", None)

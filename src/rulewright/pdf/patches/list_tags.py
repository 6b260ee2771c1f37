"""Tag bullets that a stylesheet draws, and tag code.

Upstream: WeasyPrint 70 tags a bullet as `Lbl` only if it draws the bullet itself, and gives `pre` and `code` no tag.
Gain: a PDF/UA file that screen readers can read; nothing in speed.
Fallback: with another version, or without `_get_pdf_tag`, the patch is not applied and these tags are missing.

Report to upstream:
    `li::before { content: "•" }` is tagged as `NonStruct`; PDF/UA expects `Lbl` for the label of a list item.
    `<code>` and `<pre>` are tagged as `NonStruct`; PDF 1.7 has `Code` for computer code. Expected: `Lbl`, `Code`
    and `P`.
"""

from importlib import import_module
from typing import Any

TAGS = {"li::before": "Lbl", "pre": "P", "code": "Code"}


def patch() -> None:
    """Add tags for code and drawn bullets, which take precedence over WeasyPrint's."""
    tagging: Any = import_module("weasyprint.pdf.tags")
    tag_of = tagging._get_pdf_tag
    if not hasattr(tag_of, "__wrapped__"):

        def get_pdf_tag(name: Any) -> Any:
            return TAGS.get(name) or tag_of(name)

        get_pdf_tag.__wrapped__ = tag_of  # type: ignore[attr-defined]
        tagging._get_pdf_tag = get_pdf_tag

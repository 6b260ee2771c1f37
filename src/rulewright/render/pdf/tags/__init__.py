"""The tags of a PDF, mended before it is written: what WeasyPrint 70 leaves that a screen reader would stumble over.

Tests hold every print against a validator of PDF/UA and against what is said here. Look at it again on an upgrade.
"""

from typing import Any

from rulewright.render.pdf.tags.artifacts import mend_artifacts
from rulewright.render.pdf.tags.links import mend_links
from rulewright.render.pdf.tags.lists import mend_lists
from rulewright.render.pdf.tags.tables import mend_tables
from rulewright.render.pdf.tags.tree import TagTree

MENDS = (mend_tables, mend_links, mend_lists, mend_artifacts)
"""In this order: the last takes away what the others have left empty."""


def mend_tags(document: Any, pdf: Any) -> None:
    """A `finisher` of WeasyPrint's."""
    tags = TagTree(pdf)
    for mend in MENDS:
        mend(document, tags)

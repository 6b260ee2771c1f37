"""Mends the tags of a PDF before it is written, where WeasyPrint 70 leaves faults that hinder screen readers.

Tests check every print with a validator of PDF/UA. Look at this package again on an upgrade.
"""

from typing import Any

from rulewright.render.pdf.tags.artifacts import mend_artifacts
from rulewright.render.pdf.tags.links import mend_links
from rulewright.render.pdf.tags.lists import mend_lists
from rulewright.render.pdf.tags.tables import mend_tables
from rulewright.render.pdf.tags.tree import TagTree

MENDS = (mend_tables, mend_links, mend_lists, mend_artifacts)
"""In this order: the last removes the tags that the others have emptied."""


def mend_tags(document: Any, pdf: Any) -> None:
    """A `finisher` of WeasyPrint's."""
    tags = TagTree(pdf)
    for mend in MENDS:
        mend(document, tags)

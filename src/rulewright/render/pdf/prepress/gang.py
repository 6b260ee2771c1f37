"""Several cards on one sheet of the paper of a press: each with its bleed, its crop marks and its die line."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from io import BytesIO

from pypdf import PageObject, PdfWriter
from pypdf.generic import ArrayObject, DecodedStreamObject, NameObject

from rulewright.imposition.pages import SheetPage
from rulewright.imposition.pieces import Box
from rulewright.imposition.space import cut_marks
from rulewright.model.product import Press
from rulewright.render.pdf.placed_cards import CardPages
from rulewright.render.pdf.placing import lay_cards
from rulewright.render.pdf.prepress.cutting import ALL_INKS, HAIRLINE, POINTS

EDGE = Decimal(2)
"""Millimetres at the edge of the paper that marks keep free."""


def gang_sheet(underlay: bytes, pages: Sequence[SheetPage], pdfs: Mapping[str, bytes], press: Press) -> bytes:
    """The cards on their paper. The underlay is its pages without them, and says which standard the file follows."""
    writer = PdfWriter(clone_from=BytesIO(underlay))
    writer.pdf_header = underlay[:8].decode("ascii")
    lay_cards(writer, pages, CardPages(pdfs))
    for page, laid in zip(writer.pages, pages, strict=True):
        if press.marks:
            _mark(writer, page, laid, press)
    finished = BytesIO()
    writer.write(finished)
    return finished.getvalue()


def _mark(writer: PdfWriter, page: PageObject, laid: SheetPage, press: Press) -> None:
    """Draws crop marks at every card."""
    assert press.gang is not None
    size, boxes = press.gang.paper.size, [each.box for each in laid.cards]
    paper = Box(Decimal(0), Decimal(0), size.width.value, size.height.value)
    marks = DecodedStreamObject()
    lines = _lines(cut_marks(boxes, paper.grown(-EDGE), press.bleed.value), size.height.value)
    marks.set_data("\n".join([f"q {HAIRLINE} w {ALL_INKS}", *lines, "Q"]).encode())
    painted = page["/Contents"]
    assert isinstance(painted, ArrayObject)
    cards, *underlay = painted
    drawn = writer._add_object(marks.flate_encode())
    page[NameObject("/Contents")] = ArrayObject([cards, drawn, *underlay])  # the underlay leaves another scale behind


def _lines(marks: Sequence[Box], height: Decimal) -> Iterator[str]:
    for mark in marks:
        left, right = float(mark.left) * POINTS, float(mark.right) * POINTS
        top, bottom = float(height - mark.top) * POINTS, float(height - mark.bottom) * POINTS
        yield f"{left:.4f} {top:.4f} m {right:.4f} {bottom:.4f} l S"

"""Print HTML to tagged PDF with WeasyPrint, find what does not fit, and paint finished pages with PDFium.

Only `engine.py` imports WeasyPrint, when the first printer is made, so a build that prints nothing never loads it.
Check these points when you upgrade from version 70:

- `patches/` changes WeasyPrint at run time, one file for each change. `tags.py` corrects the tags before the PDF is
written; a validator in the tests shows what it misses.
- `book_pages.py` watches the layout of a book page by page, and writes page numbers into laid-out boxes.
- WeasyPrint does not report what does not fit. `overflow.py` compares the boxes of the layout, and names the block.
- It ignores break rules on the first row group of a page, so the rulebook's stylesheet gives them to rows.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.pdf.printer import Printer


class Printers(dict[str, "Printer"]):
    """A printer for each stylesheet. A printer is made on first use, because reading its fonts takes time."""

    def __missing__(self, style: str) -> "Printer":
        from rulewright.pdf.printer import Printer

        self[style] = Printer(style)
        return self[style]

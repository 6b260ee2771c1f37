"""Whether WeasyPrint has what pieces are made with: a small document is printed in two and put together."""

from rulewright.render.pdf.pieces.joining import join_pieces
from rulewright.render.pdf.pieces.piece import OpenNumber, anchors
from rulewright.render.pdf.pieces.printing import print_piece
from rulewright.render.pdf.printer import Printer

STYLE = "@page { size: A6; @bottom-center { content: counter(page) } }"
DOCUMENT = '<html lang="en"><head><title>A probe</title></head><body>{}</body></html>'
FIRST = '<p id="one">See <a href="#two">two<span data-page-of="two"> (p. 0)</span></a>.</p>'
SECOND = '<h1 id="two">Two</h1><table><tr><th id="head">A</th></tr><tr><td headers="head">b</td></tr></table>'


def pieces_work() -> bool:
    """Whether both page numbers are left open, told in the words of the link, and written into one PDF."""
    try:
        printer = Printer(STYLE)
        pieces = [
            print_piece(printer, DOCUMENT.format(body), name, ["two"], 1, 1)
            for name, body in (("first", FIRST), ("second", SECOND))
        ]
        numbers = dict(anchors(pieces))
        open_ = [part.anchor for part in pieces[0].pages[0].contents if isinstance(part, OpenNumber)]
        pdf = join_pieces(printer, DOCUMENT.format(""), pieces, numbers, frozenset())
        return set(open_) == {"", "two"} and bool(pieces[0].descriptions) and numbers["two"] == 2 and bool(pdf)
    except Exception:  # whatever another version does
        return False

"""Which texts of a print are those of a picture: a drawing may crop its texts, and draw a line beneath them."""

from rulewright.model.product import PrintedPdf
from rulewright.readback.page import Piece


def is_in_picture(piece: Piece, print_: PrintedPdf) -> bool:
    """By its tag. Without tags: a card for the press was read with its tags; on a sheet each card is one form."""
    if print_.tagged and not print_.sheet:
        return piece.pictured
    return not print_.sheet or piece.depth > 1

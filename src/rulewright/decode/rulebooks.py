"""Rulebooks: the game as one PDF to read from the first page to the last."""

from decimal import Decimal

from rulewright.decode.cards import read_type_size
from rulewright.decode.fields import Fields
from rulewright.diagnostics import Faults
from rulewright.model.names import slug
from rulewright.model.paper import BOOK_PAPERS
from rulewright.model.sheet import Rulebook
from rulewright.source.nodes import Node

KEYS = ("rulebook", "paper", "type")
DEFAULT_TYPE = Decimal("10.5")
SMALLEST_TYPE, LARGEST_TYPE = 8, 16
"""Points: a book is read for longer than a card, and its notes are set smaller still."""


def decode_rulebook(name: str, node: Node, faults: Faults) -> Rulebook:
    """One file of cards/GAME/ with the key `rulebook`; its name is the book's."""
    fields = Fields(node, f"rulebook {name!r}", KEYS, faults)
    papers = {paper.name: paper for paper in BOOK_PAPERS}
    paper = papers[fields.choice("paper", tuple(papers))]
    type_size = read_type_size(fields, DEFAULT_TYPE, SMALLEST_TYPE, LARGEST_TYPE)
    return Rulebook(slug(name), fields.title("rulebook"), paper, type_size, fields.span)

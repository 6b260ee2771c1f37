"""Rulebooks: the game as one PDF to read from the first page to the last."""

import re
from decimal import Decimal

from rulewright.decode.fields import Fields, length_between
from rulewright.diagnostics import Faults, Span
from rulewright.language.kinds import POINTS
from rulewright.model.names import did_you_mean, slug
from rulewright.model.paper import BOOK_PAPERS, NO_LENGTH, PAPERS, Paper
from rulewright.model.sheet import Booklet, Rulebook
from rulewright.source.nodes import Node, Scalar

KEYS = ("rulebook", "paper", "type", "booklet")
BOOKLET_KEYS = ("paper", "creep", "signature")
DEFAULT_TYPE = Decimal("10.5")
SMALLEST_TYPE, LARGEST_TYPE = 8, 16
"""Points: a book is read for longer than a card, and its notes are set smaller still."""
MOST_CREEP = 1
"""Millimetres; the thickest paper that still folds is a third of one."""
SECTION = re.compile(r"[1-9]\d?")
LARGEST_SECTION = 96


def decode_rulebook(name: str, node: Node, faults: Faults) -> Rulebook:
    """One file of cards/GAME/ with the key `rulebook`; its name is the book's."""
    fields = Fields(node, f"rulebook {name!r}", KEYS, faults)
    papers = {paper.name: paper for paper in BOOK_PAPERS}
    paper = papers[fields.choice("paper", tuple(papers))]
    type_size = _type_size(fields)
    booklet = _booklet(fields, paper)
    return Rulebook(slug(name), fields.title("rulebook"), paper, type_size, fields.span, booklet)


def _type_size(fields: Fields) -> Decimal:
    written = fields.scalar("type")
    match = POINTS.fullmatch(written.value) if written else None
    if written and not (match and SMALLEST_TYPE <= Decimal(match[1]) <= LARGEST_TYPE):
        hint = f"write it in points: 11.0pt, from {SMALLEST_TYPE} to {LARGEST_TYPE}"
        fields.fault("bad-value", written.span, f"{written.value!r} is no size of type", hint)
        return DEFAULT_TYPE
    return Decimal(match[1]) if match else DEFAULT_TYPE


def _booklet(fields: Fields, page: Paper) -> Booklet | None:
    """`booklet: A4`, or a mapping with more to say."""
    written = fields.node("booklet")
    if written is None:
        return None
    if isinstance(written, Scalar):
        paper = _sheet_of(fields, written.value, written.span, page)
        return Booklet(paper, NO_LENGTH, None, written.span) if paper else None
    inner = Fields(written, "'booklet'", BOOKLET_KEYS, fields.faults)
    name = inner.string("paper", required=True)
    creep = length_between(inner, "creep", 0, MOST_CREEP, "thickness of paper") or NO_LENGTH
    section = _section(inner)
    paper = _sheet_of(fields, name, inner.place("paper"), page) if name else None
    return Booklet(paper, creep, section, written.span) if paper else None


def _sheet_of(fields: Fields, name: str, span: Span, page: Paper) -> Paper | None:
    """The paper that two pages of the book fill: nothing is scaled."""
    known = {paper.name: paper for paper in PAPERS}
    if name not in known:
        hint = did_you_mean(name, known, f"the papers are: {', '.join(known)}")
        fields.fault("bad-value", span, f"there is no paper {name!r}", hint)
        return None
    if page.is_half_of(known[name]):
        return known[name]
    half = next(paper.name for paper in BOOK_PAPERS if paper.is_half_of(known[name]))
    message = f"a page of {page.name} is not half of {name}, and pages are not scaled"
    fields.fault("bad-value", span, message, f"for a booklet on {name} write paper: {half}")
    return None


def _section(fields: Fields) -> int | None:
    written = fields.scalar("signature")
    if written is None:
        return None
    if SECTION.fullmatch(written.value) and int(written.value) % 4 == 0 and int(written.value) <= LARGEST_SECTION:
        return int(written.value)
    hint = f"a folded sheet has four pages: write 4, 8, 12, 16 or more, up to {LARGEST_SECTION}"
    fields.fault("bad-value", written.span, f"{written.value!r} pages cannot be folded into one another", hint)
    return None

"""Sheets: cards laid out on paper for printing at home."""

import re
from collections.abc import Iterator
from decimal import Decimal

from rulewright.decode.fields import Fields, reference
from rulewright.decode.lengths import length, read_pair, refuse_length
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.model.names import did_you_mean, slug
from rulewright.model.paper import NO_LENGTH, PAPERS, Millimetres, Paper
from rulewright.model.sheet import Copies, Gap, Grid, Marks, Sheet, Sides
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

KEYS = (
    "sheet", "paper", "orientation", "cards", "grid", "margin", "gap", "bleed", "marks", "duplex", "fold", "back",
)  # fmt: skip
WIDEST = 30
"""Millimetres that a margin or a gap may have."""
WIDEST_BLEED = 10
"""Millimetres of bleed that a sheet may show; print shops ask for 3 to 5."""
DEFAULT = Millimetres(Decimal(6))
"""No usual printer leaves a wider edge free, and the cut marks of two neighbours fit between them."""
COUNT = re.compile(r"[0-9]{1,3}")
GRID = re.compile(r"([1-9]\d?)\s*[x×]\s*([1-9]\d?)")
DUPLEX = {side.value: side for side in Sides if side.duplex}


def decode_sheet(name: str, node: Node, faults: Faults) -> Sheet:
    """One file of cards/GAME/ with the key `sheet`; its name is the sheet's."""
    fields = Fields(node, f"sheet {name!r}", KEYS, faults)
    papers, cards = tuple(_papers(fields)), tuple(_cards(fields))
    margin, gap = length(fields, "margin", DEFAULT, WIDEST, str(DEFAULT)), _gap(fields)
    sides, grid, bleed = _sides(fields), _grid(fields), _bleed(fields, gap)
    return Sheet(
        slug(name), fields.title("sheet"), papers, cards, margin, gap, fields.span, sides, _back(fields, sides), grid,
        bleed, Marks(fields.choice("marks", tuple(each.value for each in Marks))),
    )  # fmt: skip


def _papers(fields: Fields) -> Iterator[Paper]:
    _not_empty(fields, "paper")
    landscape = fields.choice("orientation", ("portrait", "landscape")) == "landscape"
    known = {paper.name: paper.turned if landscape else paper for paper in PAPERS}
    written: set[str] = set()
    for name in fields.strings("paper"):
        if name.value in written:
            fields.fault("bad-value", name.span, f"{name.value!r} is given twice", "remove one")
        elif name.value in known:
            yield known[name.value]
        else:
            hint = did_you_mean(name.value, known, f"the papers are: {', '.join(known)}")
            fields.fault("bad-value", name.span, f"there is no paper {name.value!r}", hint)
        written.add(name.value)


def _cards(fields: Fields) -> Iterator[Copies]:
    _not_empty(fields, "cards")
    for item in fields.list("cards"):
        if isinstance(item, Scalar):
            yield Copies(reference(item, "card"), 1)
        elif isinstance(item, Mapping) and item.entries:
            yield from (Copies(reference(key, "card"), _count(number, fields)) for key, number in item.entries)
        else:
            fields.wrong(item, "'cards' lists names of cards")


def _count(number: Node, fields: Fields) -> int:
    if isinstance(number, Scalar) and COUNT.fullmatch(number.value) and int(number.value):
        return int(number.value)
    if isinstance(number, Scalar):
        hint = "write how many copies, 1 to 999: {concealment: 2}"
        fields.fault("bad-value", number.span, f"{number.value!r} is no number of copies", hint)
    else:
        fields.wrong(number, "how many copies of a card is a number")
    return 1


def _not_empty(fields: Fields, name: str) -> None:
    """A key that must be there; a list with nothing in it is as good as none."""
    value = fields.required(name)
    if isinstance(value, Sequence) and not value.items:
        hint = f"list at least one, such as {name}: [{'A4' if name == 'paper' else 'concealment'}]"
        fields.faults.add(Diagnostic("missing-key", value.span, f"{fields.what} has nothing under {name!r}", hint))


def _gap(fields: Fields) -> Gap:
    written = fields.scalar("gap")
    if written is None:
        return Gap(DEFAULT, DEFAULT)
    pair = read_pair(written.value)
    if pair is None or max(each.value for each in pair) > WIDEST:
        refuse_length(fields, "gap", f"write it in millimetres, 0 to {WIDEST}: {DEFAULT}, or across and down: 4 × 6 mm")
        return Gap(DEFAULT, DEFAULT)
    return Gap(*pair)


def _bleed(fields: Fields, gap: Gap) -> Millimetres:
    bleed = length(fields, "bleed", NO_LENGTH, WIDEST_BLEED, "3mm")
    if 2 * bleed.value > gap.narrower.value:
        message = f"the bleeds of two neighbours meet: twice {bleed} is more than the gap of {gap.narrower}"
        hint = f"make the gap {Millimetres(2 * bleed.value)} or wider, or the bleed narrower"
        fields.fault("bad-value", fields.place("bleed"), message, hint)
        return NO_LENGTH
    return bleed


def _grid(fields: Fields) -> Grid | None:
    written = fields.scalar("grid")
    match = GRID.fullmatch(written.value) if written else None
    if written and not match:
        hint = "write how many cards stand side by side, and how many one above the other: 3 × 3"
        fields.fault("bad-value", written.span, f"{written.value!r} is no grid of cards", hint)
    return Grid(int(match[1]), int(match[2])) if match else None


def _sides(fields: Fields) -> Sides:
    duplex = fields.scalar("duplex")
    if fields.flag("fold"):
        if duplex:
            message = "a card that is folded has both its sides on one side of the paper"
            fields.fault("bad-value", duplex.span, message, "remove either 'duplex' or 'fold'")
        return Sides.FOLD
    return DUPLEX[fields.choice("duplex", tuple(DUPLEX))] if duplex else Sides.APART


def _back(fields: Fields, sides: Sides) -> Text | None:
    back = fields.link("back", "card")
    if back and sides is Sides.APART:
        hint = "write 'duplex: long-edge' to print it behind the cards, or 'fold: yes' to fold it behind them"
        fields.fault("bad-value", fields.place("back"), "no card of this sheet has anything printed behind it", hint)
    return back

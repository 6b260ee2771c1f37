"""Sheets: cards laid out on paper for printing at home."""

import re
from collections.abc import Iterator
from decimal import Decimal

from rulewright.decode.fields import Fields, length_between
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.language.lengths import LENGTH, read_length
from rulewright.language.texts import reference
from rulewright.model.names import did_you_mean, slug
from rulewright.model.paper import NO_LENGTH, PAPERS, Millimetres, Paper
from rulewright.model.sheet import Copies, Gap, Grid, Marks, Sheet, Sides
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

KEYS = (
    "sheet", "paper", "orientation", "cards", "grid", "margin", "gap", "bleed", "marks", "duplex", "fold", "back",
    "theme",
)  # fmt: skip
WIDEST = 30
"""Millimetres that a margin or a gap may have."""
WIDEST_BLEED = 10
"""Millimetres of bleed that a sheet may show; print shops ask for 3 to 5."""
DEFAULT = Millimetres(Decimal(6))
"""No usual printer leaves a wider edge free, and the cut marks of two neighbours fit between them."""
COUNT = re.compile(r"[0-9]{1,3}")
TIMES = re.compile(r"\s*[x×]\s*")
GRID = re.compile(r"([1-9]\d?)\s*[x×]\s*([1-9]\d?)")
DUPLEX = {side.value: side for side in Sides if side.duplex}


def decode_sheet(name: str, node: Node, themes: tuple[str, ...], faults: Faults) -> Sheet:
    """One file of cards/GAME/ with the key `sheet`; its name is the sheet's. `themes` are ids."""
    fields = Fields(node, f"sheet {name!r}", KEYS, faults)
    papers, cards = tuple(_papers(fields)), tuple(_cards(fields))
    margin, gap = length_between(fields, "margin", 0, WIDEST, "width of a margin") or DEFAULT, _gap(fields)
    sides, grid, bleed = _sides(fields), _grid(fields), _bleed(fields, gap)
    marks = Marks(fields.choice("marks", tuple(each.value for each in Marks)))
    theme = fields.choice("theme", themes) if fields.has("theme") else ""
    return Sheet(
        slug(name), fields.title("sheet"), papers, cards, margin, gap, fields.span, theme, sides,
        _back(fields, sides), grid, bleed, marks,
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
    """One width for both gutters, or two: `4 × 6 mm`, across and down."""
    written = fields.scalar("gap")
    widths = tuple(_widths(written.value)) if written else (DEFAULT,)
    if written and not (0 < len(widths) <= 2 and max(each.value for each in widths) <= WIDEST):
        hint = f"write it in millimetres or inches, 0 to {WIDEST} mm: 6mm; or across and down: 4 × 6 mm"
        fields.fault("bad-value", written.span, f"{written.value!r} is no width of a gap", hint)
        widths = (DEFAULT,)
    return Gap(widths[0], widths[-1])


def _widths(written: str) -> Iterator[Millimetres]:
    """The lengths, of which the first may leave its unit to the second; nothing where one of them is none."""
    parts = TIMES.split(written.strip())
    unit = LENGTH.fullmatch(parts[-1])
    found = [read_length(each if LENGTH.fullmatch(each) or not unit else each + unit[2]) for each in parts]
    if None not in found:
        yield from (each for each in found if each)


def _bleed(fields: Fields, gap: Gap) -> Millimetres:
    bleed = length_between(fields, "bleed", 0, WIDEST_BLEED, "width of a bleed") or NO_LENGTH
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

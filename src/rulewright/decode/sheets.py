"""Sheets: cards laid out on paper for printing at home."""

import re
from collections.abc import Iterator
from decimal import Decimal

from rulewright.decode.fields import Fields, reference
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.model.names import did_you_mean, slug
from rulewright.model.paper import PAPERS, Millimetres, Paper
from rulewright.model.sheet import Copies, Sheet
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

KEYS = ("sheet", "paper", "cards", "margin", "gap", "theme")
LENGTH = re.compile(r"(\d+(?:\.\d+)?)\s*mm")
WIDEST = 30
"""Millimetres that a margin or a gap may have."""
DEFAULT = Millimetres(Decimal(6))
"""No usual printer leaves a wider edge free, and the cut marks of two neighbours fit between them."""
COUNT = re.compile(r"[0-9]{1,3}")


def decode_sheet(name: str, node: Node, themes: tuple[str, ...], faults: Faults) -> Sheet:
    """One file of cards/GAME/ with the key `sheet`; its name is the sheet's. `themes` are ids."""
    fields = Fields(node, f"sheet {name!r}", KEYS, faults)
    papers, cards = tuple(_papers(fields)), tuple(_cards(fields))
    margin, gap = _length(fields, "margin"), _length(fields, "gap")
    theme = fields.choice("theme", themes) if fields.has("theme") else ""
    return Sheet(slug(name), fields.title("sheet"), papers, cards, margin, gap, fields.span, theme)


def _papers(fields: Fields) -> Iterator[Paper]:
    _not_empty(fields, "paper")
    known = {paper.name: paper for paper in PAPERS}
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


def _length(fields: Fields, name: str) -> Millimetres:
    written = fields.scalar(name)
    if written is None:
        return DEFAULT
    match = LENGTH.fullmatch(written.value)
    if match is None or Decimal(match[1]) > WIDEST:
        hint = f"write it in millimetres, 0 to {WIDEST}: 6mm"
        fields.fault("bad-value", written.span, f"{written.value!r} is no width of a {name}", hint)
        return DEFAULT
    return Millimetres(Decimal(match[1]))

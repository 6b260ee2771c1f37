"""Lists: symbols in a row, from the one that begins a list to the one that ends it, with items between."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.importing.lout.known import ITEMS, LIST_ENDS, LIST_SYMBOLS, NUMBERED, TAGGED_ITEMS
from rulewright.importing.lout.objects import Call, Object
from rulewright.importing.lout.pieces import (
    Beside,
    Bullets,
    Framed,
    Heading,
    Headings,
    Item,
    Paragraph,
    Piece,
    Printed,
    Section,
)


def begins(value: Object) -> bool:
    return isinstance(value, Call) and value.name in LIST_SYMBOLS


def ends(value: Object) -> bool:
    return isinstance(value, Call) and value.name in LIST_ENDS


def is_item(value: Object) -> bool:
    return isinstance(value, Call) and value.name in (*ITEMS, *TAGGED_ITEMS)


def is_tagged(value: Object) -> bool:
    return isinstance(value, Call) and value.name in TAGGED_ITEMS


def number_of(kind: str, count: int) -> str:
    """What stands before an item of a numbered list; a bullet has none."""
    if kind not in NUMBERED:
        return ""
    if "Roman" in kind:
        number = roman(count)
    elif "Alpha" in kind:
        number = chr(ord("a") + (count - 1) % 26)
    else:
        number = str(count)
    number = number.upper() if "UC" in kind else number
    return f"({number}) " if "Paren" in kind else f"{number}. "


def roman(number: int) -> str:
    signs = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    found = ""
    for value, letters in signs:
        found += letters * (number // value)
        number %= value
    return found


@dataclass
class OpenList:
    """A list whose items are still coming."""

    start: Call
    items: list[Item] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return LIST_SYMBOLS[self.start.name]

    def add(self, call: Call, pieces: list[Piece]) -> None:
        """One more item, of the pieces that stand in it."""
        item = Item(number_of(self.kind, len(self.items) + 1), call.span)
        self.items.append(item)
        for piece in pieces:
            self.extend(piece)

    def extend(self, piece: Piece) -> None:
        """Something more of the last item: text, bullets or a table."""
        if not self.items:
            self.items.append(Item("", self.start.span))
        last = self.items[-1]
        match piece:
            case Paragraph():
                last.text = f"{last.text.strip()} {piece.text}".strip()
            case Bullets():
                last.items += piece.items
            case Printed():
                last.tables.append(piece.grid)
            case _:
                for part in _simpler(piece):
                    self.extend(part)

    def closed(self) -> Bullets:
        return Bullets([item for item in self.items if item.text.strip() or item.items or item.tables], self.start.span)


def _simpler(piece: Piece) -> Iterator[Piece]:
    """What a bullet can hold of a piece that stands by itself on a card."""
    match piece:
        case Heading(title=title, number=number, note=note, span=span):
            yield Paragraph(" ".join(filter(None, (f"**{title}**", number, note))), span)
        case Headings(headings=pieces) | Framed(pieces=pieces):
            yield from pieces
        case Beside(columns=columns):
            yield from (each for column in columns for each in column)
        case Section(title=title, pieces=pieces, span=span):
            yield from ([Paragraph(f"**{title}**", span)] if title else [])
            yield from pieces

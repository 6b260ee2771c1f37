"""Make the PDF and the pictures of each card, and report what does not fit, at the line of each block."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from rulewright.base.findings import Finding, Severity, Span
from rulewright.base.messages.messages import all_of
from rulewright.book.game import Game
from rulewright.entries.blocks.zones import Zone
from rulewright.entries.card import Card, apply_setting
from rulewright.entries.product import SMALLEST_ON_CARDS
from rulewright.entries.themes import Theme
from rulewright.html.paths import card_path, picture_paths, thumbnail_path
from rulewright.outputs.cards.printer import CardPrinter, PrintedCard
from rulewright.outputs.products.run import OutputFile, Rendered, complaints, fixed_values, picture_of
from rulewright.pdf.overflow import FOOT, SHARP, Overflow
from rulewright.pdf.page_images import picture, thumbnail


def card_file(printer: CardPrinter, card: Card, _: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """Yield the PDF of a card."""
    make = partial(_print, printer, card)
    yield OutputFile(card_path(card), partial(printer.inputs, card), make, printer.style(card))


def _print(printer: CardPrinter, card: Card) -> Rendered:
    printed = printer.print(card)
    return printed.pdf, tuple(card_findings(card, printed, printer.book.game))


def card_picture_files(card: Card, game: Game, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """Yield the pictures of a card, page by page, and a thumbnail for the web pages."""
    pdf = cards[card_path(card)]
    for page, path in enumerate(picture_paths(card, game)):
        yield OutputFile(path, fixed_values(pdf), picture_of(picture, pdf, page))
    yield OutputFile(thumbnail_path(card), fixed_values(pdf), picture_of(thumbnail, pdf))


def card_findings(card: Card, printed: PrintedCard, game: Game, theme: Theme | None = None) -> Iterator[Finding]:
    """Yield what does not fit, and WeasyPrint's warnings; `theme` is named if it is not the card's own."""
    what = f"card {card.id!r}"
    if theme:
        what = f"card {card.id!r} in the theme {theme.title!r}"
    yield from card_overflows(card, printed, what)
    if theme is None:
        yield from _coarse(card, printed, game)
    yield from complaints(what, card.span, printed.warnings, game)


def _coarse(card: Card, printed: PrintedCard, game: Game) -> Iterator[Finding]:
    """Yield each picture of too low resolution once, at the block where it is coarsest."""
    files = {figure.id: figure.picture for figure in game.figures}
    named = {mark.picture.name: mark.span for mark in game.marks if mark.picture}
    named |= {ground.picture: ground.span for ground in card.grounds if ground}
    named |= {name: block.span for block in card.all_blocks() for name in block.shown.pictures}
    named |= {files[each.name]: block.span for block in card.all_blocks() for each in block.shown.figures}
    worst = {each.picture: each.dpi for each in sorted(printed.coarse, key=lambda each: -each.dpi)}
    for name, dpi in worst.items():
        message = f"card {card.id!r}: the picture {name!r} prints at {dpi} dpi, so its dots show"
        hint = f"print it smaller, as in width: 30mm, or use one with more dots: at least {SHARP} dpi"
        about = f"card {card.id}: {name}"
        severity = Severity.WARNING
        yield Finding("coarse-picture", named[name], message, hint, severity=severity, about=about)


# Blocks and zones that do not fit


def _zone_overflows(card: Card, set_: Card, overflows: Sequence[Overflow], what: str) -> Iterator[Finding]:
    """Yield a finding for every zone that does not hold its text; `set_` is the card as it printed."""
    written, printed = ([placed.block for placed in each.placed_blocks()] for each in (card, set_))
    for at, found in groupby(sorted(overflows, key=lambda each: each.at), key=lambda each: each.at):
        zone, small = (blocks[at] if 0 <= at < len(blocks) else None for blocks in (written, printed))
        if not isinstance(zone, Zone) or not isinstance(small, Zone):  # a template of the project has other blocks
            continue
        excess = all_of(f"{each.millimetres:.1f} mm too {each.side}" for each in found)
        message = f"{what}: the text is {excess} for the zone {zone.name!r}"
        hint = "shorten it, make the zone larger, or write font-size: 9pt and fit: shrink"
        if zone.fit is not None:
            message = f"{message} at {small.font_size:g} pt, the smallest type it may have"
            hint = "shorten it, make the zone larger, or let its type be smaller still"
        about = f"card {card.id}: zone {zone.name}"
        yield Finding("card-overflow", zone.span, message, hint, about=about, other=excess)


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a block that does not fit. Blocks of the same name in a column share a finding."""

    block: str
    page: int
    column: int
    span: Span

    @property
    def key(self) -> tuple[int, int, str]:
        return self.page, self.column, self.block


def card_overflows(card: Card, printed: PrintedCard, what: str) -> Iterator[Finding]:
    """Yield a finding for every block that does not fit, with its excess; `what` names the card."""
    set_ = card if printed.setting is None else apply_setting(card, printed.setting)
    if card.has_zones:
        yield from _zone_overflows(card, set_, printed.overflows, what)
        return
    placed = sorted(((_place(each, set_), each) for each in printed.overflows), key=lambda pair: pair[0].key)
    for _, pairs in groupby(placed, key=lambda pair: pair[0].key):
        places, overflows = zip(*pairs, strict=True)
        yield _overflow_finding(card, set_, places[0], overflows, printed, what)


def _place(overflow: Overflow, card: Card) -> _Place:
    blocks = list(card.placed_blocks())
    if not 0 <= overflow.at < len(blocks):  # a template of the project may have other blocks
        return _Place(overflow.block, overflow.page, 0, card.span)
    placed = blocks[overflow.at]
    return _Place(overflow.block, overflow.page, placed.column, placed.block.span)


def _overflow_finding(
    card: Card, set_: Card, place: _Place, overflows: Sequence[Overflow], printed: PrintedCard, what: str
) -> Finding:
    """Return the finding about one block; `set_` is the card as it printed."""
    page = f"page {place.page}" if len(set_.pages) > 1 else ""
    column = f"column {place.column}" if place.column else ""
    where = f" of {', '.join(filter(None, (page, column)))}" if page or column else ""
    sums = {side: sum(each.millimetres for each in overflows if each.side == side) for side in ("long", "wide")}
    if printed.larger_size is not None:  # a row that is a little too long goes to the next page as a whole
        sums["long"] = min(sums["long"], max(round(printed.larger_size.beyond, 1), 0.1))
    excess = all_of(f"{millimetres:.1f} mm too {side}" for side, millimetres in sums.items() if millimetres)
    smallest = f" at {set_.font_size:g} pt, the smallest type it may have" if card.fit else ""
    message = f"{what}: the block '{place.block}'{where} is {excess} for its place{smallest}"
    hint = _hint(card, set_, printed)
    if place.block == FOOT:
        message = f"{what}: the footer{where} is {excess} for its place"
        hint = "write a shorter one, footer: …, or footer: no"
    about = f"{what.replace(repr(card.id), card.id)}: {place.block}{where}"
    return Finding("card-overflow", place.span, message, hint, about=about, other=excess)


def _hint(card: Card, set_: Card, printed: PrintedCard) -> str:
    """Return what would help: a height that has been tried, or else any larger card."""
    larger = f"a card larger than {card.size.width} by {card.size.height}"
    if printed.larger_size is not None:
        larger = f"a card {printed.larger_size.size.width} by {printed.larger_size.size.height}"
    if set_.font_size <= SMALLEST_ON_CARDS:
        return f"shorten it, or make it {larger}"
    smaller = "let its type be smaller still"
    if card.fit is None:
        smaller = f"use a smaller font-size than {set_.font_size:g}pt (fit: shrink finds it)"
    return f"shorten it, {smaller}, or {larger}"

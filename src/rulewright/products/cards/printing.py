"""The PDF of every card, and its pictures."""

from collections.abc import Iterator, Mapping
from functools import partial

from rulewright.findings import Finding, Severity
from rulewright.model.card import Card
from rulewright.model.game import Game
from rulewright.model.theme import Theme
from rulewright.products.cards.overflow import card_overflows
from rulewright.products.run import OutputFile, Rendered, complaints, known
from rulewright.render.cards.printer import CardPrinter, PrintedCard
from rulewright.render.paths import card_path, picture_paths, thumbnail_path
from rulewright.render.pdf.page_images import picture, thumbnail
from rulewright.render.pdf.picture_resolution import SHARP


def card_file(printer: CardPrinter, card: Card, _: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """The PDF of a card."""
    make = partial(_print, printer, card)
    yield OutputFile(card_path(card), partial(printer.inputs, card), make, printer.style(card))


def _print(printer: CardPrinter, card: Card) -> Rendered:
    printed = printer.print(card)
    return printed.pdf, tuple(card_findings(card, printed, printer.book.game))


def card_picture_files(card: Card, game: Game, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """The pictures of a card, page by page, and a small one for the web pages."""
    pdf = cards[card_path(card)]
    for page, path in enumerate(picture_paths(card, game)):
        yield OutputFile(path, known(pdf), partial(_picture, pdf, page))
    yield OutputFile(thumbnail_path(card), known(pdf), partial(_thumbnail, pdf))


def _picture(pdf: bytes, page: int) -> Rendered:
    return picture(pdf, page).png, ()


def _thumbnail(pdf: bytes) -> Rendered:
    return thumbnail(pdf), ()


def card_findings(card: Card, printed: PrintedCard, game: Game, theme: Theme | None = None) -> Iterator[Finding]:
    """What does not fit, and what WeasyPrint warns of; `theme` is the one printed in, if not the card's own."""
    what = f"card {card.id!r}"
    if theme:
        what = f"card {card.id!r} in the theme {theme.title!r}"
    yield from card_overflows(card, printed, what)
    if theme is None:
        yield from _coarse(card, printed, game)
    yield from complaints(what, card.span, printed.warnings, game)


def _coarse(card: Card, printed: PrintedCard, game: Game) -> Iterator[Finding]:
    """The pictures whose dots show, each where it prints worst, at the block that names it."""
    files = {figure.id: figure.picture for figure in game.numbered_figures}
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
